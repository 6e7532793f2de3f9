/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/case/case-reader-private.h"

#include "core/base/error.h"

#include <math.h>
#include <string.h>

/* A list that is longer has no layers in it. */
#define MAX_HEADS_ARRAY 1000

static gboolean
has (IplCaseReader *self, const char *name)
{
  return ipl_npz_lookup (self->npz, name) != NULL;
}

static gboolean
has_layer (IplCaseReader *self, const char *prefix, guint layer)
{
  g_autofree char *name = g_strdup_printf ("%s%u", prefix, layer);

  return has (self, name);
}

static gboolean
has_layer_weights (IplCaseReader *self, guint layer)
{
  return has_layer (self, "w_", layer) || has_layer (self, "wq_", layer)
         || has_layer (self, "wk_", layer);
}

static gboolean
has_authors_weights (IplCaseReader *self)
{
  return has (self, "w_q_weigts") || has (self, "w_k_weigts");
}

/* Refuses layers counted from 0, which would be read as the layers after them. */
static gboolean
check_numbering (IplCaseReader *self, GError **error)
{
  static const char *const first[] = { "attn_train_0", "w_0", "wq_0", "wk_0" };

  for (guint i = 0; i < G_N_ELEMENTS (first); i++)
    if (has (self, first[i]))
      return ipl_fail (error, IPL_ERROR_VALUE,
                       "“%s” counts layers from 0 (%s), but they are counted from 1: "
                       "rename each to the next number.",
                       self->shown, first[i]);
  return TRUE;
}

/* TRUE if any layer has arrays. With residual connections some layers can have neither heads nor
 * arrays. */
static gboolean
has_any_layer (IplCaseReader *self, gboolean weights)
{
  guint most = has (self, "residual") ? IPL_MAX_FILE_LAYERS : 1;

  for (guint l = 1; l <= most; l++)
    if (weights ? has_layer_weights (self, l) : has_layer (self, "attn_train_", l))
      return TRUE;
  return FALSE;
}

static gboolean
find_level (IplCaseReader *self, GError **error)
{
  IplCase *the_case = self->the_case;
  gboolean attention = has_any_layer (self, FALSE);
  gboolean weights = has_authors_weights (self) || has_any_layer (self, TRUE);
  const char *unused = NULL;

  if (!has (self, "xi_train") && !check_numbering (self, error))
    return FALSE;
  if (has (self, "xi_train"))
    {
      the_case->level = IPL_LEVEL_PATHS;
      ipl_case_reader_note (self, "Read as path features (xi_train).");
      unused = attention ? "attention matrices" : weights ? "attention weights" : NULL;
    }
  else if (attention)
    {
      the_case->level = IPL_LEVEL_ATTENTION;
      ipl_case_reader_note (self, "Read as tokens and given attention (attn_train_1 ..).");
      unused = weights ? "attention weights" : NULL;
    }
  else if (weights)
    {
      the_case->level = IPL_LEVEL_WEIGHTS;
      ipl_case_reader_note (self, "Read as tokens and attention weights.");
    }
  else if (has (self, "residual") && has (self, "x_train"))
    {
      the_case->level = IPL_LEVEL_ATTENTION;
      ipl_case_reader_note (self, "Read as tokens and residual connections alone.");
    }
  else
    {
      g_autofree char *hint = ipl_case_reader_hint (self, "attn_train_1");

      if (has (self, "settings"))
        return ipl_fail (error, IPL_ERROR_FORMAT,
                         "“%s” holds results and not a case: the command figure draws "
                         "them.",
                         self->shown);
      return ipl_fail (error, IPL_ERROR_MISSING,
                       "“%s” has no attention: it needs xi_train, or x_train with "
                       "attn_train_1, or x_train with w_1 or wq_1 and wk_1.%s",
                       self->shown, hint);
    }
  if (unused != NULL)
    ipl_case_reader_note (self, "The %s in the file were not used.", unused);
  return TRUE;
}

/* rho_1 .. rho_L, 0 for a layer without a residual connection. */
static gboolean
read_residual (IplCaseReader *self, gsize L, GError **error)
{
  IplArray *array;

  if (!has (self, "residual"))
    return TRUE;
  array = ipl_case_reader_numbers (self, "residual", 1, &L, "L", error);
  if (array == NULL)
    return FALSE;
  for (gsize l = 0; l < L; l++)
    {
      double rho = array->values[l];

      if (rho != 0 && !(rho >= IPL_MIN_RESIDUAL && rho <= IPL_MAX_RESIDUAL))
        return ipl_fail (error, IPL_ERROR_VALUE,
                         "In “%s”, residual[%" G_GSIZE_FORMAT
                         "] is %g where a number from %g to %g "
                         "is expected, or 0 for a layer without a residual connection.",
                         self->shown, l, rho, IPL_MIN_RESIDUAL, IPL_MAX_RESIDUAL);
      self->file_residual[l] = rho;
    }
  return TRUE;
}

