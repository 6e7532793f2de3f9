/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Colors, line widths and dashes of a theme. */

#include "figures/kit/style.h"

#include <math.h>

/**
 * ipl_style_init:
 * @self: the style to fill
 * @theme: light (and print), dark, or one of the high contrasts
 * @font_pt: size of axis labels, in points
 *
 * Fills a style with the house's fonts, colours and line widths. All lengths in a figure follow
 * from @font_pt, so that a slide is a page enlarged and not a page with thin lines.
 */
void
ipl_style_init (IplStyle *self, IplTheme theme, double font_pt)
{
  g_return_if_fail (self != NULL);
  *self = (IplStyle){ .theme = theme,
                      .font_pt = font_pt,
                      .label_share = 0.9,
                      .line_pt = 0.14 * font_pt,
                      .marks_shown = TRUE };
  /* What journals ask for first; DejaVu is what a bare Debian has. */
  g_strlcpy (self->font_family, "Helvetica, Arial, Liberation Sans, Inter, DejaVu Sans, sans",
             sizeof self->font_family);
  switch (theme)
    {
    case IPL_THEME_DARK:
      self->ink = (IplColor){ 0.93, 0.93, 0.93 };
      self->faint = (IplColor){ 0.62, 0.63, 0.65 };
      self->paper = (IplColor){ 0.118, 0.122, 0.133 };
      self->accent = (IplColor){ 1.0, 0.72, 0.27 };
      break;
    case IPL_THEME_CONTRAST:
      self->ink = self->faint = (IplColor){ 0, 0, 0 };
      self->paper = (IplColor){ 1, 1, 1 };
      self->accent = (IplColor){ 0.72, 0.25, 0.0 };
      self->line_pt *= 1.4;
      break;
    case IPL_THEME_CONTRAST_DARK:
      self->ink = self->faint = (IplColor){ 1, 1, 1 };
      self->paper = (IplColor){ 0, 0, 0 };
      self->accent = (IplColor){ 1.0, 0.85, 0.2 };
      self->line_pt *= 1.4;
      break;
    case IPL_THEME_LIGHT:
    default:
      self->ink = (IplColor){ 0.10, 0.10, 0.11 };
      self->faint = (IplColor){ 0.42, 0.43, 0.45 };
      self->paper = (IplColor){ 1, 1, 1 };
      self->accent = (IplColor){ 0.84, 0.37, 0.0 };
      break;
    }
}

/* Tick labels and legends: on a screen nine tenths of the text, but not below 6 pt nor below 18 pt
 * on a slide unless the text itself is. */
double
ipl_style_small (const IplStyle *self)
{
  double floor_pt = self->font_pt >= 16 ? 18 : 6;
  return MAX (self->label_share * self->font_pt, MIN (self->font_pt, floor_pt));
}

double
ipl_style_hairline (const IplStyle *self)
{
  return MAX (0.3, 0.55 * self->line_pt);
}

gboolean
ipl_style_is_dark (const IplStyle *self)
{
  return ipl_color_luminance (self->paper) < ipl_color_luminance (self->ink);
}

static IplColor
adapt (const IplStyle *self, IplColor color)
{
  double L, a, b;
  ipl_color_to_oklab (color, &L, &a, &b);
  if (ipl_style_is_dark (self))
    L = MAX (L, 0.55) + 0.14;
  else if (self->theme == IPL_THEME_CONTRAST)
    L = 0.78 * L;
  return ipl_color_from_oklab (L, a, b);
}

/* Eight named colours after Okabe and Ito, in the order green, blue, red, purple first; beyond
 * eight, hues around the circle with three alternating lightnesses. */
IplColor
ipl_style_rank_color (const IplStyle *self, gsize rank, gsize count)
{
  static const IplColor few[] = {
    { 0.000, 0.620, 0.451 }, { 0.000, 0.380, 0.690 }, { 0.820, 0.220, 0.170 },
    { 0.560, 0.340, 0.720 }, { 0.850, 0.560, 0.000 }, { 0.260, 0.620, 0.840 },
    { 0.800, 0.440, 0.620 }, { 0.400, 0.400, 0.400 },
  };
  if (count <= G_N_ELEMENTS (few))
    return adapt (self, few[MIN (rank, G_N_ELEMENTS (few) - 1)]);
  static const double lightness[] = { 0.52, 0.66, 0.59 };
  double hue = 150 + 360.0 * rank / count;
  return adapt (self, ipl_color_from_lch (lightness[rank % 3], 0.13, hue));
}

