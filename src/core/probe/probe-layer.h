/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of the theory of one layer. */
#pragma once

#include "core/probe/probe-asked.h"
#include "core/probe/probe-file.h"
#include "core/theory/solution.h"

typedef struct
{
  IplSolution *solution;
  double accuracy_gp;
  double *score_sd; /* (nullable): [heads] */
  GError *error;    /* (nullable): why there is none */
} IplProbeLayer;

gboolean ipl_probe_layer_solve (IplProbeLayer *self, IplProbeFile *file, guint layer,
                                const IplProbe *probe, const IplProbeWork *work, GError **error);
void ipl_probe_layer_clear (gpointer data);
