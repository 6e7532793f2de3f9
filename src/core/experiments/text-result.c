/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/text-result.h"
#include "core/base/units.h"

#include <string.h>

/* Recorded of every run; what more the one shown has belongs to its own panels. */
static const char *const compared[] = { "loss", "validation_loss", "entropy", "stable_rank" };

/* A run without a label. */
IplTextCurves *
ipl_text_curves_new (const IplTextParameters *parameters, const char *key,
                     IplTrajectory *trajectory_take, gboolean complete)
{
  IplTextCurves *self = g_new0 (IplTextCurves, 1);

  self->parameters = *parameters;
  self->key = g_strdup (key);
  self->trajectory = trajectory_take;
  self->complete = complete;
  return self;
}

/* The run with what is drawn where it is not the one shown. */
IplTextCurves *
ipl_text_curves_copy (const IplTextCurves *self, GError **error)
{
  const IplTrajectory *from = self->trajectory;
  g_autoptr (IplTrajectory) copy = ipl_trajectory_new (TRUE);

  for (guint i = 0; i < G_N_ELEMENTS (compared); i++)
    ipl_trajectory_add_like (copy, ipl_trajectory_find (from, compared[i]));
  for (guint s = 0; s < from->S; s++)
    {
      if (!ipl_trajectory_append (copy, from->time[s], error))
        return NULL;
      for (guint i = 0; i < G_N_ELEMENTS (compared); i++)
        memcpy (ipl_trajectory_edit (copy, compared[i]), ipl_trajectory_get (from, compared[i], s),
                ipl_trajectory_find (from, compared[i])->size * sizeof (double));
    }
  return ipl_text_curves_new (&self->parameters, self->key, g_steal_pointer (&copy),
                              self->complete);
}

void
ipl_text_curves_free (gpointer data)
{
  IplTextCurves *self = data;

  if (self == NULL)
    return;
  g_free (self->key);
  g_free (self->label);
  ipl_trajectory_unref (self->trajectory);
  g_free (self);
}

/* A result without runs. @entropy: least loss that can be learned, or NaN. */
IplTextResult *
ipl_text_result_new (IplTextRun *run, double entropy)
{
  const IplTextCorpus *corpus = ipl_text_run_get_corpus (run);
  IplTextResult *self = g_new0 (IplTextResult, 1);
  const guint32 *sentence = ipl_text_run_get_sentence (run, &self->n_words);

  self->runs = g_ptr_array_new_with_free_func (ipl_text_curves_free);
  self->words = g_new0 (char *, self->n_words + 1);
  for (guint i = 0; i < self->n_words; i++)
    self->words[i] = g_strdup (corpus->words[sentence[i]]);
  self->V = corpus->V;
  self->n_train = corpus->n_train;
  self->n_different = corpus->n_different;
  self->n_unknown = corpus->n_unknown;
  self->word_entropy = ipl_text_corpus_word_entropy (corpus);
  self->entropy = entropy;
  self->run = ipl_text_run_ref (run);
  return self;
}

void
ipl_text_result_free (gpointer data)
{
  IplTextResult *self = data;

  if (self == NULL)
    return;
  g_ptr_array_unref (self->runs);
  g_strfreev (self->words);
  ipl_text_run_unref (self->run);
  g_free (self);
}

/* Adds a run; the first is the one shown. Of more than IPL_TEXT_MAX_EARLIER others, the one that
 * was added first goes. */
void
ipl_text_result_add (IplTextResult *self, IplTextCurves *curves_take)
{
  if (self->runs->len > IPL_TEXT_MAX_EARLIER)
    g_ptr_array_remove_index (self->runs, 1);
  g_ptr_array_add (self->runs, curves_take);
}

