/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/transformer/transformer-shape.h"
#include "core/transformer/transformer.h"

/* The library's step, compiled in double precision: the mean loss and (nullable) its gradient. */
double transformer_double_loss (const IplTransformerShape *shape, const double *parameters,
                                const IplTransformerBatch *batch, guint32 threshold, guint64 key,
                                double *gradient, double *squares);
