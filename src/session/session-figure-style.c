/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What somebody chose of how the figures of a session look: one for all of them, kept with it. */
#include "session/session-private.h"

#include "core/base/json.h"
#include "figures/output/style-json.h"

/* Takes on other looks; can be undone.
 * @style: (nullable): how figures look from now on; NULL for as always
 * @tag: (nullable): as for ipl_session_change() */
void
ipl_session_set_figure_style (IplSession *self, const IplFigureStyle *style, const char *tag)
{
  if (ipl_figure_style_is_plain (style))
    style = NULL;
  if (ipl_figure_style_equal (style, self->figure_style))
    return;
  ipl_session_remember (self, tag);
  ipl_session_take_figure_style (self, style != NULL ? ipl_figure_style_ref (style) : NULL);
}

void
ipl_session_add_style_json (IplSession *self, JsonBuilder *builder)
{
  g_autofree char *text = NULL;

  if (self->figure_style == NULL)
    return;
  text = ipl_figure_style_to_json (self->figure_style, FALSE);
  ipl_json_add_text (builder, "figure_style", text);
}

/* Looks that cannot be read are as always. */
void
ipl_session_read_style_json (IplSession *self, JsonObject *object)
{
  const char *text = NULL;

  ipl_json_get_text (object, "figure_style", &text, NULL);
  ipl_session_take_figure_style (self,
                                 text != NULL ? ipl_figure_style_from_json (text, NULL) : NULL);
}
