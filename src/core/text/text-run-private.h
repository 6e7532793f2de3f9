/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/text/text-run.h"

struct _IplTextRun
{
  IplTextCorpus *corpus;
  IplTextTraining training;
  IplTransformerTrainer *trainer;
  IplTrajectory *trajectory;
  gsize rows;      /* words of each of the batch's sequences until the text begins again */
  guint32 *tokens; /* [batch x L] a batch */
  guint32 *targets;
  const guint32 *shown; /* [n_shown] the sentence whose attention is recorded */
  guint n_shown;
  float *attention; /* [layers x heads x n_shown x n_shown] */
  double loss;      /* sum over @n_loss steps since the last moment */
  double n_loss;
  gboolean diverged; /* whether a loss was no number */
  gint taken;        /* whether some thread goes on with it */
  gatomicrefcount ref_count;
};

IplTextRun *ipl_text_run_alloc (IplTextCorpus *corpus, const IplTextTraining *training,
                                GError **error);
