/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Outputs that a case may have. */
#define IPL_MAX_OUTPUTS 1000

/* The kind of a label. */
typedef enum
{
  IPL_LABELS_SIGNS,   /* -1 or +1, for two classes */
  IPL_LABELS_NUMBERS, /* any real numbers: a regression */
  IPL_LABELS_CLASSES, /* K > 2 classes: 1 - 1/K for the class, -1/K for the others */
} IplLabelKind;

/* The type of a case's labels, each of K numbers. Their values are in its examples, and
 * predictions have the same form. */
typedef struct
{
  IplLabelKind kind; /* type of a label */
  guint outputs;     /* K, numbers of a label */
} IplLabels;

gsize ipl_labels_get_size (const IplLabels *self, gsize count);
guint ipl_labels_get_shape (const IplLabels *self, gsize count, gsize shape[2]);
gboolean ipl_labels_are_classes (const IplLabels *self);
double ipl_labels_get_chance (const IplLabels *self);
gboolean ipl_labels_is_chance (const IplLabels *self, double share, double standard_error);
char *ipl_labels_describe (const IplLabels *self);
void ipl_labels_code_class (const IplLabels *self, guint class, double *label);
guint ipl_labels_find_class (const IplLabels *self, const double *values);
double ipl_labels_score (const IplLabels *self, const double *label, const double *mean);
double ipl_labels_measure (const IplLabels *self, gsize n, const double *y, const double *mean,
                           double *standard_error);
void ipl_labels_count_confusion (const IplLabels *self, gsize n, const double *y,
                                 const double *mean, double *confusion);

/* TRUE if the predicted mean is of the label's class; a mean of 0 is wrong. */
static inline gboolean
ipl_label_is_right (double label, double mean)
{
  return mean * label > 0;
}

/* Score of predictions on a test set: their accuracy for classes, else their mean squared error. */
typedef struct
{
  const char *name;        /* in sentences, "mean squared error" */
  const char *title;       /* its name at the start of a sentence */
  const char *axis;        /* on axes */
  const char *brief;       /* short form, "error" */
  const char *brief_title; /* its short name at the start of a sentence */
  const char *column;      /* in tables of the terminal */
  const char *field;       /* in the names of fields of files */
  const char *loss;        /* cost of a removed head, "rise of the error" */
  const char *loss_brief;  /* short form */
  const char *loss_words;  /* its name within a sentence */
  const char *falls_off;   /* effect of a removed head, "the error rises" */
  gboolean less_is_better; /* TRUE of an error */
  gboolean is_share;       /* TRUE if it is a fraction of the examples */
} IplScore;

/* All of them; ends with NULL. */
extern const IplScore *const ipl_scores[];

const IplScore *ipl_score_of_labels (const IplLabels *labels);
gboolean ipl_score_is_better (const IplScore *self, double a, double b);
double ipl_score_binomial_error (double share, double n);
char *ipl_score_field_name (const IplScore *self, const char *name);
char *ipl_score_ascii (const IplScore *self, double value);
