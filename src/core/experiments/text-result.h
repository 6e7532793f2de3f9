/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment-result.h"
#include "core/experiments/text-parameters.h"
#include "core/experiments/experiment.h"

/* A run that is compared with others. Immutable, owned by a result. */
typedef struct
{
  IplTextParameters parameters; /* what was trained */
  char *key;                    /* what it is a run of, ipl_text_parameters_key() */
  char *label;                  /* the parameters that distinguish it, plain text */
  IplTrajectory *trajectory;    /* what was recorded */
  gboolean complete;            /* whether all its steps were done */
} IplTextCurves;

/* The training results of a text, in the result of "joma-text". */
typedef struct
{
  /* (element-type IplTextCurves): the run shown, and behind it those it is compared with */
  GPtrArray *runs;
  /* [n_words] (array length=n_words): the sentence whose attention was recorded */
  char **words;
  guint n_words;       /* its words */
  guint V;             /* tokens that are distinguished */
  gsize n_train;       /* tokens that were trained on */
  gsize n_different;   /* different words of the text */
  gsize n_unknown;     /* tokens that are no word of the vocabulary */
  double word_entropy; /* loss of one that knows how frequent words are, in nats */
  double entropy;      /* least loss that can be learned; NaN where that is not known */
  IplTextRun *run;     /* (nullable): the run shown, to go on from; for the experiment alone */
} IplTextResult;

IplTextCurves *ipl_text_curves_new (const IplTextParameters *parameters, const char *key,
                                    IplTrajectory *trajectory_take, gboolean complete);
IplTextCurves *ipl_text_curves_copy (const IplTextCurves *self, GError **error);
void ipl_text_curves_free (gpointer self);

IplTextResult *ipl_text_result_new (IplTextRun *run, double entropy);
void ipl_text_result_free (gpointer self);
void ipl_text_result_add (IplTextResult *self, IplTextCurves *curves_take);
void ipl_text_result_label (IplTextResult *self);
IplTrajectory *ipl_text_result_make_trajectory (const IplTextResult *self, GError **error);

void ipl_text_result_add_npz (const IplExperimentResult *result, IplNpzWriter *npz);
gboolean ipl_text_result_restore (IplExperimentResult *result, const IplParameters *parameters,
                                  IplNpz *npz, char **why);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTextResult, ipl_text_result_free)
