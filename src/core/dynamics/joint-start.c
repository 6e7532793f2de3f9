/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The first weights. */

#include "core/dynamics/joint-private.h"

#include <gsl/gsl_randist.h>

#include "core/base/random-stream.h"

/* @state: [size] independent N(0, start_sd^2), the logits about those at which b is x. */
void
ipl_joint_model_start (const IplJointModel *self, const IplJointSettings *settings, double *state)
{
  gsize weights = (self->M + 1) * self->K;
  IplRandomStream stream;

  ipl_random_stream_init (&stream, settings->seed, IPL_STREAM_JOINT, 1 + settings->start);
  for (gsize n = 0; n < self->size; n++)
    state[n] = gsl_ran_gaussian_ziggurat (&stream.rng, settings->start_sd)
               + (n >= weights && self->attention == IPL_JOINT_LINEAR ? self->T : 0);
}
