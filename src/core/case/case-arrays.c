/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The labels, features, tokens, attention and weights of a case, from their arrays. */
#include "core/case/case-reader-private.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/text-escape.h"
#include "core/case/features.h"
#include <string.h>

/* "y_test" and "mnist" make "y_test_mnist"; the training set and the case's own test set have no
 * suffix. */
static char *
array_name (const char *prefix, const char *set, const char *suffix)
{
  return suffix == NULL ? g_strconcat (prefix, "_", set, NULL)
                        : g_strconcat (prefix, "_", set, "_", suffix, NULL);
}

/* Checks the number of examples and tokens against the limits before unpacking the array; wrong
 * types are found later. */
static gboolean
check_size_first (IplCaseReader *self, const char *name, guint ndim, gboolean train, GError **error)
{
  const IplArray *array = ipl_case_reader_find (self, name);
  gsize N0;

  if (array == NULL || array->ndim != ndim)
    return TRUE;
  N0 = ndim > 1 ? array->shape[ndim - 1] : 1;
  return ipl_case_check_size (train ? array->shape[0] : 1, train ? 1 : array->shape[0],
                              self->solved_Pi, N0, self->the_case->labels.outputs, error);
}

/* [P] labels, or [P, K] labels of K outputs; the training set determines K. */
static gboolean
load_labels (IplCaseReader *self, const char *set, const char *suffix, IplExamples *examples,
             GError **error)
{
  static const char *const letters[2][2] = { { "P'", "P', K" }, { "P", "P, K" } };
  gboolean train = set[1] == 'r';
  g_autofree char *name = array_name ("y", set, suffix);
  IplArray *array = ipl_case_reader_find (self, name);
  IplLabels *labels = &self->the_case->labels;
  gboolean columns = array != NULL && array->ndim == 2;
  gsize shape[] = { IPL_ANY_SIZE, 1 };

  if (train && columns)
    {
      if (array->shape[1] > IPL_MAX_OUTPUTS)
        return ipl_case_reader_wrong_shape (
            self, array, "at most " G_STRINGIFY (IPL_MAX_OUTPUTS) " columns", error);
      labels->outputs = (guint)MAX (array->shape[1], 1);
    }
  columns = labels->outputs > 1 || (columns && array->shape[1] == 1);
  shape[1] = labels->outputs;
  if (!check_size_first (self, name, 1, train, error))
    return FALSE;
  array = ipl_case_reader_numbers (self, name, 1 + columns, shape, letters[train][columns], error);
  if (array == NULL)
    return FALSE;
  examples->count = array->shape[0];
  examples->y = ipl_case_reader_steal_values (self, array);
  examples->name = ipl_text_shown (suffix != NULL ? suffix : set);
  return TRUE;
}

/* The path features xi [P, Pi, N0], or the tokens x [P, T, N0]. */
static gboolean
load_features (IplCaseReader *self, gboolean paths, const char *set, const char *suffix,
               IplExamples *examples, GError **error)
{
  IplCase *the_case = self->the_case;
  gboolean train = set[1] == 'r';
  g_autofree char *name = array_name (paths ? "xi" : "x", set, suffix);
  g_autofree char *letters = g_strdup_printf ("%s, %s, N0", train ? "P" : "P'", paths ? "Pi" : "T");
  gsize T = the_case->T > 0 ? the_case->T : IPL_ANY_SIZE;
  gsize shape[] = { examples->count, paths ? (gsize)self->file_Pi : T,
                    the_case->N0 > 0 ? the_case->N0 : IPL_ANY_SIZE };
  IplArray *array;

  if (!check_size_first (self, name, 3, train, error))
    return FALSE;
  array = ipl_case_reader_numbers (self, name, 3, shape, letters, error);
  if (array == NULL)
    return FALSE;
  the_case->N0 = array->shape[2];
  if (paths)
    {
      examples->xi = ipl_case_reader_steal_values (self, array);
      ipl_case_reader_select_paths (self, &examples->xi, examples->count, the_case->N0);
    }
  else
    {
      the_case->T = array->shape[1];
      examples->x = ipl_case_reader_steal_values (self, array);
    }
  return TRUE;
}

