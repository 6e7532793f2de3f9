/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The theory of one attention layer on the hidden states that enter it, layer by layer (THEORY.md
 * section 20). */
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

/* Ways of ranking heads that are held to the drop: the score, and the model's own measures. */
#define IPL_PROBE_N_RANKS 4
extern const char *const ipl_probe_rank_words[IPL_PROBE_N_RANKS];

/* What a moment of its trajectory is. */
#define IPL_PROBE_COUNTED "layer"

extern const IplRecordedArray ipl_probe_recorded[];
IplTrajectory *ipl_probe_run (const IplProbe *self, const IplProbeWork *work, gboolean *complete,
                              GError **error);
void ipl_probe_predict (const IplProbe *self, guint threads, double *seconds, double *bytes);
