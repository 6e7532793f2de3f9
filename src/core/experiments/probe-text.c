/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A transformer that learned a text, as probes: which of the most frequent words comes next
 * (THEORY.md sections 14.5 and 20). */
#include "core/experiments/probe-source.h"

#include <math.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/shown-text.h"
#include "core/experiments/text-parameters.h"
#include "core/probe/probe-arrays.h"
#include "core/text/text-paths.h"
#include "core/transformer/transformer-heads.h"

#define N_TRAIN 300
#define N_TEST 400

/* The logit of words that are no class. */
#define NEVER (-1e30f)

typedef struct
{
  IplTransformer *network; /* that chooses among the classes, after the last word */
  IplTransformer *without; /* the same, of which heads are removed */
  guint32 *tokens, *targets;
} Model;

static void
model_free (gpointer data)
{
  Model *self = data;

  ipl_transformer_free (self->network);
  ipl_transformer_free (self->without);
  g_free (self->tokens);
  g_free (self->targets);
  g_free (self);
}

static IplTransformerBatch
get_batch (const Model *self)
{
  return (IplTransformerBatch){ N_TEST, self->network->shape.L, self->tokens, self->targets };
}

static gboolean
measure (gconstpointer data, const gboolean *removed, guint threads, double *accuracy,
         GCancellable *cancellable, GError **error)
{
  const Model *self = data;
  const IplTransformerBatch batch = get_batch (self);
  IplTransformerScores scores;

  ipl_transformer_remove_heads (self->without, self->network, removed);
  if (!ipl_transformer_evaluate (self->without, &batch, &scores, threads, cancellable, error))
    return FALSE;
  *accuracy = scores.accuracy;
  return TRUE;
}

/* The text that the network was trained on, which must be an invented one: its file says from what
 * parameters. */
static IplTextCorpus *
find_corpus (const IplTransformer *network, const char *shown, GCancellable *cancellable,
             GError **error)
{
  g_autoptr (IplTextCorpus) corpus = NULL;
  g_autofree char *key = NULL;
  IplTextParameters parameters;
  double entropy;

  ipl_text_parameters_init (&parameters);
  if (network->about != NULL && ipl_text_parameters_read_key (&parameters, network->about))
    corpus = ipl_text_parameters_read (&parameters, &entropy, cancellable, NULL);
  if (corpus != NULL)
    key = ipl_text_parameters_key (&parameters, corpus);
  if (key != NULL && g_str_equal (key, network->about))
    return g_steal_pointer (&corpus);
  return ipl_fail_null (error, IPL_ERROR_MISSING,
                        "“%s” was not trained on the invented text of joma-text: only of such "
                        "networks the probes are made here; export-attention.py makes those of "
                        "others.",
                        shown);
}

/* Among the classes alone, and after the last word. */
static void
restrict_outputs (IplTransformer *self, guint classes)
{
  IplTransformerLayout layout;

  self->shape.last = TRUE;
  ipl_transformer_layout_init (&layout, &self->shape);
  for (gsize w = 0; w < self->shape.classes; w++)
    if (w < IPL_TEXT_SPECIAL || w >= IPL_TEXT_SPECIAL + classes)
      self->parameters[layout.output_bias + w] = NEVER;
}

/* Test sequences, and the words that follow. */
static gboolean
fill_batch (Model *self, const IplTextCorpus *corpus, guint classes, GError **error)
{
  gsize T = self->network->shape.L;

  self->tokens = g_new (guint32, N_TEST * T);
  self->targets = g_new (guint32, N_TEST);
  for (guint e = 0; e < N_TEST; e++)
    self->targets[e] = IPL_TEXT_SPECIAL + e % classes;
  return ipl_text_paths_choose (corpus->tokens + corpus->n_train, corpus->n_validation, T, classes,
                                N_TEST, self->tokens, error);
}

static gboolean
add_layers (const IplTextPaths *paths, const IplTextCorpus *corpus, const IplTransformer *network,
            IplNpz *to, guint threads, GCancellable *cancellable, GError **error)
{
  IplTextPaths at = *paths;

  for (guint l = 0; l < network->shape.layers; l++)
    {
      g_autoptr (IplCase) the_case = NULL;

      at.layer = l + 1;
      the_case = ipl_text_paths_case (&at, corpus, network, threads, cancellable, error);
      if (the_case == NULL)
        return FALSE;
      if (l == 0)
        ipl_probe_add_labels (to, the_case);
      ipl_probe_add_features (to, FALSE, l, N_TRAIN, the_case->Pi, the_case->N0,
                              the_case->train.xi);
      ipl_probe_add_features (to, TRUE, l, N_TEST, the_case->Pi, the_case->N0,
                              the_case->tests[0].xi);
    }
  return TRUE;
}

static gboolean
add_measures (const Model *self, IplNpz *to, GCancellable *cancellable, GError **error)
{
  const IplTransformerShape *shape = &self->network->shape;
  const gsize size[] = { shape->layers, shape->heads }, n = size[0] * size[1];
  const IplTransformerBatch batch = get_batch (self);
  g_autofree double *numbers = g_new (double, 3 * n);
  const IplTransformerHeads heads = { numbers, numbers + n, numbers + 2 * n };

  if (!ipl_transformer_measure_heads (self->network, &batch, &heads, cancellable, error))
    return FALSE;
  ipl_npz_add_numbers (to, "entropy", heads.entropy, 2, size);
  ipl_npz_add_numbers (to, "gradient", heads.gradient, 2, size);
  ipl_npz_add_numbers (to, "norm", heads.norm, 2, size);
  return TRUE;
}

gboolean
ipl_probe_of_text (const char *path, IplNpz *to, IplProbeModel *model, guint threads,
                   GCancellable *cancellable, GError **error)
{
  g_autofree char *shown = ipl_file_shown (path);
  g_autoptr (IplTextCorpus) corpus = NULL;
  Model *self = g_new0 (Model, 1);
  IplTextPaths paths;

  *model = (IplProbeModel){ .measure = measure, .data = self, .free = model_free };
  ipl_text_paths_init (&paths);
  paths.n_train = N_TRAIN;
  paths.n_test = N_TEST;
  self->network = ipl_transformer_load (path, cancellable, error);
  if (self->network == NULL)
    return FALSE;
  self->without = ipl_transformer_load (path, cancellable, error);
  corpus = self->without != NULL ? find_corpus (self->network, shown, cancellable, error) : NULL;
  if (corpus == NULL || !add_layers (&paths, corpus, self->network, to, threads, cancellable, error)
      || !fill_batch (self, corpus, paths.n_classes, error))
    return FALSE;
  restrict_outputs (self->network, paths.n_classes);
  restrict_outputs (self->without, paths.n_classes);
  model->n_layers = self->network->shape.layers;
  model->most = self->network->shape.heads;
  for (guint l = 0; l < model->n_layers; l++)
    model->H[l] = model->most;
  return add_measures (self, to, cancellable, error);
}
