/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The work of training on a text, in multiply-adds. */
#include "core/experiments/text-parameters.h"

/* @n_recorded: sequences of one moment that is recorded; @step: multiply-adds of a step;
 * @recording: those of recording one moment, which goes forward only. */
void
ipl_text_cost_count (const IplTextParameters *parameters, guint V, double n_recorded, double *step,
                     double *recording)
{
  IplTextTraining training;

  ipl_text_parameters_get_training (parameters, V, &training);
  *step = ipl_transformer_shape_multiply_adds (&training.shape, training.batch);
  *recording = n_recorded * ipl_transformer_shape_multiply_adds (&training.shape, 1) / 3;
}

/* Multiply-adds of all of it. */
double
ipl_text_cost_count_run (const IplTextParameters *parameters, guint V, double n_recorded,
                         guint64 steps)
{
  double step, recording;

  ipl_text_cost_count (parameters, V, n_recorded, &step, &recording);
  return (double)steps * step + ipl_text_run_count_moments (steps) * recording;
}
