/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/trajectory.h"
#include "core/network/trained-network.h"

G_BEGIN_DECLS

void ipl_head_course_begin (IplTrajectory *trajectory, const IplTrainedShape *shape);
gboolean ipl_head_course_record (IplTrajectory *trajectory, const IplTrainedNetwork *network,
                                 guint n, const double *tokens, double step, double loss,
                                 double accuracy, guint threads, GError **error);

G_END_DECLS
