/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of probes: for each attention layer of a model the path features of its heads on the
 * hidden states that enter it, with labels that all layers share (THEORY.md section 20). */
#pragma once

#include "core/case/case.h"
#include "core/probe/probe-model.h"

/* Optional numbers of every head, measured in the model itself. */
typedef enum
{
  IPL_PROBE_DROP,     /* accuracy that the model loses without the head */
  IPL_PROBE_GRADIENT, /* |dL/dg| of a factor g before the head (Michel et al. 2019) */
  IPL_PROBE_ENTROPY,  /* of its attention, mean over queries and test examples, in nats */
  IPL_PROBE_NORM,     /* root mean square of its output */
  IPL_PROBE_N_MEASURES,
} IplProbeMeasure;

extern const char *const ipl_probe_measure_names[IPL_PROBE_N_MEASURES];

/* Accuracies as heads are removed in given orders; all NULL where there are none. */
typedef struct
{
  gsize n_rows;     /* orders */
  gsize n_heads;    /* of all layers */
  double *order;    /* [n_rows x n_heads] layer most + head of each that goes */
  double *accuracy; /* [n_rows x n_heads + 1] with 0, 1, .. removed; NaN where it is not known */
} IplPruneCurves;

typedef struct
{
  char *shown;                   /* its name */
  IplNpz *npz;                   /* arrays, loaded where they are wanted */
  guint n_layers;                /* how many layers it has */
  gsize H[IPL_PROBE_MAX_LAYERS]; /* [n_layers] heads */
  gsize P, P_test;               /* examples */
  gsize largest;                 /* numbers in the path features of the largest layer */
  double model_accuracy;         /* of the model itself; NaN where it is not known */
  double
      *measures[IPL_PROBE_N_MEASURES]; /* [n_layers x most heads], NaN beyond; %NULL: not there */
  double *pair_drop;     /* (nullable): [n_layers x most x most]: the drop without both heads */
  IplPruneCurves curves; /* as they were measured in the model */
  IplProbeModel model;   /* that the probes were made of, where it is at hand */
  gsize most;            /* heads of the layer that has the most */
} IplProbeFile;

IplProbeFile *ipl_probe_file_open (const char *path, GCancellable *cancellable, GError **error);
IplProbeFile *ipl_probe_file_new (const char *shown, IplNpz *npz_take, IplProbeModel *model_take,
                                  GCancellable *cancellable, GError **error);
void ipl_probe_file_free (IplProbeFile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplProbeFile, ipl_probe_file_free)

gboolean ipl_probe_file_is (const char *path);
IplCase *ipl_probe_file_get_layer (IplProbeFile *self, guint layer, double temperature,
                                   guint threads, GCancellable *cancellable, GError **error);
