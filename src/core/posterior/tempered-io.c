/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/posterior/tempered-private.h"

#include <string.h>

#include "core/base/random.h"
#include "core/posterior/kept-numbers-private.h"
#include "core/posterior/nuts-io-private.h"

#define NUMBERS 6

static char *
name_rung (const char *prefix, guint index)
{
  return g_strdup_printf ("%srung_%u_", prefix, index);
}

void
ipl_tempered_write (gconstpointer mover, const char *prefix, IplNpzWriter *npz)
{
  const IplTempered *self = mover;
  double random[IPL_RANDOM_STATE_NUMBERS];
  double numbers[NUMBERS] = { self->ladder.gaps, self->warmup_done,         self->phase,
                              self->next,        (double)self->n_exchanges, self->round_trips };
  double diverged = self->diverged;

  ipl_random_generator_get_state (self->rng, random);
  ipl_kept_add (npz, prefix, "random", random, G_N_ELEMENTS (random));
  ipl_kept_add (npz, prefix, "numbers", numbers, NUMBERS);
  if (self->diverged > 0)
    ipl_kept_add (npz, prefix, "diverged", &diverged, 1);
  ipl_kept_add (npz, prefix, "power", self->ladder.power, self->ladder.gaps + 1);
  ipl_kept_add (npz, prefix, "accepted", self->accepted, self->ladder.gaps);
  ipl_kept_add (npz, prefix, "tried", self->tried, self->ladder.gaps);
  /* A rung that the ladder has no more may come back, and its random stream goes on. */
  for (guint k = 0; k < self->n_rungs_made; k++)
    {
      const IplRung *rung = &self->rungs[k];
      g_autofree char *part = name_rung (prefix, k);
      double state[] = { rung->replica.log_likelihood, rung->replica.from_prior, rung->phase };

      ipl_kept_add (npz, part, "state", state, G_N_ELEMENTS (state));
      ipl_kept_add (npz, part, "replica", rung->replica.q, self->n);
      ipl_kept_add (npz, part, "slope", rung->replica.g, self->n);
      if (rung->phase > 0)
        ipl_nuts_write (rung->nuts, part, npz);
    }
}

static gboolean
read_rung (IplTempered *self, guint index, const char *prefix, IplNpz *npz)
{
  IplRung *rung = &self->rungs[index];
  g_autofree char *part = name_rung (prefix, index);
  const double *state = ipl_kept_find (npz, part, "state", 3);
  const double *q = ipl_kept_find (npz, part, "replica", self->n);
  const double *g = ipl_kept_find (npz, part, "slope", self->n);
  guint phase = self->phase;

  if (state == NULL || q == NULL || g == NULL || !ipl_kept_is_count (state[1], 1)
      || !ipl_kept_is_count (state[2], phase) || (index == 0 && state[2] > 0))
    return FALSE;
  memcpy (rung->replica.q, q, self->n * sizeof *q);
  memcpy (rung->replica.g, g, self->n * sizeof *g);
  rung->replica.log_likelihood = state[0];
  rung->replica.from_prior = state[1] != 0;
  if (state[2] > 0)
    {
      self->phase = (guint)state[2];
      ipl_tempered_begin_rung (self, index);
      self->phase = phase;
    }
  return state[2] == 0 || ipl_nuts_read (rung->nuts, part, npz);
}

gboolean
ipl_tempered_read (gpointer mover, const char *prefix, IplNpz *npz)
{
  IplTempered *self = mover;
  const double *random = ipl_kept_find (npz, prefix, "random", IPL_RANDOM_STATE_NUMBERS);
  const double *numbers = ipl_kept_find (npz, prefix, "numbers", NUMBERS);
  /* Older files have none. */
  const double *diverged = ipl_kept_find (npz, prefix, "diverged", 1);
  const double *power, *accepted, *tried;
  guint gaps;

  if (random == NULL || numbers == NULL || !ipl_kept_is_count (numbers[0], self->n_rungs_made - 1)
      || numbers[0] < 1 || !ipl_kept_is_count (numbers[1], self->warmup)
      || !ipl_kept_is_count (numbers[2], IPL_TEMPERED_PHASES) || numbers[2] < 1
      || !ipl_kept_is_count (numbers[3], (guint)numbers[0]) || !(numbers[4] >= 0)
      || numbers[4] > 0x1p53 || !ipl_kept_is_count (numbers[5], G_MAXINT32)
      || (diverged != NULL && !ipl_kept_is_count (diverged[0], self->warmup)))
    return FALSE;
  gaps = (guint)numbers[0];
  power = ipl_kept_find (npz, prefix, "power", gaps + 1);
  accepted = ipl_kept_find (npz, prefix, "accepted", gaps);
  tried = ipl_kept_find (npz, prefix, "tried", gaps);
  if (power == NULL || accepted == NULL || tried == NULL || power[0] != 0 || power[gaps] != 1
      || !ipl_random_generator_set_state (self->rng, random))
    return FALSE;
  for (guint k = 0; k < gaps; k++)
    if (!(power[k] < power[k + 1]))
      return FALSE;
  self->ladder.gaps = gaps;
  self->warmup_done = (guint)numbers[1];
  self->phase = (guint)numbers[2];
  self->next = (guint)numbers[3];
  self->n_exchanges = (guint64)numbers[4];
  self->round_trips = (guint)numbers[5];
  self->diverged = diverged != NULL ? (guint)diverged[0] : 0;
  memcpy (self->ladder.power, power, (gaps + 1) * sizeof *power);
  memcpy (self->accepted, accepted, gaps * sizeof *accepted);
  memcpy (self->tried, tried, gaps * sizeof *tried);
  for (guint k = 0; k < self->n_rungs_made; k++)
    {
      self->rungs[k].power = power[MIN (k, gaps)];
      if (!read_rung (self, k, prefix, npz))
        return FALSE;
    }
  return TRUE;
}
