/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"
#include "core/images/image-set.h"

/* The task's sizes (THEORY.md section 8). */
#define IPL_ONE_SHOT_SIZE 32                                        /* pixels, after resizing */
#define IPL_ONE_SHOT_PATCH 8                                        /* pixels */
#define IPL_ONE_SHOT_PATCHES 16                                     /* of one image, row by row */
#define IPL_ONE_SHOT_N0 64                                          /* N0 */
#define IPL_ONE_SHOT_T 48                                           /* tokens: shot, shot, query */
#define IPL_ONE_SHOT_MAX_SHOTS 10                                   /* of a sequence */
#define IPL_ONE_SHOT_IMAGE (IPL_ONE_SHOT_PATCHES * IPL_ONE_SHOT_N0) /* numbers of one image */
#define IPL_ONE_SHOT_TOKENS (IPL_ONE_SHOT_T * IPL_ONE_SHOT_N0)      /* numbers of one sequence */

/* Options of sequences, as plain values; all zero is the paper's task. */
typedef struct
{
  guint64 seed; /* of the fixed label vectors; tasks for one network must share it */
  guint
      shots; /* K, the classes of a sequence, an image of each (THEORY.md section 18.8); 0 for 2 */
  /* TRUE if the classes of a sequence come from one alphabet (Lake's harder variant), FALSE if
   * from all classes (the usual one, and the paper's) */
  gboolean within_alphabet;
  /* TRUE to add every class turned by 90, 180 and 270 degrees as a class, the usual augmentation
   * of Omniglot's training classes */
  gboolean rotate;
} IplOneShotOptions;

/* The parts of one sequence. */
typedef struct
{
  guint classes[IPL_ONE_SHOT_MAX_SHOTS]; /* of the shots, indices into the image set's */
  /* the shots and the query: indices into the image set's images */
  gsize images[IPL_ONE_SHOT_MAX_SHOTS + 1];
  /* quarter turns counter-clockwise of each class, 0 unless the task rotates */
  guint turns[IPL_ONE_SHOT_MAX_SHOTS];
  guint labels[IPL_ONE_SHOT_MAX_SHOTS]; /* of the shots: 0 to K - 1 in random order */
  guint match;                          /* the shot with the class of the query */
  int y; /* for two shots +1 if that shot's label is 1, -1 if it is 0; else that label */
} IplOneShotSequence;

typedef struct _IplOneShot IplOneShot;

IplOneShot *ipl_one_shot_new (IplImageSet *set, gsize n_classes, const guint *classes,
                              const IplOneShotOptions *options, guint threads,
                              GCancellable *cancellable, GError **error);
IplOneShot *ipl_one_shot_ref (IplOneShot *self);
void ipl_one_shot_unref (IplOneShot *self);

IplImageSet *ipl_one_shot_get_set (const IplOneShot *self);
guint ipl_one_shot_get_shots (const IplOneShot *self);
IplLabels ipl_one_shot_get_labels (const IplOneShot *self);
gsize ipl_one_shot_get_size (const IplOneShot *self); /* T x N0, the numbers of a sequence */
const float *ipl_one_shot_get_label_vectors (const IplOneShot *self); /* [K + 1 x N0] */

void ipl_one_shot_draw (const IplOneShot *self, guint64 stream_seed, guint64 index,
                        IplOneShotSequence *sequence);
void ipl_one_shot_tokens (const IplOneShot *self, const IplOneShotSequence *sequence,
                          double *tokens); /* [T x N0] */
void ipl_one_shot_fill (const IplOneShot *self, guint64 stream_seed, guint64 first, gsize count,
                        float *tokens, float *y); /* [count x T x N0], and labels */
void ipl_one_shot_fill_doubles (const IplOneShot *self, guint64 stream_seed, guint64 first,
                                gsize count, double *tokens, double *y);
/* An image of the sequence as the network gets it, before normalization: [32 x 32]. */
void ipl_one_shot_image (const IplOneShot *self, const IplOneShotSequence *sequence, guint place,
                         guint8 *pixels);

/* The inputs of a case; all borrowed. */
typedef struct
{
  const char *name;         /* name of the case */
  IplOneShot *train;        /* task of the training classes */
  IplOneShot *test;         /* task of the held-out classes */
  guint n_extra;            /* number of further test sets, out of distribution */
  IplOneShot *const *extra; /* [n_extra] their tasks, with the same label vectors */
  /* [n_extra] names of further test sets ("mnist"); all different, none "train" or "test" */
  const char *const *extra_names;
  gsize P;        /* training sequences */
  gsize P_test;   /* sequences of each test set */
  guint64 seed;   /* of the sequences */
  guint L;        /* attention layers */
  const guint *H; /* [L] heads per layer */
  /* [L] query and key weights as [H_l x G x N0], or combined ones */
  const IplLayerWeights *weights;
  /* TRUE to store the tokens; the weights are always stored */
  gboolean keep_inputs;
} IplOneShotCase;

guint ipl_one_shot_count_tokens (guint shots);
IplLabels ipl_one_shot_labels_of (guint shots);
guint64 ipl_one_shot_case_stream (guint64 seed, guint set); /* 0 train, 1 + k test set k */
IplCase *ipl_one_shot_make_case (const IplOneShotCase *parts, guint threads,
                                 GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplOneShot, ipl_one_shot_unref)
