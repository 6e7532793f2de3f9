/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/marker.h"
#include "figures/plot/role.h"
#include "figures/view/view.h"

G_BEGIN_DECLS

/**
 * IplAccuracyPart:
 * @IPL_PART_DIAGONAL: U without what is off its diagonal
 * @IPL_PART_LEVELLED: its diagonal levelled to its first entry besides
 *
 * What is left of U (THEORY.md section 5).
 */
typedef enum
{
  IPL_PART_DIAGONAL,
  IPL_PART_LEVELLED,
  IPL_N_PARTS
} IplAccuracyPart;

gboolean ipl_accuracy_part_is_shown (const IplView *view, IplAccuracyPart part);
double ipl_accuracy_part_value (const IplSolution *solution, IplAccuracyPart part);
const char *ipl_accuracy_part_name (IplAccuracyPart part);
IplRole ipl_accuracy_part_role (IplAccuracyPart part);
IplDash ipl_accuracy_part_dash (IplAccuracyPart part);
IplMarker ipl_accuracy_part_marker (IplAccuracyPart part);
const char *ipl_accuracy_part_markup (IplAccuracyPart part);

G_END_DECLS
