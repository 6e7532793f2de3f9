/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sequences of a task, their path features, and how well the best predictor does on the test set.
 */
#include "core/tasks/token-task.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/base/random-stream.h"
#include "core/case/case-io.h"
#include "core/case/features.h"
#include "core/tasks/balanced-classes.h"

/* Further away than any sequence of the training set. */
#define TEST_STREAMS (G_GUINT64_CONSTANT (1) << 32)

guint
ipl_token_task_get_symbols (const IplTokenTask *self)
{
  return self->kind->n_symbols > 0 ? self->kind->n_symbols : self->n_symbols;
}

/* Two, or a class for each symbol. */
guint
ipl_token_task_get_classes (const IplTokenTask *self)
{
  return self->which_symbol && self->kind->infer_all != NULL ? ipl_token_task_get_symbols (self)
                                                             : 2;
}

gsize
ipl_token_task_get_T (const IplTokenTask *self)
{
  return self->kind->get_T != NULL ? self->kind->get_T (self) : self->n_tokens;
}

static IplLabels
get_labels (const IplTokenTask *self)
{
  guint classes = ipl_token_task_get_classes (self);

  if (self->kind->questions != NULL)
    return (IplLabels){ IPL_LABELS_NUMBERS, g_strv_length ((GStrv)self->kind->questions) };
  if (classes > 2)
    return (IplLabels){ IPL_LABELS_CLASSES, classes };
  return (IplLabels){ self->kind->is_regression ? IPL_LABELS_NUMBERS : IPL_LABELS_SIGNS, 1 };
}

/* The numbers of a token without its position: of a regression the inputs and their target. */
static gsize
get_features (const IplTokenTask *self)
{
  return self->kind->is_regression ? (gsize)self->n_symbols + 1 : self->n_features;
}

static gsize
get_N0 (const IplTokenTask *self)
{
  return get_features (self) + ipl_token_task_get_T (self);
}

/* FALSE with a sentence if the parameters are inconsistent. @prepared: (out) (nullable): freed
 * with g_free() */
static gboolean
prepare (const IplTokenTask *self, gpointer *prepared, GError **error)
{
  guint V = ipl_token_task_get_symbols (self);

  if (!self->kind->is_regression && self->n_features < V)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "Tokens of %u features cannot separate %u symbols: give at least %u "
                     "features.",
                     self->n_features, V, V);
  if (self->kind->prepare == NULL)
    return TRUE;
  *prepared = self->kind->prepare (self, error);
  return *prepared != NULL;
}

/* FALSE with a sentence if the parameters are inconsistent. */
gboolean
ipl_token_task_validate (gconstpointer own, GError **error)
{
  g_autofree gpointer prepared = NULL;

  return prepare (own, &prepared, error);
}

typedef struct
{
  const IplTokenTask *self;
  gconstpointer prepared;
  IplFeaturePlan *plan;
  double *best; /* [P' x K] best predictions on the test set */
  gsize Pi, T, N0;
  guint V, K, classes; /* symbols, outputs, classes that sequences are drawn of */
} Making;

/* Symbols as one-hot vectors with noise on all features. */
static void
compose_symbols (const Making *making, guint class, gsl_rng *rng, guint8 *symbols, double *x)
{
  const IplTokenTask *self = making->self;

  self->kind->draw (self, making->prepared, class, rng, symbols);
  for (gsize t = 0; t < making->T; t++)
    {
      double *token = x + t * making->N0;

      token[symbols[t]] = 1;
      for (gsize i = 0; i < self->n_features && self->noise > 0; i++)
        token[i] += self->noise * ipl_random_gaussian (rng);
    }
}

