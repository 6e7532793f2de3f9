/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One colour means one thing: the colours of paths keep clear of one another and of all that has a
 * colour beside them, also to eyes without red or green cones, and lines and text can be seen on
 * their paper. */

#include "../test.h"
#include "figures/kit/style.h"

#include <math.h>

/* Distances in Oklab. A just visible step is about 0.02; thin lines need some of them. Protanopia
 * and deuteranopia fold all hues into blue and yellow, so that less can be asked there. */
#define APART 0.13
#define APART_FOLDED 0.09
#define CLEAR 0.11
#define CLEAR_FOLDED 0.055

/* WCAG 2.1: text, graphical objects (1.4.11), enhanced text (1.4.6). */
#define LINE_CONTRAST 3.0
#define TEXT_CONTRAST 4.5
#define HIGH_TEXT_CONTRAST 7.0

enum
{
  ALL_CONES,
  PROTANOPIA,
  DEUTERANOPIA,
  N_EYES
};

static const char *const eyes[] = { "all cones", "protanopia", "deuteranopia" };
static const char *const themes[] = { "light", "dark", "contrast", "contrast-dark" };

typedef struct
{
  const char *name;
  IplColor color;
} Named;

static double
linear (double c)
{
  return c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4);
}

static double
encoded (double c)
{
  c = CLAMP (c, 0, 1);
  return c <= 0.0031308 ? 12.92 * c : 1.055 * pow (c, 1 / 2.4) - 0.055;
}

