/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/posterior/nuts-mark-private.h"

#include <string.h>

#include "core/base/memory.h"

struct _IplNutsMark
{
  double *q;
  double *gradient;
  double log_density;
  gsl_rng *rng;
  double *space; /* of the vectors */
};

IplNutsMark *
ipl_nuts_mark_new (const IplNuts *nuts, GError **error)
{
  IplNutsMark *self = g_new0 (IplNutsMark, 1);

  self->space = ipl_try_parts ("Where a chain stands", error, { &self->q, (double)nuts->n },
                               { &self->gradient, (double)nuts->n });
  if (self->space == NULL)
    {
      g_free (self);
      return NULL;
    }
  self->rng = gsl_rng_clone (nuts->rng);
  ipl_nuts_mark_set (self, nuts);
  return self;
}

double
ipl_nuts_mark_memory (gsize n)
{
  return sizeof (double) * 2 * (double)n;
}

void
ipl_nuts_mark_free (IplNutsMark *self)
{
  gsl_rng_free (self->rng);
  g_free (self->space);
  g_free (self);
}

void
ipl_nuts_mark_set (IplNutsMark *self, const IplNuts *nuts)
{
  memcpy (self->q, nuts->sample.q, nuts->n * sizeof (double));
  memcpy (self->gradient, nuts->sample.g, nuts->n * sizeof (double));
  self->log_density = nuts->sample.log_density;
  gsl_rng_memcpy (self->rng, nuts->rng);
}

void
ipl_nuts_mark_return (const IplNutsMark *self, IplNuts *nuts, gboolean with_stream)
{
  memcpy (nuts->sample.q, self->q, nuts->n * sizeof (double));
  memcpy (nuts->sample.g, self->gradient, nuts->n * sizeof (double));
  nuts->sample.log_density = self->log_density;
  if (with_stream)
    gsl_rng_memcpy (nuts->rng, self->rng);
}

double
ipl_nuts_uniform (IplNuts *nuts)
{
  return gsl_rng_uniform_pos (nuts->rng);
}
