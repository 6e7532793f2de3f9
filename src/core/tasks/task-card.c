/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tasks/task-card.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/ref-count.h"
#include "core/case/features.h"
#include "core/kernel/eigenpairs.h"

/* Tokens of a cloud, spread over the sequences of the test set. */
#define MOST_CLOUD 300

static const char what[] = "The card of the task";

/* An empty card, all zero; NULL with IPL_ERROR_SHAPE for too many tokens, or IPL_ERROR_MEMORY. */
IplTaskCard *
ipl_task_card_alloc (gsize T, guint L, const guint *H, guint outputs, guint n, gsize n_cloud,
                     GError **error)
{
  g_autoptr (IplTaskCard) self = g_new0 (IplTaskCard, 1);
  double heads = 0;

  g_atomic_ref_count_init (&self->ref_count);
  self->T = T;
  self->L = L;
  for (guint l = 0; l < L; l++)
    {
      self->H[l] = H[l];
      heads += H[l];
    }
  if (T > IPL_CARD_MOST_TOKENS)
    return ipl_fail_null (error, IPL_ERROR_SHAPE,
                          "Sequences of %" G_GSIZE_FORMAT
                          " tokens are too long for their attention to be shown: at most %d.",
                          T, IPL_CARD_MOST_TOKENS);
  for (guint i = 0; i < n; i++)
    {
      IplCardSequence *sequence = &self->sequences[i];

      self->n = i + 1;
      sequence->y = g_new0 (double, outputs);
      sequence->kinds = g_new0 (guint8, T);
      sequence->at = g_new0 (double, 2 * T);
      sequence->attention = ipl_try_new0 (float, heads *(double)T *(double)T, what, error);
      if (sequence->attention == NULL)
        return NULL;
    }
  self->n_cloud = n_cloud;
  self->cloud = g_new0 (double, 2 * n_cloud + 1);
  self->cloud_kinds = g_new0 (guint8, n_cloud + 1);
  return g_steal_pointer (&self);
}

static void
task_card_clear (IplTaskCard *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      g_free (self->sequences[i].y);
      g_free (self->sequences[i].kinds);
      g_free (self->sequences[i].at);
      g_free (self->sequences[i].attention);
    }
  g_free (self->cloud);
  g_free (self->cloud_kinds);
}

IPL_DEFINE_REFERENCES (IplTaskCard, ipl_task_card, task_card_clear)

/* [T query x T key] attention, rows sum to 1. */
const float *
ipl_task_card_attention (const IplTaskCard *self, guint sequence, guint layer, guint head)
{
  gsize before = head;

  g_return_val_if_fail (sequence < self->n && layer < self->L && head < self->H[layer], NULL);

  for (guint l = 0; l < layer; l++)
    before += self->H[l];
  return self->sequences[sequence].attention + before * self->T * self->T;
}

/* From 0, +1 the first of two; of a regression 0. */
static guint
class_of (const IplCase *the_case, const IplExamples *examples, gsize number)
{
  const IplLabels *labels = &the_case->labels;
  const double *y = examples->y + number * labels->outputs;

  return labels->kind == IPL_LABELS_NUMBERS ? 0
         : labels->kind == IPL_LABELS_SIGNS ? y[0] <= 0
                                            : ipl_labels_find_class (labels, y);
}

static guint8
kind_of (const IplCase *the_case, const IplExamples *examples, gsize number)
{
  guint class = class_of (the_case, examples, number);

  if (!ipl_labels_are_classes (&the_case->labels) || class >= IPL_CARD_MOST_CLASSES)
    return IPL_CARD_OTHER;
  return (guint8)(the_case->labels.outputs > 1 ? IPL_CARD_CLASS + class : IPL_CARD_PLUS + class);
}

/* The source of tokens. */
typedef struct
{
  const IplCase *the_case;
  const IplExamples *examples;
  IplCardTokens tokens; /* (nullable) */
  gpointer data;
} Source;

/* x: [T x N0] */
static void
read_sequence (const Source *source, gsize number, double *x)
{
  gsize size = source->the_case->T * source->the_case->N0;

  if (source->examples->x != NULL)
    memcpy (x, source->examples->x + number * size, size * sizeof *x);
  else
    source->tokens (number, 1, x, source->data);
}

