/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long experiments: show, keep and continue. */
#pragma once

#include "core/experiments/experiment.h"

typedef struct _IplLearning IplLearning;

/* A computation in progress. */
typedef struct
{
  const IplExperiment *experiment;
  const IplExperimentRun *run;
  gconstpointer data;                    /* of the shown result, (nullable): copied by @copy */
  gpointer (*copy) (gconstpointer data); /* (nullable) */
  GDestroyNotify free;                   /* (nullable): frees the copy */
  const IplLearning *learning;           /* (nullable): writer of @learner */
  gpointer learner;
  gint64 began, shown, kept; /* microseconds */
  double first;              /* fraction at which it began; negative before */
  char *not_kept;            /* (nullable): why there is no checkpoint */
} IplGoing;

/* Functions of an experiment that trains: begin, resume, save. @load fails if the checkpoint
 * belongs to another run. */
struct _IplLearning
{
  gpointer (*begin) (gconstpointer own, const IplExperimentRun *run, GError **error);
  gpointer (*load) (gconstpointer own, const IplExperimentRun *run, GError **error);
  gboolean (*fits) (gconstpointer learner, gconstpointer own);
  gboolean (*train) (gpointer learner, gconstpointer own, IplGoing *going, GError **error);
  gboolean (*is_complete) (gconstpointer learner, gconstpointer own);
  const IplTrajectory *(*recorded) (gconstpointer learner);
  gboolean (*save) (gpointer learner, const char *path, GError **error);
  void (*ended) (gpointer learner, const char *checkpoint); /* (nullable): removes further files */
  GDestroyNotify free;
};

/* A result that holds its learner until the user resumes it. */
IplExperimentResult *ipl_learning_compute (const IplLearning *self, const IplParameters *parameters,
                                           const IplExperimentRun *run, GError **error);
gpointer ipl_learning_begin (const IplLearning *self, gconstpointer own,
                             const IplExperimentRun *run, GError **error);

/* Shows a partial result, at most a few times a second. */
void ipl_going_show (IplGoing *self, const IplTrajectory *so_far);
/* Like ipl_going_show(), with the progress; @going: an #IplGoing. */
void ipl_going_show_at (const IplTrajectory *so_far, double fraction, gpointer going);
gboolean ipl_going_may_show (IplGoing *self);
/* Writes a checkpoint, at most once a minute. */
void ipl_going_keep (IplGoing *self);
void ipl_going_keep_now (IplGoing *self);
void ipl_going_say (const IplGoing *self, double fraction, double seconds_left,
                    const char *sentence);
double ipl_going_seconds_left (IplGoing *self, double fraction);
void ipl_going_clear (IplGoing *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplGoing, ipl_going_clear)
