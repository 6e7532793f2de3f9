/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two questions about a hidden Markov chain, each an output: its probability to keep its state,
 * and its final state. Different paths are optimal for them. */
#include "core/token-tasks/token-experiment.h"

/* Two states, and the mark at the beginning. */
#define V 3
#define BEGINNING 2

static const char *const questions[] = { "class", "last state", NULL };

static gsize
get_T (const IplTokenTask *self)
{
  return (gsize)self->n_tokens + 1;
}

static double
get_stay (const IplTokenTask *self, gboolean plus)
{
  return plus ? self->stay : 1 - self->stay;
}

static void
draw (const IplTokenTask *self, gconstpointer prepared, guint class, gsl_rng *rng, guint8 *symbols)
{
  guint8 state = gsl_rng_uniform (rng) < 0.5 ? 0 : 1;

  symbols[0] = BEGINNING;
  for (guint t = 1; t <= self->n_tokens; t++)
    {
      if (t > 1 && gsl_rng_uniform (rng) >= get_stay (self, class == 0))
        state = !state;
      symbols[t] = state;
    }
}

static void
answer (const IplTokenTask *self, const guint8 *symbols, double *y)
{
  y[1] = symbols[self->n_tokens] == 0 ? 1 : -1;
}

/* Probability of the tokens given a class, and of each final state, up to a common factor: the
 * forward algorithm, rescaled at each token by the sum over both classes. */
static void
infer_all (const IplTokenTask *self, const double *p, double *plus)
{
  double forward[2][2] = { { 0.5, 0.5 }, { 0.5, 0.5 } }; /* by class and state */

  for (guint t = 1; t <= self->n_tokens; t++)
    {
      double sum = 0;

      for (guint class = 0; class < 2; class ++)
        {
          double stay = t > 1 ? get_stay (self, class == 0) : 1, *f = forward[class];
          double zero = (f[0] * stay + f[1] * (1 - stay)) * p[t * V];

          f[1] = (f[0] * (1 - stay) + f[1] * stay) * p[t * V + 1];
          f[0] = zero;
          sum += f[0] + f[1];
        }
      for (guint i = 0; i < 4; i++)
        forward[i / 2][i % 2] = sum > 0 ? forward[i / 2][i % 2] / sum : 0.25;
    }
  plus[0] = forward[0][0] + forward[0][1];
  plus[1] = forward[0][0] + forward[1][0];
}

static const IplTokenTaskKind kind = { .get_T = get_T,
                                       .n_symbols = V,
                                       .questions = questions,
                                       .draw = draw,
                                       .answer = answer,
                                       .infer_all = infer_all };

static const IplField fields[] = {
  IPL_TOKENS_FIELD (2, "Length of a sequence, without the token that marks its beginning"),
  { "stay", .label = "Stay probability", .kind = IPL_FIELD_REAL, AT (stay), .minimum = 0,
    .maximum = 1, .step = 0.05, .digits = 2,
    .sentence = "Probability that the hidden chain keeps its state from one token to the next in "
                "class +1, and that it leaves it in class −1" },
  IPL_SYMBOL_TASK_FIELDS,
};

static void
init (IplParameters *parameters)
{
  IplTokenTask *own = ipl_token_task_init (parameters, &kind, "kept,self:uniform,self");

  own->n_tokens = 20;
  own->stay = 0.7;
}

const IplExperiment ipl_experiment_two_questions = {
  .id = "hmc-questions",
  .title = "Two questions about a hidden Markov chain",
  .about = "Two outputs on one sequence, and the path that serves each",
  IPL_TOKEN_EXPERIMENT,
};
