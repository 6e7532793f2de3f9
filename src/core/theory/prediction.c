/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/prediction.h"

#include "core/base/memory.h"
#include <math.h>
#include <string.h>

/* Means, and variances if asked for, of 0; FALSE: IPL_ERROR_MEMORY, to be cleared all the same. */
gboolean
ipl_prediction_init (IplPrediction *self, gsize count, gboolean variance, GError **error)
{
  self->count = count;
  self->mean = ipl_try_new0 (double, (double)count, "The predictions", error);
  if (self->mean != NULL && variance)
    self->var = ipl_try_new0 (double, (double)count, "The predictions", error);
  return self->mean != NULL && (!variance || self->var != NULL);
}

void
ipl_prediction_clear (IplPrediction *self)
{
  g_clear_pointer (&self->mean, g_free);
  g_clear_pointer (&self->var, g_free);
}

/* Of all test sets. */
void
ipl_predictions_free (IplPrediction *self, guint n_tests)
{
  for (guint i = 0; i < n_tests; i++)
    ipl_prediction_clear (&self[i]);
  g_free (self);
}

/* NaN where it is not known. */
double
ipl_prediction_get_mean (const IplPrediction *self, gsize example)
{
  return self->mean != NULL && example < self->count ? self->mean[example] : NAN;
}

/* @means: [P']. */
void
ipl_prediction_copy_means (const IplPrediction *self, double *means)
{
  memcpy (means, self->mean, self->count * sizeof *means);
}

double
ipl_prediction_read_score (const IplPrediction *self, double *standard_error)
{
  if (standard_error != NULL)
    *standard_error = self->accuracy_se;
  return self->accuracy;
}

/* (transfer none): [@n]. */
const double *
ipl_prediction_list_means (const IplPrediction *self, gsize *n)
{
  if (n != NULL)
    *n = self->count;
  return self->mean;
}

/* (transfer none): [@n]. */
const double *
ipl_prediction_list_variances (const IplPrediction *self, gsize *n)
{
  if (n != NULL)
    *n = self->count;
  return self->var;
}
