/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/network/trained-loss.h"
#include "core/network/trained-shape.h"

/* The library's own training step, compiled in double precision: mean loss of @count
 * sequences, worked out here from its outputs, and its gradient in all parameters where @gradient
 * is not NULL. @route: whether through combined weights. @slices: how many the batch is cut into.
 * @f may be NULL. */
double trained_double_loss (const IplTrainedShape *shape, IplTrainedLoss loss, gboolean combined,
                            gsize slices, const double *parameters, gsize count, const double *x,
                            const double *y, double *f, double *gradient);
