/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _IplJob IplJob;

/* Carries out a request, which is the job's own. Results and errors are posted; a cancelled run
 * returns without a word. @memory is what the run keeps from one request to the next. */
typedef void (*IplRunFunc) (IplJob *job, gpointer request, gpointer memory);

/* A kind of long work, the same for window and command line: a file that exports it, and a line in
 * run-table.c.
 * title: name for a person
 * priority: of several that run, the progress bar speaks of the highest; of none with 0
 * keeps: keeps what there is in a file when it is stopped: the end of the program waits for that
 * loss: (nullable): what is lost when it is stopped, with %s for how far it is
 * outlives_case: goes on when another case is opened
 * memory_new: (nullable): makes what is kept from one request to the next
 * result_ref: NULL where results cannot be shared */
typedef struct
{
  const char *id;
  const char *title;
  guint priority;
  gboolean keeps;
  const char *loss;
  gboolean outlives_case;
  IplRunFunc run;
  gpointer (*memory_new) (void);
  GDestroyNotify memory_free;
  GDestroyNotify request_free;
  gpointer (*result_ref) (gpointer result);
  GDestroyNotify result_unref;
} IplRun;

G_END_DECLS
