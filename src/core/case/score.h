/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/labels.h"

G_BEGIN_DECLS

/* How well predictions do on a test set: their accuracy where labels are classes, else their mean
 * squared error. */
typedef struct
{
  const char *name;        /* in sentences, "mean squared error" */
  const char *title;       /* the same where a sentence begins */
  const char *axis;        /* on axes */
  const char *brief;       /* where there is little room, "error" */
  const char *brief_title; /* the same where a sentence begins */
  const char *column;      /* in tables of the terminal */
  const char *field;       /* in the names of fields of files */
  const char *loss;        /* what a removed head costs, "rise of the error" */
  const char *loss_brief;  /* the same where there is little room */
  const char *loss_words;  /* the same in a sentence */
  const char *falls_off;   /* what happens without a head, "the error rises" */
  gboolean less_is_better; /* TRUE of an error */
  gboolean is_share;       /* TRUE if it is a fraction of the examples */
  double chance;           /* that of guesses; NaN where there is none */
} IplScore;

const IplScore *ipl_score_of_labels (const IplLabels *labels);
gboolean ipl_score_is_better (const IplScore *self, double a, double b);
double ipl_score_one (const IplScore *self, double label, double mean);
double ipl_score_measure (const IplScore *self, gsize n, const double *y, const double *mean,
                          double *standard_error);
double ipl_score_binomial_error (double share, double n);
char *ipl_score_field_name (const IplScore *self, const char *name);
char *ipl_score_ascii (const IplScore *self, double value);
char *ipl_score_ascii_error (const IplScore *self, double standard_error);

G_END_DECLS
