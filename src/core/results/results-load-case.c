/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The solved case from a file of results: without examples, and so without an IplCase. */
#include "core/results/results-load-private.h"

#include <string.h>

#include "core/base/text-escape.h"

/* A longer list is refused as malformed. */
#define MAX_SENTENCES 1000

static gboolean
read_heads (IplResultsReader *self, GError **error)
{
  const IplArray *heads = ipl_npz_lookup (self->npz, "heads");
  IplCaseInfo *the_case = self->the_case;

  if (heads == NULL || heads->values == NULL || heads->ndim != 1 || heads->size < 1
      || heads->size > IPL_MAX_LAYERS)
    return ipl_results_reader_refuse (self, error,
                                      "is damaged: it has no number of heads of each layer.");
  the_case->L = (guint)heads->size;
  the_case->Pi = 1;
  for (guint l = 0; l < the_case->L; l++)
    {
      if (!(heads->values[l] >= 1 && heads->values[l] <= IPL_MAX_HEADS))
        return ipl_results_reader_refuse (self, error, "is damaged: %g is not a number of heads.",
                                          heads->values[l]);
      the_case->H[l] = (guint)heads->values[l];
      the_case->Pi *= the_case->H[l];
    }
  return TRUE;
}

/* Reads the identity heads of the layers; the array is missing if there are none. */
static gboolean
read_residual (IplResultsReader *self, GError **error)
{
  IplCaseInfo *the_case = self->the_case;
  const gsize L = the_case->L;
  const double *residual;

  if (!ipl_results_reader_get (self, "residual", FALSE, FALSE, 1, &L, &residual, error))
    return FALSE;
  for (guint l = 0; residual != NULL && l < the_case->L; l++)
    {
      if (residual[l] != 0 && !(residual[l] >= IPL_MIN_RESIDUAL && residual[l] <= IPL_MAX_RESIDUAL))
        return ipl_results_reader_refuse (
            self, error, "is damaged: %g is not a weight of a residual connection.", residual[l]);
      the_case->residual[l] = residual[l];
    }
  return TRUE;
}

static gboolean
read_names (IplResultsReader *self, const char *name, gsize n, char ***names, GError **error)
{
  const IplArray *array = ipl_npz_lookup (self->npz, name);

  if (array == NULL || !array->is_text || array->size != n)
    return ipl_results_reader_refuse (
        self, error, "is damaged: its %s do not go with the heads of its layers.", name);
  *names = g_new0 (char *, n + 1);
  for (gsize i = 0; i < n; i++)
    (*names)[i] = ipl_text_escape (array->texts[i]);
  return TRUE;
}

/* The type of labels of a file's case, from its scores. */
static IplLabels
read_labels (IplNpz *npz)
{
  IplLabels labels = { IPL_LABELS_SIGNS, 1 };

  const IplArray *names = ipl_npz_lookup (npz, "output_names");

  if (names != NULL && names->is_text && names->size > 1 && names->size <= IPL_MAX_OUTPUTS)
    labels = (IplLabels){ IPL_LABELS_CLASSES, (guint)names->size };
  if (ipl_npz_lookup (npz, "mean_squared_error") != NULL)
    labels.kind = IPL_LABELS_NUMBERS;
  return labels;
}

/* Reads labels, and for several outputs their names and the number of training examples. */
static gboolean
read_outputs (IplResultsReader *self, GError **error)
{
  const IplArray *examples = ipl_npz_lookup (self->npz, "examples");
  IplCaseInfo *the_case = self->the_case;

  the_case->labels = read_labels (self->npz);
  if (the_case->labels.outputs == 1)
    return TRUE;
  if (examples == NULL || examples->values == NULL || examples->size != 1
      || !(examples->values[0] >= 1 && examples->values[0] <= G_MAXINT))
    return ipl_results_reader_refuse (self, error, "is damaged: it has no number of examples.");
  the_case->P = (gsize)examples->values[0];
  return read_names (self, "output_names", the_case->labels.outputs, &the_case->output_names,
                     error);
}

