/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A result that is no case of attention paths, computed on this thread. */
#include "cli/work/work.h"

/* Times a second that a line says how far it is. */
#define SAY_MICROSECONDS 100000

typedef struct
{
  const char *usual;
  gint64 said;
} Telling;

static void
say (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  Telling *telling = data;
  gint64 now = g_get_monotonic_time ();

  if (telling->said != 0 && now - telling->said < SAY_MICROSECONDS)
    return;
  telling->said = now;
  cli_job_progress (MAX (fraction, 0.0), seconds_left,
                    sentence != NULL         ? sentence
                    : telling->usual != NULL ? telling->usual
                                             : "Computing",
                    NULL);
}

static void
show_nothing (IplExperimentResult *so_far, gpointer data)
{
  ipl_experiment_result_unref (so_far);
}

/* Computes what the experiment of @parameters does. Ctrl-C gives up, or, with @keep, stops and
 * keeps what there is. @checkpoint: (nullable): file in which the run is kept meanwhile. */
IplExperimentResult *
cli_compute (const IplParameters *parameters, guint threads, gboolean keep, const char *checkpoint,
             GError **error)
{
  g_autoptr (GCancellable) never = g_cancellable_new ();
  Telling telling = { .usual = parameters->experiment->progress };
  IplExperimentRun run = { .threads = threads,
                           .cancellable = keep ? never : cli_cancellable (),
                           .stop = keep ? cli_cancellable () : NULL,
                           .checkpoint = checkpoint,
                           .progress = say,
                           .show = show_nothing,
                           .data = &telling };
  IplExperimentResult *result = parameters->experiment->compute (parameters, &run, error);

  cli_progress_done ();
  return result;
}