/* Theory: ink, or the paper's blue. */
IplColor
ipl_style_theory_color (const IplStyle *self)
{
  if (self->look == IPL_LOOK_PAPER)
    return adapt (self, (IplColor){ 0.122, 0.310, 0.788 });
  return self->ink;
}

/* Samples: Okabe and Ito's reddish purple, deep enough for small marks on white, or as in the paper
 * the ink. */
IplColor
ipl_style_sample_color (const IplStyle *self)
{
  if (self->look == IPL_LOOK_PAPER)
    return self->ink;
  return adapt (self, (IplColor){ 0.745, 0.290, 0.545 });
}

/* Gradient descent: blue, with square marks. */
IplColor
ipl_style_trained_color (const IplStyle *self)
{
  return ipl_style_rank_color (self, 1, 8);
}

/* Right and wrong, told apart by their shapes too. */
IplColor
ipl_style_verdict_color (const IplStyle *self, gboolean right)
{
  return ipl_style_rank_color (self, right ? 0 : 2, 8);
}

/* Attention, @t in [0, 1]: from paper to blue in even steps of lightness, never so deep that ink
 * on it is lost. */
IplColor
ipl_style_attention_color (const IplStyle *self, double t)
{
  IplColor full = ipl_style_is_dark (self) ? ipl_color_from_lch (0.54, 0.13, 248)
                                           : ipl_color_from_lch (0.66, 0.135, 245);
  return ipl_color_mix (self->paper, full, isnan (t) ? 0 : CLAMP (t, 0, 1));
}

/* Chains: blue, orange, green, pink first, and round again after eight. */
IplColor
ipl_style_chain_color (const IplStyle *self, guint chain)
{
  static const gsize rank[] = { 1, 4, 0, 6, 5, 2, 3, 7 };
  return ipl_style_rank_color (self, rank[chain % G_N_ELEMENTS (rank)], G_N_ELEMENTS (rank));
}

/* GP lines: all paths grey, then the paths' own colours; in the paper red, told apart by their
 * dashes. */
IplColor
ipl_style_gp_color (const IplStyle *self, guint line)
{
  if (self->look == IPL_LOOK_PAPER)
    return adapt (self, (IplColor){ 0.784, 0.106, 0.118 });
  if (line == 0)
    return self->faint;
  return ipl_style_rank_color (self, (line - 1) % 8, 8);
}

IplDash
ipl_style_gp_dash (guint line)
{
  return line % IPL_N_DASHES;
}

/* @t in [-1, 1]: from blue through pale to red, or as in the paper from red to blue. */
IplColor
ipl_style_diverging_color (const IplStyle *self, double t)
{
  return ipl_color_map_diverging (self->look == IPL_LOOK_PAPER ? -t : t, ipl_style_is_dark (self));
}

IplColor
ipl_style_sign_color (const IplStyle *self, gboolean negative)
{
  return ipl_style_diverging_color (self, negative ? -0.72 : 0.72);
}

void
ipl_set_color (cairo_t *cr, IplColor color, double alpha)
{
  cairo_set_source_rgba (cr, color.r, color.g, color.b, alpha);
}

void
ipl_set_dash (cairo_t *cr, IplDash dash, double line_width)
{
  double w = MAX (line_width, 0.5);
  switch (dash)
    {
    case IPL_DASH_DASHED:
      cairo_set_dash (cr, (double[]){ 4.5 * w, 2.5 * w }, 2, 0);
      break;
    case IPL_DASH_DOTTED:
      cairo_set_dash (cr, (double[]){ 1.2 * w, 1.8 * w }, 2, 0);
      break;
    case IPL_DASH_DASH_DOT:
      cairo_set_dash (cr, (double[]){ 6 * w, 2 * w, 1.2 * w, 2 * w }, 4, 0);
      break;
    case IPL_DASH_SOLID:
    default:
      cairo_set_dash (cr, NULL, 0, 0);
      break;
    }
}
