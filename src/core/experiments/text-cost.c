/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cost of training on a text, in multiply-adds, and so in time. */
#include "core/experiments/text-parameters.h"

/* Multiply-adds a second of one thread. */
#define SPEED 2.5e10

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

/* About how long so many multiply-adds take. */
double
ipl_text_cost_seconds (double multiply_adds, guint threads)
{
  return multiply_adds / (SPEED * MAX (threads, 1));
}

/* Bytes while it is trained. */
static double
count_bytes (const IplTextParameters *parameters)
{
  IplTextTraining training;
  double numbers;

  ipl_text_parameters_get_training (parameters, 0, &training);
  numbers = (double)training.shape.layers * training.shape.heads * IPL_TEXT_MAX_SHOWN
            * IPL_TEXT_MAX_SHOWN;
  /* The record, its shown copy and the copy before. */
  return ipl_transformer_shape_training_bytes (&training.shape, training.batch)
         + 4 * sizeof (double) * numbers * ipl_text_run_count_moments (parameters->steps);
}

static double
count_all (const IplTextParameters *parameters)
{
  IplTextTraining training;

  ipl_text_parameters_get_training (parameters, 0, &training);
  return ipl_text_cost_count_run (parameters, (guint)training.shape.V, IPL_TEXT_MAX_VALIDATION,
                                  parameters->steps);
}

/* @seconds: about how long the run takes, with those it is compared with; @bytes: about how much
 * memory: the run, which is kept to go on from, and the largest of those it is compared with. */
void
ipl_text_cost_predict (gconstpointer own, guint threads, double *seconds, double *bytes)
{
  const IplTextParameters *parameters = own;
  g_autoptr (GArray) asked = ipl_text_parameters_compared (parameters);
  double work = count_all (parameters), largest = 0;

  for (guint i = 0; i < asked->len; i++)
    {
      const IplTextParameters *compared = &g_array_index (asked, IplTextParameters, i);

      work += count_all (compared);
      largest = MAX (largest, count_bytes (compared));
    }
  *seconds = ipl_text_cost_seconds (work, threads);
  *bytes = count_bytes (parameters) + largest;
}
