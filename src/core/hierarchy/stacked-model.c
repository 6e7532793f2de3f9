/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks of JoMA's attention and hidden units over all states of the leaves of a latent tree, whose
 * loss is an expectation without samples (THEORY.md section 15.6). In block l, query q, state n:
 *
 *   b_m = e^{z_qm/T} x_m / sum_m' e^{z_qm'/T} x_m'      x the leaves, above them h of the block
 * below a_k = sum_m b_m W_mk + W_qk,    h_k = o_q phi (a_k)
 *
 * o_q is 1 in all blocks but the lowest, where query q is a leaf, and 0 where that does not occur;
 * the last block has one query, and its a are the logits of the root's bit. */
#include "core/hierarchy/stacked-private.h"

#include <gsl/gsl_randist.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/random-stream.h"

const char *const ipl_stacked_units[] = { "softplus", "relu", NULL };

void
ipl_stacked_init (IplStacked *self)
{
  *self = (IplStacked){ .blocks = 2,
                        .queries = 4,
                        .units = 2,
                        .unit = g_intern_static_string (ipl_stacked_units[0]),
                        .temperature = 0.5,
                        .rate = 1,
                        .start_sd = 0.01,
                        .steps = 3000,
                        .seed = 1 };
  self->tree = (IplLatentTree){ .depth = IPL_STACKED_MAX_DEPTH, .root_one = 0.5 };
  for (guint level = 0; level < IPL_TREE_MAX_DEPTH; level++)
    self->tree.flip[level] = 0.1;
}

/* TRUE if they can be run. */
gboolean
ipl_stacked_validate (gconstpointer settings, GError **error)
{
  const IplStacked *self = settings;
  guint tokens = ipl_latent_tree_n_tokens (&self->tree);

  if (self->tree.depth > IPL_STACKED_MAX_DEPTH)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "A tree of depth %u has %u tokens, whose states are too many to go through: "
                     "give a depth of at most %d.",
                     self->tree.depth, tokens, IPL_STACKED_MAX_DEPTH);
  if (self->blocks > 1 && self->queries > tokens)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "Each query of the lowest block is one of the %u tokens: give at most as many "
                     "queries, not %u.",
                     tokens, self->queries);
  return TRUE;
}

/* Adds one state of all nodes, in the order of a heap with the root at 1. */
static void
add_state (IplStackedModel *self, guint32 bits)
{
  const IplLatentTree *tree = &self->settings.tree;
  gsize leaves = ipl_latent_tree_n_tokens (tree), n = bits >> (leaves - 1);
  gboolean root = bits & 1;
  double p = root ? tree->root_one : 1 - tree->root_one;

  for (gsize node = 2; node < 2 * leaves; node++)
    {
      double flip = tree->flip[g_bit_storage (node) - 2];
      gboolean flips = ((bits >> (node - 1)) ^ (bits >> (node / 2 - 1))) & 1;

      p *= flips ? flip : 1 - flip;
    }
  self->p[n] += p;
  self->root[2 * n + root] += p;
  for (gsize node = 0; node < self->latents; node++)
    self->joint[node * self->N + n] += (bits >> node) & 1 ? p : 0;
}

static gboolean
init_states (IplStackedModel *self, GError **error)
{
  gsize leaves = ipl_latent_tree_n_tokens (&self->settings.tree);
  double N;

  self->N = (gsize)1 << leaves;
  self->latents = leaves - 1;
  N = (double)self->N;
  self->memory = ipl_try_parts0 ("the states of the tree", error, { &self->x, N * (double)leaves },
                                 { &self->p, N }, { &self->root, 2 * N },
                                 { &self->joint, N * (double)self->latents });
  if (self->memory == NULL)
    return FALSE;
  for (gsize n = 0; n < self->N; n++)
    for (gsize m = 0; m < leaves; m++)
      self->x[n * leaves + m] = (n >> m) & 1;
  for (guint32 bits = 0; bits < 1u << (2 * leaves - 1); bits++)
    add_state (self, bits);
  return TRUE;
}

