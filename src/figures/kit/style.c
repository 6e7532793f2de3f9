/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Colours, line widths and dashes of a theme. */

#include "figures/kit/style.h"

#include <math.h>

/* Fills a style with the default fonts, colours and line widths. All lengths in a figure are
 * multiples of @font_pt, so that a slide is an enlarged page, including its lines.
 * @theme: light (also for print), dark, or either high contrast */
void
ipl_style_init (IplStyle *self, IplTheme theme, double font_pt)
{
  static const struct
  {
    IplColor ink, faint, paper, accent;
    double line; /* line width */
  } themes[] = {
    [IPL_THEME_LIGHT]
    = { { 0.10, 0.10, 0.11 }, { 0.42, 0.43, 0.45 }, { 1, 1, 1 }, { 0.84, 0.37, 0.0 }, 1 },
    [IPL_THEME_DARK] = { { 0.93, 0.93, 0.93 },
                         { 0.62, 0.63, 0.65 },
                         { 0.118, 0.122, 0.133 },
                         { 1.0, 0.72, 0.27 },
                         1 },
    [IPL_THEME_CONTRAST] = { { 0, 0, 0 }, { 0, 0, 0 }, { 1, 1, 1 }, { 0.72, 0.25, 0.0 }, 1.4 },
    [IPL_THEME_CONTRAST_DARK] = { { 1, 1, 1 }, { 1, 1, 1 }, { 0, 0, 0 }, { 1.0, 0.72, 0.27 }, 1.4 },
  };

  *self = (IplStyle){ .theme = theme,
                      .font_pt = font_pt,
                      .label_share = 0.9,
                      .line_pt = 0.14 * font_pt * themes[theme].line,
                      .ink = themes[theme].ink,
                      .faint = themes[theme].faint,
                      .paper = themes[theme].paper,
                      .accent = themes[theme].accent,
                      .marks_shown = TRUE };
  /* Fonts of journals come first; DejaVu exists on a minimal Debian. */
  g_strlcpy (self->font_family, IPL_STYLE_FAMILY, sizeof self->font_family);
}

/* Returns the size of tick labels and legends: on a screen 0.9 of the text, but at least 6 pt,
 * or 18 pt on slides, unless the text itself is smaller. */
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

/* Adapts a colour to the theme: darker for high contrast, lighter on dark paper. */
static IplColor
adapt (const IplStyle *self, IplColor color)
{
  double L, a, b;
  ipl_color_to_oklab (color, &L, &a, &b);
  if (ipl_style_is_dark (self))
    L = MAX (L, 0.55) + 0.14;
  return ipl_color_from_oklab (L, a, b);
}

/* Returns one of eight colours after Okabe and Ito, for curves that are not paths: green, blue,
 * red and purple first, grey last; repeats after eight. High contrast uses darker ones. */
IplColor
ipl_style_series_color (const IplStyle *self, gsize rank)
{
  static const IplColor few[] = {
    { 0.000, 0.620, 0.451 }, { 0.000, 0.380, 0.690 }, { 0.820, 0.220, 0.170 },
    { 0.560, 0.340, 0.720 }, { 0.790, 0.510, 0.000 }, { 0.240, 0.590, 0.810 },
    { 0.800, 0.440, 0.620 }, { 0.400, 0.400, 0.400 },
  };
  IplColor color = adapt (self, few[rank % G_N_ELEMENTS (few)]);
  double L, a, b;

  if (self->theme != IPL_THEME_CONTRAST)
    return color;
  ipl_color_to_oklab (color, &L, &a, &b);
  return ipl_color_from_oklab (0.78 * L, a, b);
}

/* Indices in the table of colours of the paper. */
#define PAPER_BLUE 1
#define PAPER_RED 2

/* Returns a colour of the paper's figures, whose code uses matplotlib: tab:green, tab:blue,
 * tab:red, tab:purple; two more for further paths. */
