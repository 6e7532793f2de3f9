/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/base/trajectory.h"
#include "core/dynamics/salience.h"

#define IPL_CRITICAL_MAX_CLUSTERS 20
#define IPL_CRITICAL_MAX_ZEROS 8
#define IPL_CRITICAL_MAX_SAMPLES 1000000

extern const char *const ipl_critical_sources[]; /* "drawn", "file" */

/* The origin of mu: one hidden unit over a mixture of isotropic clusters (THEORY.md section
 * 12.1). Strings are interned. */
typedef struct
{
  const char *source; /* of the frequencies of tokens, one of ipl_critical_sources */
  const char *file;   /* (nullable): an .npz with the array X [M x C] of frequencies, for "file" */
  guint tokens;       /* M, at most %IPL_SALIENCE_MAX */
  guint clusters;     /* C that the unit is for, each with its frequencies as center */
  double noise;       /* standard deviation of all clusters, above 0 */
  /* gradient of the cluster around 0, over that of all others, without its sign, above 0 */
  double background;
  double temperature; /* of attention */
  double start;       /* weight of every token at first */
  double rate;        /* of steps, in units of 1 / the mean curvature at mu */
  guint steps;
  guint samples; /* of each cluster, for the field by Monte Carlo */
  guint64 seed;  /* of frequencies and samples */
} IplCriticalPoints;

/* The field of the gradient, and its zeros. */
typedef struct
{
  gsize M, C;      /* tokens, and clusters with the background, the last */
  double *centers; /* [C x M] */
  double *a;       /* [C] gradients times shares */
  double noise;
  gpointer nodes; /* of the quadrature */
} IplCriticalField;

typedef struct
{
  guint n; /* zeros that were found, the first from the start of the dynamics */
  double v[IPL_CRITICAL_MAX_ZEROS][IPL_SALIENCE_MAX];
  /* largest eigenvalue of the field's derivative: below 0 for an attracting zero */
  double largest[IPL_CRITICAL_MAX_ZEROS];
  double curvature; /* minus the mean eigenvalue at the first */
} IplCriticalZeros;

void ipl_critical_points_init (IplCriticalPoints *self);
gboolean ipl_critical_points_validate (gconstpointer settings, GError **error);
gboolean ipl_critical_field_init (IplCriticalField *self, const IplCriticalPoints *settings,
                                  GCancellable *cancellable, GError **error);
void ipl_critical_field_clear (IplCriticalField *self);
void ipl_critical_field_scales (const IplCriticalField *self, double mean, double sd, double *slope,
                                double *curvature);
void ipl_critical_field_at (const IplCriticalField *self, const double *v, double *field);
gboolean ipl_critical_field_zeros (const IplCriticalField *self, const IplCriticalPoints *settings,
                                   IplCriticalZeros *zeros, GCancellable *cancellable,
                                   GError **error);

extern const IplRecordedArray ipl_critical_recorded[];
IplTrajectory *ipl_critical_points_run (const IplCriticalPoints *self, GCancellable *cancellable,
                                        GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplCriticalField, ipl_critical_field_clear)
