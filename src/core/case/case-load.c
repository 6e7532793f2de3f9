/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/case/case-io.h"

#include "core/case/attention-rows.h"
#include "core/case/case-reader-private.h"
#include "core/base/memory.h"

#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "core/case/case-roles.h"
#include "core/case/case-trained-private.h"
#include "core/case/near-name.h"
#include "core/case/path-rank.h"
#include "core/case/features.h"
#include "core/files/safetensors.h"

#include <math.h>
#include <string.h>

/* "y_test" and "mnist" make "y_test_mnist"; the training set and the case's own test set have no
 * suffix. */
static char *
array_name (const char *prefix, const char *set, const char *suffix)
{
  return suffix == NULL ? g_strconcat (prefix, "_", set, NULL)
                        : g_strconcat (prefix, "_", set, "_", suffix, NULL);
}

/* Whether a case of so many examples and such tokens can be solved, before its array is unpacked;
 * what is no array of the right kind is found later. */
static gboolean
check_size_first (IplCaseReader *self, const char *name, guint ndim, gboolean train, GError **error)
{
  const IplArray *array = ipl_case_reader_find (self, name);
  gsize N0;

  if (array == NULL || array->ndim != ndim)
    return TRUE;
  N0 = ndim > 1 ? array->shape[ndim - 1] : 1;
  return ipl_case_check_size (train ? array->shape[0] : 1, train ? 1 : array->shape[0],
                              self->solved_Pi, N0, error);
}

static gboolean
load_labels (IplCaseReader *self, const char *set, const char *suffix, IplExamples *examples,
             GError **error)
{
  g_autofree char *name = array_name ("y", set, suffix);
  gsize shape[] = { IPL_ANY_SIZE };
  IplArray *array;

  if (!check_size_first (self, name, 1, set[1] == 'r', error))
    return FALSE;
  array = ipl_case_reader_numbers (self, name, 1, shape, set[1] == 'r' ? "P" : "P'", error);
  if (array == NULL)
    return FALSE;
  examples->count = array->size;
  examples->y = ipl_case_reader_take (self, array);
  examples->name = ipl_text_shown (suffix != NULL ? suffix : set);
  return TRUE;
}

static gboolean
load_xi (IplCaseReader *self, const char *set, const char *suffix, IplExamples *examples,
         GError **error)
{
  IplCase *the_case = self->the_case;
  g_autofree char *name = array_name ("xi", set, suffix);
  gsize N0 = the_case->N0 > 0 ? the_case->N0 : IPL_ANY_SIZE;
  gsize shape[] = { examples->count, (gsize)self->file_Pi, N0 };
  IplArray *array;

  if (!check_size_first (self, name, 3, set[1] == 'r', error))
    return FALSE;
  array = ipl_case_reader_large (self, name, 3, shape, set[1] == 'r' ? "P, Pi, N0" : "P', Pi, N0",
                                 error);
  if (array == NULL)
    return FALSE;
  the_case->N0 = array->shape[2];
  examples->xi = ipl_case_reader_take (self, array);
  ipl_case_reader_keep_paths (self, &examples->xi, examples->count, the_case->N0);
  return TRUE;
}

static gboolean
load_x (IplCaseReader *self, const char *set, const char *suffix, IplExamples *examples,
        GError **error)
{
  IplCase *the_case = self->the_case;
  g_autofree char *name = array_name ("x", set, suffix);
  gsize shape[] = { examples->count, the_case->T > 0 ? the_case->T : IPL_ANY_SIZE,
                    the_case->N0 > 0 ? the_case->N0 : IPL_ANY_SIZE };
  IplArray *array;

  if (!check_size_first (self, name, 3, set[1] == 'r', error))
    return FALSE;
  array = ipl_case_reader_large (self, name, 3, shape, set[1] == 'r' ? "P, T, N0" : "P', T, N0",
                                 error);
  if (array == NULL)
    return FALSE;
  the_case->T = array->shape[1];
  the_case->N0 = array->shape[2];
  examples->x = ipl_case_reader_take (self, array);
  return TRUE;
}

