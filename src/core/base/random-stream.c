/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/random-stream.h"

#include <string.h>

static void
set_state (void *state, unsigned long seed)
{
  guint64 value = ipl_random_mix (seed + IPL_RANDOM_GOLDEN);

  memcpy (state, &value, sizeof value);
}

static guint64
next (guint64 *state)
{
  *state += IPL_RANDOM_GOLDEN;
  return ipl_random_mix (*state);
}

static unsigned long
get (void *state)
{
  return (unsigned long)(next (state) >> 32);
}

static double
get_double (void *state)
{
  return (double)(next (state) >> 11) * 0x1p-53;
}

static const gsl_rng_type type
    = { "splitmix64", 0xffffffffUL, 0, sizeof (guint64), set_state, get, get_double };

/* @part: number of a part of the seed's objects
 * Returns: a seed independent of those of other parts */
guint64
ipl_random_derive (guint64 seed, guint64 part)
{
  return ipl_random_mix (ipl_random_mix (seed + IPL_RANDOM_GOLDEN)
                         + (part + 1) * IPL_RANDOM_GOLDEN);
}

/* @self: a stream; draw from its rng */
void
ipl_random_stream_init (IplRandomStream *self, guint64 seed, IplStreamPurpose purpose,
                        guint64 index)
{
  self->rng.type = &type;
  self->rng.state = &self->state;
  self->state = ipl_random_derive (ipl_random_derive (seed, (guint64)purpose), index);
}
