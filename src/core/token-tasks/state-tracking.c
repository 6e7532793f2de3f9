/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State tracking: the hidden state that the last token of a Markov chain was emitted from. */
#include "core/token-tasks/token-experiment.h"

#define V 2

/* From the last state back: the chain is the same in both directions. */
static void
draw (const IplTokenTask *self, gconstpointer prepared, guint class, gsl_rng *rng, guint8 *symbols)
{
  guint8 state = (guint8) class;

  for (guint t = self->n_tokens; t > 0; t--)
    {
      symbols[t - 1] = state;
      if (gsl_rng_uniform (rng) >= self->stay)
        state = !state;
    }
}

/* The forward algorithm. */
static double
infer (const IplTokenTask *self, gconstpointer prepared, const double *p)
{
  double plus = 0.5;

  for (guint t = 0; t < self->n_tokens; t++)
    {
      double before = t == 0 ? 0.5 : plus * self->stay + (1 - plus) * (1 - self->stay);
      double both = before * p[t * V] + (1 - before) * p[t * V + 1];

      plus = both > 0 ? before * p[t * V] / both : 0.5;
    }
  return plus;
}

static const IplTokenTaskKind kind = { .n_symbols = V, .draw = draw, .infer = infer };

static const IplField fields[] = {
  IPL_TOKENS_FIELD (1, "Length of a sequence: the class is the hidden state of its last token"),
  { "stay", .label = "Stay probability", .kind = IPL_FIELD_REAL, AT (stay), .minimum = 0,
    .maximum = 1, .step = 0.05, .digits = 2,
    .sentence = "Probability that the hidden state stays the same from one token to the next" },
  IPL_SYMBOL_TASK_FIELDS,
};

static void
init (IplParameters *parameters)
{
  IplTokenTask *own = ipl_token_task_init (parameters, &kind, "recent,self,uniform,random");

  own->stay = 0.9;
  own->noise = 1;
}

const IplExperiment ipl_experiment_state_tracking = {
  .id = "state-tracking",
  .title = "Track a hidden state",
  .about = "Which of two hidden states emitted the last token? Recent heads average the noise",
  IPL_TOKEN_EXPERIMENT,
};