/* Heads with attention that the case has of a layer. */
static guint
count_selected_heads (const IplCaseReader *self, guint l)
{
  guint H = self->file_H[self->layer[l]], n = 0;

  if (!self->chosen)
    return H;
  for (guint h = 0; h < H; h++)
    n += self->selected[l][h];
  return n;
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
      gsize shape[] = { examples->count, H, T, T },
            n = examples->count * count_selected_heads (self, l);
      gboolean undecided;
      IplArray *array;

      if (H == 0)
        continue;
      array = ipl_case_reader_numbers (self, name, 4, shape, "P, H, T query, T key", error);
      if (array == NULL)
        return FALSE;
      examples->attention[l] = ipl_case_reader_steal_values (self, array);
      if (!ipl_case_reader_attention (self, array->name, examples->count, H, T,
                                      examples->attention[l], &undecided, error))
        return FALSE;
      ipl_case_reader_select_heads (self, l, &examples->attention[l], examples->count, T * T);
      if (undecided)
        {
          g_ptr_array_add (self->undecided, examples->attention[l]);
          g_array_append_val (self->undecided_n, n);
        }
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
            return ipl_fail (error, IPL_ERROR_SHAPE,
                             "In “%s”, %s has %" G_GSIZE_FORMAT
                             " heads in every layer, but the array heads has %u in layer %u.",
                             self->shown, names[k], H, self->file_H[self->layer[l]],
                             self->layer[l] + 1);
          to = ipl_memory_try_doubles ((double)H * (double)N0 * (double)G, names[k], error);
          if (to == NULL)
            return FALSE;
          for (gsize h = 0; h < H; h++)
            for (gsize g = 0; g < G; g++)
              for (gsize i = 0; i < N0; i++)
                to[(h * G + g) * N0 + i] = from[(h * N0 + i) * G + g];
          ipl_case_reader_select_heads (self, l, &to, 1, G * N0);
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
      weights->combined = ipl_case_reader_steal_values (self, array);
      ipl_case_reader_select_heads (self, l, &weights->combined, 1, N0 * N0);
      return TRUE;
    }
  if (ipl_case_reader_find (self, query) == NULL && ipl_case_reader_find (self, key) == NULL)
    {
      g_autofree char *hint = ipl_case_reader_hint (self, combined);

      return ipl_fail (error, IPL_ERROR_MISSING,
                       "“%s” has no attention weights for layer %u: it needs %s, or %s and %s.%s",
                       self->shown, number, combined, query, key, hint);
    }
  array = ipl_case_reader_numbers (self, query, 3, shape, "H, G, N0", error);
  if (array == NULL)
    return FALSE;
  shape[1] = weights->G = array->shape[1];
  weights->wq = ipl_case_reader_steal_values (self, array);
  array = ipl_case_reader_numbers (self, key, 3, shape, "H, G, N0", error);
  if (array == NULL)
    return FALSE;
  weights->wk = ipl_case_reader_steal_values (self, array);
  ipl_case_reader_select_heads (self, l, &weights->wq, 1, weights->G * N0);
  ipl_case_reader_select_heads (self, l, &weights->wk, 1, weights->G * N0);
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

/* With a causal mask, a readout of other tokens than the last mixes tokens with long and short
 * contexts. The first layer of the training examples decides. */
static void
warn_of_mask (IplCaseReader *self)
{
  static const char *const readouts[] = {
    [IPL_READOUT_MEAN] = "the mean over all tokens",
    [IPL_READOUT_FIRST] = "the first token, which sees only itself",
  };
  IplCase *the_case = self->the_case;
  g_autofree char *sentence = NULL;

  /* Attention is missing if it is too large for a preview. */
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

/* Notes that attention of later layers is computed from the tokens: in a transformer, whose layers
 * see hidden states, it differs. */
static void
note_bare_inputs (IplCaseReader *self)
{
  guint L = self->the_case->L;
  g_autofree char *layers = L == 2 ? g_strdup ("layer 2") : g_strdup_printf ("layers 2 to %u", L);

  if (L > 1)
    ipl_case_reader_note (
        self,
        "Attention of %s is computed from the inputs, as in the theory. For a transformer, whose "
        "layers see hidden states, give its attention (attn_train_1 ..) instead.",
        layers);
}

static gboolean
load_examples (IplCaseReader *self, const char *set, const char *suffix, IplExamples *examples,
               GError **error)
{
  g_autofree char *tokens = array_name ("tokens", set, suffix);
  g_autofree char *mask = array_name ("mask", set, suffix);

  if (!load_labels (self, set, suffix, examples, error))
    return FALSE;
  return load_features (self, self->the_case->level == IPL_LEVEL_PATHS, set, suffix, examples,
                        error)
         && ipl_case_reader_tokens (self, tokens, examples->count, &examples->tokens, error)
         && ipl_case_reader_padding (self, mask, tokens, examples, error)
         && (self->the_case->level != IPL_LEVEL_ATTENTION
             || load_attention (self, set, suffix, examples, error));
}

/* The suffixes of further test sets, in the file's order: those with labels, or with features of
 * the case's level. */
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

gboolean
ipl_case_reader_sets (IplCaseReader *self, GError **error)
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
  return ipl_case_reader_orientation (self, error) && ipl_case_reader_labels (self, error)
         && ipl_case_check_size (the_case->train.count, count, self->solved_Pi, the_case->N0,
                                 the_case->labels.outputs, error);
}