gboolean
ipl_stacked_model_init (IplStackedModel *self, const IplStacked *settings, GError **error)
{
  gsize M = ipl_latent_tree_n_tokens (&settings->tree);

  *self = (IplStackedModel){ .settings = *settings };
  if (!init_states (self, error))
    return FALSE;
  for (guint l = 0; l < settings->blocks; l++)
    {
      IplStackedBlock *block = &self->blocks[l];
      gboolean last = l + 1 == settings->blocks;
      double N = (double)self->N, places, units;

      *block = (IplStackedBlock){ .M = M,
                                  .Q = last ? 1 : MAX (settings->queries >> l, 1),
                                  .K = last ? 2 : settings->units,
                                  .weights = self->size };
      block->logits = block->weights + block->Q * (M + 1) * block->K;
      self->size = block->logits + block->Q * M;
      places = (double)(block->Q * M);
      units = N * (double)(block->Q * block->K);
      self->blocks_memory[l]
          = ipl_try_parts ("the blocks", error, { &block->b, N * places }, { &block->a, units },
                           { &block->h, units }, { &block->g, units }, { &block->e, places });
      if (self->blocks_memory[l] == NULL)
        return FALSE;
      M = block->Q * block->K;
    }
  return TRUE;
}

void
ipl_stacked_model_clear (IplStackedModel *self)
{
  g_clear_pointer (&self->memory, g_free);
  for (guint l = 0; l < IPL_STACKED_MAX_BLOCKS; l++)
    g_clear_pointer (&self->blocks_memory[l], g_free);
}

/* @state: [size] N(0, start_sd^2) */
void
ipl_stacked_model_start (const IplStackedModel *self, double *state)
{
  IplRandomStream stream;

  ipl_random_stream_init (&stream, self->settings.seed, IPL_STREAM_STACKED, 0);
  for (gsize i = 0; i < self->size; i++)
    state[i] = gsl_ran_gaussian_ziggurat (&stream.rng, self->settings.start_sd);
}

/* [N x M] inputs of the block's attention. */
const double *
ipl_stacked_model_inputs (const IplStackedModel *self, guint block)
{
  return block == 0 ? self->x : self->blocks[block - 1].h;
}

/* o_q */
double
ipl_stacked_model_gate (const IplStackedModel *self, guint block, gsize n, gsize q)
{
  const IplStackedBlock *lowest = &self->blocks[0];

  return block > 0 || self->settings.blocks == 1
             ? 1
             : self->x[n * lowest->M + q * lowest->M / lowest->Q];
}

static double
value (const IplStackedModel *self, guint l, double a)
{
  if (l + 1 == self->settings.blocks)
    return a;
  return self->settings.unit[0] == 'r' ? MAX (a, 0) : MAX (a, 0) + log1p (exp (-fabs (a)));
}

static double
slope (const IplStackedModel *self, guint l, double a)
{
  if (l + 1 == self->settings.blocks)
    return 1;
  return self->settings.unit[0] == 'r' ? a > 0 : 1 / (1 + exp (-a));
}

/* @x: [M]; @W: [(M + 1) x K]; of one query in one state. */
static void
attend (IplStackedModel *self, guint l, gsize n, gsize q, const double *x, const double *W)
{
  IplStackedBlock *block = &self->blocks[l];
  const double *e = block->e + q * block->M;
  double *b = block->b + (n * block->Q + q) * block->M, sum = 0;
  double *a = block->a + (n * block->Q + q) * block->K;
  double *h = block->h + (n * block->Q + q) * block->K;

  for (gsize m = 0; m < block->M; m++)
    sum += b[m] = e[m] * x[m];
  memcpy (a, W + block->M * block->K, block->K * sizeof (double));
  for (gsize m = 0; m < block->M; m++)
    {
      b[m] = sum > 0 ? b[m] / sum : 0;
      for (gsize k = 0; k < block->K; k++)
        a[k] += b[m] * W[m * block->K + k];
    }
  for (gsize k = 0; k < block->K; k++)
    h[k] = ipl_stacked_model_gate (self, l, n, q) * value (self, l, a[k]);
}

