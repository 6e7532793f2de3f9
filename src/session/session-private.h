/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "session/session.h"

G_BEGIN_DECLS

/* What becomes of the computation that runs when another is asked for. */
typedef enum
{
  IPL_AT_ONCE,  /* it is of no use any more */
  IPL_GENTLY,   /* the solution it is at is still shown, if it comes soon */
  IPL_PATIENTLY /* the same with the time that making a case takes */
} IplHaste;

struct _IplSession
{
  GObject parent_instance;

  IplParameters parameters;
  IplParameters defaults;
  IplSetting shape; /* proportions of unequal widths, which scrubbing scales */
  IplCase *sketch;  /* the shape of the case until the first one is made */
  IplSolveResult *outcome;
  IplSelection *selection;

  IplJobs *jobs;
  IplJobStatus status;
  char *sentence;
  gint64 measured_usec;     /* the question last measured */
  gboolean has_solve_error; /* the message shown is about the present parameters */

  IplSamplingPlan plan; /* serial 0 where nothing is to be drawn */
  guint last_plan;
  int pair_p, pair_q; /* the entry of U that was selected last */

  GQueue undo; /* of IplParameters, newest first */
  GQueue redo;
  char *undo_tag;
  gint64 undo_time;
  char *opening;         /* the file that is being read, to take the place of the present case */
  gboolean opening_adds; /* it only adds to the present one */

  IplTrainings *trainings;
  IplTrainingRun *training; /* the last one, or what a file tells of one */
  IplLearningCurve training_view;
  char *looked_at; /* the network whose learning curve was asked for last */

  IplJobs *study;
  IplJobStatus study_status;
  char *study_sentence;
  IplHeadResult *findings;
  guint study_timeout;
  guint prune; /* the request for fine-tuned networks that is being carried out, else 0 */
  guint last_prune;
  guint test;  /* which test set is shown */
  gsize first; /* of the gallery */
  int pruned;  /* the point chosen on the pruning curve, or -1 */
  int shown_layer, shown_head, shown_example, shown_token; /* the attention shown */
};

/* session.c */
void ipl_session_tell (IplSession *self, const char *text, gboolean is_error);
void ipl_session_parameters_changed (IplSession *self);
void ipl_session_ask (IplSession *self, IplHaste haste);
void ipl_session_ask_for (IplSession *self, const IplParameters *parameters, const char *network,
                          IplHaste haste, gboolean reload);
void ipl_session_training_changed (IplSession *self);
void ipl_session_study_changed (IplSession *self);
void ipl_session_shown_changed (IplSession *self);
/* session-edit.c */
void ipl_session_adopt (IplSession *self, const IplParameters *parameters);
/* session-samples.c */
gboolean ipl_session_stop_sampling (IplSession *self);
void ipl_session_end_sampling (IplSession *self);
void ipl_session_follow_pair (IplSession *self);
/* session-training.c */
void ipl_session_begin_training (IplSession *self);
void ipl_session_follow_network (IplSession *self);
void ipl_session_view_training (IplSession *self, IplView *view);
/* session-study.c */
void ipl_session_begin_study (IplSession *self);
void ipl_session_end_study (IplSession *self);
void ipl_session_ask_study (IplSession *self);
void ipl_session_follow_head (IplSession *self);
void ipl_session_view_study (IplSession *self, IplView *view);
/* session-history.c */
void ipl_session_remember (IplSession *self, const char *tag);
void ipl_session_forget_history (IplSession *self);

G_END_DECLS