/* p: [T x V] proportional to exp (-|x - e_v|^2 / (2 noise^2)), rows sum to 1. */
static void
fill_likelihood (const Making *making, const double *x, double *p)
{
  double precision = 1 / (making->self->noise * making->self->noise);

  for (gsize t = 0; t < making->T; t++, p += making->V)
    {
      const double *token = x + t * making->N0;
      double largest = token[0], sum = 0;

      for (guint v = 1; v < making->V; v++)
        largest = MAX (largest, token[v]);
      for (guint v = 0; v < making->V; v++)
        sum += p[v] = token[v] == largest ? 1 : exp ((token[v] - largest) * precision);
      for (guint v = 0; v < making->V; v++)
        p[v] /= sum;
    }
}

/* Twice the probability of +1, or of a class, minus 1. The first of several questions is about
 * the class, whose label is random with probability label_noise, so the expectation of the label
 * shrinks. Signs and the order of classes do not change. @best: [K] */
static void
predict_best (const Making *making, const double *x, double *p, double *best)
{
  const IplTokenTask *self = making->self;

  if (self->kind->predict != NULL)
    {
      *best = self->kind->predict (self, making->N0, x);
      return;
    }
  fill_likelihood (making, x, p);
  if (making->K > 1)
    self->kind->infer_all (self, p, best);
  else
    *best = self->kind->infer (self, making->prepared, p);
  for (guint k = 0; k < making->K; k++)
    best[k] = 2 * best[k] - 1;
  if (self->kind->questions != NULL)
    best[0] *= 1 - self->label_noise;
}

static guint
draw_class (const Making *making, gsl_rng *rng)
{
  return making->classes > 2 ? (guint)gsl_rng_uniform_int (rng, making->classes)
                             : gsl_rng_uniform (rng) >= 0.5;
}

/* Draws the tokens of a sequence of a class, and its labels @y unless they are given. */
static void
compose (const Making *making, guint64 index, guint class, guint8 *symbols, double *x, double *y)
{
  const IplTokenTask *self = making->self;
  gsize T = making->T, N0 = making->N0;
  IplRandomStream stream;

  ipl_random_stream_init (&stream, self->seed, IPL_STREAM_TOKEN_TASK, index);
  memset (x, 0, T * N0 * sizeof (double));
  if (gsl_rng_uniform (&stream.rng) < self->label_noise)
    class = draw_class (making, &stream.rng);
  if (self->kind->compose != NULL)
    *y = self->kind->compose (self, N0, &stream.rng, x);
  else
    compose_symbols (making, class, &stream.rng, symbols, x);
  if (self->kind->answer != NULL)
    self->kind->answer (self, symbols, y);
  for (gsize t = 0; t < T; t++)
    x[t * N0 + N0 - T + t] = 1;
}

/* Sequences of one block and their path features, while the tokens are in the cache. */
static gboolean
make_sequences (IplExamples *examples, gboolean test, gsize first, gsize count, gconstpointer data,
                GError **error)
{
  const Making *making = data;
  gsize size = making->T * making->N0;
  g_autofree double *own = examples->x == NULL ? g_new (double, count *size) : NULL;
  g_autofree guint8 *symbols = g_new (guint8, making->T);
  g_autofree double *p = g_new (double, making->T *making->V);
  double *x = own != NULL ? own : examples->x + first * size;

  for (gsize i = 0; i < count; i++)
    {
      gsize place;
      guint class = ipl_balanced_classes_at (making->classes, examples->count, first + i, &place);

      compose (making, (test ? TEST_STREAMS : 0) + making->classes * place + class, class, symbols,
               x + i * size, &examples->y[(first + i) * making->K]);
      if (test)
        predict_best (making, x + i * size, p, making->best + (first + i) * making->K);
    }
  ipl_feature_plan_run (making->plan, count, x, NULL,
                        examples->xi + first * making->Pi * making->N0, NULL);
  return TRUE;
}

/* Names outputs by the questions about a sequence, or by the symbols that are classes. */
static void
name_outputs (const IplTokenTask *self, IplCase *the_case)
{
  if (the_case->labels.outputs == 1)
    return;
  the_case->output_names = g_new0 (char *, the_case->labels.outputs + 1);
  for (guint k = 0; k < the_case->labels.outputs; k++)
    the_case->output_names[k] = self->kind->questions != NULL ? g_strdup (self->kind->questions[k])
                                                              : g_strdup_printf ("symbol %u", k);
}

