/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The colours of marks. */

#include "figures/plot/mark-role.h"

#include "figures/view/shown-paths.h"

/* A few curves have distinct colours. More curves, which are ordered, go from blue to red
 * through the cold side of the colour circle. */
static IplColor
ordered_color (const IplStyle *style, guint k, guint n)
{
  double t = n > 1 ? (double)k / (double)(n - 1) : 0;

  if (n <= IPL_ROLE_FEW)
    return ipl_style_series_color (style, n == 1 ? 1 : k);
  return ipl_color_from_lch (ipl_style_is_dark (style) ? 0.78 - 0.1 * t : 0.45 + 0.15 * t, 0.135,
                             265 - 235 * t);
}

static IplColor
full_color (IplRole role, const IplStyle *style)
{
  switch (role.kind)
    {
    case IPL_ROLE_FAINT:
      return style->faint;
    case IPL_ROLE_MUTED:
      return ipl_color_mix (style->paper, style->ink, ipl_style_is_dark (style) ? 0.5 : 0.45);
    case IPL_ROLE_PAPER:
      return style->paper;
    case IPL_ROLE_ACCENT:
      return style->accent;
    case IPL_ROLE_THEORY:
      return ipl_style_theory_color (style);
    case IPL_ROLE_SAMPLED:
      return ipl_style_sample_color (style);
    case IPL_ROLE_TRAINED:
      return ipl_style_trained_color (style);
    case IPL_ROLE_GP:
      return ipl_style_gp_line_color (style, role.the_case, role.paths, role.n, role.k);
    case IPL_ROLE_SERIES:
      return ipl_style_series_color (style, role.k);
    case IPL_ROLE_ORDERED:
      return ordered_color (style, role.k, role.n);
    case IPL_ROLE_CHAIN:
      return ipl_style_chain_color (style, role.k);
    case IPL_ROLE_PATH:
      return ipl_style_path_color (style, role.the_case, role.k);
    case IPL_ROLE_HEADS:
      return ipl_style_identity_color (style, role.k);
    case IPL_ROLE_SIGN:
      return ipl_style_sign_color (style, role.k != 0);
    case IPL_ROLE_INK:
    default:
      return style->ink;
    }
}

IplColor
ipl_role_color (IplRole role, const IplStyle *style)
{
  IplColor color = full_color (role, style);

  return role.fade > 0 ? ipl_color_mix (color, style->paper, role.fade) : color;
}
