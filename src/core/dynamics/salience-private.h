/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/dynamics/salience.h"

G_BEGIN_DECLS

gboolean ipl_salience_record (const IplSalience *self, IplTrajectory *trajectory, double time,
                              const double *v, const double *log_delta, GError **error);
gboolean ipl_salience_add_arrivals (const IplSalience *self, IplTrajectory *trajectory,
                                    GError **error);
gboolean ipl_salience_flow (const IplSalience *self, IplTrajectory *trajectory, double *times,
                            GCancellable *cancellable, GError **error);

G_END_DECLS
