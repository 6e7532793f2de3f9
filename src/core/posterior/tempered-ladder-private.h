/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* The powers 0 = b_0 < .. < b_gaps = 1 of the likelihood at which replicas of a tempered chain
 * stand (THEORY.md section 6.7). */
#define IPL_LADDER_MAX_GAPS 63

typedef struct
{
  guint gaps;
  double power[IPL_LADDER_MAX_GAPS + 1];
} IplLadder;

/* The most gaps that are made in n dimensions. */
guint ipl_ladder_most_gaps (gsize n);
/* Before anything is known but the log likelihoods of n_draws draws of the prior, which are sorted:
 * the first power by how much these differ, then in proportion. */
void ipl_ladder_init (IplLadder *self, gsize n, guint n_draws, double *log_likelihoods);
/* From the mean acceptance of exchanges across each gap: as many gaps as make it one half in all.
 */
void ipl_ladder_respace (IplLadder *self, gsize n, const double *acceptance);
