/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

/* Outputs of a case turned so that as few as can be have labels (THEORY.md section 18.3): the
 * theory is the same in all of their orthonormal bases, and outputs without labels are independent
 * of the others and alike. */
typedef struct
{
  guint K;    /* outputs of the case */
  guint rank; /* R, those that have labels, at least 1 */
  double *V;  /* (nullable): [K x R] orthonormal columns; %NULL: the outputs as they are, R = K */
} IplOutputTurn;

gboolean ipl_output_turn_init (IplOutputTurn *self, const IplCase *the_case, double **labels,
                               GError **error);
void ipl_output_turn_clear (IplOutputTurn *self);
void ipl_output_turn_order_parameter (const IplOutputTurn *self, gsize Pi, const double *turned,
                                      const double *silent, double *U);
void ipl_output_turn_means (const IplOutputTurn *self, gsize count, const double *turned,
                            double *mean);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplOutputTurn, ipl_output_turn_clear)