/* Sets the numbers of heads; @H excludes identity heads, each of which adds one. */
static gboolean
set_heads (IplCaseReader *self, gsize L, const double *H, const char *from, GError **error)
{
  if (L < 1 || L > IPL_MAX_FILE_LAYERS)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "In “%s”, %s gives %" G_GSIZE_FORMAT " attention layers, and 1 to %d can be "
                     "solved.",
                     self->shown, from, L, IPL_MAX_LAYERS);
  self->heads_from = from;
  self->file_L = (guint)L;
  self->file_Pi = 1;
  if (!read_residual (self, L, error))
    return FALSE;
  for (gsize l = 0; l < L; l++)
    {
      guint identity = self->file_residual[l] > 0;

      if (!(H[l] >= 1 - (int)identity && H[l] <= IPL_MAX_FILE_HEADS - (int)identity)
          || H[l] != floor (H[l]))
        return ipl_fail (error, IPL_ERROR_VALUE,
                         "In “%s”, %s gives layer %" G_GSIZE_FORMAT
                         " %g heads%s, and a whole number "
                         "from %d to %d is expected.",
                         self->shown, from, l + 1, H[l],
                         identity > 0 ? " in addition to its residual connection" : "",
                         1 - (int)identity, IPL_MAX_HEADS - (int)identity);
      self->file_H[l] = (guint)H[l];
      self->file_Pi *= H[l] + identity;
    }
  return TRUE;
}

/* H from the array heads. */
static gboolean
heads_from_array (IplCaseReader *self, IplArray *array, GError **error)
{
  if (array->is_text || array->ndim > 1 || array->size == 0 || array->size > MAX_HEADS_ARRAY)
    return ipl_case_reader_must_be (self, array, "heads", "whole numbers of shape [L]",
                                    array->is_text ? "text" : "an array", error);
  return ipl_case_reader_load (self, array, error)
         && set_heads (self, array->size, array->values, "heads", error);
}

/* Derives the heads from the paths of xi: a single layer with a head for each path. Refuses
 * variances of more layers. */
static gboolean
heads_from_paths (IplCaseReader *self, GError **error)
{
  IplArray *xi = ipl_npz_lookup (self->npz, "xi_train");
  IplArray *variances = ipl_npz_lookup (self->npz, "variances");
  double H[IPL_MAX_FILE_LAYERS];
  gsize L
      = variances != NULL && variances->ndim == 1 && variances->size > 2 ? variances->size - 2 : 0;

  if (xi->ndim == 3 && (L <= 1 || xi->shape[1] == 1))
    {
      if (L == 0 && xi->shape[1] > 1)
        ipl_case_reader_note (self,
                              "There is no array heads: the %" G_GSIZE_FORMAT
                              " paths are taken as one layer of so many heads.",
                              xi->shape[1]);
      for (gsize l = 0; l < IPL_MAX_FILE_LAYERS; l++)
        H[l] = (double)xi->shape[1];
      return set_heads (self, MAX (L, 1), H, "xi_train", error);
    }
  if (xi->ndim == 3)
    g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                 "“%s” has variances of %" G_GSIZE_FORMAT
                 " layers but no array heads [H_1 .. H_L], the number of heads per layer, for its "
                 "%" G_GSIZE_FORMAT " paths.",
                 self->shown, L, xi->shape[1]);
  else
    {
      g_autofree char *shape = ipl_array_describe_shape (xi);

      g_set_error (error, IPL_ERROR, IPL_ERROR_SHAPE,
                   "In “%s”, the array xi_train has shape %s where [P, Pi, N0] is expected.",
                   self->shown, shape);
    }
  return FALSE;
}

/* H from the second dimension of attn_train_l. */
static gboolean
heads_from_attention (IplCaseReader *self, GError **error)
{
  double H[IPL_MAX_FILE_LAYERS + 1] = { 0 };
  gsize L = 0;

  for (; L <= IPL_MAX_FILE_LAYERS && has_layer (self, "attn_train_", (guint)L + 1); L++)
    {
      g_autofree char *name = g_strdup_printf ("attn_train_%u", (guint)L + 1);
      IplArray *array = ipl_npz_lookup (self->npz, name);

      if (array->ndim != 4)
        return ipl_case_reader_wrong_shape (self, array, "[P, H, T query, T key]", error);
      H[L] = (double)array->shape[1];
    }
  return set_heads (self, L, H, "attn_train", error);
}

