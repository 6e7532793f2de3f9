/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Headings of panels, and the panels that fit a view. */

#include "figures/view/panel.h"

/* Returns: TRUE if the view's trajectory has all arrays of the panel */
gboolean
ipl_panel_has_arrays (const IplPanel *self, const IplView *view)
{
  gboolean has = view->trajectory != NULL
                 && (view->dynamics != NULL || (self->needs & IPL_NEEDS_TRAINING) != 0);

  for (guint i = 0; has && i < G_N_ELEMENTS (self->arrays) && self->arrays[i] != NULL; i++)
    has = ipl_trajectory_find (view->trajectory, self->arrays[i]) != NULL;
  return has;
}

/* Returns: (nullable): the heading set by the user, "" for no heading; NULL if none is set */
const char *
ipl_panel_chosen_title (const IplPanel *self, const IplView *view)
{
  const IplPanelStyle *style = ipl_figure_style_get_panel (view->figure_style, self->id);

  return style != NULL ? style->title : NULL;
}

/* Returns: the heading, plain text, not empty */
const char *
ipl_panel_heading (const IplPanel *self, const IplView *view)
{
  const char *chosen = ipl_panel_chosen_title (self, view);

  if (chosen != NULL && chosen[0] != '\0')
    return chosen;
  return self->title_regression != NULL && view->the_case != NULL
                 && !ipl_labels_are_classes (&view->the_case->labels)
             ? self->title_regression
             : self->title;
}

/* @view: (nullable)
 * Returns: short name for lists and menus; the heading, except for a composite */
const char *
ipl_panel_get_label (const IplPanel *self, const IplView *view)
{
  if (self->label != NULL)
    return self->label;
  return view != NULL ? ipl_panel_heading (self, view) : self->title;
}

/* Returns: (transfer full): the heading in Pango markup; "" for no heading */
char *
ipl_panel_heading_markup (const IplPanel *self, const IplView *view)
{
  const char *chosen = ipl_panel_chosen_title (self, view);

  if (chosen != NULL)
    return g_markup_escape_text (chosen, -1);
  return self->title_markup != NULL ? g_strdup (self->title_markup)
                                    : g_markup_escape_text (ipl_panel_heading (self, view), -1);
}