/* Machado, Oliveira and Fernandes (2009), severity 1, in linear light. */
static IplColor
seen_by (IplColor color, guint eye)
{
  static const double matrix[N_EYES][3][3] = {
    { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
    { { 0.152286, 1.052583, -0.204868 },
      { 0.114503, 0.786281, 0.099216 },
      { -0.003882, -0.048116, 1.051998 } },
    { { 0.367322, 0.860646, -0.227968 },
      { 0.280085, 0.672501, 0.047413 },
      { -0.011820, 0.042940, 0.968881 } },
  };
  double light[3] = { linear (color.r), linear (color.g), linear (color.b) };
  double seen[3];

  for (guint i = 0; i < 3; i++)
    seen[i] = encoded (matrix[eye][i][0] * light[0] + matrix[eye][i][1] * light[1]
                       + matrix[eye][i][2] * light[2]);
  return (IplColor){ seen[0], seen[1], seen[2] };
}

static double
distance (IplColor one, IplColor other, guint eye)
{
  double L0, a0, b0, L1, a1, b1;

  ipl_color_to_oklab (seen_by (one, eye), &L0, &a0, &b0);
  ipl_color_to_oklab (seen_by (other, eye), &L1, &a1, &b1);
  return sqrt ((L0 - L1) * (L0 - L1) + (a0 - a1) * (a0 - a1) + (b0 - b1) * (b0 - b1));
}

static double
contrast (IplColor one, IplColor other)
{
  double Y0 = 0.2126 * linear (one.r) + 0.7152 * linear (one.g) + 0.0722 * linear (one.b);
  double Y1 = 0.2126 * linear (other.r) + 0.7152 * linear (other.g) + 0.0722 * linear (other.b);

  return (fmax (Y0, Y1) + 0.05) / (fmin (Y0, Y1) + 0.05);
}

/* What has a colour beside paths, in either look: signs, the ends of the map of U, what is pointed
 * at, samples, theory and GP lines. */
static guint
list_others (IplTheme theme, Named *others)
{
  IplStyle own, paper;
  guint n = 0;

  ipl_style_init (&own, theme, 8);
  ipl_style_init (&paper, theme, 8);
  paper.look = IPL_LOOK_PAPER;
  others[n++] = (Named){ "positive pairs", ipl_style_sign_color (&own, FALSE) };
  others[n++] = (Named){ "negative pairs", ipl_style_sign_color (&own, TRUE) };
  others[n++] = (Named){ "the largest U", ipl_style_diverging_color (&own, 1) };
  others[n++] = (Named){ "the lowest U", ipl_style_diverging_color (&own, -1) };
  others[n++] = (Named){ "positive pairs as in the paper", ipl_style_sign_color (&paper, FALSE) };
  others[n++] = (Named){ "negative pairs as in the paper", ipl_style_sign_color (&paper, TRUE) };
  others[n++] = (Named){ "the accent", own.accent };
  others[n++] = (Named){ "samples", ipl_style_sample_color (&own) };
  others[n++] = (Named){ "samples as in the paper", ipl_style_sample_color (&paper) };
  others[n++] = (Named){ "GP lines as in the paper", ipl_style_gp_color (&paper, 1) };
  others[n++] = (Named){ "theory as in the paper", ipl_style_theory_color (&paper) };
  others[n++] = (Named){ "theory", ipl_style_theory_color (&own) };
  return n;
}

/* How many pairs of @colors come closer than they may to each other or to others; says which. */
static guint
count_close (const IplColor *colors, guint n, IplTheme theme)
{
  Named others[16];
  guint n_others = list_others (theme, others), close = 0;

  for (guint eye = 0; eye < N_EYES; eye++)
    for (guint i = 0; i < n; i++)
      {
        for (guint k = 0; k < i; k++)
          {
            double d = distance (colors[i], colors[k], eye);

            if (d >= (eye == ALL_CONES ? APART : APART_FOLDED))
              continue;
            close++;
            g_test_message ("%s, %s: paths %u and %u are %.3f apart", themes[theme], eyes[eye], k,
                            i, d);
          }
        for (guint k = 0; k < n_others; k++)
          {
            double d = distance (colors[i], others[k].color, eye);

            if (d >= (eye == ALL_CONES ? CLEAR : CLEAR_FOLDED))
              continue;
            close++;
            g_test_message ("%s, %s: path %u and %s are %.3f apart", themes[theme], eyes[eye], i,
                            others[k].name, d);
          }
      }
  return close;
}

TEST (test_apart, "/figures/palette/apart")
{
  guint close = 0;

  for (IplTheme theme = IPL_THEME_LIGHT; theme <= IPL_THEME_CONTRAST_DARK; theme++)
    {
      IplColor colors[IPL_N_IDENTITIES];
      IplStyle style;

      ipl_style_init (&style, theme, 8);
      for (guint i = 0; i < IPL_N_IDENTITIES; i++)
        colors[i] = ipl_style_identity_color (&style, i);
      close += count_close (colors, IPL_N_IDENTITIES, theme);
    }
  g_assert_cmpuint (close, ==, 0);
}

/* The hue in degrees, around Oklab's circle. */
static double
hue (IplColor color)
{
  double L, a, b, angle;

  ipl_color_to_oklab (color, &L, &a, &b);
  angle = atan2 (b, a) * 180 / G_PI;
  return angle < 0 ? angle + 360 : angle;
}

static void
assert_bytes (IplColor color, const guint8 *bytes)
{
  g_assert_cmpfloat_with_epsilon (255 * color.r, bytes[0], 0.5);
  g_assert_cmpfloat_with_epsilon (255 * color.g, bytes[1], 0.5);
  g_assert_cmpfloat_with_epsilon (255 * color.b, bytes[2], 0.5);
}

/* On white, the very colours of the paper's code: tab:green, tab:blue, tab:red and tab:purple for
 * its paths, the second and third of them for theory and GP lines. */
TEST (test_as_in_paper, "/figures/palette/as-in-paper")
{
  static const guint8 tab[][3]
      = { { 44, 160, 44 }, { 31, 119, 180 }, { 214, 39, 40 }, { 148, 103, 189 } };
  IplStyle paper;

  ipl_style_init (&paper, IPL_THEME_LIGHT, 8);
  paper.look = IPL_LOOK_PAPER;
  for (guint i = 0; i < G_N_ELEMENTS (tab); i++)
    assert_bytes (ipl_style_identity_color (&paper, i), tab[i]);
  assert_bytes (ipl_style_theory_color (&paper), tab[1]);
  assert_bytes (ipl_style_gp_color (&paper, 2), tab[2]);
}

/* In the paper's look its four paths are green, blue, red and purple, each far from the others. */
TEST (test_of_paper, "/figures/palette/of-paper")
{
  static const double hues[] = { 143, 245, 27, 302 };

  for (IplTheme theme = IPL_THEME_LIGHT; theme <= IPL_THEME_CONTRAST_DARK; theme++)
    {
      IplStyle paper;

      ipl_style_init (&paper, theme, 8);
      paper.look = IPL_LOOK_PAPER;
      for (guint i = 0; i < G_N_ELEMENTS (hues); i++)
        {
          g_assert_cmpfloat_with_epsilon (hue (ipl_style_identity_color (&paper, i)), hues[i], 15);
          for (guint k = 0; k < i; k++)
            g_assert_cmpfloat (distance (ipl_style_identity_color (&paper, i),
                                         ipl_style_identity_color (&paper, k), ALL_CONES),
                               >, APART);
        }
    }
}

static void
check_contrast (IplTheme theme, const char *name, IplColor color, IplColor paper, double least)
{
  if (contrast (color, paper) < least)
    g_error ("%s in the theme %s: contrast %.2f, at least %.1f is needed", name, themes[theme],
             contrast (color, paper), least);
}

/* Every colour a line may have. */
TEST (test_lines, "/figures/palette/lines")
{
  for (IplTheme theme = IPL_THEME_LIGHT; theme <= IPL_THEME_CONTRAST_DARK; theme++)
    for (guint look = IPL_LOOK_INTERPLAY; look <= IPL_LOOK_PAPER; look++)
      {
        IplStyle style;

        ipl_style_init (&style, theme, 8);
        style.look = look;
        for (guint i = 0; i < 16; i++)
          {
            g_autofree char *path = g_strdup_printf ("path %u", i);
            g_autofree char *series = g_strdup_printf ("series %u", i);
            g_autofree char *line = g_strdup_printf ("GP line %u", i);

            check_contrast (theme, path, ipl_style_identity_color (&style, i), style.paper,
                            LINE_CONTRAST);
            check_contrast (theme, series, ipl_style_series_color (&style, i), style.paper,
                            LINE_CONTRAST);
            check_contrast (theme, line, ipl_style_gp_color (&style, i), style.paper,
                            LINE_CONTRAST);
          }
        check_contrast (theme, "positive", ipl_style_sign_color (&style, FALSE), style.paper,
                        LINE_CONTRAST);
        check_contrast (theme, "negative", ipl_style_sign_color (&style, TRUE), style.paper,
                        LINE_CONTRAST);
        check_contrast (theme, "accent", style.accent, style.paper, LINE_CONTRAST);
        check_contrast (theme, "samples", ipl_style_sample_color (&style), style.paper,
                        LINE_CONTRAST);
        check_contrast (theme, "theory", ipl_style_theory_color (&style), style.paper,
                        LINE_CONTRAST);
      }
}

/* Whatever colour it is of; and a colour that can be read stays what it is. */
TEST (test_text, "/figures/palette/text")
{
  for (IplTheme theme = IPL_THEME_LIGHT; theme <= IPL_THEME_CONTRAST_DARK; theme++)
    {
      gboolean high = theme >= IPL_THEME_CONTRAST;
      IplStyle style;

      ipl_style_init (&style, theme, 8);
      check_contrast (theme, "ink", style.ink, style.paper, HIGH_TEXT_CONTRAST);
      check_contrast (theme, "faint", style.faint, style.paper,
                      high ? HIGH_TEXT_CONTRAST : TEXT_CONTRAST);
      for (guint i = 0; i < 512; i++)
        {
          IplColor color = { (i & 7) / 7.0, (i >> 3 & 7) / 7.0, (i >> 6) / 7.0 };
          IplColor text = ipl_style_text_color (&style, color);

          check_contrast (theme, "text", text, style.paper,
                          high ? HIGH_TEXT_CONTRAST : TEXT_CONTRAST);
          if (contrast (color, style.paper) > 8.5)
            g_assert_cmpfloat (distance (color, text, 0), <, 1e-3);
        }
    }
}
