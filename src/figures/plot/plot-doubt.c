/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Notes and keys of plots whose numbers are not reliable. */

#include "figures/plot/plot.h"
#include "figures/view/posterior-view.h"
#include "figures/view/solver-warnings.h"
#include "figures/view/view-words.h"

/* Adds a warning with text @markup if the current theory is unreliable. */
void
ipl_axes_add_theory_doubt (IplPlotAxes *self, const IplView *view, const char *markup)
{
  if (ipl_view_theory_is_doubtful (view))
    ipl_axes_add_key (self, IPL_KEY_WARNING, IPL_ROLE (ACCENT), g_strdup (markup));
}

/* Adds a note if the current theory is unreliable. */
void
ipl_plot_note_doubt (IplPlot *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  ipl_describe_doubt (text, self->view->current);
  if (text->len > 0)
    ipl_plot_add_note (self, "%s", g_strstrip (text->str));
}

/* Adds the first line of each posterior panel: width, and whether the chains pass their checks. */
void
ipl_axes_add_posterior_keys (IplPlotAxes *self, const IplView *view)
{
  const IplSetting *setting = ipl_view_setting (view);

  if (setting != NULL)
    ipl_axes_add_key (self, IPL_KEY_NONE, IPL_ROLE (INK), ipl_view_setting_markup (setting));
  if (view->posterior != NULL && !view->posterior->fine)
    ipl_axes_add_key (self, IPL_KEY_WARNING, IPL_ROLE (ACCENT),
                      g_strdup (ipl_view_theory_is_doubtful (view) ? "samples not converged"
                                                                   : "not converged"));
}
