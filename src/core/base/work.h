/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* Progress of work, called from one thread at a time.
 * @fraction: of the work, in [0, 1]; negative if unknown
 * @seconds_left: an estimate; negative if unknown
 * @sentence: (nullable): the part that has just been finished, for a status line */
typedef void (*IplProgressFunc) (double fraction, double seconds_left, const char *sentence,
                                 gpointer data);

/* Conditions of work that takes long: threads, two ways to end it, and its reports. Everything is
 * optional; numbers do not depend on it. The caller owns what the fields point to until the work
 * returns. A function that takes (nullable) work runs on one thread without it. */
typedef struct
{
  guint threads;             /* 0 for one */
  GCancellable *cancellable; /* ends the work with G_IO_ERROR_CANCELLED and no result */
  GCancellable *stop;        /* ends the work early, with the part of the result that is done */
  IplProgressFunc progress;
  /* receives the result so far, borrowed, of the type that the function returns */
  void (*show) (gconstpointer so_far, double fraction, gpointer data);
  gpointer data; /* argument of @progress and @show */
} IplWork;

static inline guint
ipl_work_threads (const IplWork *self)
{
  return self != NULL && self->threads > 0 ? self->threads : 1;
}

static inline void
ipl_work_progress (const IplWork *self, double fraction, double seconds_left, const char *sentence)
{
  if (self != NULL && self->progress != NULL)
    self->progress (fraction, seconds_left, sentence, self->data);
}

static inline void
ipl_work_show (const IplWork *self, gconstpointer so_far, double fraction)
{
  if (self != NULL && self->show != NULL)
    self->show (so_far, fraction, self->data);
}

static inline GCancellable *
ipl_work_cancellable (const IplWork *self)
{
  return self != NULL ? self->cancellable : NULL;
}