static gboolean
load_attention (IplCaseReader *self, const char *set, const char *suffix, IplExamples *examples,
                GError **error)
{
  IplCase *the_case = self->the_case;
  gsize T = the_case->T;

  for (guint l = 0; l < the_case->L; l++)
    {
      g_autofree char *stem = array_name ("attn", set, suffix);
      g_autofree char *name = g_strdup_printf ("%s_%u", stem, self->layer[l] + 1);
      guint H = self->file_H[self->layer[l]];
      gsize shape[] = { examples->count, H, T, T };
      IplArray *array;

      if (H == 0)
        continue;
      array = ipl_case_reader_large (self, name, 4, shape, "P, H, T query, T key", error);
      if (array == NULL)
        return FALSE;
      examples->attention[l] = ipl_case_reader_take (self, array);
      if (examples->attention[l] != NULL
          && !ipl_case_reader_attention (self, array->name, examples->count, H, T,
                                         examples->attention[l], error))
        return FALSE;
      ipl_case_reader_keep_heads (self, l, &examples->attention[l], examples->count, T * T);
    }
  return TRUE;
}

/* wq_l and wk_l from the authors' [L, H, N0, G]. */
static gboolean
load_authors_weights (IplCaseReader *self, GError **error)
{
  static const char *const names[] = { "w_q_weigts", "w_k_weigts" };
  IplCase *the_case = self->the_case;
  gsize H = self->file_H[0], N0 = the_case->N0, G = IPL_ANY_SIZE;

  for (guint k = 0; k < 2; k++)
    {
      gsize shape[] = { self->file_L, H, N0, G };
      IplArray *array = ipl_case_reader_numbers (self, names[k], 4, shape, "L, H, N0, G", error);

      if (array == NULL)
        return FALSE;
      G = array->shape[3];
      for (guint l = 0; l < the_case->L; l++)
        {
          IplLayerWeights *weights = &the_case->weights[l];
          const double *from = array->values + self->layer[l] * H * N0 * G;
          double *to;

          if (self->file_H[self->layer[l]] != H)
            {
              g_set_error (error, IPL_ERROR, IPL_ERROR_SHAPE,
                           "In “%s”, %s has %" G_GSIZE_FORMAT " heads in every layer, but heads "
                           "says %u in layer %u.",
                           self->shown, names[k], H, self->file_H[self->layer[l]],
                           self->layer[l] + 1);
              return FALSE;
            }
          to = ipl_memory_try_doubles ((double)H * (double)N0 * (double)G, names[k], error);
          if (to == NULL)
            return FALSE;
          for (gsize h = 0; h < H; h++)
            for (gsize g = 0; g < G; g++)
              for (gsize i = 0; i < N0; i++)
                to[(h * G + g) * N0 + i] = from[(h * N0 + i) * G + g];
          ipl_case_reader_keep_heads (self, l, &to, 1, G * N0);
          weights->G = G;
          if (k == 0)
            weights->wq = to;
          else
            weights->wk = to;
        }
    }
  ipl_case_reader_note (self, "w_q_weigts and w_k_weigts were read as wq and wk, transposed.");
  return TRUE;
}

static gboolean
load_layer_weights (IplCaseReader *self, guint l, GError **error)
{
  IplCase *the_case = self->the_case;
  IplLayerWeights *weights = &the_case->weights[l];
  guint number = self->layer[l] + 1;
  g_autofree char *combined = g_strdup_printf ("w_%u", number);
  g_autofree char *query = g_strdup_printf ("wq_%u", number);
  g_autofree char *key = g_strdup_printf ("wk_%u", number);
  gsize N0 = the_case->N0;
  gsize shape[] = { self->file_H[number - 1], IPL_ANY_SIZE, N0 };
  IplArray *array;

  if (shape[0] == 0)
    return TRUE;
  if (ipl_case_reader_find (self, combined) != NULL)
    {
      shape[1] = N0;
      array = ipl_case_reader_numbers (self, combined, 3, shape, "H, N0, N0", error);
      if (array == NULL)
        return FALSE;
      weights->combined = ipl_case_reader_take (self, array);
      ipl_case_reader_keep_heads (self, l, &weights->combined, 1, N0 * N0);
      return TRUE;
    }
  if (ipl_case_reader_find (self, query) == NULL && ipl_case_reader_find (self, key) == NULL)
    {
      const char *const wanted[] = { combined, query, key, NULL };
      g_autofree char *hint = ipl_case_reader_hint (self, wanted);

      g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                   "“%s” has no attention weights for layer %u: it needs %s, or %s and %s%s.",
                   self->shown, number, combined, query, key, hint);
      return FALSE;
    }
  array = ipl_case_reader_numbers (self, query, 3, shape, "H, G, N0", error);
  if (array == NULL)
    return FALSE;
  shape[1] = weights->G = array->shape[1];
  weights->wq = ipl_case_reader_take (self, array);
  array = ipl_case_reader_numbers (self, key, 3, shape, "H, G, N0", error);
  if (array == NULL)
    return FALSE;
  weights->wk = ipl_case_reader_take (self, array);
  ipl_case_reader_keep_heads (self, l, &weights->wq, 1, weights->G * N0);
  ipl_case_reader_keep_heads (self, l, &weights->wk, 1, weights->G * N0);
  return TRUE;
}

