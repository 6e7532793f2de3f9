/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

/* Gaussian tokens with their features by Gaussian attention weights; labels of K > 1 classes, or
 * signs. */
IplCase *test_token_case (gsize P, gsize P_test, guint L, const guint *H, gsize T, gsize N0,
                          gsize G, guint K, IplReadout readout, guint32 seed);
/* What query @t of tokens [T x N0] attends to, from the weights as THEORY.md section 1 has them. */
void test_slow_attention (const IplLayerWeights *weights, guint head, gsize T, gsize N0,
                          const double *x, gsize t, double *row);
/* Its mean entropy over queries and sequences, in nats. */
double test_slow_entropy (const IplLayerWeights *weights, guint head, gsize T, gsize N0,
                          gsize count, const double *x);
