/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/text/text-run.h"
#include "core/fields/field.h"

G_BEGIN_DECLS

/**
 * IplTextParameters:
 * @file: the text; empty for an invented one. Strings are interned
 * @n_words: words of the invented text
 * @options: how the text becomes tokens
 * @shape: the network; its V and classes are known with the text
 * @config: how it is trained
 * @seed: of the invented text, the first weights and dropout
 * @batch: sequences of a step
 * @steps: steps of training
 * @paragraph: which paragraph shows its attention
 * @keep: whether curves of earlier runs are kept beside those of this one
 * @compare_layers, @compare_rates: numbers by commas: further runs, one for each
 *
 * What the experiment "joma-text" is made from.
 */
typedef struct
{
  const char *file;
  guint n_words;
  IplTextOptions options;
  IplTransformerShape shape;
  IplTransformerConfig config;
  guint64 seed;
  guint batch;
  guint steps;
  guint paragraph;
  gboolean keep;
  const char *compare_layers;
  const char *compare_rates;
} IplTextParameters;

#define IPL_TEXT_N_GROUPS 4
extern const IplFieldGroup ipl_text_groups[IPL_TEXT_N_GROUPS];

void ipl_text_parameters_init (IplTextParameters *self);
gboolean ipl_text_parameters_validate (const IplTextParameters *self, GError **error);
IplTextCorpus *ipl_text_parameters_read (const IplTextParameters *self, double *entropy,
                                         GCancellable *cancellable, GError **error);
void ipl_text_parameters_get_training (const IplTextParameters *self, guint V,
                                       IplTextTraining *training);
char *ipl_text_parameters_key (const IplTextParameters *self, const IplTextCorpus *corpus);
char *ipl_text_parameters_label (const IplTextParameters *self, guint n,
                                 const IplTextParameters *const *all);

G_END_DECLS