/* The loss; the gradient in the logits is left in the last block. */
static double
read_out (IplStackedModel *self)
{
  IplStackedBlock *last = &self->blocks[self->settings.blocks - 1];
  double loss = 0;

  for (gsize n = 0; n < self->N; n++)
    {
      const double *a = last->a + 2 * n, *root = self->root + 2 * n;
      double largest = MAX (a[0], a[1]);
      double total = largest + log (exp (a[0] - largest) + exp (a[1] - largest));

      for (gsize k = 0; k < 2; k++)
        {
          loss -= root[k] * (a[k] - total);
          last->g[2 * n + k] = self->p[n] * exp (a[k] - total) - root[k];
        }
    }
  return loss;
}

double
ipl_stacked_model_forward (IplStackedModel *self, const double *state)
{
  for (guint l = 0; l < self->settings.blocks; l++)
    {
      IplStackedBlock *block = &self->blocks[l];
      const double *x = ipl_stacked_model_inputs (self, l);

      for (gsize q = 0; q < block->Q; q++)
        {
          const double *z = state + block->logits + q * block->M;
          double largest = z[0];

          for (gsize m = 1; m < block->M; m++)
            largest = MAX (largest, z[m]);
          for (gsize m = 0; m < block->M; m++)
            block->e[q * block->M + m] = exp ((z[m] - largest) / self->settings.temperature);
        }
      for (gsize n = 0; n < self->N; n++)
        for (gsize q = 0; q < block->Q; q++)
          attend (self, l, n, q, x + n * block->M,
                  state + block->weights + q * (block->M + 1) * block->K);
    }
  return read_out (self);
}

/* Adds the gradients of the weights and logits of a query in a state and, unless @dx is NULL, of
 * its attended inputs. @g: [K] gradient in h */
static void
go_back (const IplStackedModel *self, guint l, gsize n, gsize q, const double *state,
         const double *g, double *gradient, double *dx)
{
  const IplStackedBlock *block = &self->blocks[l];
  gsize M = block->M, K = block->K, at = block->weights + q * (M + 1) * K;
  const double *b = block->b + (n * block->Q + q) * M, *a = block->a + (n * block->Q + q) * K;
  const double *x = ipl_stacked_model_inputs (self, l) + n * M, *W = state + at;
  double gate = ipl_stacked_model_gate (self, l, n, q), da[IPL_STACKED_MAX_UNITS], mean = 0,
         sum = 0;
  double db[IPL_STACKED_MAX_QUERIES * IPL_STACKED_MAX_UNITS];

  if (gate == 0)
    return;
  for (gsize k = 0; k < K; k++)
    gradient[at + M * K + k] += da[k] = gate * g[k] * slope (self, l, a[k]);
  for (gsize m = 0; m < M; m++)
    {
      db[m] = 0;
      for (gsize k = 0; k < K; k++)
        {
          gradient[at + m * K + k] += b[m] * da[k];
          db[m] += W[m * K + k] * da[k];
        }
      mean += b[m] * db[m];
      sum += block->e[q * M + m] * x[m];
    }
  for (gsize m = 0; m < M; m++)
    {
      gradient[block->logits + q * M + m] += b[m] * (db[m] - mean) / self->settings.temperature;
      if (dx != NULL && sum > 0)
        dx[m] += block->e[q * M + m] / sum * (db[m] - mean);
    }
}

/* After ipl_stacked_model_forward() at the same state. @held: (nullable): [blocks] gradients in h
 * [N x Q x K] that take the place of those from above; else these are left in the blocks.
 * @gradient: [size] */
void
ipl_stacked_model_backward (IplStackedModel *self, const double *state, double *const *held,
                            double *gradient)
{
  memset (gradient, 0, self->size * sizeof (double));
  for (guint l = self->settings.blocks; l-- > 0;)
    {
      IplStackedBlock *block = &self->blocks[l];
      const double *g = held != NULL ? held[l] : block->g;
      double *dx = held == NULL && l > 0 ? self->blocks[l - 1].g : NULL;

      if (dx != NULL)
        memset (dx, 0, self->N * block->M * sizeof (double));
      for (gsize n = 0; n < self->N; n++)
        for (gsize q = 0; q < block->Q; q++)
          go_back (self, l, n, q, state, g + (n * block->Q + q) * block->K, gradient,
                   dx != NULL ? dx + n * block->M : NULL);
    }
}

G_STATIC_ASSERT (IPL_STACKED_MAX_QUERIES *IPL_STACKED_MAX_UNITS >= 1 << IPL_STACKED_MAX_DEPTH);
