/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../test.h"
#include "../wait-until.h"
#include "runs/job.h"

/* No test says how fast anything has to be: what is asserted is what has been started, finished and
 * delivered. Only what hangs takes longer than this. */
#define HANG_SECONDS 60

/* A stand-in for the solver: counts to input->steps in millisecond steps, or ... */
#define ENDLESS -1  /* counts until it is cancelled */
#define HELD -2     /* waits for release(), cancelled or not */
#define OPTIONAL -3 /* as endless, but is not wanted either once it is stopped or outdated */

typedef struct
{
  int id;
  int steps;
} Input;

typedef struct
{
  int last_id;     /* of the last delivered result */
  guint n_results; /* delivered results */
  guint n_updates; /* calls of the update function */
  GMutex mutex;    /* guards the rest, which the worker writes */
  guint n_started;
  guint n_finished; /* that were not stopped */
  guint n_released; /* held jobs that may end */
  guint n_inputs_freed;
  gint64 stopped_at; /* monotonic time the last job returned */
} Record;

extern Record record;
extern const IplRun counting;

Input *input_new (int id, int steps);
void input_free (gpointer data);
/* Lets the held job that runs end, or the next one. */
void release (void);
/* Jobs of @counting; nothing of the test before counts. */
IplJobs *jobs_new (void);
/* A count that the worker writes. */
guint count_of (const guint *number);
guint started (void);
guint finished (void);
void wait_idle (IplJobs *jobs);
/* Without a look at the main context: nothing is delivered meanwhile. */
#define sleep_until(condition)                                                                     \
  for (gint64 sleep_end = g_get_monotonic_time () + HANG_SECONDS * G_USEC_PER_SEC; !(condition);)  \
  sleep_step (sleep_end)
void sleep_step (gint64 end);
