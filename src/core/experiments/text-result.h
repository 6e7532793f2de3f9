/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment-result.h"
#include "core/experiments/text-parameters.h"
#include "core/experiments/experiment.h"

/* A run that is compared with others. Immutable, owned by a result. */
typedef struct
{
  IplTextParameters parameters; /* parameters of the run */
  char *key;                    /* identifies its parameters, ipl_text_parameters_key() */
  char *label;                  /* the parameters that distinguish it, plain text */
  IplTrajectory *trajectory;    /* recorded arrays */
  gboolean complete;            /* TRUE if all its steps were done */
} IplTextCurves;

/* The training results of a text, in the result of "joma-text". */
typedef struct
{
  /* (element-type IplTextCurves): the shown run, and after it the comparison runs */
  GPtrArray *runs;
  /* [n_words] (array length=n_words): the sentence whose attention was recorded */
  char **words;
  guint n_words;       /* its words */
  guint V;             /* tokens that are distinguished */
  gsize n_train;       /* tokens that were trained on */
  gsize n_different;   /* different words of the text */
  gsize n_unknown;     /* tokens that are no word of the vocabulary */
  double word_entropy; /* loss of the unigram model, in nats */
  double entropy;      /* smallest possible loss; NaN if unknown */
  IplTextRun *run;     /* (nullable): the shown run, to resume; only for the experiment */
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
