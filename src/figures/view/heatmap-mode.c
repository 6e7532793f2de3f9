/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the heatmap can show, by name. */

#include "figures/view/heatmap-mode.h"

static const struct
{
  const char *id;
  const char *title;
  const char *label;
} heatmap_modes[IPL_N_HEATMAPS] = {
  [IPL_HEATMAP_THEORY] = { "theory", "Theory", "_Theory" },
  [IPL_HEATMAP_SAMPLED] = { "sampled", "Sampled mean", "_Sampled Mean" },
  [IPL_HEATMAP_DIFFERENCE] = { "difference", "Sampled − theory", "Sampled − Theory (_Difference)" },
  [IPL_HEATMAP_SD] = { "sd", "Posterior standard deviation", "Posterior Standard De_viation" },
  [IPL_HEATMAP_SIDE_BY_SIDE] = { "side-by-side", "Side by side", "Side _by Side" },
  [IPL_HEATMAP_TRAINED] = { "trained", "Gradient descent", "_Gradient Descent" },
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
 * Returns: what the button above a heatmap calls it, plain text
 */
const char *
ipl_heatmap_mode_title (IplHeatmapMode mode)
{
  g_return_val_if_fail (mode < IPL_N_HEATMAPS, NULL);
  return heatmap_modes[mode].title;
}

/**
 * ipl_heatmap_mode_label:
 * @mode: what the U panel shows
 *
 * Returns: what a menu calls it, with an underscore before the letter that chooses it
 */
const char *
ipl_heatmap_mode_label (IplHeatmapMode mode)
{
  g_return_val_if_fail (mode < IPL_N_HEATMAPS, NULL);
  return heatmap_modes[mode].label;
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
