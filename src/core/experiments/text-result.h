/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment-result.h"
#include "core/experiments/text-parameters.h"

G_BEGIN_DECLS

/* Runs whose curves are kept beside those of the one shown. */
#define IPL_TEXT_MAX_EARLIER 12

/**
 * IplTextCurves:
 * @parameters: what was trained
 * @key: what it is a run of, ipl_text_parameters_key()
 * @label: what tells it from the others, plain text
 * @trajectory: what was recorded
 * @complete: whether all its steps were done
 *
 * A run beside others. Immutable, owned by a result.
 */
typedef struct
{
  IplTextParameters parameters;
  char *key;
  char *label;
  IplTrajectory *trajectory;
  gboolean complete;
} IplTextCurves;

/**
 * IplTextResult:
 * @runs: (element-type IplTextCurves): the run shown, and behind it those it is compared with
 * @words: [n_words] (array length=n_words): the sentence whose attention was recorded
 * @n_words: its words
 * @V: tokens that are told apart
 * @n_train: tokens that were trained on
 * @n_different: different words of the text
 * @n_unknown: tokens that are no word of the vocabulary
 * @word_entropy: loss of one that knows how frequent words are, in nats
 * @entropy: least loss that can be learned; NaN where that is not known
 * @run: (nullable): the run shown, to go on from; for the experiment alone
 *
 * What training on a text has given, in the result of "joma-text".
 */
typedef struct
{
  GPtrArray *runs;
  char **words;
  guint n_words;
  guint V;
  gsize n_train;
  gsize n_different;
  gsize n_unknown;
  double word_entropy;
  double entropy;
  IplTextRun *run;
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

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTextResult, ipl_text_result_free)

G_END_DECLS
