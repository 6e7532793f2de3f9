/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sequences of a latent tree as a case of attention paths (THEORY.md section 15.5). */
#include "core/hierarchy/tree-case.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/base/random-stream.h"
#include "core/base/random.h"
#include "core/case/case-io.h"
#include "core/case/feature-plan.h"
#include "core/case/features.h"
#include "core/tasks/two-classes.h"
#include <math.h>
#include <string.h>

/* Further away than any sequence of the training set. */
#define TEST_STREAMS (G_GUINT64_CONSTANT (1) << 32)

/* Tokens of a sequence, with the one that marks its beginning, and numbers of each. */
static gsize
get_T (const IplTreeCase *self)
{
  return (gsize)ipl_latent_tree_n_tokens (&self->tree) + 1;
}

static gsize
get_N0 (const IplTreeCase *self)
{
  return self->n_features + get_T (self);
}

/* TRUE if levels are levels of the tree. */
gboolean
ipl_tree_case_validate (gconstpointer own, GError **error)
{
  const IplTreeCase *self = own;

  if (self->class_level > self->tree.depth)
    return ipl_fail (
        error, IPL_ERROR_VALUE,
        "The class cannot be told at level %u of a tree of depth %u: choose a level from "
        "1 to %u, or a deeper tree.",
        self->class_level, self->tree.depth, self->tree.depth);
  for (guint l = 0; l < self->n_layers; l++)
    for (guint h = 0; h < self->n_heads[l]; h++)
      if (self->heads[l][h] != IPL_TREE_HEAD_RANDOM && self->heads[l][h] > self->tree.depth)
        return ipl_fail (
            error, IPL_ERROR_VALUE,
            "Head %u of layer %u joins tokens at level %u, but the tree's depth is %u.", h + 1,
            l + 1, self->heads[l][h], self->tree.depth);
  return TRUE;
}

/* W[key, query]: a token attends to those in its own state whose common ancestor with it is @height
 * levels up; where there are none, to the beginning, which attends to itself. */
static void
fill_level (const IplTreeCase *self, guint height, double *W)
{
  gsize N0 = get_N0 (self), T = get_T (self), n = self->n_features;
  /* q = 2 (v+ - v-) / |v+ - v-|^2, and |v+ - v-|^2 = 2 n_f. */
  double q = G_SQRT2 / (double)n;

  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < n; j++)
      W[i * N0 + j] = self->beta * q * q * ((i < n / 2) == (j < n / 2) ? 1 : -1);
  for (guint key = 0; key + 1 < T; key++)
    for (guint query = 0; query + 1 < T; query++)
      if (ipl_latent_tree_height (key, query) == height)
        W[(n + 1 + key) * N0 + n + 1 + query] = self->beta;
  for (gsize t = 0; t < T; t++)
    W[n * N0 + n + t] = (t == 0 ? 3 : 1.5) * self->beta;
}

static void
fill_random (const IplTreeCase *self, gsl_rng *rng, double *W)
{
  gsize N0 = get_N0 (self), n = self->n_features;
  double root = sqrt ((double)n);

  for (gsize i = 0; i < N0; i++)
    for (gsize j = 0; j < N0; j++)
      W[i * N0 + j]
          = self->beta * ipl_random_gaussian (rng) / (i < n ? root : 1) / (j < n ? root : 1);
}

/* TRUE if there was memory for them. @weights: [n_layers] combined logit matrices [H_l, N0, N0],
 * key on the left. */
static gboolean
fill_weights (const IplTreeCase *self, IplLayerWeights *weights, GError **error)
{
  gsize N0 = get_N0 (self);

  for (guint l = 0; l < self->n_layers; l++)
    {
      weights[l].combined = ipl_try_new0 (
          double, (double)self->n_heads[l] * (double)N0 * (double)N0, "the attention heads", error);
      if (weights[l].combined == NULL)
        return FALSE;
      for (guint h = 0; h < self->n_heads[l]; h++)
        {
          double *W = weights[l].combined + h * N0 * N0;
          guint head = self->heads[l][h];
          IplRandomStream stream;

          ipl_random_stream_init (&stream, self->seed, IPL_STREAM_TREE_HEADS,
                                  l * IPL_LAYER_HEADS_MAX_HEADS + h);
          if (head == IPL_TREE_HEAD_RANDOM)
            fill_random (self, &stream.rng, W);
          else if (head != IPL_TREE_HEAD_BLANK)
            fill_level (self, head, W);
        }
    }
  return TRUE;
}

/* "level-1", .., "random" or "blank". */
char *
ipl_tree_head_name (guint head)
{
  return head == IPL_TREE_HEAD_BLANK    ? g_strdup ("blank")
         : head == IPL_TREE_HEAD_RANDOM ? g_strdup ("random")
                                        : g_strdup_printf ("level-%u", head);
}

/* TRUE if @name is a kind of head. */
gboolean
ipl_tree_head_parse (const char *name, guint *head)
{
  for (guint k = 0; k <= IPL_TREE_HEAD_RANDOM; k++)
    {
      g_autofree char *known = ipl_tree_head_name (k);

      if (strcmp (name, known) == 0)
        {
          *head = k;
          return TRUE;
        }
    }
  return FALSE;
}