/* H from the first dimension of w_l or wq_l, or from the authors' [L, H, N0, G]. */
static gboolean
heads_from_weights (IplCaseReader *self, GError **error)
{
  static const char *const prefixes[] = { "w_", "wq_", "wk_" };
  double H[IPL_MAX_FILE_LAYERS + 1] = { 0 };
  gsize L = 0;

  if (!has_layer_weights (self, 1))
    {
      IplArray *array = ipl_npz_lookup (self->npz, "w_q_weigts");

      array = array != NULL ? array : ipl_npz_lookup (self->npz, "w_k_weigts");
      if (array->ndim != 4)
        return ipl_case_reader_wrong_shape (self, array, "[L, H, N0, G]", error);
      for (; L < IPL_MAX_FILE_LAYERS; L++)
        H[L] = (double)array->shape[1];
      return set_heads (self, array->shape[0], H, array->name, error);
    }
  for (; L <= IPL_MAX_FILE_LAYERS && has_layer_weights (self, (guint)L + 1); L++)
    for (gsize k = 0; k < G_N_ELEMENTS (prefixes) && H[L] == 0; k++)
      {
        g_autofree char *name = g_strdup_printf ("%s%u", prefixes[k], (guint)L + 1);
        IplArray *array = ipl_npz_lookup (self->npz, name);

        if (array == NULL)
          continue;
        if (array->ndim != 3)
          return ipl_case_reader_wrong_shape (self, array, k == 0 ? "[H, N0, N0]" : "[H, G, N0]",
                                              error);
        if (array->shape[0] == 0)
          return ipl_case_reader_wrong_shape (self, array, "at least one head", error);
        H[L] = (double)array->shape[0];
      }
  return set_heads (self, L, H, "the attention weights", error);
}

/* H as the user typed it. */
static gboolean
heads_from_import (IplCaseReader *self, GError **error)
{
  guint H[IPL_MAX_FILE_LAYERS], L;
  double counts[IPL_MAX_FILE_LAYERS];

  if (!ipl_case_import_parse_head_counts (self->import->head_counts, H, &L, error))
    return FALSE;
  for (guint l = 0; l < L; l++)
    counts[l] = H[l];
  return set_heads (self, L, counts, "the list of heads", error);
}

static gboolean
find_heads (IplCaseReader *self, GError **error)
{
  IplArray *heads;

  if (self->import->head_counts[0] != '\0')
    return heads_from_import (self, error);
  heads = ipl_case_reader_find (self, "heads");
  if (heads != NULL)
    return heads_from_array (self, heads, error);
  if (has (self, "residual"))
    return ipl_fail (error, IPL_ERROR_MISSING,
                     "“%s” has residual connections, so that it needs heads [H_1 .. H_L] too: the "
                     "heads with attention of each layer, without the identity, 0 where there are "
                     "none.",
                     self->shown);
  switch (self->the_case->level)
    {
    case IPL_LEVEL_PATHS:
      return heads_from_paths (self, error);
    case IPL_LEVEL_ATTENTION:
      return heads_from_attention (self, error);
    case IPL_LEVEL_WEIGHTS:
    default:
      return heads_from_weights (self, error);
    }
}

/* The layer number at the end of an array name with this prefix; 0 if there is none. */
static guint
layer_of (const char *name, const char *prefix)
{
  guint64 layer;

  if (!g_str_has_prefix (name, prefix)
      || !g_ascii_string_to_unsigned (strrchr (name, '_') + 1, 10, 1, G_MAXINT, &layer, NULL))
    return 0;
  return (guint)layer;
}

/* Refuses arrays of layers beyond the last, which would be ignored silently. */
static gboolean
check_no_gap (IplCaseReader *self, GError **error)
{
  static const char *const attention[] = { "attn_train_", "attn_test_", NULL };
  static const char *const weights[] = { "w_", "wq_", "wk_", NULL }, *const none[] = { NULL };
  const char *const *prefixes = self->the_case->level == IPL_LEVEL_ATTENTION ? attention
                                : self->the_case->level == IPL_LEVEL_WEIGHTS ? weights
                                                                             : none;
  g_autoptr (GList) names = ipl_npz_names (self->npz);

  for (GList *name = names; name != NULL; name = name->next)
    for (const char *const *prefix = prefixes; *prefix != NULL; prefix++)
      if (layer_of (name->data, *prefix) > self->file_L)
        {
          g_autofree char *next = g_strdup_printf ("%s%u", *prefix, self->file_L + 1);

          if (has (self, next))
            return ipl_fail (error, IPL_ERROR_SHAPE,
                             "In “%s”, %s gives %u layer%s, but there is %s too.", self->shown,
                             self->heads_from, self->file_L, self->file_L == 1 ? "" : "s",
                             (const char *)name->data);
          return ipl_fail (error, IPL_ERROR_SHAPE,
                           "In “%s”, there is %s but no %s: number the layers 1, 2, .. without a "
                           "gap.",
                           self->shown, (const char *)name->data, next);
        }
  return TRUE;
}

