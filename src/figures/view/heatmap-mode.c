/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the heatmap can show, by name. */

#include "figures/view/heatmap-mode.h"

#include "figures/view/choice.h"

/* Returns: its name on the command line: "theory", "sampled", "difference", "sd", "side-by-side" or
 *   "trained" */
const char *
ipl_heatmap_mode_id (IplHeatmapMode mode)
{
  g_return_val_if_fail (mode < IPL_N_HEATMAPS, NULL);
  return ipl_choice_heatmap.options[mode].id;
}

/* @id: a mode's name, as ipl_heatmap_mode_id() gives it
 * @mode: (out): the mode
 * Returns: whether there is such a mode */
gboolean
ipl_heatmap_mode_parse (const char *id, IplHeatmapMode *mode)
{
  guint option;

  g_return_val_if_fail (id && mode, FALSE);
  if (!ipl_choice_parse (&ipl_choice_heatmap, id, &option))
    return FALSE;
  *mode = option;
  return TRUE;
}
