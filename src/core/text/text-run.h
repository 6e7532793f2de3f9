/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/text/text-corpus.h"
#include "core/base/trajectory.h"
#include "core/transformer/transformer-trainer.h"

/* Longest sentence whose attention is recorded, in words. */
#define IPL_TEXT_MAX_SHOWN 40
/* Largest number of validation sequences. */
#define IPL_TEXT_MAX_VALIDATION 200

/* Arrays of a run, and of the experiment "joma-text". */
extern const IplRecordedArray ipl_text_recorded[];

/* Settings of training on a text. */
typedef struct
{
  IplTransformerShape shape;   /* the network; its V and classes are the text's */
  IplTransformerConfig config; /* training options */
  guint batch;                 /* sequences of one step, each of the shape's L words */
  /* paragraph of the validation text whose attention is recorded, from 1 */
  guint paragraph;
} IplTextTraining;

/* Threads, cancellation and callbacks of training. */
typedef struct
{
  guint threads;                    /* number of threads */
  GCancellable *cancellable;        /* (nullable): cancels, with an error */
  GCancellable *stop;               /* (nullable): stops after the current step */
  void (*stepped) (gpointer data);  /* (nullable): called after every step */
  void (*recorded) (gpointer data); /* (nullable): called after every recorded moment */
  gpointer data;                    /* given to both */
} IplTextRunControl;

/* A network in training on a text, and its trajectory. ipl_text_run_train() advances it; a
 * checkpoint can save it between two calls. One thread at a time; callers only read the members. */
typedef struct
{
  IplTextCorpus *corpus;
  IplTextTraining training;
  IplTransformerTrainer *trainer;
  IplTrajectory *trajectory;
  gsize rows;      /* words of each of the batch's columns */
  guint32 *tokens; /* [batch x L] a batch */
  guint32 *targets;
  const guint32 *shown; /* [n_shown] sentence whose attention is recorded */
  guint n_shown;
  float *attention; /* [layers x heads x n_shown x n_shown] */
  double loss;      /* sum over @n_loss steps since the last moment */
  double n_loss;
  gboolean diverged; /* TRUE if a loss was not finite */
  gint acquired;     /* atomic: TRUE while a thread advances the run */
  gatomicrefcount ref_count;
} IplTextRun;

IplTextRun *ipl_text_run_new (IplTextCorpus *corpus, const IplTextTraining *training, guint threads,
                              GCancellable *cancellable, GError **error);
IplTextRun *ipl_text_run_ref (IplTextRun *self);
gboolean ipl_text_run_acquire (IplTextRun *self);
void ipl_text_run_release (IplTextRun *self);
void ipl_text_run_unref (IplTextRun *self);

gboolean ipl_text_run_train (IplTextRun *self, guint64 steps, const IplTextRunControl *control,
                             GError **error);
IplTrajectory *ipl_text_run_record_now (IplTextRun *self, guint threads, GCancellable *cancellable,
                                        GError **error);
guint64 ipl_text_run_next_moment (guint64 step);
guint ipl_text_run_count_moments (guint64 steps);
double ipl_text_run_count_evaluated (const IplTextRun *self);

gboolean ipl_text_run_save (IplTextRun *self, const char *about, const char *path, GError **error);
IplTextRun *ipl_text_run_load (const char *path, const char *about, IplTextCorpus *corpus,
                               const IplTextTraining *training, GCancellable *cancellable,
                               GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTextRun, ipl_text_run_unref)