static gboolean
load_weights (IplCaseReader *self, GError **error)
{
  if (ipl_npz_lookup (self->npz, "w_q_weigts") != NULL && ipl_npz_lookup (self->npz, "w_1") == NULL
      && ipl_npz_lookup (self->npz, "wq_1") == NULL && ipl_npz_lookup (self->npz, "wk_1") == NULL)
    return load_authors_weights (self, error);
  for (guint l = 0; l < self->the_case->L; l++)
    if (!load_layer_weights (self, l, error))
      return FALSE;
  return TRUE;
}

/* Where no token sees a later one, a readout of other tokens than the last mixes what has seen much
 * with what has seen little. The first layer of the training examples tells. */
static void
warn_of_mask (IplCaseReader *self)
{
  static const char *const readouts[] = {
    [IPL_READOUT_MEAN] = "the mean over all tokens",
    [IPL_READOUT_FIRST] = "the first token, which sees only itself",
  };
  IplCase *the_case = self->the_case;
  g_autofree char *sentence = NULL;

  /* Attention that is too large for a preview is not there. */
  if (the_case->readout == IPL_READOUT_LAST || the_case->T < 2
      || the_case->train.attention[0] == NULL
      || !ipl_attention_is_causal (the_case->train.attention[0],
                                   the_case->train.count * the_case->H[0], the_case->T))
    return;
  sentence
      = g_strdup_printf ("Attention has a causal mask, and the readout is %s: most models with "
                         "such a mask are read at the last token (readout = “last”).",
                         readouts[the_case->readout]);
  ipl_case_warn (the_case, sentence);
}

/* Query and key weights of a transformer whose layers see hidden states give other attention. */
static void
note_bare_inputs (IplCaseReader *self)
{
  guint L = self->the_case->L;
  g_autofree char *layers = L == 2 ? g_strdup ("layer 2") : g_strdup_printf ("layers 2 to %u", L);

  if (L > 1)
    ipl_case_reader_note (self,
                          "Attention of %s is computed from the bare inputs, as the theory has it; "
                          "for a transformer whose layers see hidden states, give its attention "
                          "(attn_train_1 ..) instead.",
                          layers);
}

static gboolean
load_examples (IplCaseReader *self, const char *set, const char *suffix, IplExamples *examples,
               GError **error)
{
  if (!load_labels (self, set, suffix, examples, error))
    return FALSE;
  switch (self->the_case->level)
    {
    case IPL_LEVEL_PATHS:
      return load_xi (self, set, suffix, examples, error);
    case IPL_LEVEL_ATTENTION:
      return load_x (self, set, suffix, examples, error)
             && load_attention (self, set, suffix, examples, error);
    case IPL_LEVEL_WEIGHTS:
    default:
      return load_x (self, set, suffix, examples, error);
    }
}

/* The suffixes of further test sets, in the file's order: whatever has labels, or features of the
 * level the case is read at. */
static GPtrArray *
find_suffixes (IplCaseReader *self)
{
  const char *features = self->the_case->level == IPL_LEVEL_PATHS ? "xi_test_" : "x_test_";
  const char *alias = self->the_case->level == IPL_LEVEL_PATHS ? "xi_test_" : "x_zeros_test_";
  const char *const prefixes[] = { "y_test_", "y_labels_test_", features, alias };
  GPtrArray *suffixes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GList) names = ipl_npz_names (self->npz);

  for (GList *name = names; name != NULL; name = name->next)
    for (gsize k = 0; k < G_N_ELEMENTS (prefixes); k++)
      if (g_str_has_prefix (name->data, prefixes[k]))
        {
          const char *suffix = (const char *)name->data + strlen (prefixes[k]);

          if (suffix[0] != '\0'
              && !g_ptr_array_find_with_equal_func (suffixes, suffix, g_str_equal, NULL))
            g_ptr_array_add (suffixes, g_strdup (suffix));
        }
  return suffixes;
}