/* The @first-th sequence of each class, of the first ones that there are sequences of; of real
 * labels one. @numbers: [IPL_CARD_MOST_SEQUENCES] */
static void
choose_sequences (const IplCase *the_case, const IplExamples *examples, gsize first, gsize *count,
                  guint *n, gsize *numbers)
{
  guint classes = MAX (the_case->labels.outputs, 2);
  g_autofree gsize *of_class = g_new0 (gsize, classes);

  for (gsize m = 0; m < examples->count; m++)
    of_class[class_of (the_case, examples, m)]++;
  *count = examples->count;
  *n = 0;
  for (guint c = 0; c < classes && *n < IPL_CARD_MOST_SEQUENCES; c++)
    if (of_class[c] > 0)
      {
        numbers[(*n)++] = c;
        *count = MIN (*count, of_class[c]);
      }
  for (guint i = 0; i < *n; i++)
    {
      gsize left = MIN (first, *count - 1), m = 0;

      while (class_of (the_case, examples, m) != numbers[i] || left-- > 0)
        m++;
      numbers[i] = m;
    }
}

/* Axes of the two largest principal components of tokens X, [n x N0], which is centered here: mean,
 * [N0], and axes, [2 x N0], by the eigenvectors of the Gram matrix X X^T. */
static gboolean
find_axes (gsize n, gsize N0, double *X, double *mean, double *axes, double *share, GError **error)
{
  double *G = ipl_memory_try_doubles ((double)n * (double)n, what, error), trace = 0, held = 0;
  g_autoptr (IplEigenpairs) pairs = NULL;

  if (G == NULL)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    cblas_daxpy ((int)N0, 1.0 / (double)n, X + i * N0, 1, mean, 1);
  for (gsize i = 0; i < n; i++)
    cblas_daxpy ((int)N0, -1, mean, 1, X + i * N0, 1);
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)n, (int)n, (int)N0, 1, X, (int)N0, X,
               (int)N0, 0, G, (int)n);
  for (gsize i = 0; i < n; i++)
    trace += G[i * n + i];
  pairs = ipl_eigenpairs_new (n, G, n, NULL, error);
  if (pairs == NULL)
    return FALSE;
  for (gsize k = 0; k < MIN (n, 2) && pairs->values[k] > 1e-13 * trace; k++)
    {
      cblas_dgemv (CblasRowMajor, CblasTrans, (int)n, (int)N0, 1 / sqrt (pairs->values[k]), X,
                   (int)N0, pairs->vectors + k * n, 1, 0, axes + k * N0, 1);
      held += pairs->values[k];
    }
  *share = trace > 0 ? held / trace : 1;
  return TRUE;
}

/* n vectors x, [n x N0], along both axes from the mean. */
static void
project (gsize n, gsize N0, const double *x, const double *mean, const double *axes, double *at)
{
  for (gsize i = 0; i < n; i++)
    for (gsize k = 0; k < 2; k++)
      at[2 * i + k] = cblas_ddot ((int)N0, x + i * N0, 1, axes + k * N0, 1)
                      - cblas_ddot ((int)N0, mean, 1, axes + k * N0, 1);
}

/* Attention of every head on the tokens @x of an example: the given one, else that of the
 * weights. @O: [T x T] scratch. */
void
ipl_task_card_fill_attention (const IplCase *the_case, const IplExamples *examples, gsize number,
                              const double *x, double *O, float *attention)
{
  gsize T = the_case->T;

  for (guint l = 0; l < the_case->L; l++)
    for (guint h = 0; h < the_case->H[l]; h++)
      {
        const double *given = examples->attention[l];
        guint attending = ipl_case_attention_heads (the_case, l);

        if (h == attending)
          {
            for (gsize query = 0; query < T; query++)
              for (gsize key = 0; key < T; key++)
                *attention++ = query == key;
            continue;
          }
        if (given == NULL)
          ipl_features_attention_matrix (&the_case->weights[l], h, T, the_case->N0, x, O);
        for (gsize query = 0; query < T; query++)
          for (gsize key = 0; key < T; key++)
            *attention++
                = (float)(given != NULL ? given[((number * attending + h) * T + query) * T + key]
                                        : O[key * T + query]);
      }
}

