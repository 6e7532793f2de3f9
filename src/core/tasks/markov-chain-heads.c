/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tasks/markov-chain-private.h"

#include <gsl/gsl_randist.h>
#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/tasks/balanced-classes.h"

/* W[key, query] of a good head: a token attends to its predecessor if that is in the same state,
 * else to the beginning of the sequence. */
static void
fill_good (const IplMarkovChain *self, double *W)
{
  gsize N0 = ipl_markov_chain_N0 (self), T = ipl_markov_chain_T (self), n = self->n_features,
        half = n / 2;
  /* q = 2 (v+ - v-) / |v+ - v-|^2, and |v+ - v-|^2 = 2 n_f. */
  double q = 2 * G_SQRT2 / (2 * (double)n);

  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < n; j++)
      W[i * N0 + j] = self->beta * q * q * ((i < half) == (j < half) ? 1 : -1);
  for (gsize j = 1; j + 1 < T; j++)
    W[(n + j) * N0 + n + j + 1] = self->beta;
  for (gsize t = 1; t < T; t++)
    W[n * N0 + n + t] = 1.5 * self->beta;
}

static void
fill_uniform (const IplMarkovChain *self, double *W)
{
  gsize N0 = ipl_markov_chain_N0 (self), n = self->n_features;

  for (gsize i = n; i < N0; i++)
    for (gsize j = n; j < N0; j++)
      W[i * N0 + j] = self->beta;
}

/* Always the same numbers for the same seed, layer and head. @W: [N0, N0] key, query. */
void
ipl_markov_chain_random_head (const IplMarkovChain *self, guint l, guint h, double factor,
                              double *W, gsize stride)
{
  gsize N0 = ipl_markov_chain_N0 (self), n = self->n_features;
  gsl_rng *rng = gsl_rng_alloc (gsl_rng_mt19937);

  ipl_markov_chain_seed (rng, self->seed, IPL_CHAIN_WEIGHTS, l, h);
  for (gsize i = 0; i < N0; i++)
    for (gsize j = 0; j < N0; j++)
      {
        double sd = 1;

        if (i < n)
          sd /= sqrt ((double)n);
        if (j < n)
          sd /= sqrt ((double)n);
        W[i * stride + j] = factor * sd * gsl_ran_gaussian_ziggurat (rng, 1.0);
      }
  gsl_rng_free (rng);
}

/* The attention heads of the task (THEORY.md section 7). @weights: [n_layers] combined logit
 * matrices [H_l, N0, N0], key on the left. */
gboolean
ipl_markov_chain_weights (const IplMarkovChain *self, IplLayerWeights *weights, GError **error)
{
  gsize N0 = ipl_markov_chain_N0 (self);

  for (guint l = 0; l < self->n_layers; l++)
    {
      gsize size = self->n_heads[l] * N0 * N0;

      weights[l].combined = ipl_memory_try_doubles ((double)size, "The attention heads", error);
      if (weights[l].combined == NULL)
        return FALSE;
      memset (weights[l].combined, 0, size * sizeof (double));
    }
  for (guint l = 0; l < self->n_layers; l++)
    for (guint h = 0; h < self->n_heads[l]; h++)
      {
        double *W = weights[l].combined + h * N0 * N0;

        switch (self->heads[l][h])
          {
          case IPL_HEAD_GOOD:
            fill_good (self, W);
            break;
          case IPL_HEAD_UNIFORM:
            fill_uniform (self, W);
            break;
          case IPL_HEAD_RANDOM:
            ipl_markov_chain_random_head (self, l, h, self->beta, W, N0);
            break;
          case IPL_HEAD_BLANK:
          default:
            break;
          }
      }
  return TRUE;
}

static gboolean
averages (IplHeadKind kind)
{
  return kind == IPL_HEAD_UNIFORM || kind == IPL_HEAD_BLANK;
}

/* TRUE if the paths are the paper's: a good head and another in layer 1, an averaging head in
 * layer 2, with or without a random head. */
static gboolean
has_paper_paths (const IplMarkovChain *self)
{
  return self->n_layers == 2 && self->n_heads[0] == 2 && self->n_heads[1] <= 2
         && self->heads[0][0] == IPL_HEAD_GOOD && self->heads[0][1] != IPL_HEAD_GOOD
         && averages (self->heads[1][0])
         && (self->n_heads[1] == 1 || self->heads[1][1] == IPL_HEAD_RANDOM);
}

/* Names heads by their kind, and the paper's paths as the paper does. */
void
ipl_markov_chain_names (const IplMarkovChain *self, IplCase *the_case)
{
  static const char *const paper[2][2] = {
    { "good", "adversarial 1" },
    { "denoising", "adversarial 2" },
  };

  ipl_balanced_classes_name_heads (the_case, &self->layers, ipl_head_kind_dup_name, " ", "");
  if (!has_paper_paths (self))
    return;
  the_case->path_names = g_new0 (char *, the_case->Pi + 1);
  for (gsize p = 0; p < the_case->Pi; p++)
    the_case->path_names[p] = g_strdup (
        paper[ipl_case_path_head (the_case, p, 0)][ipl_case_path_head (the_case, p, 1)]);
}

static const char *const kind_names[] = {
  [IPL_HEAD_GOOD] = "good",
  [IPL_HEAD_UNIFORM] = "uniform",
  [IPL_HEAD_RANDOM] = "random",
  [IPL_HEAD_BLANK] = "blank",
};

/* "good", "uniform", "random" or "blank". */
const char *
ipl_head_kind_name (IplHeadKind kind)
{
  g_return_val_if_fail ((gsize)kind < G_N_ELEMENTS (kind_names), "blank");

  return kind_names[kind];
}

/* Returns: (transfer full): its name */
char *
ipl_head_kind_dup_name (guint kind)
{
  return g_strdup (ipl_head_kind_name ((IplHeadKind)kind));
}

/* TRUE if @name is a kind of head. */
gboolean
ipl_head_kind_parse (const char *name, guint *kind)
{
  for (gsize k = 0; k < G_N_ELEMENTS (kind_names); k++)
    if (strcmp (name, kind_names[k]) == 0)
      {
        *kind = (guint)k;
        return TRUE;
      }
  return FALSE;
}