static gboolean
load_sets (IplCaseReader *self, GError **error)
{
  IplCase *the_case = self->the_case;
  g_autoptr (GPtrArray) suffixes = find_suffixes (self);
  gsize count = 0;

  if (!load_examples (self, "train", NULL, &the_case->train, error))
    return FALSE;
  the_case->tests = g_new0 (IplExamples, suffixes->len + 1);
  the_case->n_tests = suffixes->len + 1;
  for (guint k = 0; k < the_case->n_tests; k++)
    {
      const char *suffix = k == 0 ? NULL : g_ptr_array_index (suffixes, k - 1);

      if (!load_examples (self, "test", suffix, &the_case->tests[k], error))
        return FALSE;
      count += the_case->tests[k].count;
    }
  if (the_case->level == IPL_LEVEL_WEIGHTS)
    {
      if (!load_weights (self, error))
        return FALSE;
      note_bare_inputs (self);
    }
  if (the_case->level == IPL_LEVEL_ATTENTION)
    warn_of_mask (self);
  return ipl_case_reader_labels (self, error)
         && ipl_case_check_size (the_case->train.count, count, self->solved_Pi, the_case->N0,
                                 error);
}

static gboolean
compute_xi (IplCaseReader *self, IplExamples *examples, guint threads, GError **error)
{
  IplCase *the_case = self->the_case;
  double numbers = (double)examples->count * (double)the_case->Pi * (double)the_case->N0;
  gboolean ok;

  examples->xi = ipl_memory_try_doubles (numbers, "The path features", error);
  if (examples->xi == NULL)
    return FALSE;
  if (the_case->level == IPL_LEVEL_ATTENTION)
    ok = ipl_features_from_attention (examples->attention, the_case->L, the_case->H,
                                      the_case->residual, the_case->T, the_case->N0,
                                      the_case->readout, examples->count, examples->x, examples->xi,
                                      threads, self->cancellable, error);
  else
    ok = ipl_features_from_weights (the_case->weights, the_case->L, the_case->H, the_case->residual,
                                    the_case->T, the_case->N0, the_case->readout, examples->count,
                                    examples->x, examples->xi, threads, self->cancellable, error);
  return ok;
}

static void
drop_inputs (IplExamples *examples)
{
  g_clear_pointer (&examples->x, g_free);
  for (guint l = 0; l < IPL_MAX_LAYERS; l++)
    g_clear_pointer (&examples->attention[l], g_free);
}

static void
drop_weights (IplCase *the_case)
{
  for (guint l = 0; l < IPL_MAX_LAYERS; l++)
    {
      g_clear_pointer (&the_case->weights[l].combined, g_free);
      g_clear_pointer (&the_case->weights[l].wk, g_free);
      g_clear_pointer (&the_case->weights[l].wq, g_free);
      the_case->weights[l].G = 0;
    }
}

static gboolean
compute_features (IplCaseReader *self, gboolean keep_inputs, guint threads, GError **error)
{
  IplCase *the_case = self->the_case;

  if (the_case->level == IPL_LEVEL_PATHS)
    return TRUE;
  for (guint k = 0; k <= the_case->n_tests; k++)
    {
      IplExamples *examples = k == 0 ? &the_case->train : &the_case->tests[k - 1];

      if (!compute_xi (self, examples, threads, error))
        return FALSE;
      if (!keep_inputs)
        drop_inputs (examples);
    }
  if (!keep_inputs)
    drop_weights (the_case);
  return TRUE;
}

/* An array that may be left out, and was, for which @name was meant; or one of a further layer. */
static char *
find_optional (IplCaseReader *self, char *name)
{
  static const char *const names[]
      = { "heads",      "residual",   "readout", "temperature", "variances",
          "path_names", "head_names", "name",    "warnings" };
  static const char *const layers[] = { "attn_train_", "w_", "wq_", "wk_" };
  GList one = { .data = name };

  for (gsize k = 0; k < G_N_ELEMENTS (names); k++)
    if (ipl_npz_lookup (self->npz, names[k]) == NULL && ipl_near_name (names[k], &one) != NULL)
      return g_strdup (names[k]);
  for (gsize k = 0; k < G_N_ELEMENTS (layers); k++)
    {
      g_autofree char *layer = g_strdup_printf ("%s%u", layers[k], self->file_L + 1);

      if (ipl_near_name (layer, &one) != NULL)
        return g_steal_pointer (&layer);
    }
  return NULL;
}

