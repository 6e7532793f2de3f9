/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a label is. */
typedef enum
{
  IPL_LABELS_SIGNS,   /* one of two classes, -1 or +1 */
  IPL_LABELS_NUMBERS, /* any real number: a regression */
} IplLabelKind;

/* What the labels of a case are. Their values stand with its examples. */
typedef struct
{
  IplLabelKind kind; /* what a label is */
  guint outputs;     /* K, numbers of a label; 1 */
} IplLabels;

gsize ipl_labels_get_size (const IplLabels *self, gsize count);
guint ipl_labels_get_shape (const IplLabels *self, gsize count, gsize shape[2]);
gboolean ipl_labels_are_classes (const IplLabels *self);
const char *ipl_labels_get_words (const IplLabels *self);

/* TRUE if the predicted mean is of the label's class; a mean of 0 is wrong. */
static inline gboolean
ipl_label_is_right (double label, double mean)
{
  return mean * label > 0;
}

G_END_DECLS
