/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/network/trained-shape.h"
#include "core/network/trained-network.h"

#define N_TRAINED_SHAPES 7

/* Small networks of every kind, the last two of several outputs. */
extern const IplTrainedShape trained_shapes[N_TRAINED_SHAPES];

/* Random weights and sequences, rounded to single precision. */
typedef struct
{
  IplTrainedShape shape;
  IplTrainedLayout layout;
  gsize count;
  double *w; /* [n] */
  double *x;
  double *y; /* [count x K]: -1 or 1, or a class */
} TrainedExample;

TrainedExample *trained_example_new (const IplTrainedShape *shape, gsize count, guint32 seed);
void trained_example_free (TrainedExample *self);
IplTrainedNetwork *trained_example_network (const TrainedExample *self);
/* THEORY.md section 1 by the letter, without the heads that are removed. @f: [K] */
void trained_example_outputs (const TrainedExample *self, const gboolean *removed, const double *x,
                              double *f);
double *trained_gaussians (GRand *rand, gsize n, double sd);
float *trained_to_floats (const double *from, gsize n);