/* Gives each run a label that tells it from the others. */
void
ipl_text_result_label (IplTextResult *self)
{
  g_autofree const IplTextParameters **all = g_new0 (const IplTextParameters *, self->runs->len);

  for (guint i = 0; i < self->runs->len; i++)
    all[i] = &((const IplTextCurves *)self->runs->pdata[i])->parameters;
  for (guint i = 0; i < self->runs->len; i++)
    {
      IplTextCurves *curves = self->runs->pdata[i];

      g_free (curves->label);
      curves->label = ipl_text_parameters_label (&curves->parameters, self->runs->len, all);
    }
}

/* Adds what the other runs are, and arrays for what they had at each moment. */
static gboolean
add_compared (const IplTextResult *self, IplTrajectory *trajectory, GError **error)
{
  const gsize n = self->runs->len - 1;
  gsize shape[2] = { n, 0 };
  g_autofree double *layers = g_new (double, n), *rates = g_new (double, n);

  for (guint r = 0; r < n; r++)
    {
      const IplTextCurves *curves = self->runs->pdata[r + 1];

      layers[r] = curves->parameters.shape.layers;
      rates[r] = curves->parameters.config.learning_rate;
      shape[1] = MAX (shape[1], curves->parameters.shape.layers);
    }
  ipl_trajectory_add (trajectory, "compared_validation_loss", 1, shape);
  ipl_trajectory_add (trajectory, "compared_entropy", 2, shape);
  ipl_trajectory_set_words (trajectory, "compared_validation_loss",
                            "validation loss of the other runs", IPL_NATS);
  ipl_trajectory_set_words (trajectory, "compared_entropy",
                            "entropy of attention of the other runs", IPL_NATS);
  return ipl_trajectory_add_constant (trajectory, "compared_layers", 1, shape, layers, error)
         && ipl_trajectory_add_constant (trajectory, "compared_rates", 1, shape, rates, error);
}

/* Runs record at the same steps; what a run does not have stays NaN. */
static void
fill_compared (const IplTextResult *self, IplTrajectory *trajectory, double time)
{
  gsize most = ipl_trajectory_find (trajectory, "compared_entropy")->shape[1];

  for (guint r = 0; r + 1 < self->runs->len; r++)
    {
      const IplTextCurves *curves = self->runs->pdata[r + 1];
      const IplTrajectory *other = curves->trajectory;
      guint s = ipl_trajectory_find_moment (other, time);

      if (other->time[s] != time)
        continue;
      ipl_trajectory_edit (trajectory, "compared_validation_loss")[r]
          = *ipl_trajectory_get (other, "validation_loss", s);
      memcpy (ipl_trajectory_edit (trajectory, "compared_entropy") + r * most,
              ipl_trajectory_get (other, "entropy", s),
              curves->parameters.shape.layers * sizeof (double));
    }
}

/* What the run shown recorded, and beside it, as arrays "compared_..", what the others had at the
 * same steps. */
IplTrajectory *
ipl_text_result_make_trajectory (const IplTextResult *self, GError **error)
{
  IplTrajectory *shown = ((const IplTextCurves *)self->runs->pdata[0])->trajectory;
  g_autoptr (IplTrajectory) trajectory = NULL;

  if (self->runs->len == 1)
    return ipl_trajectory_ref (shown);
  trajectory = ipl_trajectory_new (TRUE);
  ipl_trajectory_set_message (trajectory, shown->message);
  for (guint i = 0; i < shown->arrays->len; i++)
    ipl_trajectory_add_like (trajectory, shown->arrays->pdata[i]);
  if (!add_compared (self, trajectory, error))
    return NULL;
  for (guint s = 0; s < shown->S; s++)
    {
      if (!ipl_trajectory_append (trajectory, shown->time[s], error))
        return NULL;
      for (guint i = 0; i < shown->arrays->len; i++)
        {
          const IplTrajectoryArray *array = shown->arrays->pdata[i];

          memcpy (ipl_trajectory_edit (trajectory, array->name), array->values + s * array->size,
                  array->size * sizeof (double));
        }
      fill_compared (self, trajectory, shown->time[s]);
    }
  return g_steal_pointer (&trajectory);
}