/* TRUE if there are tokens, and attention of every layer. */
static gboolean
check_source (const Source *source, GError **error)
{
  const IplCase *the_case = source->the_case;
  gboolean complete = the_case->T > 0 && (source->examples->x != NULL || source->tokens != NULL);

  for (guint l = 0; l < the_case->L; l++)
    complete
        = complete
          && (ipl_case_attention_heads (the_case, l) == 0 || source->examples->attention[l] != NULL
              || the_case->weights[l].combined != NULL || the_case->weights[l].wq != NULL);
  if (!complete)
    g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                 "%s holds path features and no tokens: give tokens with attention or weights.",
                 the_case->name);
  return complete;
}

/* Tokens of the cloud, every so many-th of all: [n x N0]. */
static gboolean
read_cloud (const Source *source, gsize n, double *X, guint8 *kinds, double *x)
{
  gsize T = source->the_case->T, N0 = source->the_case->N0, all = source->examples->count * T;
  gsize read = G_MAXSIZE;

  for (gsize i = 0; i < n; i++)
    {
      gsize token = (gsize)(((double)i + 0.5) * (double)all / (double)n), number = token / T;

      if (number != read)
        read_sequence (source, number, x);
      read = number;
      memcpy (X + i * N0, x + token % T * N0, N0 * sizeof *X);
      kinds[i] = kind_of (source->the_case, source->examples, number);
    }
  return TRUE;
}

/* The card of any case with tokens and attention: its plane is that of the first two principal
 * components of tokens spread over the test set. */
IplTaskCard *
ipl_task_card_new (const IplCase *the_case, guint test, gsize first, IplCardTokens tokens,
                   gpointer data, GError **error)
{
  g_return_val_if_fail (the_case != NULL && test < the_case->n_tests, NULL);

  Source source = { the_case, &the_case->tests[test], tokens, data };
  gsize T = the_case->T, N0 = the_case->N0, K = the_case->labels.outputs, count, n_cloud;
  gsize numbers[IPL_CARD_MOST_SEQUENCES];
  g_autoptr (IplTaskCard) self = NULL;
  g_autofree double *space = NULL;
  double *x, *X, *O, *mean, *axes;
  guint n;

  if (!check_source (&source, error))
    return NULL;
  choose_sequences (the_case, source.examples, first, &count, &n, numbers);
  n_cloud = MIN (MOST_CLOUD, source.examples->count * T);
  self = ipl_task_card_alloc (T, the_case->L, the_case->H, (guint)K, n, n_cloud, error);
  if (self != NULL)
    space = ipl_try_parts (what, error, { &x, (double)T * (double)N0 },
                           { &X, (double)n_cloud * (double)N0 }, { &O, (double)T * (double)T },
                           { &mean, (double)N0 }, { &axes, 2 * (double)N0 });
  if (space == NULL)
    return NULL;
  memset (mean, 0, N0 * sizeof *mean);
  memset (axes, 0, 2 * N0 * sizeof *axes);
  self->test = test;
  self->first = MIN (first, count - 1);
  self->count = count;
  self->outside = NAN;
  read_cloud (&source, n_cloud, X, self->cloud_kinds, x);
  if (!find_axes (n_cloud, N0, X, mean, axes, &self->share, error))
    return NULL;
  for (gsize i = 0; i < n_cloud; i++)
    for (gsize k = 0; k < 2; k++)
      self->cloud[2 * i + k] = cblas_ddot ((int)N0, X + i * N0, 1, axes + k * N0, 1);
  for (guint i = 0; i < n; i++)
    {
      IplCardSequence *sequence = &self->sequences[i];

      sequence->number = numbers[i];
      memcpy (sequence->y, source.examples->y + numbers[i] * K, K * sizeof *sequence->y);
      memset (sequence->kinds, kind_of (the_case, source.examples, numbers[i]), T);
      read_sequence (&source, numbers[i], x);
      project (T, N0, x, mean, axes, sequence->at);
      ipl_task_card_fill_attention (the_case, source.examples, numbers[i], x, O,
                                    sequence->attention);
    }
  return g_steal_pointer (&self);
}
