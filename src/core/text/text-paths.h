/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"
#include "core/text/text-run.h"

#define IPL_TEXT_PATHS_MIN_CLASSES 3
#define IPL_TEXT_PATHS_MAX_CLASSES 8
#define IPL_TEXT_PATHS_MAX_EXAMPLES 2000
#define IPL_TEXT_PATHS_MAX_MOMENTS 101

/* The attention of a layer of a transformer as paths of the theory (THEORY.md section 14.5). */
typedef struct
{
  guint layer;        /* from 1 */
  guint n_classes;    /* next words that are told apart, the most frequent ones */
  guint n_train;      /* sequences of the text that is trained on */
  guint n_test;       /* and of the rest */
  guint width;        /* N_1 = N_a of the Bayesian network */
  double temperature; /* of its likelihood */
  guint n_moments;    /* at how many moments the theory is solved, at least 2 */
} IplTextPaths;

extern const IplRecordedArray ipl_text_paths_recorded[];

void ipl_text_paths_init (IplTextPaths *self);
guint64 ipl_text_paths_moment (const IplTextPaths *self, guint64 steps, guint moment);
IplCase *ipl_text_paths_case (const IplTextPaths *self, const IplTextCorpus *corpus,
                              const IplTransformer *network, guint threads,
                              GCancellable *cancellable, GError **error);
IplTrajectory *ipl_text_paths_new_trajectory (const IplTextPaths *self, guint heads);
gboolean ipl_text_paths_record (const IplTextPaths *self, const IplTextRun *run,
                                IplTrajectory *trajectory, guint threads, GCancellable *cancellable,
                                GError **error);
