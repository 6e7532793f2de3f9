/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* How often long work is kept, so that hours of it are not lost to a power cut or a crash: in the
 * window, on the command line and in sweeps. */
#define IPL_CHECKPOINT_SECONDS 60

/* The progress sentence. */
typedef void (*IplNoteFunc) (const char *sentence, gpointer data);

/* Where long work is kept while it goes on, so that the same request, made again, goes on from
 * there after a crash, a kill or a stop. Whoever asked for the work removes the file when its
 * results are safe. */
typedef struct
{
  const char *path; /* the file; where there are several, what their names begin with */
  double seconds;   /* how often it is written */
  /* whether nobody but the program knows of the files: each setting has one of a name of its own,
   * one of another run is begun anew, and they are written no oftener than @seconds says, but for
   * the end of the draws */
  gboolean own;
  IplNoteFunc note; /* (nullable): told where work goes on from it, or cannot */
  gpointer data;    /* for @note */
} IplCheckpoint;

/* When a file was written last, and how that went. */
typedef struct
{
  gint64 kept_usec;
  gint64 took_usec;
  gboolean failed; /* and this has been said */
} IplCheckpointPace;

double ipl_checkpoint_default_seconds (void);
void ipl_checkpoint_note (const IplCheckpoint *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
void ipl_checkpoint_pace_init (IplCheckpointPace *pace);
gboolean ipl_checkpoint_is_due (const IplCheckpoint *self, const IplCheckpointPace *pace);
void ipl_checkpoint_kept (const IplCheckpoint *self, IplCheckpointPace *pace, gint64 begin_usec,
                          const GError *error);
void ipl_checkpoint_remove (const char *path);
void ipl_checkpoint_put_aside (const IplCheckpoint *self, const char *path);
