/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Seconds between two checkpoints of long work, in the window, on the command line and in sweeps. A
 * power cut or a crash loses at most this much. */
#define IPL_CHECKPOINT_SECONDS 60

/* Shows a progress sentence. */
typedef void (*IplNoteFunc) (const char *sentence, gpointer data);

/* Checkpoint file of long work. The same request resumes from it after a crash, a kill or a stop.
 * The caller removes the file when the results are saved. */
typedef struct
{
  const char *path; /* the file, or the common prefix of several files */
  double seconds;   /* interval between two writes */
  /* TRUE if only the program uses the files: each setting has its own file, a file of another run
   * is replaced, and @seconds applies to every write but the one after the last draw */
  gboolean is_replaceable;
  IplNoteFunc note; /* (nullable): called when work resumes from the file or cannot resume */
  gpointer data;    /* argument of @note */
} IplCheckpoint;

/* Time and outcome of the last write of a checkpoint. */
typedef struct
{
  gint64 saved_usec;
  gint64 save_duration_usec;
  gboolean failed; /* TRUE after a failure, which is reported once */
} IplCheckpointPace;

double ipl_checkpoint_default_seconds (void);
void ipl_checkpoint_note (const IplCheckpoint *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
void ipl_checkpoint_pace_init (IplCheckpointPace *pace);
gboolean ipl_checkpoint_is_due (const IplCheckpoint *self, const IplCheckpointPace *pace);
void ipl_checkpoint_note_saved (const IplCheckpoint *self, IplCheckpointPace *pace,
                                gint64 begin_usec, const GError *error);
void ipl_checkpoint_remove (const char *path);
void ipl_checkpoint_put_aside (const IplCheckpoint *self, const char *path);
