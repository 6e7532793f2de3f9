/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/case/labels.h"

gboolean
ipl_labels_are_classes (const IplLabels *self)
{
  return self->kind == IPL_LABELS_SIGNS;
}

const char *
ipl_labels_get_words (const IplLabels *self)
{
  return self->kind == IPL_LABELS_SIGNS ? "two classes" : "real numbers (regression)";
}

/* Numbers in the labels of so many examples. */
gsize
ipl_labels_get_size (const IplLabels *self, gsize count)
{
  return count * self->outputs;
}

/* The shape of their array in files; returns its number of axes. */
guint
ipl_labels_get_shape (const IplLabels *self, gsize count, gsize shape[2])
{
  shape[0] = count;
  shape[1] = self->outputs;
  return self->outputs > 1 ? 2 : 1;
}
