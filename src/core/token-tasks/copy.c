/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copy: classifies whether the token before the last is the marked symbol, or which symbol it
 * is. */
#include "core/token-tasks/token-experiment.h"

#include <string.h>

/* Symbol 0 is the marked one. */
static void
draw (const IplTokenTask *self, gconstpointer prepared, guint class, gsl_rng *rng, guint8 *symbols)
{
  for (guint t = 0; t < self->n_tokens; t++)
    symbols[t] = (guint8)gsl_rng_uniform_int (rng, self->n_symbols);
  if (class > 0 && ipl_token_task_get_classes (self) == 2)
    class = 1 + (guint)gsl_rng_uniform_int (rng, self->n_symbols - 1);
  symbols[self->n_tokens - 2] = (guint8) class;
}

/* p (0) against the mean of all others. */
static double
infer (const IplTokenTask *self, gconstpointer prepared, const double *p)
{
  double marked = p[(self->n_tokens - 2) * self->n_symbols];
  double other = (1 - marked) / (self->n_symbols - 1);

  return marked / (marked + other);
}

static void
infer_all (const IplTokenTask *self, const double *p, double *probability)
{
  memcpy (probability, p + (self->n_tokens - 2) * self->n_symbols,
          self->n_symbols * sizeof (double));
}

static const IplTokenTaskKind kind = { .draw = draw, .infer = infer, .infer_all = infer_all };

static const IplField fields[] = {
  IPL_TOKENS_FIELD (2, "Length of a sequence"),
  IPL_SYMBOLS_FIELD (2, "Symbols",
                     "Different symbols, one of which is marked: the class is +1 where "
                     "the token before the last is that"),
  IPL_WHICH_SYMBOL_FIELD,
  IPL_SYMBOL_TASK_FIELDS,
};

static void
init (IplParameters *parameters)
{
  ipl_token_task_init (parameters, &kind, "previous,random:self,random");
}

const IplExperiment ipl_experiment_copy = {
  .id = "copy",
  .title = "Copy the token before",
  .about = "Is the token before the last one marked? A head on the previous token solves it",
  IPL_TOKEN_EXPERIMENT,
};
