/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/case/case-io.h"

#include "core/case/case-reader-private.h"

#include "core/files/npz.h"

/* The first level of the data format for which the case has the numbers; tokens and weights have
 * more information than path features. */
static IplLevel
level_to_save (const IplCase *self)
{
  if (self->train.x == NULL || self->level == IPL_LEVEL_PATHS)
    return IPL_LEVEL_PATHS;
  for (guint l = 0; l < self->L; l++)
    if (ipl_case_attention_heads (self, l) == 0)
      continue;
    else if (self->level == IPL_LEVEL_ATTENTION
                 ? self->train.attention[l] == NULL
                 : self->weights[l].combined == NULL && self->weights[l].wq == NULL)
      return IPL_LEVEL_PATHS;
  return self->level;
}

/* Classes by their numbers. */
static void
add_labels (IplNpzWriter *npz, const IplCase *self, const IplExamples *examples, const char *name)
{
  guint K = self->labels.outputs;
  gsize shape[2];
  guint ndim = ipl_labels_get_shape (&self->labels, examples->count, shape);
  g_autofree gint64 *classes = NULL;

  if (self->labels.kind != IPL_LABELS_CLASSES)
    {
      ipl_npz_writer_add_doubles (npz, name, examples->y, ndim, shape);
      return;
    }
  classes = g_new (gint64, examples->count);
  for (gsize i = 0; i < examples->count; i++)
    classes[i] = ipl_labels_find_class (&self->labels, examples->y + i * K);
  ipl_npz_writer_add_ints (npz, name, classes, 1, shape);
}

static void
add_tokens (IplNpzWriter *npz, const IplTokenTexts *tokens, const char *set)
{
  g_autofree char *name = g_strconcat ("tokens_", set, NULL);
  g_autofree const char **texts = ipl_token_texts_list (tokens);

  ipl_npz_writer_add_text_array (npz, name, texts, 2, (gsize[]){ tokens->count, tokens->T });
}

static void
add_set (IplNpzWriter *npz, const IplCase *self, IplLevel level, const IplExamples *examples,
         const char *set)
{
  g_autofree char *y = g_strconcat ("y_", set, NULL);
  g_autofree char *x = g_strconcat (level == IPL_LEVEL_PATHS ? "xi_" : "x_", set, NULL);
  gsize shape[] = { examples->count, level == IPL_LEVEL_PATHS ? self->Pi : self->T, self->N0 };

  add_labels (npz, self, examples, y);
  if (examples->tokens != NULL)
    add_tokens (npz, examples->tokens, set);
  ipl_npz_writer_add_doubles (npz, x, level == IPL_LEVEL_PATHS ? examples->xi : examples->x, 3,
                              shape);
  for (guint l = 0; level == IPL_LEVEL_ATTENTION && l < self->L; l++)
    {
      g_autofree char *name = g_strdup_printf ("attn_%s_%u", set, l + 1);
      gsize H = ipl_case_attention_heads (self, l);
      gsize attention[] = { examples->count, H, self->T, self->T };

      if (H > 0)
        ipl_npz_writer_add_doubles (npz, name, examples->attention[l], 4, attention);
    }
}

static void
add_weights (IplNpzWriter *npz, const IplCase *self)
{
  for (guint l = 0; l < self->L; l++)
    {
      const IplLayerWeights *weights = &self->weights[l];
      g_autofree char *combined = g_strdup_printf ("w_%u", l + 1);
      g_autofree char *query = g_strdup_printf ("wq_%u", l + 1);
      g_autofree char *key = g_strdup_printf ("wk_%u", l + 1);
      gsize shape[] = { ipl_case_attention_heads (self, l),
                        weights->combined != NULL ? self->N0 : weights->G, self->N0 };

      if (shape[0] == 0)
        continue;
      if (weights->combined != NULL)
        ipl_npz_writer_add_doubles (npz, combined, weights->combined, 3, shape);
      else
        {
          ipl_npz_writer_add_doubles (npz, query, weights->wq, 3, shape);
          ipl_npz_writer_add_doubles (npz, key, weights->wk, 3, shape);
        }
    }
}

static void
add_warnings (IplNpzWriter *npz, const IplCase *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) warnings = NULL;

  for (guint i = 0; i < self->warnings->len; i++)
    g_strv_builder_add (builder, self->warnings->pdata[i]);
  warnings = g_strv_builder_end (builder);
  ipl_npz_writer_add_texts (npz, "warnings", warnings);
}

/* Writes the case in the data format, at its original level if it has its inputs, else as path
 * features. */
gboolean
ipl_case_save (const IplCase *self, const char *path, GError **error)
{
  IplLevel level = level_to_save (self);
  IplNpzWriter *npz = ipl_npz_writer_new (path, error);
  gint64 H[IPL_MAX_LAYERS];
  gsize L = self->L, n_variances = L + 2;

  if (npz == NULL)
    return FALSE;
  for (guint l = 0; l < self->L; l++)
    H[l] = ipl_case_attention_heads (self, l);
  ipl_npz_writer_add_ints (npz, "heads", H, 1, &L);
  if (ipl_case_has_identity (self))
    ipl_npz_writer_add_doubles (npz, "residual", self->residual, 1, &L);
  ipl_npz_writer_add_text (npz, "readout", ipl_case_import_readouts[1 + self->readout]);
  ipl_npz_writer_add_doubles (npz, "temperature", &self->temperature, 0, NULL);
  ipl_npz_writer_add_doubles (npz, "variances", self->variances, 1, &n_variances);
  ipl_npz_writer_add_text (npz, "name", self->name);
  ipl_npz_writer_add_texts (npz, "path_names", self->path_names);
  ipl_npz_writer_add_texts (npz, "head_names", self->head_names);
  if (self->output_names != NULL)
    ipl_npz_writer_add_texts (
        npz, self->labels.kind == IPL_LABELS_CLASSES ? "class_names" : "output_names",
        self->output_names);
  if (self->warnings->len > 0)
    add_warnings (npz, self);
  add_set (npz, self, level, &self->train, "train");
  for (guint k = 0; k < self->n_tests; k++)
    {
      g_autofree char *set
          = k == 0 ? g_strdup ("test") : g_strconcat ("test_", self->tests[k].name, NULL);

      add_set (npz, self, level, &self->tests[k], set);
    }
  if (level == IPL_LEVEL_WEIGHTS)
    add_weights (npz, self);
  if (self->trained != NULL)
    ipl_case_trained_write (self, npz);
  return ipl_npz_writer_close (npz, error);
}
