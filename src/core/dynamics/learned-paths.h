/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"
#include "core/dynamics/joint.h"

#define IPL_LEARNED_MAX_HEADS 7 /* heads that learn */
#define IPL_LEARNED_MAX_EXAMPLES 2000
#define IPL_LEARNED_MAX_TOKENS 10000
#define IPL_LEARNED_MAX_MOMENTS 201

/* Learned attention in time, taken as the fixed attention of the path theory (THEORY.md
 * section 11.4). */
typedef struct
{
  IplJointSettings joint; /* settings of the first head */
  guint n_learned;        /* heads that learn */
  double ratio;           /* ratio of the attention temperatures of consecutive heads */
  guint n_tokens;         /* contextual tokens in a sequence */
  guint n_train;          /* training sequences, even */
  guint n_test;           /* test sequences, even */
  guint width;            /* N_1 = N_a of the Bayesian network */
  double temperature;     /* of its likelihood */
  guint n_moments;        /* at how many moments the theory is solved, at least 2 */
} IplLearnedPaths;

/* Sequences of one of two kinds. */
typedef struct
{
  gsize M;       /* contextual tokens there are */
  gsize count;   /* sequences */
  double *y;     /* [count] +1 and -1 in turns: of a class of the upper half, or of the lower */
  double *share; /* [count x M] each token's share of the sequence */
} IplLearnedSequences;

void ipl_learned_paths_init (IplLearnedPaths *self);
gboolean ipl_learned_paths_draw (const IplLearnedPaths *self, const double *X, gsize M, gsize K,
                                 gboolean test, IplLearnedSequences *sequences, GError **error);
void ipl_learned_sequences_clear (IplLearnedSequences *self);
void ipl_learned_paths_settings (const IplLearnedPaths *self, guint head, IplJointSettings *joint);
IplCase *ipl_learned_paths_case (const IplLearnedPaths *self, const double *const *z,
                                 const IplLearnedSequences *train, const IplLearnedSequences *test,
                                 GError **error);

extern const IplRecordedArray ipl_learned_paths_recorded[];
IplTrajectory *ipl_learned_paths_run (const IplLearnedPaths *self, const IplJointWatch *watch,
                                      gboolean *complete, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplLearnedSequences, ipl_learned_sequences_clear)
