/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Keys that several panels have. */

#include "figures/plot/plot.h"

#include "figures/view/posterior-view.h"
#include "figures/view/theory-doubt.h"

/* A warning that says @markup, where the current theory is doubtful. */
void
ipl_axes_add_theory_doubt (IplPlotAxes *self, const IplView *view, const char *markup)
{
  if (ipl_view_theory_is_doubtful (view))
    ipl_axes_add_key (self, IPL_KEY_WARNING, IPL_ROLE (ACCENT), g_strdup (markup));
}

/* The first line of every posterior panel: the width, and whether the run can be trusted. */
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
