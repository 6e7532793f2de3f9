/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/text/text-run.h"
#include "core/fields/field.h"

/* Most earlier runs whose curves are drawn with those of the one shown. */
#define IPL_TEXT_MAX_EARLIER 128

/* The parameters of "joma-text". */
typedef struct
{
  const char *file;            /* the text; empty for an invented one. Strings are interned */
  guint n_words;               /* words of the invented text */
  IplTextOptions options;      /* conversion of the text to tokens */
  IplTransformerShape shape;   /* the network; its V and classes follow from the text */
  IplTransformerConfig config; /* training options */
  guint64 seed;                /* of the invented text, the first weights and dropout */
  guint batch;                 /* sequences of a step */
  guint steps;                 /* steps of training */
  guint paragraph;             /* paragraph of the recorded attention */
  /* TRUE to draw curves of earlier runs with those of this one */
  gboolean show_earlier;
  const char *compare_layers; /* numbers by commas: further runs, one for each */
  const char *compare_rates;
  guint compare_seeds; /* seeds from @seed on, of every combination of these */
} IplTextParameters;

#define IPL_TEXT_N_FIELDS 6
#define IPL_TEXT_N_NETWORK_FIELDS 8
#define IPL_TEXT_N_TRAINING_FIELDS 7
/* the first is the file of the text */
extern const IplField ipl_text_fields[IPL_TEXT_N_FIELDS];
extern const IplField ipl_text_network_fields[IPL_TEXT_N_NETWORK_FIELDS];
extern const IplField ipl_text_training_fields[IPL_TEXT_N_TRAINING_FIELDS];

#define IPL_TEXT_N_GROUPS 4
extern const IplFieldGroup ipl_text_groups[IPL_TEXT_N_GROUPS];

void ipl_text_parameters_init (IplTextParameters *self);
gboolean ipl_text_parameters_validate (gconstpointer own, GError **error);
IplTextCorpus *ipl_text_parameters_read (const IplTextParameters *self, double *entropy,
                                         GCancellable *cancellable, GError **error);
void ipl_text_parameters_get_training (const IplTextParameters *self, guint V,
                                       IplTextTraining *training);
char *ipl_text_parameters_key (const IplTextParameters *self, const IplTextCorpus *corpus);
gboolean ipl_text_parameters_alike (const IplTextParameters *a, const IplTextParameters *b);
char *ipl_text_parameters_label (const IplTextParameters *self, guint n,
                                 const IplTextParameters *const *all);

void ipl_text_cost_count (const IplTextParameters *parameters, guint V, double n_recorded,
                          double *step, double *recording);
double ipl_text_cost_count_run (const IplTextParameters *parameters, guint V, double n_recorded,
                                guint64 steps);

GArray *ipl_text_parameters_compared (const IplTextParameters *self); /* of IplTextParameters */
