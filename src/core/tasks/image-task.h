/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/images/glyphs.h"

#define IPL_IMAGE_TASK_FILES 8              /* of one set of images */
#define IPL_IMAGE_TASK_EXTRAS 4             /* further test sets */
#define IPL_IMAGE_TASK_MAX_SEQUENCES 100000 /* of the training set, and of a test set */

/* A task of one-shot image classification (THEORY.md section 8) as plain values, filled by
 * ipl_image_task_init(), copied by assignment and compared by ipl_image_task_equal(). Strings
 * are interned and never %NULL. */
typedef struct
{
  /* archives of drawings, or an IDX file of images and one of labels; the first is empty for the
   * built-in glyphs */
  const char *files[IPL_IMAGE_TASK_FILES];
  IplGlyphs glyphs;    /* the program's own alphabets */
  const char *holdout; /* held-out alphabets, separated by commas; empty for the default */
  /* further test sets, out of distribution: an archive or an IDX file of images, with its file
   * of labels in the same folder under the usual name; empty ones are ignored */
  const char *extras[IPL_IMAGE_TASK_EXTRAS];
  guint64 seed;             /* of the label vectors and the sequences */
  guint shots;              /* K, classes of a sequence, an image of each */
  gboolean within_alphabet; /* TRUE to take all classes of a sequence from one alphabet */
  gboolean rotate;          /* TRUE to add rotated characters as training classes */
  guint n_train;            /* sequences the theory is trained on, P */
  guint n_test;             /* sequences of each test set */
} IplImageTask;

void ipl_image_task_init (IplImageTask *self);
gboolean ipl_image_task_equal (const IplImageTask *a, const IplImageTask *b);
/* TRUE if a network trained on one task can resume training on the other: only n_train, n_test
 * and extras may differ. */
gboolean ipl_image_task_same_training (const IplImageTask *a, const IplImageTask *b);
gboolean ipl_image_task_validate (const IplImageTask *self, GError **error);
gboolean ipl_image_task_add_file (IplImageTask *self, const char *path, GError **error);
gboolean ipl_image_task_add_extra (IplImageTask *self, const char *path, GError **error);
char *ipl_image_task_describe (const IplImageTask *self); /* a few words, for people */