/* Finds the level, the number of layers, and the requested heads of each layer. */
gboolean
ipl_case_reader_shape (IplCaseReader *self, GError **error)
{
  return find_level (self, error) && find_heads (self, error) && check_no_gap (self, error)
         && ipl_case_reader_choose (self, error);
}

static gboolean
read_readout (IplCaseReader *self, GError **error)
{
  const char *const *words = ipl_case_import_readouts + 1;
  g_autofree char *text = NULL;

  if (strcmp (self->import->readout, "file") != 0)
    text = g_strdup (self->import->readout);
  else if (!ipl_case_reader_text (self, "readout", &text, error))
    return FALSE;
  if (text == NULL)
    return TRUE;
  for (guint k = 0; words[k] != NULL; k++)
    if (strcmp (text, words[k]) == 0)
      {
        self->the_case->readout = (IplReadout)k;
        return TRUE;
      }
  return ipl_fail (error, IPL_ERROR_VALUE,
                   "In “%s”, readout is “%s” where last, first or mean is expected.", self->shown,
                   text);
}

static gboolean
read_temperature (IplCaseReader *self, GError **error)
{
  gboolean found;

  if (!ipl_case_reader_scalar (self, "temperature", &self->the_case->temperature, &found, error))
    return FALSE;
  if (self->the_case->temperature >= 0)
    return TRUE;
  return ipl_fail (error, IPL_ERROR_VALUE,
                   "In “%s”, temperature is %g where 0 or a positive number is expected.",
                   self->shown, self->the_case->temperature);
}

static gboolean
read_variances (IplCaseReader *self, GError **error)
{
  IplCase *the_case = self->the_case;
  gsize shape[] = { self->file_L + 2 };
  IplArray *array;

  if (ipl_case_reader_find (self, "variances") == NULL)
    return TRUE;
  array = ipl_case_reader_numbers (self, "variances", 1, shape, "L + 2", error);
  if (array == NULL)
    return FALSE;
  for (guint i = 0; i < self->file_L + 2; i++)
    {
      if (!(array->values[i] > 0))
        return ipl_fail (error, IPL_ERROR_VALUE,
                         "In “%s”, variances[%u] is %g where a positive number is expected.",
                         self->shown, i, array->values[i]);
    }
  the_case->variances[0] = array->values[0];
  for (guint l = 0; l < the_case->L; l++)
    the_case->variances[l + 1] = array->values[self->layer[l] + 1];
  the_case->variances[the_case->L + 1] = array->values[self->file_L + 1];
  return TRUE;
}

/* A longer list is refused as malformed. */
#define MAX_WARNINGS 100

static gboolean
read_warnings (IplCaseReader *self, GError **error)
{
  IplArray *array = ipl_case_reader_find (self, "warnings");
  g_auto (GStrv) warnings = NULL;

  if (array != NULL && (array->ndim > 1 || array->size > MAX_WARNINGS))
    return ipl_case_reader_must_be (self, array, "warnings",
                                    "a list of at most " G_STRINGIFY (MAX_WARNINGS) " sentences",
                                    "an array", error);
  if (!ipl_case_reader_texts (self, "warnings", IPL_ANY_SIZE, "sentences", &warnings, error))
    return FALSE;
  for (guint i = 0; warnings != NULL && warnings[i] != NULL; i++)
    if (warnings[i][0] != '\0')
      ipl_case_warn (self->the_case, warnings[i]);
  return TRUE;
}

/* Reads the optional arrays: readout, temperature, variances, names, warnings. */
gboolean
ipl_case_reader_values (IplCaseReader *self, GError **error)
{
  IplCase *the_case = self->the_case;
  g_auto (GStrv) paths = NULL, heads = NULL;
  guint n_heads = 0;

  for (guint l = 0; l < self->file_L; l++)
    n_heads += ipl_case_reader_file_heads (self, l);
  if (!read_readout (self, error) || !read_temperature (self, error)
      || !read_variances (self, error)
      || !ipl_case_reader_text (self, "name", &the_case->name, error)
      || !ipl_case_reader_texts (self, "path_names", (gsize)self->file_Pi, "Pi", &paths, error)
      || !ipl_case_reader_texts (self, "head_names", n_heads, "sum of H", &heads, error)
      || !read_warnings (self, error))
    return FALSE;
  ipl_case_reader_select_names (self, paths, heads);
  return TRUE;
}
