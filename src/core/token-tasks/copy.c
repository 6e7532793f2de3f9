/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copy: whether the token before the last is the marked symbol. */
#include "core/token-tasks/token-experiment.h"

/* Symbol 0 is the marked one. */
static void
draw (const IplTokenTask *self, gconstpointer prepared, gboolean plus, gsl_rng *rng,
      guint8 *symbols)
{
  for (guint t = 0; t < self->n_tokens; t++)
    symbols[t] = (guint8)gsl_rng_uniform_int (rng, self->n_symbols);
  symbols[self->n_tokens - 2]
      = plus ? 0 : (guint8)(1 + gsl_rng_uniform_int (rng, self->n_symbols - 1));
}

/* p (0) against the mean of all others. */
static double
infer (const IplTokenTask *self, gconstpointer prepared, const double *p)
{
  double marked = p[(self->n_tokens - 2) * self->n_symbols];
  double other = (1 - marked) / (self->n_symbols - 1);

  return marked / (marked + other);
}

static const IplTokenTaskKind kind = { .draw = draw, .infer = infer };

static const IplField fields[] = {
  IPL_TOKENS_FIELD (2, "Length of a sequence"),
  IPL_SYMBOLS_FIELD (2, "Symbols",
                     "Different symbols, one of which is marked: the class is +1 where "
                     "the token before the last is that"),
  IPL_SYMBOL_TASK_FIELDS,
};

static const IplFieldGroup groups[] = { { "task", "Task", G_N_ELEMENTS (fields), fields, 0 } };

static void
init (IplParameters *parameters)
{
  ipl_token_task_init (parameters, &kind, "previous,random:self,random");
}

const IplExperiment ipl_experiment_copy = {
  .id = "copy",
  .title = "Copy the token before",
  .label = "_Copy the token before",
  IPL_TOKEN_EXPERIMENT,
};
