/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the widgets of the style dialog to the session. */
#include "app/dialogs/style-dialog-private.h"

IplFigureStyle *
ipl_style_dialog_begin (IplStyleDialog *self)
{
  return ipl_figure_style_copy (ipl_session_get_figure_style (self->session));
}

void
ipl_style_dialog_end (IplStyleDialog *self, IplFigureStyle *style, const char *tag)
{
  ipl_figure_style_tidy (style);
  ipl_style_dialog_say (self, NULL);
  self->changing = TRUE;
  ipl_session_set_figure_style (self->session, style, tag);
  self->changing = FALSE;
}

void
ipl_style_dialog_say (IplStyleDialog *self, const char *sentence)
{
  gtk_label_set_label (self->error, sentence != NULL ? sentence : "");
  gtk_widget_set_visible (GTK_WIDGET (self->error), sentence != NULL);
}