/* The tokens that come from second children @level levels up. */
static guint64
second_halves (guint level)
{
  guint64 mask = 0;

  for (guint m = 0; m < 64; m++)
    mask |= (guint64)((m >> (level - 1)) & 1) << m;
  return mask;
}

/* Standard Gaussian noise, its part in the plane of both states scaled by one deviation and the
 * rest by the other; the plane is spanned by the means of the two halves. */
static void
add_noise (const IplTreeCase *self, gsl_rng *rng, double *noise, double *token)
{
  gsize n = self->n_features, half = n / 2;
  double along = self->noise_parallel - self->noise_perpendicular;
  double mean[2] = { 0, 0 };

  for (gsize i = 0; i < n; i++)
    {
      noise[i] = ipl_random_gaussian (rng);
      mean[i >= half] += noise[i] / (double)half;
    }
  for (gsize i = 0; i < n; i++)
    token[i] += self->noise_perpendicular * noise[i] + along * mean[i >= half];
}

/* [T, N0] tokens of one sequence: the beginning first; state, noise and one-hot position of each.
 */
static void
compose (const IplTreeCase *self, gboolean minus, gsl_rng *rng, double *noise, double *x)
{
  gsize T = get_T (self), N0 = get_N0 (self);
  gsize n = self->n_features, half = n / 2;
  guint64 states = ipl_latent_tree_draw (&self->tree, rng);

  if (minus)
    states ^= second_halves (self->class_level);
  memset (x, 0, T * N0 * sizeof (double));
  for (gsize t = 0; t < T; t++)
    {
      double *token = x + t * N0;

      token[n + t] = 1;
      if (t == 0)
        continue;
      for (gsize i = 0; i < half; i++)
        token[((states >> (t - 1)) & 1) != 0 ? i : half + i] = G_SQRT2;
      add_noise (self, rng, noise, token);
    }
}

typedef struct
{
  const IplTreeCase *self;
  IplFeaturePlan *plan;
  gsize Pi, T, N0;
} Making;

/* Sequences of one block and their path features, while the tokens are in the cache. */
static gboolean
make_sequences (IplExamples *examples, gboolean test, gsize first, gsize count, gconstpointer data,
                GError **error)
{
  const Making *making = data;
  gsize size = making->T * making->N0;
  g_autofree double *own = examples->x == NULL ? g_new (double, count *size) : NULL;
  g_autofree double *noise = g_new (double, making->self->n_features);
  double *x = own != NULL ? own : examples->x + first * size;

  for (gsize i = 0; i < count; i++)
    {
      gboolean minus = examples->y[first + i] < 0;
      gsize place = first + i - (minus ? examples->count / 2 : 0);
      IplRandomStream stream;

      ipl_random_stream_init (&stream, making->self->seed, IPL_STREAM_TREE_TOKENS,
                              (test ? TEST_STREAMS : 0) + 2 * place + minus);
      compose (making->self, minus, &stream.rng, noise, x + i * size);
    }
  ipl_feature_plan_run (making->plan, count, x, NULL,
                        examples->xi + first * making->Pi * making->N0, NULL);
  return TRUE;
}

/* The case without weights, names and examples. */
static IplCase *
new_case (const IplTreeCase *self, const char *name)
{
  return ipl_two_classes_new (name, &self->layers, self->seed, get_T (self), get_N0 (self),
                              self->n_train, self->n_test);
}

/* Generates sequences of a latent tree at the weights level, class +1 first in each set. Every
 * sequence has its own stream of random numbers: the first ones stay the same when more are asked
 * for. */
IplCase *
ipl_tree_case_generate (gconstpointer own, const char *name, gboolean keep_inputs, guint threads,
                        GCancellable *cancellable, GError **error)
{
  const IplTreeCase *self = own;
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplFeaturePlan) plan = NULL;
  Making making;

  if (!ipl_tree_case_validate (self, error))
    return NULL;
  if (threads == 0)
    threads = ipl_parallel_default_threads ();
  the_case = new_case (self, name);
  if (!ipl_case_check_size (self->n_train, self->n_test, the_case->Pi, the_case->N0, 1, error)
      || !fill_weights (self, the_case->weights, error))
    return NULL;
  plan = ipl_feature_plan_new (the_case->weights, the_case->L, the_case->H, the_case->residual,
                               the_case->T, the_case->N0, the_case->readout, threads, error);
  if (plan == NULL)
    return NULL;
  making = (Making){ self, plan, the_case->Pi, the_case->T, the_case->N0 };
  if (!ipl_two_classes_make (the_case, keep_inputs, ipl_feature_block (the_case->T), make_sequences,
                             &making, threads, cancellable, error))
    return NULL;
  if (!keep_inputs)
    ipl_layer_weights_clear (the_case->weights, the_case->L);
  ipl_two_classes_name_heads (the_case, &self->layers, ipl_tree_head_name, " (", ")");
  ipl_two_classes_name_paths (the_case);
  ipl_case_finish_names (the_case);
  return g_steal_pointer (&the_case);
}
