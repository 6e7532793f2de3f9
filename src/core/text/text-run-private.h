/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/text/text-run.h"

G_BEGIN_DECLS

/**
 * IplTextRun:
 * @rows: words of each of the batch's sequences until the text begins again
 * @tokens, @targets: [batch x L] a batch
 * @shown: [n_shown] the sentence whose attention is recorded
 * @attention: [layers x heads x n_shown x n_shown]
 * @loss: sum over @n_loss steps since the last moment
 * @diverged: whether a loss was no number
 * @taken: whether some thread goes on with it
 */
struct _IplTextRun
{
  IplTextCorpus *corpus;
  IplTextTraining training;
  IplTransformerTrainer *trainer;
  IplTrajectory *trajectory;
  gsize rows;
  guint32 *tokens;
  guint32 *targets;
  const guint32 *shown;
  guint n_shown;
  float *attention;
  double loss;
  double n_loss;
  gboolean diverged;
  gint taken;
  gatomicrefcount ref_count;
};

IplTextRun *ipl_text_run_alloc (IplTextCorpus *corpus, const IplTextTraining *training,
                                GError **error);
IplTrajectory *ipl_text_run_new_trajectory (const IplTextRun *self);

G_END_DECLS
