/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is left of the accuracy when U loses its correlations, and its weighting too: curves beside
 * that of the whole U, of the case's own test set. */

#include "figures/panels/theory/accuracy-parts.h"

#include <math.h>

static const struct
{
  const char *name;
  gsize rank; /* of its colour */
  IplDash dash;
  IplMarker marker;
} parts[IPL_N_PARTS] = {
  [IPL_PART_DIAGONAL] = { "diagonal of U only", 5, IPL_DASH_DASHED, IPL_MARKER_TRIANGLE },
  [IPL_PART_LEVELLED] = { "U levelled", 7, IPL_DASH_DASH_DOT, IPL_MARKER_DIAMOND },
};

gboolean
ipl_accuracy_part_is_shown (const IplView *view, IplAccuracyPart part)
{
  return view->accuracy_lines == IPL_ACCURACY_ALL
         || view->accuracy_lines
                == (part == IPL_PART_DIAGONAL ? IPL_ACCURACY_DIAGONAL : IPL_ACCURACY_LEVELLED);
}

/* The accuracy, or the mean squared error of a regression, on the first test set; NaN where there
 * is none. */
double
ipl_accuracy_part_value (const IplSolution *solution, IplAccuracyPart part)
{
  if (solution == NULL || solution->n_tests == 0)
    return NAN;
  return part == IPL_PART_DIAGONAL ? solution->accuracy_diagonal : solution->accuracy_levelled;
}

const char *
ipl_accuracy_part_name (IplAccuracyPart part)
{
  return parts[part].name;
}

IplColor
ipl_accuracy_part_color (const IplStyle *style, IplAccuracyPart part)
{
  return ipl_style_series_color (style, parts[part].rank);
}

IplDash
ipl_accuracy_part_dash (IplAccuracyPart part)
{
  return parts[part].dash;
}

IplMarker
ipl_accuracy_part_marker (IplAccuracyPart part)
{
  return parts[part].marker;
}

void
ipl_accuracy_parts_add_keys (const IplView *view, const IplStyle *style, IplLegend *legend)
{
  for (IplAccuracyPart part = 0; part < IPL_N_PARTS; part++)
    if (ipl_accuracy_part_is_shown (view, part))
      ipl_legend_add_marker (legend, IPL_KEY_LINE_MARKER,
                             g_strdup (part == IPL_PART_DIAGONAL ? "diagonal of <i>U</i> only"
                                                                 : "<i>U</i> levelled"),
                             ipl_accuracy_part_color (style, part), style->line_pt,
                             parts[part].dash, parts[part].marker, FALSE);
}