/* Misspelt names would otherwise go unnoticed: most arrays are optional. */
static void
note_unused (IplCaseReader *self)
{
  static const char *const levels[] = { "x_", "xi_", "attn_", "w_", "wq_", "wk_" };
  g_autoptr (GList) names = ipl_npz_names (self->npz);
  g_autoptr (GString) unused = g_string_new (NULL);

  for (GList *name = names; name != NULL; name = name->next)
    {
      gboolean other_level = FALSE;

      for (gsize k = 0; k < G_N_ELEMENTS (levels); k++)
        other_level = other_level || g_str_has_prefix (name->data, levels[k]);
      if (!other_level && !g_hash_table_contains (self->used, name->data))
        {
          g_autofree char *shown = ipl_text_shown (name->data);
          g_autofree char *meant = find_optional (self, name->data);

          g_string_append_printf (unused, "%s%s", unused->len > 0 ? ", " : "", shown);
          if (meant != NULL)
            g_string_append_printf (unused, " (rename it to %s?)", meant);
        }
    }
  if (unused->len > 0)
    ipl_case_reader_note (self, "Arrays of other names were ignored: %s.", unused->str);
}

static char *
name_from_path (const char *path)
{
  char *name = ipl_file_shown (path);

  static const char *const endings[] = { ".npz", ".safetensors" };

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (name, endings[i]) && strlen (name) > strlen (endings[i]))
      name[strlen (name) - strlen (endings[i])] = '\0';
  return name;
}

/* Reads everything and checks it, but computes no path features and does not choose the best paths.
 */
gboolean
ipl_case_reader_read (IplCaseReader *self, GError **error)
{
  return ipl_case_roles_apply (self->import->roles, self->npz, error)
         && ipl_case_reader_shape (self, error)
         && ipl_case_check_size (1, 1, self->solved_Pi, 1, error)
         && ipl_case_reader_values (self, error) && load_sets (self, error)
         && (self->chosen || self->solved_Pi < self->the_case->Pi
             || ipl_case_trained_read (self, error));
}

/* Leaves out all heads but those of the best paths, where there are more than are wanted.
 * @self: a reader that has read everything
 * @alignment: (nullable): [Pi] how well each path goes with the labels */
gboolean
ipl_case_reader_best (IplCaseReader *self, double *alignment, guint threads, GError **error)
{
  IplCase *the_case = self->the_case;
  g_autofree double *own = NULL;
  g_autofree gboolean *kept = NULL;
  gsize before = the_case->Pi;

  if (alignment == NULL && self->solved_Pi >= the_case->Pi)
    return TRUE;
  if (alignment == NULL)
    alignment = own = ipl_memory_try_doubles ((double)the_case->Pi, "Ranking paths", error);
  if (alignment == NULL || !ipl_path_rank (the_case, alignment, threads, self->cancellable, error))
    return FALSE;
  if (self->solved_Pi >= the_case->Pi)
    return TRUE;
  kept = g_new (gboolean, ipl_case_n_heads (the_case));
  ipl_path_rank_heads (the_case->L, the_case->H, alignment, self->solved_Pi, kept);
  ipl_case_reader_cut (self, kept);
  ipl_case_reader_note (self,
                        "Of %" G_GSIZE_FORMAT " paths the %" G_GSIZE_FORMAT
                        " were read of the heads whose paths go best with the labels.",
                        before, the_case->Pi);
  return TRUE;
}

static void
note_choice (IplCaseReader *self)
{
  const IplCase *the_case = self->the_case;
  g_autoptr (GString) heads = g_string_new (NULL);

  if (!self->chosen)
    return;
  for (guint l = 0; l < the_case->L; l++)
    for (guint h = 0; h < self->file_H[self->layer[l]]; h++)
      if (self->kept[l][h])
        g_string_append_printf (heads, "%s%u.%u", heads->len > 0 ? ", " : "", self->layer[l] + 1,
                                h + 1);
  ipl_case_reader_note (self,
                        "Of %.0f paths of the file %" G_GSIZE_FORMAT
                        " were read: heads (layer.head) %s.",
                        self->file_Pi, the_case->Pi, heads->str);
}

/* Notes what was not used, and names what has no name yet.
 * @self: a reader that has read everything */
