/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Physical sizes of figures: columns of journals, a slide, or a size set by the user. */

#include "figures/pages/page-size.h"

#include "core/base/error.h"

#include <math.h>
#include <string.h>

#define INCH 72.0
#define MM (72.0 / 25.4)
#define MIN_PT (0.5 * INCH)
#define MAX_PT (60 * INCH)
#define MAX_PIXELS 20000

static const IplPaperPreset presets[] = {
  { "neurips", "NeurIPS, 5.5 in", 5.5 * INCH, 0, 9 * INCH, 8 },
  { "icml", "ICML, one column, 3.25 in", 3.25 * INCH, 0, 9 * INCH, 7 },
  { "icml2", "ICML, two columns, 6.75 in", 6.75 * INCH, 0, 9 * INCH, 8 },
  { "nature", "Nature, one column, 89 mm", 89 * MM, 0, 240 * MM, 7 },
  { "nature2", "Nature, two columns, 183 mm", 183 * MM, 0, 240 * MM, 7 },
  /* The usual notation for 40/3 in is 13.33 in; 16:9 at 7.5 in. */
  { "slide", "Slide, 13.33 × 7.5 in", 960, 540, 540, 18 },
};

/* @n: (out): number of presets
 * Returns: the presets */
const IplPaperPreset *
ipl_paper_presets (guint *n)
{
  if (n != NULL)
    *n = G_N_ELEMENTS (presets);
  return presets;
}

/* Returns the panel's preferred height for a width. */
static double
suitable_height (const IplPaperPreset *preset, const IplPanel *panel, const IplView *view,
                 double font_pt)
{
  double em = font_pt, w = preset->width_pt;
  gboolean narrow = w < 42 * em;
  gsize Pi = view != NULL && view->the_case != NULL ? view->the_case->Pi : 4;
  double height = (narrow ? panel->height_narrow : panel->height_wide) * w;
  if (panel->growth != NULL)
    height *= panel->growth (Pi, narrow);
  return round (MIN (MAX (height, 15 * em), preset->max_height_pt));
}

static gboolean
parse_custom (const char *size, double *width_pt, double *height_pt)
{
  static const struct
  {
    const char *suffix;
    double pt;
  } units[] = { { "in", INCH }, { "mm", MM }, { "cm", 10 * MM }, { "pt", 1 } };
  char *end = NULL;
  double w = g_ascii_strtod (size, &end);
  if (end == size)
    return FALSE;
  if (*end == 'x' || *end == 'X')
    end++;
  else if (g_str_has_prefix (end, "×"))
    end += strlen ("×");
  else
    return FALSE;
  const char *second = end;
  double h = g_ascii_strtod (second, &end);
  if (end == second)
    return FALSE;
  for (guint u = 0; u < G_N_ELEMENTS (units); u++)
    if (g_str_equal (end, units[u].suffix))
      {
        *width_pt = w * units[u].pt;
        *height_pt = h * units[u].pt;
        return isfinite (w) && isfinite (h);
      }
  return FALSE;
}

static void
set_unknown_size (GError **error, const char *size)
{
  GString *list = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    g_string_append_printf (list, "%s, ", presets[i].id);
  g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
               "The size “%s” is not known; use %sor a width and height such as 5.5x3in, "
               "89x60mm, 9x6cm or 400x300pt.",
               size, list->str);
  g_string_free (list, TRUE);
}

/* TRUE if text size and resolution are within their limits. */
static gboolean
check (const IplPaper *self, GError **error)
{
  if (!(self->font_pt >= IPL_PAPER_MIN_FONT && self->font_pt <= IPL_PAPER_MAX_FONT))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "A text size of %g pt is out of range; it must lie between %d and %d pt.",
                     self->font_pt, IPL_PAPER_MIN_FONT, IPL_PAPER_MAX_FONT);
  if (!(self->dpi >= IPL_PAPER_MIN_DPI && self->dpi <= IPL_PAPER_MAX_DPI))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "A resolution of %g dpi is out of range; it must lie between %d and %d.",
                     self->dpi, IPL_PAPER_MIN_DPI, IPL_PAPER_MAX_DPI);
  double pixels = MAX (self->width_pt, self->height_pt) / 72 * self->dpi;
  if (pixels > MAX_PIXELS)
    return ipl_fail (error, IPL_ERROR_MEMORY,
                     "A picture of %.0f pixels a side is too large; at this size use at most %.0f "
                     "dpi.",
                     pixels, floor (MAX_PIXELS * 72 / MAX (self->width_pt, self->height_pt)));
  return TRUE;
}

/* Computes the physical size of an exported figure.
 * @size: id of a preset, or width and height with a unit: "5.5x3in", "89x60mm", "9x6cm",
 * "400x300pt"
 * @panel: presets use its preferred height
 * @font_pt: text size in points, 4 to 72; 0 for the default of the size
 * @dpi: dots per inch of a PNG, 30 to 2400; 0 for 300
 * Returns: TRUE if size, text size and resolution are valid */
gboolean
ipl_paper_init (IplPaper *self, const char *size, const IplPanel *panel, const IplView *view,
                double font_pt, double dpi, GError **error)
{
  g_return_val_if_fail (self && size && panel, FALSE);
  const IplPaperPreset *preset = NULL;
  IplPaper page = { .font_pt = font_pt, .dpi = dpi == 0 ? 300 : dpi };

  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    if (g_str_equal (size, presets[i].id))
      preset = &presets[i];
  if (preset != NULL)
    {
      if (font_pt == 0)
        page.font_pt = preset->font_pt;
      page.width_pt = preset->width_pt;
      page.height_pt = preset->height_pt > 0
                           ? preset->height_pt
                           : suitable_height (preset, panel, view, CLAMP (page.font_pt, 4, 72));
    }
  else
    {
      if (!parse_custom (size, &page.width_pt, &page.height_pt))
        {
          set_unknown_size (error, size);
          return FALSE;
        }
      if (page.width_pt < MIN_PT || page.height_pt < MIN_PT || page.width_pt > MAX_PT
          || page.height_pt > MAX_PT)
        return ipl_fail (error, IPL_ERROR_VALUE,
                         "The size “%s” is out of range; width and height must lie between 0.5 in "
                         "and 60 in (12.7 mm and 1524 mm).",
                         size);
      /* A width of 10 inches or more is a slide or a poster. */
      if (font_pt == 0)
        page.font_pt = page.width_pt >= 10 * INCH ? MIN (72, page.width_pt / 48) : 7;
    }
  if (!check (&page, error))
    return FALSE;
  *self = page;
  return TRUE;
}

/* Copies a style with the text size of the page for all ordinary text: axes, ticks, legends and
 * titles. Line widths scale with it. A page without a text size keeps that of the style. */
void
ipl_paper_apply (const IplPaper *self, const IplStyle *style, IplStyle *out)
{
  *out = *style;
  if (self->font_pt > 0 && style->font_pt > 0)
    {
      out->label_share = 1;
      out->line_pt = style->line_pt * self->font_pt / style->font_pt;
      out->font_pt = self->font_pt;
    }
}