/* The case with its weights and names, and without examples. */
static IplCase *
new_case (const IplTokenTask *self, const char *name, GError **error)
{
  g_autoptr (IplCase) the_case
      = ipl_balanced_classes_new (name, &self->layers, self->seed, ipl_token_task_get_T (self),
                                  get_N0 (self), self->n_train, self->n_test);
  gboolean numbers = self->kind->is_regression;
  IplKitTokens tokens
      = { .T = the_case->T,
          .N0 = the_case->N0,
          .n_matched = numbers ? self->n_symbols : ipl_token_task_get_symbols (self),
          .match = numbers ? self->n_symbols : 1,
          .beta = self->beta,
          .decay = self->decay,
          .seed = self->seed,
          .learned = self->learned };

  the_case->readout = IPL_READOUT_LAST;
  the_case->temperature = IPL_TOKEN_TASK_TEMPERATURE;
  the_case->labels = get_labels (self);
  name_outputs (self, the_case);
  if (self->kind->get_note != NULL && self->kind->get_note (self) != NULL)
    g_ptr_array_add (the_case->notes, g_strdup (self->kind->get_note (self)));
  if (self->label_noise >= 1)
    ipl_case_warn (the_case,
                   "Labels are drawn at random: nothing predicts them better than chance.");
  if (!ipl_case_check_size (self->n_train, self->n_test, the_case->Pi, the_case->N0,
                            the_case->labels.outputs, error)
      || !ipl_kit_fill_weights (&tokens, &self->layers, the_case->weights, error))
    return NULL;
  ipl_balanced_classes_name_heads (the_case, &self->layers, ipl_kit_head_name, " (", ")");
  ipl_balanced_classes_name_paths (the_case);
  ipl_case_finish_names (the_case);
  return g_steal_pointer (&the_case);
}

/* Generates sequences at the weights level, class +1 first in each set. Every sequence has a
 * separate stream of random numbers, so a larger set begins with the same sequences. */
IplCase *
ipl_token_task_generate (gconstpointer own, const char *name, gboolean keep_inputs, guint threads,
                         GCancellable *cancellable, GError **error)
{
  const IplTokenTask *self = own;
  g_autofree gpointer prepared = NULL;
  g_autofree double *best = NULL;
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplFeaturePlan) plan = NULL;
  double standard_error;
  Making making;

  if (!prepare (self, &prepared, error))
    return NULL;
  if (threads == 0)
    threads = ipl_parallel_default_threads ();
  the_case = new_case (self, name, error);
  if (the_case == NULL)
    return NULL;
  plan = ipl_feature_plan_new (the_case->weights, the_case->L, the_case->H, the_case->residual,
                               the_case->T, the_case->N0, the_case->readout, threads, error);
  best = ipl_memory_try_doubles ((double)self->n_test * the_case->labels.outputs,
                                 "The best predictions", error);
  if (plan == NULL || best == NULL)
    return NULL;
  making = (Making){ .self = self, .prepared = prepared, .plan = plan, .best = best };
  making.Pi = the_case->Pi;
  making.T = the_case->T;
  making.N0 = the_case->N0;
  making.V = ipl_token_task_get_symbols (self);
  making.K = the_case->labels.outputs;
  making.classes = ipl_token_task_get_classes (self);
  if (!ipl_balanced_classes_make (the_case, keep_inputs, ipl_feature_block (the_case->T),
                                  make_sequences, &making, threads, cancellable, error))
    return NULL;
  the_case->best_score = ipl_case_measure (the_case, 0, best, &standard_error);
  if (!keep_inputs)
    ipl_layer_weights_clear (the_case->weights, the_case->L);
  return g_steal_pointer (&the_case);
}
