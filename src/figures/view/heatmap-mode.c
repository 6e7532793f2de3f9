/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the heatmap can show, by name. */

#include "figures/view/heatmap-mode.h"

static const struct
{
  const char *id;
  const char *title;
} heatmap_modes[IPL_N_HEATMAPS] = {
  [IPL_HEATMAP_THEORY] = { "theory", "Theory" },
  [IPL_HEATMAP_SAMPLED] = { "sampled", "Sampled mean" },
  [IPL_HEATMAP_DIFFERENCE] = { "difference", "Sampled − theory" },
  [IPL_HEATMAP_SD] = { "sd", "Posterior standard deviation" },
  [IPL_HEATMAP_SIDE_BY_SIDE] = { "side-by-side", "Side by side" },
  [IPL_HEATMAP_TRAINED] = { "trained", "Gradient descent" },
};

/**
 * ipl_heatmap_mode_id:
 * @mode: what the U panel shows
 *
 * Returns: its name on the command line: "theory", "sampled", "difference", "sd",
 *   "side-by-side" or "trained"
 */
const char *
ipl_heatmap_mode_id (IplHeatmapMode mode)
{
  g_return_val_if_fail (mode < IPL_N_HEATMAPS, NULL);
  return heatmap_modes[mode].id;
}

/**
 * ipl_heatmap_mode_title:
 * @mode: what the U panel shows
 *
 * Returns: what a menu calls it, plain text
 */
const char *
ipl_heatmap_mode_title (IplHeatmapMode mode)
{
  g_return_val_if_fail (mode < IPL_N_HEATMAPS, NULL);
  return heatmap_modes[mode].title;
}

/**
 * ipl_heatmap_mode_parse:
 * @id: a mode's name, as ipl_heatmap_mode_id() gives it
 * @mode: (out): the mode
 *
 * Returns: whether there is such a mode
 */
gboolean
ipl_heatmap_mode_parse (const char *id, IplHeatmapMode *mode)
{
  g_return_val_if_fail (id && mode, FALSE);
  for (IplHeatmapMode m = 0; m < IPL_N_HEATMAPS; m++)
    if (g_str_equal (id, heatmap_modes[m].id))
      {
        *mode = m;
        return TRUE;
      }
  return FALSE;
}
