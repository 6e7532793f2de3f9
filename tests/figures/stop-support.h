/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/parameters.h"
#include "figures/panels/panel-table.h"
#include "figures/story/story.h"

/* A stop of the four paths at these widths, with one panel. */
static inline IplStop *
stop_at (const char *widths, const char *panel)
{
  IplParameters parameters;
  IplStop *stop;

  ipl_parameters_init (&parameters, "hmc4");
  g_assert_true (ipl_setting_parse_widths (&parameters.current, widths, NULL));
  stop = ipl_stop_new (&parameters);
  stop->panels[0] = ipl_panel_find (panel);
  stop->n_panels = 1;
  return stop;
}
