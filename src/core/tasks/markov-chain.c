/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tasks/markov-chain.h"

#include <string.h>

#include "core/base/error.h"

/* The paper's four paths: good and random heads, then uniform and random ones (THEORY.md section
 * 7). */
void
ipl_markov_chain_init_hmc4 (IplMarkovChain *self)
{
  memset (self, 0, sizeof *self);
  self->stay_plus = 0.7;
  self->stay_minus = 0.3;
  self->noise_parallel = 1;
  self->noise_perpendicular = 1;
  self->beta = 10;
  self->n_train = 100;
  self->n_test = 1000;
  self->n_tokens = 30;
  self->n_features = 200;
  self->n_layers = 2;
  self->n_heads[0] = 2;
  self->n_heads[1] = 2;
  self->heads[0][0] = IPL_HEAD_GOOD;
  self->heads[0][1] = IPL_HEAD_RANDOM;
  self->heads[1][0] = IPL_HEAD_UNIFORM;
  self->heads[1][1] = IPL_HEAD_RANDOM;
  self->seed = 1;
}

/* The paper's two paths with more noise: a good and a blank head, then a uniform one (THEORY.md
 * section 7). */
void
ipl_markov_chain_init_hmc2 (IplMarkovChain *self)
{
  ipl_markov_chain_init_hmc4 (self);
  self->noise_perpendicular = 5;
  self->heads[0][1] = IPL_HEAD_BLANK;
  self->n_heads[1] = 1;
  self->heads[1][1] = IPL_HEAD_GOOD; /* 0: not used */
}

static gboolean
check_real (const char *what, double value, double low, double high, GError **error)
{
  if (value >= low && value <= high)
    return TRUE;
  g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE, "%s must lie between %g and %g, not %g.", what,
               low, high, value);
  return FALSE;
}

static gboolean
check_count (const char *what, guint value, guint low, guint high, gboolean even, GError **error)
{
  if (value >= low && value <= high && (!even || value % 2 == 0))
    return TRUE;
  g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE, "%s must be %s number from %u to %u, not %u.",
               what, even ? "an even" : "a whole", low, high, value);
  return FALSE;
}

/* TRUE if a case can be generated from them. */
gboolean
ipl_markov_chain_validate (const IplMarkovChain *self, GError **error)
{
  if (!check_real ("The probability to stay in class +1", self->stay_plus, 0, 1, error)
      || !check_real ("The probability to stay in class -1", self->stay_minus, 0, 1, error)
      || !check_real ("The noise along the states", self->noise_parallel, 0, IPL_CHAIN_MAX_FACTOR,
                      error)
      || !check_real ("The noise across the states", self->noise_perpendicular, 0,
                      IPL_CHAIN_MAX_FACTOR, error)
      || !check_real ("The factor beta on attention", self->beta, 0, IPL_CHAIN_MAX_FACTOR, error)
      || !check_count ("The number of training sequences", self->n_train, 2, IPL_CHAIN_MAX_EXAMPLES,
                       TRUE, error)
      || !check_count ("The number of test sequences", self->n_test, 2, IPL_CHAIN_MAX_EXAMPLES,
                       TRUE, error)
      || !check_count ("The number of tokens", self->n_tokens, 1, IPL_CHAIN_MAX_TOKENS, FALSE,
                       error)
      || !check_count ("The number of features", self->n_features, 2, IPL_CHAIN_MAX_FEATURES, TRUE,
                       error)
      || !check_count ("The number of layers", self->n_layers, 1, IPL_CHAIN_MAX_LAYERS, FALSE,
                       error))
    return FALSE;
  for (guint l = 0; l < self->n_layers; l++)
    {
      if (!check_count ("The number of heads in a layer", self->n_heads[l], 1, IPL_CHAIN_MAX_HEADS,
                        FALSE, error))
        return FALSE;
      for (guint h = 0; h < self->n_heads[l]; h++)
        if ((guint)self->heads[l][h] > IPL_HEAD_BLANK)
          {
            g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                         "Head %u of layer %u must be good, uniform, random or blank.", h + 1,
                         l + 1);
            return FALSE;
          }
    }
  return TRUE;
}
