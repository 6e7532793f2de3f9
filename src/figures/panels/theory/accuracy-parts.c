/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is left of the accuracy when U loses its correlations, and its weighting too: curves beside
 * that of the whole U, of the case's own test set. */

#include "figures/panels/theory/accuracy-parts.h"

#include <math.h>

static const struct
{
  const char *name, *markup;
  guint rank; /* of its colour */
  IplDash dash;
  IplMarker marker;
} parts[IPL_N_PARTS] = {
  [IPL_PART_DIAGONAL]
  = { "diagonal of U only", "diagonal of <i>U</i> only", 5, IPL_DASH_DASHED, IPL_MARKER_TRIANGLE },
  [IPL_PART_LEVELLED]
  = { "U levelled", "<i>U</i> levelled", 7, IPL_DASH_DASH_DOT, IPL_MARKER_DIAMOND },
};

gboolean
ipl_accuracy_part_is_shown (const IplView *view, IplAccuracyPart part)
{
  return view->display.accuracy_lines == IPL_ACCURACY_ALL
         || view->display.accuracy_lines
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

const char *
ipl_accuracy_part_markup (IplAccuracyPart part)
{
  return parts[part].markup;
}

IplRole
ipl_accuracy_part_role (IplAccuracyPart part)
{
  return IPL_ROLE_OF (SERIES, parts[part].rank);
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