/* Reads the case's own test set, and further ones from the names of their arrays. */
static gboolean
read_tests (IplResultsReader *self, GError **error)
{
  static const char stem[] = "mean_test";
  g_autoptr (GList) names = ipl_npz_names (self->npz);
  g_autoptr (GArray) sets = g_array_new (FALSE, FALSE, sizeof (IplTestSet));
  const IplArray *own = ipl_npz_lookup (self->npz, stem);
  IplTestSet set = { .name = (char *)"test" };

  guint ndim = self->the_case->labels.outputs > 1 ? 3 : 2;

  if (own == NULL || own->ndim != ndim)
    return ipl_results_reader_refuse (
        self, error, "is damaged: it has no predictions, mean_test [rows, examples].");
  set.count = own->shape[1];
  g_array_append_val (sets, set);
  for (GList *at = names; at != NULL; at = at->next)
    {
      const IplArray *array = ipl_npz_lookup (self->npz, at->data);

      if (!g_str_has_prefix (array->name, "mean_test_") || g_str_has_suffix (array->name, "_gp")
          || array->ndim != ndim)
        continue;
      set = (IplTestSet){ array->name + strlen (stem) + 1, array->shape[1] };
      g_array_append_val (sets, set);
    }
  ipl_case_info_set_tests (self->the_case, sets->len, (const IplTestSet *)sets->data);
  return TRUE;
}

/* Reads the variances before the first layer and after the last. */
static void
read_ends (IplResultsReader *self)
{
  const IplArray *readout = ipl_npz_lookup (self->npz, "readout");
  const IplArray *tokens = ipl_npz_lookup (self->npz, "tokens");
  IplCaseInfo *the_case = self->the_case;

  if (tokens != NULL && tokens->values != NULL && tokens->size == 1 && tokens->values[0] >= 0
      && tokens->values[0] <= G_MAXINT)
    the_case->T = (gsize)tokens->values[0];
  if (readout != NULL && readout->is_text && readout->size == 1)
    for (guint k = 0; ipl_results_readouts[k] != NULL; k++)
      if (strcmp (readout->texts[0], ipl_results_readouts[k]) == 0)
        {
          the_case->readout = (IplReadout)k;
          return;
        }
  g_ptr_array_add (the_case->notes,
                   g_strdup ("The file does not define the token that is read out: figures of the "
                             "paths show the mean over all tokens."));
}

/* Reads warnings of parts outside the theory; the array is missing if there are none. */
static gboolean
read_warnings (IplResultsReader *self, GError **error)
{
  const IplArray *array = ipl_npz_lookup (self->npz, "warnings");

  if (array == NULL)
    return TRUE;
  if (!array->is_text || array->ndim > 1 || array->size > MAX_SENTENCES)
    return ipl_results_reader_refuse (
        self, error, "is damaged: its warnings are no list of at most %d sentences.",
        MAX_SENTENCES);
  for (gsize i = 0; i < array->size; i++)
    if (array->texts[i][0] != '\0')
      g_ptr_array_add (self->the_case->warnings, ipl_text_escape (array->texts[i]));
  return TRUE;
}

/* TRUE if @self has its case now. */
gboolean
ipl_results_read_case (IplResultsReader *self, GError **error)
{
  const IplArray *name = ipl_npz_lookup (self->npz, "name");
  const IplArray *overlap = ipl_npz_lookup (self->npz, "overlap");
  const IplArray *seed = ipl_npz_lookup (self->npz, "seed");
  const IplArray *best = ipl_npz_lookup (self->npz, "best_score");
  IplCaseInfo *the_case = self->the_case = ipl_case_info_alloc ();

  if (!read_heads (self, error) || !read_residual (self, error) || !read_outputs (self, error)
      || !read_names (self, "path_names", the_case->Pi, &the_case->path_names, error)
      || !read_names (self, "head_names", ipl_case_n_heads (the_case), &the_case->head_names, error)
      || !read_tests (self, error) || !read_warnings (self, error))
    return FALSE;
  if (the_case->labels.outputs == 1 && (overlap == NULL || overlap->ndim != 2))
    return ipl_results_reader_refuse (self, error,
                                      "is damaged: it has no overlaps, overlap [rows, examples].");
  if (name != NULL && name->is_text && name->size == 1)
    the_case->name = ipl_text_escape (name->texts[0]);
  if (seed != NULL && seed->values != NULL && seed->size == 1 && seed->values[0] >= 0)
    the_case->seed = (guint64)seed->values[0];
  if (best != NULL && best->values != NULL && best->size == 1)
    the_case->best_score = best->values[0];
  read_ends (self);
  if (the_case->labels.outputs == 1)
    the_case->P = overlap->shape[1];
  ipl_case_info_finish_names (the_case);
  return TRUE;
}
