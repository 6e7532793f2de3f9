/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sweeps/sweep-folder.h"

/* Beside IplRowState: the user is at work on it. */
#define IPL_ROW_RUNNING 3

/* How far a sweep is. */
typedef struct
{
  guint n;             /* rows of the plan */
  guint done;          /* rows whose files are there */
  guint running;       /* rows that the user is at work on */
  guint failed;        /* rows that failed, and nobody is trying again */
  guint missing;       /* rows that nobody has begun */
  guint tasks;         /* programs at work */
  double seconds_left; /* how long what is not done is expected to take with so many programs at
                          work, or with one where there is none */
  guint8 *states;      /* [@n] an #IplRowState or %IPL_ROW_RUNNING each */
} IplSweepStatus;

IplSweepStatus *ipl_sweep_status_new (const IplSweepFolder *folder, GCancellable *cancellable,
                                      GError **error);
void ipl_sweep_status_free (IplSweepStatus *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSweepStatus, ipl_sweep_status_free)

GPtrArray *ipl_leftovers_find (const IplSweepFolder *folder, guint first, guint end);
void ipl_leftovers_remove (const IplSweepFolder *folder, guint first, guint end);
