/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Induction: classifies whether the marked symbol followed the earlier occurrence of the last
 * symbol, or which symbol did. */
#include "core/token-tasks/token-experiment.h"

#include <string.h>

/* The last symbol a has one earlier occurrence. The symbol after that is symbol 0, the marked
 * one, or any symbol except these two; with a class for each symbol, it is the symbol of the
 * class. */
static void
draw (const IplTokenTask *self, gconstpointer prepared, guint class, gsl_rng *rng, guint8 *symbols)
{
  guint V = self->n_symbols, T = self->n_tokens;
  guint after = ipl_token_task_get_classes (self) > 2 ? class : 0;
  guint a = (guint)gsl_rng_uniform_int (rng, V - 1);
  guint s = (guint)gsl_rng_uniform_int (rng, T - 2);
  guint other = 1 + (guint)gsl_rng_uniform_int (rng, V - 2);

  a += a >= after;
  if (class != after)
    after = other + (other >= a);
  for (guint t = 0; t < T; t++)
    {
      guint symbol = (guint)gsl_rng_uniform_int (rng, V - 1);

      symbols[t] = (guint8)(symbol + (symbol >= a));
    }
  symbols[s] = symbols[T - 1] = (guint8)a;
  symbols[s + 1] = (guint8)after;
}

/* after[t] = prod over u >= t of (1 - p_u (a)), without the last token; before[t] over u < t. */
static void
fill_products (const double *p, guint T, guint V, guint a, double *before, double *after)
{
  before[0] = after[T - 1] = 1;
  for (guint t = 0; t + 1 < T; t++)
    before[t + 1] = before[t] * (1 - p[t * V + a]);
  for (guint t = T - 1; t > 0; t--)
    after[t - 1] = after[t] * (1 - p[(t - 1) * V + a]);
}

/* Sums over the last symbol a and the position s of its earlier occurrence. */
static double
infer (const IplTokenTask *self, gconstpointer prepared, const double *p)
{
  guint T = self->n_tokens, V = self->n_symbols;
  double before[IPL_TOKEN_TASK_MAX_TOKENS + 1], after[IPL_TOKEN_TASK_MAX_TOKENS + 1];
  double plus = 0, minus = 0;

  for (guint a = 1; a < V; a++)
    {
      fill_products (p, T, V, a, before, after);
      for (guint s = 0; s + 2 < T; s++)
        {
          const double *next = p + (s + 1) * V;
          double both = p[(T - 1) * V + a] * p[s * V + a] * before[s] * after[s + 2];

          plus += both * next[0];
          minus += both * MAX (1 - next[0] - next[a], 0) / (V - 2);
        }
    }
  return plus + minus > 0 ? plus / (plus + minus) : 0.5;
}

static void
infer_all (const IplTokenTask *self, const double *p, double *probability)
{
  guint T = self->n_tokens, V = self->n_symbols;
  double before[IPL_TOKEN_TASK_MAX_TOKENS + 1], after[IPL_TOKEN_TASK_MAX_TOKENS + 1];

  memset (probability, 0, V * sizeof (double));
  for (guint a = 0; a < V; a++)
    {
      fill_products (p, T, V, a, before, after);
      for (guint s = 0; s + 2 < T; s++)
        for (guint k = 0; k < V; k++)
          if (k != a)
            probability[k] += p[(T - 1) * V + a] * p[s * V + a] * before[s] * after[s + 2]
                              * p[(s + 1) * V + k];
    }
}

static const IplTokenTaskKind kind = { .draw = draw, .infer = infer, .infer_all = infer_all };

static const IplField fields[] = {
  IPL_TOKENS_FIELD (3, "Length of a sequence"),
  IPL_SYMBOLS_FIELD (3, "Symbols",
                     "Different symbols, one of which is marked: the class is +1 where "
                     "that followed the last symbol when it was there before"),
  IPL_WHICH_SYMBOL_FIELD,
  IPL_SYMBOL_TASK_FIELDS,
};

static void
init (IplParameters *parameters)
{
  ipl_token_task_init (parameters, &kind, "next,random:match,random");
}

const IplExperiment ipl_experiment_induction = {
  .id = "induction",
  .title = "Induction: what followed last time",
  .about = "Which symbol followed the last one before? It needs two layers",
  IPL_TOKEN_EXPERIMENT,
};