static IplColor
paper_color (const IplStyle *self, gsize rank)
{
  static const IplColor colors[] = {
    { 44 / 255.0, 160 / 255.0, 44 / 255.0 },
    { 31 / 255.0, 119 / 255.0, 180 / 255.0 },
    { 214 / 255.0, 39 / 255.0, 40 / 255.0 },
    { 148 / 255.0, 103 / 255.0, 189 / 255.0 },
    { 0.373, 0.227, 0.012 },
    { 0.039, 0.627, 0.706 },
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (colors) == IPL_N_IDENTITIES);
  return adapt (self, colors[rank]);
}

/* Colours of paths: green, violet, olive, brown, cyan, purple. With the conventions of the
 * paper, green, blue, red and purple first: its good, denoising and adversarial paths. The
 * default colours are distinguishable from each other and from those of signs, samples, GP lines
 * and highlights, also with protanopia and deuteranopia (tests/figures/test-figures-palette.c).
 * Further paths are grey. */
IplColor
ipl_style_identity_color (const IplStyle *self, gsize rank)
{
  static const IplColor light[] = {
    { 0.043, 0.459, 0.278 }, { 0.561, 0.333, 0.925 }, { 0.541, 0.592, 0.333 },
    { 0.373, 0.227, 0.012 }, { 0.039, 0.627, 0.706 }, { 0.396, 0.106, 0.565 },
  };
  static const IplColor dark[] = {
    { 0.188, 0.871, 0.533 }, { 0.576, 0.349, 0.918 }, { 0.867, 0.922, 0.333 },
    { 0.580, 0.408, 0.102 }, { 0.173, 0.827, 0.878 }, { 0.733, 0.243, 0.576 },
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (light) == IPL_N_IDENTITIES);
  G_STATIC_ASSERT (G_N_ELEMENTS (dark) == IPL_N_IDENTITIES);
  if (rank >= IPL_N_IDENTITIES)
    return self->faint;
  if (self->look == IPL_LOOK_PAPER)
    return paper_color (self, rank);
  return ipl_style_is_dark (self) ? dark[rank] : light[rank];
}

static double
contrast (IplColor one, IplColor other)
{
  double Y = ipl_color_luminance (one), paper = ipl_color_luminance (other);
  return (MAX (Y, paper) + 0.05) / (MIN (Y, paper) + 0.05);
}

/* Moves @color towards ink until it has the contrast required of text: WCAG 2.1 asks for 4.5 to
 * 1, and for 7 to 1 in high contrast. A margin allows for text on pale boxes. */
IplColor
ipl_style_text_color (const IplStyle *self, IplColor color)
{
  double least = self->theme >= IPL_THEME_CONTRAST ? 8.0 : 5.2;

  for (guint step = 0; step < 20; step++)
    {
      IplColor mixed = ipl_color_mix (color, self->ink, step / 20.0);
      if (contrast (mixed, self->paper) >= least)
        return mixed;
    }
  return self->ink;
}

/* Theory: ink, or the blue of the paper. */
IplColor
ipl_style_theory_color (const IplStyle *self)
{
  if (self->look == IPL_LOOK_PAPER)
    return paper_color (self, PAPER_BLUE);
  return self->ink;
}

/* Samples: the reddish purple of Okabe and Ito, dark enough for small markers on white; with the
 * conventions of the paper, ink. */
IplColor
ipl_style_sample_color (const IplStyle *self)
{
  if (self->look == IPL_LOOK_PAPER)
    return self->ink;
  return adapt (self, (IplColor){ 0.745, 0.290, 0.545 });
}

/* Gradient descent: blue, with square markers. */
IplColor
ipl_style_trained_color (const IplStyle *self)
{
  return ipl_style_series_color (self, 1);
}

/* Right and wrong; their markers differ in shape, too. */
IplColor
ipl_style_verdict_color (const IplStyle *self, gboolean right)
{
  return ipl_style_series_color (self, right ? 0 : 2);
}

