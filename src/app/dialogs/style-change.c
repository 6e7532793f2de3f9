/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the widgets of the style dialog, and from files, to the session. */
#include "app/dialogs/style-dialog-private.h"

#include "app/base/widgets.h"
#include "app/base/file-chooser.h"
#include "figures/output/style-json.h"

IplFigureStyle *
ipl_style_dialog_begin (IplStyleDialog *self)
{
  return ipl_figure_style_copy (ipl_session_get_figure_style (self->session));
}

void
ipl_style_dialog_end (IplStyleDialog *self, IplFigureStyle *style, const char *tag)
{
  ipl_figure_style_tidy (style);
  ipl_label_say (self->error, NULL);
  self->changing = TRUE;
  ipl_session_set_figure_style (self->session, style, tag);
  self->changing = FALSE;
}

/* Takes the style of a file; a sentence in the dialog says why it cannot. */
gboolean
ipl_style_dialog_open (GtkWindow *dialog, const char *path)
{
  IplStyleDialog *self = g_object_get_data (G_OBJECT (dialog), IPL_STYLE_KEY);
  g_autoptr (GError) error = NULL;
  g_autoptr (IplFigureStyle) style = (IplFigureStyle *)ipl_figure_style_load (path, &error);

  if (style == NULL)
    {
      ipl_label_say (self->error, error->message);
      return FALSE;
    }
  ipl_label_say (self->error, NULL);
  ipl_session_set_figure_style (self->session, style, NULL);
  return TRUE;
}

/* Saves the style; a sentence in the dialog says why it cannot. */
gboolean
ipl_style_dialog_save (GtkWindow *dialog, const char *path)
{
  IplStyleDialog *self = g_object_get_data (G_OBJECT (dialog), IPL_STYLE_KEY);
  g_autoptr (GError) error = NULL;

  if (ipl_figure_style_save (ipl_session_get_figure_style (self->session), path, &error))
    ipl_label_say (self->error, NULL);
  else
    ipl_label_say (self->error, error->message);
  return error == NULL;
}

static void
ask (IplStyleDialog *self, const IplFileQuestion *question, const char *name, GCallback chosen)
{
  ipl_file_chooser_ask (self->window, question, name, chosen, self->window, NULL);
}

void
ipl_style_dialog_ask_open (IplStyleDialog *self)
{
  static const IplFileQuestion question = { "Open a Figure Style",
                                            GTK_FILE_CHOOSER_ACTION_OPEN,
                                            "_Open",
                                            "*" IPL_STYLE_EXTENSION " *.json",
                                            "Figure styles",
                                            "figures-out" };

  ask (self, &question, NULL, G_CALLBACK (ipl_style_dialog_open));
}

void
ipl_style_dialog_ask_save (IplStyleDialog *self)
{
  static const IplFileQuestion question = { "Save the Figure Style",
                                            GTK_FILE_CHOOSER_ACTION_SAVE,
                                            "_Save",
                                            "*" IPL_STYLE_EXTENSION " *.json",
                                            "Figure styles",
                                            "figures-out" };

  ask (self, &question, "figures" IPL_STYLE_EXTENSION, G_CALLBACK (ipl_style_dialog_save));
}
