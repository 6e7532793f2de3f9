/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long experiments: show, keep and continue. */
#pragma once

#include "core/experiments/experiment.h"

typedef struct _IplLearning IplResumable;

/* A computation in progress. */
typedef struct
{
  const IplExperiment *experiment;
  const IplExperimentRun *run;
  gconstpointer data;                    /* of the shown result, (nullable): copied by @copy */
  gpointer (*copy) (gconstpointer data); /* (nullable) */
  GDestroyNotify free;                   /* (nullable): frees the copy */
  const IplResumable *learning;          /* (nullable): writer of @learner */
  gpointer learner;
  gint64 began, shown, saved_usec; /* microseconds */
  double first;                    /* fraction at which it began; negative before */
  char *save_error;                /* (nullable): why there is no checkpoint */
} IplComputation;

/* Functions of an experiment that trains: begin, resume, save. @load fails if the checkpoint
 * belongs to another run. */
struct _IplLearning
{
  gpointer (*begin) (gconstpointer own, const IplExperimentRun *run, GError **error);
  gpointer (*load) (gconstpointer own, const IplExperimentRun *run, GError **error);
  gboolean (*fits) (gconstpointer learner, gconstpointer own);
  gboolean (*train) (gpointer learner, gconstpointer own, IplComputation *computation,
                     GError **error);
  gboolean (*is_complete) (gconstpointer learner, gconstpointer own);
  const IplTrajectory *(*recorded) (gconstpointer learner);
  gboolean (*save) (gpointer learner, const char *path, GError **error);
  void (*ended) (gpointer learner, const char *checkpoint); /* (nullable): removes further files */
  GDestroyNotify free;
};

/* A result that holds its learner until the user resumes it. */
IplExperimentResult *ipl_resumable_compute (const IplResumable *self,
                                            const IplParameters *parameters,
                                            const IplExperimentRun *run, GError **error);
gpointer ipl_resumable_begin (const IplResumable *self, gconstpointer own,
                              const IplExperimentRun *run, GError **error);

/* Shows a partial result, at most a few times a second. */
void ipl_computation_show (IplComputation *self, const IplTrajectory *so_far);
/* Like ipl_computation_show(), with the progress; @computation: an #IplComputation. */
void ipl_computation_show_at (gconstpointer so_far, double fraction, gpointer computation);
/* The work of a part of the computation, which shows an IplTrajectory. */
IplWork ipl_computation_work (IplComputation *self, void (*show) (gconstpointer, double, gpointer));
gboolean ipl_computation_may_show (IplComputation *self);
/* Writes a checkpoint, at most once a minute. */
void ipl_computation_save_in_time (IplComputation *self);
void ipl_computation_save (IplComputation *self);
void ipl_computation_report (const IplComputation *self, double fraction, double seconds_left,
                             const char *sentence);
double ipl_computation_seconds_left (IplComputation *self, double fraction);
void ipl_computation_clear (IplComputation *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplComputation, ipl_computation_clear)
