/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

typedef struct _IplJob IplJob;

/* Carries out a request, which the job owns. Results and errors are posted; a cancelled run returns
 * without posting an error. @memory is the cache of the run between requests. */
typedef void (*IplRunFunc) (IplJob *job, gpointer request, gpointer memory);

/* Declares an immutable, reference-counted type. Values are made with g_atomic_rc_box_new0();
 * @prefix_clear() frees their fields. */
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

/* Sets the functions of an IplRun that share its results, declared with IPL_DECLARE_SHARED(). */
#define IPL_RUN_SHARES(prefix)                                                                     \
  .result_ref = (gpointer (*) (gpointer))prefix##_ref,                                             \
  .result_unref = (GDestroyNotify)prefix##_unref

/* A kind of long work, for window and command line: a file that exports it, and a line in
 * run-table.c.
 * title: name for people
 * priority: the progress bar shows the running job of highest priority; 0 hides it
 * keeps: TRUE if a stopped run saves its results in a file; the end of the program waits for that
 * loss: (nullable): sentence about the results that a stop loses, with %s for the progress
 * outlives_case: TRUE if it continues when another case is opened
 * memory_new: (nullable): makes the cache between requests
 * result_ref: NULL if results cannot be shared */
typedef struct
{
  const char *id;
  const char *title;
  guint priority;
  gboolean saves_on_stop;
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
