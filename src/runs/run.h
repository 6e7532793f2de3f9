/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _IplJob IplJob;

/**
 * IplRunFunc:
 * @job: the job at work: says how far it is, posts results, knows whether it is to stop
 * @request: the request, the job's own
 * @memory: (nullable): what the run keeps from one request to the next
 *
 * Carries out a request. Results and errors are posted; a cancelled run returns without a word.
 */
typedef void (*IplRunFunc) (IplJob *job, gpointer request, gpointer memory);

/**
 * IplRun:
 * @id: name ("solve", "train")
 * @title: name for a person
 * @keeps: whether it keeps what there is in a file when it is stopped: the end of the program waits
 *   for that
 * @run: carries out a request
 * @memory_new: (nullable): makes what is kept from one request to the next
 * @memory_free: (nullable): frees it
 * @request_free: (nullable): frees a request
 * @result_ref: (nullable): takes a reference to a result; %NULL where results cannot be shared
 * @result_unref: (nullable): gives one back
 *
 * A kind of long work: window and command line start the same ones. To add one: a file that exports
 * an #IplRun, and a line in run-table.c.
 */
typedef struct
{
  const char *id;
  const char *title;
  gboolean keeps;
  IplRunFunc run;
  gpointer (*memory_new) (void);
  GDestroyNotify memory_free;
  GDestroyNotify request_free;
  gpointer (*result_ref) (gpointer result);
  GDestroyNotify result_unref;
} IplRun;

G_END_DECLS
