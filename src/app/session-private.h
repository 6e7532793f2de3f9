/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "session.h"

G_BEGIN_DECLS

struct _IplSession
{
  GObject parent_instance;

  IplParameters parameters;
  IplParameters defaults;
  IplSetting shape; /* proportions of unequal widths, which scrubbing scales */
  IplCase *sketch;  /* the shape of the case until the first one is made */
  IplOutcome *outcome;
  IplSelection *selection;

  IplJobs *jobs;
  IplJobStatus status;
  char *sentence;
  gint64 measured_usec;     /* the question last measured */
  gboolean has_solve_error; /* the message shown is about the present parameters */

  GQueue undo; /* of IplParameters, newest first */
  GQueue redo;
  char *undo_tag;
  gint64 undo_time;
  char *opening; /* the file that is being read, to take the place of the present case */
};

/* session.c */
void ipl_session_tell (IplSession *self, const char *text, gboolean is_error);
void ipl_session_parameters_changed (IplSession *self);
void ipl_session_ask (IplSession *self, gboolean gently);
void ipl_session_ask_for (IplSession *self, const IplParameters *parameters, gboolean gently,
                          gboolean reload);
/* session-edit.c */
void ipl_session_adopt (IplSession *self, const IplParameters *parameters);
/* session-history.c */
void ipl_session_remember (IplSession *self, const char *tag);
void ipl_session_forget_history (IplSession *self);

G_END_DECLS
