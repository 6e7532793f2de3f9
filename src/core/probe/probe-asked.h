/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The request for a file of probes, and the means of the work. */
#pragma once

#include <gio/gio.h>

#include "core/base/trajectory.h"

typedef struct
{
  const char *path;   /* a file of probes */
  guint width;        /* N_1 = N_a */
  double temperature; /* of the likelihood */
  guint draws;        /* of each chain, for errors of the scores; 0 for none */
  guint64 seed;       /* of chains and of resampling */
} IplProbe;

typedef struct
{
  guint threads;
  GCancellable *cancellable; /* gives up */
  GCancellable *stop;        /* (nullable): ends after some layers, and keeps what is there */
  /* (nullable): what is there so far, after each layer */
  void (*show) (const IplTrajectory *so_far, double fraction, gpointer data);
  gpointer data;
} IplProbeWork;