void
ipl_case_reader_finish (IplCaseReader *self)
{
  IplCase *the_case = self->the_case;

  note_choice (self);
  note_unused (self);
  if (the_case->name == NULL || the_case->name[0] == '\0')
    {
      g_free (the_case->name);
      the_case->name = name_from_path (self->shown);
    }
}

/* Takes a case at the first of the three levels it is given at (path features; tokens with
 * attention; tokens with weights), checks it, and computes path features where they are not given.
 * What was recognized, mapped or left out on the way is in IplCase.notes.
 * @arrays: the arrays of a case; their numbers are taken out of it
 * @shown: what the case is called in sentences, and where the arrays give it no name
 * @keep_inputs: whether to keep tokens, attention and weights beside the path features
 * @threads: threads for the path features, 0 for as many as there are cores
 * Returns: (transfer full) (nullable): the case */
IplCase *
ipl_case_import_arrays (IplNpz *arrays, const char *shown, const IplCaseImport *import,
                        gboolean keep_inputs, guint threads, GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (IplCase) the_case = ipl_case_alloc ();
  g_autoptr (GHashTable) used = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree IplCaseReader *reader = g_new0 (IplCaseReader, 1);
  gboolean ok;

  *reader = (IplCaseReader){ .npz = arrays,
                             .shown = shown,
                             .import = import,
                             .the_case = the_case,
                             .used = used,
                             .cancellable = cancellable,
                             .budget = -1 };
  ok = ipl_case_reader_read (reader, error) && ipl_case_reader_best (reader, NULL, threads, error)
       && compute_features (reader, keep_inputs, threads, error);
  g_free (reader->at);
  if (!ok)
    {
      ipl_error_escape (error);
      return NULL;
    }
  ipl_case_reader_finish (reader);
  ipl_case_finish_names (the_case);
  return g_steal_pointer (&the_case);
}

/* As ipl_case_import_arrays(), of arrays whose names are those of the data format.
 * @arrays: the arrays of a case, as data-format.md names them; their numbers are taken out of it
 * @shown: what the case is called in sentences, and where the arrays give it no name
 * @keep_inputs: whether to keep tokens, attention and weights beside the path features
 * @threads: threads for the path features, 0 for as many as there are cores
 * Returns: (transfer full) (nullable): the case */
IplCase *
ipl_case_from_arrays (IplNpz *arrays, const char *shown, gboolean keep_inputs, guint threads,
                      GCancellable *cancellable, GError **error)
{
  IplCaseImport plain;

  ipl_case_import_init (&plain);
  return ipl_case_import_arrays (arrays, shown, &plain, keep_inputs, threads, cancellable, error);
}

/* Reads a case as ipl_case_import_arrays() takes it.
 * @path: file name of an .npz or .safetensors
 * @keep_inputs: whether to keep tokens, attention and weights beside the path features
 * @threads: threads for the path features, 0 for as many as there are cores
 * Returns: (transfer full) (nullable): the case */
IplCase *
ipl_case_import (const char *path, const IplCaseImport *import, gboolean keep_inputs, guint threads,
                 GCancellable *cancellable, GError **error)
{
  g_autoptr (IplNpz) npz = ipl_npz_open (path, cancellable, error);
  g_autofree char *shown = ipl_file_shown (path);

  return npz != NULL
             ? ipl_case_import_arrays (npz, shown, import, keep_inputs, threads, cancellable, error)
             : NULL;
}

/* Reads a case as ipl_case_from_arrays() takes it.
 * @path: file name of a case, an .npz or .safetensors as data-format.md describes it
 * @keep_inputs: whether to keep tokens, attention and weights beside the path features
 * @threads: threads for the path features, 0 for as many as there are cores
 * Returns: (transfer full) (nullable): the case */
IplCase *
ipl_case_load (const char *path, gboolean keep_inputs, guint threads, GCancellable *cancellable,
               GError **error)
{
  IplCaseImport plain;

  ipl_case_import_init (&plain);
  return ipl_case_import (path, &plain, keep_inputs, threads, cancellable, error);
}

/* Returns: whether it is a .safetensors with the labels of a case in it; one of a network has none
 */
gboolean
ipl_case_file_is (const char *path)
{
  g_autoptr (IplNpz) tensors = ipl_safetensors_is (path) ? ipl_npz_open (path, NULL, NULL) : NULL;

  return tensors != NULL
         && (ipl_npz_lookup (tensors, "y_train") != NULL
             || ipl_npz_lookup (tensors, "y_labels_train") != NULL);
}
