/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small files of probes, and their layers as cases. */
#pragma once

#include "core/probe/probe.h"
#include "core/theory/solution.h"

#define PROBE_MAX_LAYERS 3

/* A file as it is written, and every mistake that can be made in it. */
typedef struct
{
  gsize P, P_test, most;
  guint n_layers, classes;
  gsize H[PROBE_MAX_LAYERS];
  gboolean measures;
  const char *without; /* (nullable): an array that is not there */
  const char *other;   /* (nullable): an array of another shape */
  gsize shape[3];      /* which */
} ProbeFiles;

typedef struct
{
  char *folder, *path;
} ProbeFixture;

void probe_files_set_up (ProbeFixture *self, gconstpointer unused);
void probe_files_tear_down (ProbeFixture *self, gconstpointer unused);
void probe_files_write (const ProbeFixture *self, const ProbeFiles *probes);
IplTrajectory *probe_files_run (const ProbeFixture *self, guint draws, guint threads,
                                GCancellable *stop, gboolean *complete, GError **error);
IplTrajectory *probe_files_run_plain (const ProbeFixture *self);
IplSolution *probe_files_solve (const ProbeFixture *self, guint layer, gboolean gp,
                                IplCase **the_case);
/* Spearman's rank correlation of numbers that are all known. */
double probe_slow_spearman (gsize n, const double *x, const double *y);