/* Attention, @t in [0, 1]: from paper to blue in even steps of lightness, light enough for ink
 * on it. */
IplColor
ipl_style_attention_color (const IplStyle *self, double t)
{
  IplColor full = ipl_style_is_dark (self) ? ipl_color_from_lch (0.54, 0.13, 248)
                                           : ipl_color_from_lch (0.66, 0.135, 245);
  return ipl_color_mix (self->paper, full, isnan (t) ? 0 : CLAMP (t, 0, 1));
}

/* Chains: blue, orange, green and pink first; repeats after eight. */
IplColor
ipl_style_chain_color (const IplStyle *self, guint chain)
{
  static const gsize rank[] = { 1, 4, 0, 6, 5, 2, 3, 7 };
  return ipl_style_series_color (self, rank[chain % G_N_ELEMENTS (rank)]);
}

/* GP lines: grey for all paths, then the colours of paths; with the conventions of the paper,
 * red with different dashes. */
IplColor
ipl_style_gp_color (const IplStyle *self, guint line)
{
  if (self->look == IPL_LOOK_PAPER)
    return paper_color (self, PAPER_RED);
  if (line == 0)
    return self->faint;
  return ipl_style_identity_color (self, line - 1);
}

IplDash
ipl_style_gp_dash (guint line)
{
  return line % IPL_N_DASHES;
}

/* @t in [-1, 1]: from blue through pale to red; with the conventions of the paper, from red to
 * blue. */
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

/* Strokes the path. */
void
ipl_stroke (cairo_t *cr, IplColor color, double width)
{
  ipl_set_color (cr, color, 1);
  cairo_set_line_width (cr, width);
  cairo_stroke (cr);
}

void
ipl_fill (cairo_t *cr, IplColor color, double alpha)
{
  ipl_set_color (cr, color, alpha);
  cairo_fill (cr);
}

void
ipl_set_dash (cairo_t *cr, IplDash dash, double line_width)
{
  static const struct
  {
    int n;
    double lengths[4]; /* lengths of dashes and gaps, in line widths */
  } dashes[] = {
    [IPL_DASH_SOLID] = { 0 },
    [IPL_DASH_DASHED] = { 2, { 4.5, 2.5 } },
    [IPL_DASH_DOTTED] = { 2, { 1.2, 1.8 } },
    [IPL_DASH_DASH_DOT] = { 4, { 6, 2, 1.2, 2 } },
  };
  double lengths[4] = { 0 };

  for (int i = 0; i < dashes[dash].n; i++)
    lengths[i] = dashes[dash].lengths[i] * MAX (line_width, 0.5);
  cairo_set_dash (cr, lengths, dashes[dash].n, 0);
}

/* Replaces the ends of an axis by those set by the user. If only one is set and the other lies on
 * its wrong side, the axis keeps its length.
 * @lo, @hi: (inout): ends derived from the marks
 * Returns: TRUE if the user set an end, so that marks may lie outside */
gboolean
ipl_panel_style_apply_range (const IplPanelStyle *self, IplAxisDirection direction, gboolean log,
                             double *lo, double *hi)
{
  gboolean from, to;
  double length;

  if (self == NULL)
    return FALSE;
  from = isfinite (self->lo[direction]) && (!log || self->lo[direction] > 0);
  to = isfinite (self->hi[direction]) && (!log || self->hi[direction] > 0);
  if (!from && !to)
    return FALSE;
  length = log ? *hi / *lo : *hi - *lo;
  if (!isfinite (length) || length <= (log ? 1 : 0))
    length = log ? 10 : 1;
  if (from)
    *lo = self->lo[direction];
  if (to)
    *hi = self->hi[direction];
  if (from && !(*hi > *lo))
    *hi = log ? *lo * length : *lo + length;
  else if (!(*hi > *lo))
    *lo = log ? *hi / length : *hi - length;
  return TRUE;
}
