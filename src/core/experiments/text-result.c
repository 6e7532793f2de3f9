/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/text-result.h"

#include "core/base/units.h"
#include "core/files/npz.h"

#include <math.h>
#include <string.h>

#define WORDS "text/words"
#define FACTS "text/facts"
#define RUNS "text/runs"
#define KEYS "text/keys"
#define COMPLETE "text/complete"

/* Arrays of every run; further ones of the shown run are for its own panels. */
static const IplRecordedArray compared[] = {
  { "loss", "" }, { "validation_loss", "" }, { "entropy", "l" }, { "stable_rank", "l" }, { NULL },
};

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

/* Copies a run with the arrays needed to draw it next to the shown run. */
IplTextCurves *
ipl_text_curves_copy (const IplTextCurves *self, GError **error)
{
  const IplTrajectory *from = self->trajectory;
  g_autoptr (IplTrajectory) copy = ipl_trajectory_new (IPL_CLOCK_STEPS);

  for (guint i = 0; compared[i].name != NULL; i++)
    ipl_trajectory_add_like (copy, ipl_trajectory_find (from, compared[i].name));
  for (guint s = 0; s < from->S; s++)
    if (!ipl_trajectory_append_from (copy, from, s, error))
      return NULL;
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
  const IplTextCorpus *corpus = run->corpus;
  IplTextResult *self = g_new0 (IplTextResult, 1);

  self->n_words = run->n_shown;
  self->runs = g_ptr_array_new_with_free_func (ipl_text_curves_free);
  self->words = g_new0 (char *, self->n_words + 1);
  for (guint i = 0; i < self->n_words; i++)
    self->words[i] = g_strdup (corpus->words[run->shown[i]]);
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

/* Gives each run a label with the parameters that distinguish it. */
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

/* Adds a description of the other runs, and arrays for their values at each moment. */
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

/* Runs record at the same steps; missing values stay NaN. */
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

/* The record of the shown run and, as arrays "compared_..", the numbers of the others at the
 * same steps. */
IplTrajectory *
ipl_text_result_make_trajectory (const IplTextResult *self, GError **error)
{
  IplTrajectory *shown = ((const IplTextCurves *)self->runs->pdata[0])->trajectory;
  g_autoptr (IplTrajectory) trajectory = NULL;

  if (self->runs->len == 1)
    return ipl_trajectory_ref (shown);
  trajectory = ipl_trajectory_new (IPL_CLOCK_STEPS);
  ipl_trajectory_set_message (trajectory, shown->message);
  for (guint i = 0; i < shown->arrays->len; i++)
    ipl_trajectory_add_like (trajectory, shown->arrays->pdata[i]);
  if (!add_compared (self, trajectory, error))
    return NULL;
  for (guint s = 0; s < shown->S; s++)
    {
      if (!ipl_trajectory_append_from (trajectory, shown, s, error))
        return NULL;
      fill_compared (self, trajectory, shown->time[s]);
    }
  return g_steal_pointer (&trajectory);
}

/* The parts of a text's result other than its trajectory, in files of results: the sentence,
 * numbers of the text, and the compared runs. The networks are in checkpoints only. */
/* The numbers of FACTS in their order. */
enum
{
  FACT_V,
  FACT_TRAIN,
  FACT_DIFFERENT,
  FACT_UNKNOWN,
  FACT_WORD_ENTROPY,
  FACT_ENTROPY,
  N_FACTS
};

/* "text/run-2/": prefix of the names of the arrays of a run. */
static char *
run_prefix (guint run)
{
  return g_strdup_printf ("text/run-%u/", run);
}

/* (transfer full): the parameters of a run as JSON, the text by its name only. */
static char *
parameters_to_json (const IplTextParameters *parameters)
{
  IplTextParameters copy = *parameters;

  copy.file = "";
  return ipl_field_groups_to_json (IPL_TEXT_N_GROUPS, ipl_text_groups, &copy);
}

/* Its text is that of the shown run, wherever that file is: files hold no folders of the user. */
static gboolean
parameters_from_json (const char *json, const IplTextParameters *shown,
                      IplTextParameters *parameters)
{
  ipl_text_parameters_init (parameters);
  if (!ipl_field_groups_from_json (IPL_TEXT_N_GROUPS, ipl_text_groups, parameters, json, NULL))
    return FALSE;
  parameters->file = shown->file;
  return ipl_text_parameters_validate (parameters, NULL);
}

static void
add_run (const IplTextCurves *curves, guint run, IplNpzWriter *npz)
{
  const IplTrajectory *trajectory = curves->trajectory;
  g_autofree char *prefix = run_prefix (run);
  gsize shape[2] = { trajectory->S };

  ipl_npz_writer_set_prefix (npz, prefix);
  ipl_npz_writer_add_doubles (npz, "time", trajectory->time, 1, shape);
  for (const IplRecordedArray *at = compared; at->name != NULL; at++)
    {
      const IplTrajectoryArray *array = ipl_trajectory_find (trajectory, at->name);

      shape[1] = array->size;
      ipl_npz_writer_add_doubles (npz, at->name, array->values, 1 + array->ndim, shape);
    }
  ipl_npz_writer_set_prefix (npz, NULL);
}

void
ipl_text_result_add_npz (const IplExperimentResult *result, IplNpzWriter *npz)
{
  const IplTextResult *self = result->data;
  const gsize n_facts = N_FACTS, n_runs = self->runs->len;
  const double facts[N_FACTS] = { [FACT_V] = self->V,
                                  [FACT_TRAIN] = (double)self->n_train,
                                  [FACT_DIFFERENT] = (double)self->n_different,
                                  [FACT_UNKNOWN] = (double)self->n_unknown,
                                  [FACT_WORD_ENTROPY] = self->word_entropy,
                                  [FACT_ENTROPY] = self->entropy };
  g_auto (GStrv) runs = g_new0 (char *, n_runs + 1);
  g_autofree char **keys = g_new0 (char *, n_runs + 1);
  g_autofree gint64 *complete = g_new0 (gint64, n_runs);

  for (guint k = 0; k < n_runs; k++)
    {
      const IplTextCurves *curves = self->runs->pdata[k];

      runs[k] = parameters_to_json (&curves->parameters);
      keys[k] = curves->key;
      complete[k] = curves->complete != FALSE;
    }
  ipl_npz_writer_add_texts (npz, WORDS, self->words);
  ipl_npz_writer_add_doubles (npz, FACTS, facts, 1, &n_facts);
  ipl_npz_writer_add_texts (npz, RUNS, runs);
  ipl_npz_writer_add_texts (npz, KEYS, keys);
  ipl_npz_writer_add_ints (npz, COMPLETE, complete, 1, &n_runs);
  for (guint k = 1; k < n_runs; k++)
    add_run (self->runs->pdata[k], k, npz);
}

/* (nullable): an array of texts, or of numbers, of that many. */
static const IplArray *
get_list (IplNpz *npz, const char *name, gboolean is_text, gsize n)
{
  const IplArray *array = ipl_npz_lookup (npz, name);

  return array != NULL && array->ndim == 1 && array->size == n
                 && (is_text ? array->texts != NULL : array->values != NULL)
             ? array
             : NULL;
}

/* A run that is compared, under the names that its trajectory has. */
static IplTrajectory *
read_run (IplNpz *npz, guint run, char **why)
{
  g_autofree char *prefix = run_prefix (run);
  g_autoptr (IplNpz) own = ipl_npz_new ();
  const double in_steps = 1;

  ipl_npz_add_numbers (own, "in_steps", &in_steps, 0, NULL);
  for (guint i = 0; i < ipl_npz_get_n (npz); i++)
    {
      const IplArray *array = ipl_npz_get (npz, i);

      if (g_str_has_prefix (array->name, prefix) && array->values != NULL)
        ipl_npz_add_numbers (own, array->name + strlen (prefix), array->values, array->ndim,
                             array->shape);
    }
  if (ipl_npz_lookup (own, "time") != NULL)
    return ipl_trajectory_load_npz (own, compared, why);
  *why = g_strdup_printf ("its array %stime is missing", prefix);
  return NULL;
}

static gboolean
read_runs (IplTextResult *self, IplNpz *npz, const IplTextParameters *parameters,
           IplTrajectory *trajectory, char **why)
{
  const IplArray *runs = ipl_npz_lookup (npz, RUNS);
  gsize n = runs != NULL ? runs->size : 0;
  const IplArray *keys = get_list (npz, KEYS, TRUE, n);
  const IplArray *complete = get_list (npz, COMPLETE, FALSE, n);

  if (n < 1 || n > IPL_TEXT_MAX_EARLIER + 1 || runs->texts == NULL || keys == NULL
      || complete == NULL)
    {
      *why = g_strdup ("its list of runs cannot be read");
      return FALSE;
    }
  for (guint k = 0; k < n; k++)
    {
      IplTextParameters own = *parameters;
      IplTrajectory *of = k == 0 ? ipl_trajectory_ref (trajectory) : read_run (npz, k, why);

      if (of == NULL)
        return FALSE;
      ipl_text_result_add (self, ipl_text_curves_new (&own, keys->texts[k], of,
                                                      complete->values[k] != 0));
      if (k > 0
          && (!parameters_from_json (runs->texts[k], parameters, &own)
              || ipl_trajectory_find (of, "entropy")->size != own.shape.layers))
        {
          *why = g_strdup ("the parameters of its runs cannot be read");
          return FALSE;
        }
      ((IplTextCurves *)self->runs->pdata[k])->parameters = own;
    }
  return TRUE;
}

/* Reads a file of an earlier version: a single run, whose words are numbers. */
static void
read_plain (IplTextResult *self, gsize n_words, const IplTextParameters *parameters,
            IplTrajectory *trajectory, gboolean complete)
{
  for (guint i = 0; i < n_words; i++)
    self->words[i] = g_strdup_printf ("%u", i + 1);
  self->word_entropy = self->entropy = NAN;
  ipl_text_result_add (self, ipl_text_curves_new (parameters, "", ipl_trajectory_ref (trajectory),
                                                  complete));
}

/* 0 for an invalid count. */
static gsize
get_count (const IplArray *facts, guint fact)
{
  double value = facts->values[fact];

  return value >= 0 && value <= G_MAXUINT ? (gsize)value : 0;
}

static gboolean
read_all (IplTextResult *self, IplNpz *npz, gsize n_words, const IplTextParameters *parameters,
          IplTrajectory *trajectory, char **why)
{
  const IplArray *words = get_list (npz, WORDS, TRUE, n_words);
  const IplArray *facts = get_list (npz, FACTS, FALSE, N_FACTS);

  if (words == NULL || facts == NULL)
    {
      *why = g_strdup ("its sentence cannot be read");
      return FALSE;
    }
  for (gsize i = 0; i < n_words; i++)
    self->words[i] = g_strdup (words->texts[i]);
  self->V = (guint)get_count (facts, FACT_V);
  self->n_train = get_count (facts, FACT_TRAIN);
  self->n_different = get_count (facts, FACT_DIFFERENT);
  self->n_unknown = get_count (facts, FACT_UNKNOWN);
  self->word_entropy = facts->values[FACT_WORD_ENTROPY];
  self->entropy = facts->values[FACT_ENTROPY];
  return read_runs (self, npz, parameters, trajectory, why);
}

gboolean
ipl_text_result_restore (IplExperimentResult *result, const IplParameters *parameters, IplNpz *npz,
                         char **why)
{
  IplTrajectory *trajectory = result->trajectory;
  const IplTextParameters *own = ipl_parameters_get_specific (parameters);
  gsize n_words = ipl_trajectory_get_length (trajectory, ipl_text_recorded, 'w');
  g_autoptr (IplTextResult) self = g_new0 (IplTextResult, 1);

  if (ipl_trajectory_find (trajectory, "entropy")->size != own->shape.layers)
    {
      *why = g_strdup ("its arrays have another number of layers than its settings");
      return FALSE;
    }
  self->runs = g_ptr_array_new_with_free_func (ipl_text_curves_free);
  self->n_words = (guint)n_words;
  self->words = g_new0 (char *, n_words + 1);
  if (ipl_npz_lookup (npz, WORDS) == NULL)
    read_plain (self, n_words, own, trajectory, result->complete);
  else if (!read_all (self, npz, n_words, own, trajectory, why))
    return FALSE;
  ipl_text_result_label (self);
  result->data = g_steal_pointer (&self);
  result->data_free = ipl_text_result_free;
  return TRUE;
}
