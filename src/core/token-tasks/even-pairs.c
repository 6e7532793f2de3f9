/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Even pairs: classifies whether the first and the last symbol are the same; then the number of
 * unequal neighbours is even. */
#include "core/token-tasks/token-experiment.h"

#define V 2

static void
draw (const IplTokenTask *self, gconstpointer prepared, guint class, gsl_rng *rng, guint8 *symbols)
{
  for (guint t = 0; t < self->n_tokens; t++)
    symbols[t] = (guint8)gsl_rng_uniform_int (rng, V);
  symbols[self->n_tokens - 1] = class == 0 ? symbols[0] : !symbols[0];
}

static double
infer (const IplTokenTask *self, gconstpointer prepared, const double *p)
{
  const double *last = p + (self->n_tokens - 1) * V;

  return p[0] * last[0] + p[1] * last[1];
}

static const IplTokenTaskKind kind = { .n_symbols = V, .draw = draw, .infer = infer };

static const IplField fields[] = {
  IPL_TOKENS_FIELD (2,
                    "Length of a sequence of two symbols: the class is +1 where the first and the "
                    "last are the same"),
  IPL_SYMBOL_TASK_FIELDS,
};

static void
init (IplParameters *parameters)
{
  IplTokenTask *own = ipl_token_task_init (parameters, &kind, "ends,previous,uniform,random");

  own->noise = 0.15;
}

const IplExperiment ipl_experiment_even_pairs = {
  .id = "even-pairs",
  .title = "Even pairs",
  .about = "Are the first and the last symbol the same? One head on the ends solves it",
  IPL_TOKEN_EXPERIMENT,
};
