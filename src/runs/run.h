/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

typedef struct _IplJob IplJob;

/* Carries out a request, which is the job's own. Results and errors are posted; a cancelled run
 * returns without a word. @memory is what the run keeps from one request to the next. */
typedef void (*IplRunFunc) (IplJob *job, gpointer request, gpointer memory);

/* Declares a value that is shared and not changed any more. It is made with g_atomic_rc_box_new0();
 * @prefix_clear() lets go of what it holds. */
#define IPL_DECLARE_SHARED(Type, prefix)                                                           \
  void prefix##_clear (Type *self);                                                                \
  static inline Type *prefix##_ref (Type *self)                                                    \
  {                                                                                                \
    return g_atomic_rc_box_acquire (self);                                                         \
  }                                                                                                \
  static inline void prefix##_unref (Type *self)                                                   \
  {                                                                                                \
    if (self != NULL)                                                                              \
      g_atomic_rc_box_release_full (self, (GDestroyNotify)prefix##_clear);                         \
  }                                                                                                \
  G_DEFINE_AUTOPTR_CLEANUP_FUNC (Type, prefix##_unref)

/* The same of the results of a run. */
#define IPL_RUN_SHARES(prefix)                                                                     \
  .result_ref = (gpointer (*) (gpointer))prefix##_ref,                                             \
  .result_unref = (GDestroyNotify)prefix##_unref

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

/* run-table.c */
const IplRun *ipl_run_find (const char *id);
void ipl_run_register (const IplRun *run);
