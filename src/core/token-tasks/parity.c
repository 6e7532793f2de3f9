/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parity: classifies whether the number of ones among the bits is even. With a scratchpad, the
 * sequence ends with a token for each bit but the first: the parity of the bits from the second
 * up to it. The task then reduces to a comparison of the first token with the last. */
#include "core/token-tasks/token-experiment.h"

#define V 2

static gsize
get_T (const IplTokenTask *self)
{
  return self->n_tokens + (self->scratchpad ? self->n_tokens - 1 : 0);
}

static void
draw (const IplTokenTask *self, gconstpointer prepared, guint class, gsl_rng *rng, guint8 *symbols)
{
  guint n = self->n_tokens;
  guint8 parity = 0;

  for (guint t = 1; t < n; t++)
    {
      symbols[t] = (guint8)gsl_rng_uniform_int (rng, V);
      parity ^= symbols[t];
      if (self->scratchpad)
        symbols[n + t - 1] = parity;
    }
  symbols[0] = class == 0 ? parity : !parity;
}

/* Forward over the parity of the bits from the second on. */
static double
infer (const IplTokenTask *self, gconstpointer prepared, const double *p)
{
  guint n = self->n_tokens;
  double even = 1, odd = 0;

  for (guint t = 1; t < n; t++)
    {
      const double *bit = p + t * V;
      double next_even = even * bit[0] + odd * bit[1], next_odd = even * bit[1] + odd * bit[0];
      double sum;

      if (self->scratchpad)
        {
          next_even *= p[(n + t - 1) * V];
          next_odd *= p[(n + t - 1) * V + 1];
        }
      sum = next_even + next_odd;
      even = sum > 0 ? next_even / sum : 0.5;
      odd = 1 - even;
    }
  return even * p[0] + odd * p[1];
}

static const char *
get_note (const IplTokenTask *self)
{
  return self->scratchpad
             ? NULL
             : "This example is meant to be at chance: with fixed heads the output is a "
               "sum over single tokens, and none of them determines the parity. The "
               "scratchpad makes it solvable.";
}

static const IplTokenTaskKind kind
    = { get_T, .n_symbols = V, .get_note = get_note, .draw = draw, .infer = infer };

static const IplField fields[] = {
  IPL_TOKENS_FIELD (2,
                    "How many bits there are: the class is +1 where the ones are even in number"),
  { "scratchpad", .label = "Scratchpad", .kind = IPL_FIELD_BOOLEAN, AT (scratchpad), .maximum = 1,
    .sentence = "Append the partial parities of the bits as tokens" },
  IPL_SYMBOL_TASK_FIELDS,
};

static void
init (IplParameters *parameters)
{
  IplTokenTask *own = ipl_token_task_init (parameters, &kind, "ends,previous,uniform,random");

  own->noise = 0.15;
}

const IplExperiment ipl_experiment_parity = {
  .id = "parity",
  .title = "Parity",
  .about = "Is the number of ones even? Fixed heads stay at chance",
  IPL_TOKEN_EXPERIMENT,
};
