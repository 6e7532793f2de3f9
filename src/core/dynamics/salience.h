/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/base/trajectory.h"

#define IPL_SALIENCE_MAX 40   /* components */
#define IPL_SALIENCE_DONE 0.9 /* a component counts as grown at this share of its mu */

/* Growth of the components of one hidden unit's weights under the attention that follows them
 * (THEORY.md section 12). */
typedef struct
{
  guint M;          /* components, 1 to %IPL_SALIENCE_MAX */
  gboolean linear;  /* TRUE for a linear MLP: dv = Delta b; FALSE: dv = (mu - v) b */
  gboolean softmax; /* TRUE for normalized attention b, FALSE for b = exp (v^2 / T) */
  gboolean flow;    /* TRUE for continuous time, FALSE for steps of size @rate */
  /* temperature of attention, above 0; 2 is that of the paper's theorems */
  double T;
  double start;                   /* v of all components at time 0 */
  double rate;                    /* step size */
  guint steps;                    /* steps */
  double duration;                /* time of the flow */
  double drive[IPL_SALIENCE_MAX]; /* [M] Delta or mu */
} IplSalience;

extern const IplRecordedArray ipl_salience_recorded[];
IplTrajectory *ipl_salience_run (const IplSalience *self, GCancellable *cancellable,
                                 GError **error);
double ipl_salience_attention (const IplSalience *self, const double *v, double *b);
double ipl_salience_blow_up (const IplSalience *self);
double ipl_salience_stop (const IplSalience *self, double drive);
double ipl_salience_arrival (const IplSalience *self, double mu);

gboolean ipl_salience_record (const IplSalience *self, IplTrajectory *trajectory, double time,
                              const double *v, const double *log_delta, GError **error);
gboolean ipl_salience_add_arrivals (const IplSalience *self, IplTrajectory *trajectory,
                                    GError **error);
