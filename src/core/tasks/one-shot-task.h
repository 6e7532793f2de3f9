/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"
#include "core/network/trained-network.h"
#include "core/network/trainer.h"
#include "core/tasks/image-task.h"
#include "core/tasks/one-shot.h"

/* An #IplImageTask with its images: the source of sequences. Immutable, reference-counted, read
 * from any thread. */
typedef struct
{
  IplImageTask task;   /* the plain values it was made from */
  IplImageSet *set;    /* the images */
  char **holdout;      /* %NULL-terminated names of the held-out alphabets */
  IplOneShot *train;   /* sequences of the other alphabets */
  IplOneShot *upright; /* the same without turned characters, for the theory */
  IplOneShot *test;    /* sequences of those */
  guint n_extra;       /* number of further test sets */
  IplOneShot **extra;  /* [n_extra] their sequences */
  char **extra_names;  /* [n_extra + 1] %NULL-terminated, their names */
  GPtrArray *notes;    /* sentences about recognized or omitted parts of the files */
  /*< private >*/
  gatomicrefcount ref_count;
} IplOneShotTask;

/* The last task is cached, so that case, training and pruning read the images once. */
/* The sequences of a test set. */
typedef struct
{
  const IplOneShot *task;
  guint64 stream;
} IplOneShotTestSet;

IplOneShotTask *ipl_one_shot_task_get (const IplImageTask *task, guint threads,
                                       GCancellable *cancellable, GError **error);
void ipl_one_shot_task_forget (void);
IplOneShotTask *ipl_one_shot_task_ref (IplOneShotTask *self);
void ipl_one_shot_task_unref (IplOneShotTask *self);

/* The sequences of gradient descent, with their own random streams; @task is the
 * #IplOneShotTask. */
void ipl_one_shot_task_train_source (guint64 first, gsize count, float *x, float *y, gpointer task);
void ipl_one_shot_task_holdout_source (guint64 first, gsize count, float *x, float *y,
                                       gpointer task);

gboolean ipl_one_shot_task_check_network (const IplOneShotTask *self, const IplTrainedShape *shape,
                                          GError **error);
/* The theory's case at a network's attention. */
IplCase *ipl_one_shot_task_make_case (IplOneShotTask *self, const char *name,
                                      const IplTrainedNetwork *network, gboolean is_trained,
                                      gboolean keep_inputs, guint threads,
                                      GCancellable *cancellable, GError **error);
IplOneShotTestSet ipl_one_shot_task_get_test_set (const IplOneShotTask *self, guint test);
void ipl_one_shot_test_set_fill (gsize first, gsize count, double *x, gpointer data);
void ipl_one_shot_task_test_tokens (const IplOneShotTask *self, guint test, float *x, float *y);

/* A sequence for display. */
typedef struct
{
  IplOneShotSequence sequence; /* its classes, images and labels */
  /* its two classes, shot by shot, e.g. "Korean character07" */
  char *class_names[2];
  /* [3][32 x 32] shot, shot, query, 0 black and 255 white */
  guint8 pixels[3][IPL_ONE_SHOT_SIZE * IPL_ONE_SHOT_SIZE];
} IplTaskExample;

/* A few test sequences and the attention of every head in them. Immutable, reference-counted. */
typedef struct
{
  guint test;               /* index of the test set */
  gsize first;              /* number of the first in that set; the rest follow */
  guint n;                  /* number of sequences */
  IplTaskExample *examples; /* [n] */
  guint L;                  /* attention layers */
  guint H[IPL_MAX_LAYERS];  /* [L] heads */
  /* [n x sum H x T query x T key] row-major, layer 1 first, rows sum to 1 */
  float *attention;
  double *answers; /* (nullable): [n] output f of the trained network, NaN without one */
  /*< private >*/
  gatomicrefcount ref_count;
} IplTaskGallery;

IplTaskGallery *ipl_task_gallery_new (IplOneShotTask *task, const IplCase *the_case, guint test,
                                      gsize first, guint n, GCancellable *cancellable,
                                      GError **error);
IplTaskGallery *ipl_task_gallery_ref (IplTaskGallery *self);
void ipl_task_gallery_unref (IplTaskGallery *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplOneShotTask, ipl_one_shot_task_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTaskGallery, ipl_task_gallery_unref)
