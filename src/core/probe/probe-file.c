/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/probe/probe-file.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "core/case/case-io.h"

const char *const ipl_probe_measure_names[IPL_PROBE_N_MEASURES]
    = { "drop", "gradient", "entropy", "norm" };

static IplArray *
find_layer (IplNpz *npz, const char *prefix, guint layer)
{
  g_autofree char *name = g_strdup_printf ("%s_%u", prefix, layer + 1);

  return ipl_npz_lookup (npz, name);
}

/* The path features of a layer, whose shape must be [count, heads, width]. */
static gboolean
check_features (const IplProbeFile *self, const IplArray *features, const char *set, gsize count,
                GError **error)
{
  g_autofree char *shape = ipl_array_describe_shape (features);

  if (features->is_text || features->ndim != 3 || features->shape[0] != count
      || features->shape[1] == 0 || features->shape[2] == 0)
    return ipl_fail (error, IPL_ERROR_SHAPE,
                     "“%s”: %s is %s where [%" G_GSIZE_FORMAT
                     ", heads, width] is expected, an example of y_%s a row.",
                     self->shown, features->name, shape, count, set);
  if (features->shape[1] > IPL_MAX_HEADS)
    return ipl_fail (error, IPL_ERROR_SHAPE,
                     "“%s”: %s has %" G_GSIZE_FORMAT " heads, and at most %d can be solved.",
                     self->shown, features->name, features->shape[1], IPL_MAX_HEADS);
  return TRUE;
}

/* Those of the test set must be of the same heads and width. */
static gboolean
check_test (const IplProbeFile *self, const IplArray *train, const IplArray *test, GError **error)
{
  g_autofree char *shape = ipl_array_describe_shape (test);

  if (!check_features (self, test, "test", self->P_test, error))
    return FALSE;
  if (test->shape[1] == train->shape[1] && test->shape[2] == train->shape[2])
    return TRUE;
  return ipl_fail (error, IPL_ERROR_SHAPE,
                   "“%s”: %s is %s where [%" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT
                   ", %" G_GSIZE_FORMAT "] is expected, heads and width as in %s.",
                   self->shown, test->name, shape, self->P_test, train->shape[1], train->shape[2],
                   train->name);
}

static gboolean
read_layers (IplProbeFile *self, GError **error)
{
  IplArray *train, *test;

  while (self->n_layers < IPL_PROBE_MAX_LAYERS
         && (train = find_layer (self->npz, "xi_train", self->n_layers)) != NULL)
    {
      test = find_layer (self->npz, "xi_test", self->n_layers);
      if (test == NULL)
        return ipl_fail (error, IPL_ERROR_MISSING, "“%s” has xi_train_%u and no xi_test_%u.",
                         self->shown, self->n_layers + 1, self->n_layers + 1);
      if (!check_features (self, train, "train", self->P, error)
          || !check_test (self, train, test, error))
        return FALSE;
      self->H[self->n_layers] = train->shape[1];
      self->most = MAX (self->most, train->shape[1]);
      self->largest = MAX (self->largest, train->size + test->size);
      self->n_layers++;
    }
  if (self->n_layers > 0)
    return TRUE;
  return ipl_fail (error, IPL_ERROR_MISSING,
                   "“%s” is no file of probes: it has no xi_train_1 [P, heads, width]; "
                   "export-attention.py MODEL --hidden-states writes one.",
                   self->shown);
}

/* Labels, of which all layers have the same. */
static gboolean
read_labels (IplProbeFile *self, GError **error)
{
  static const char *const names[] = { "y_train", "y_test" };

  for (guint i = 0; i < 2; i++)
    {
      const IplArray *y = ipl_npz_lookup (self->npz, names[i]);

      if (y == NULL || y->ndim == 0 || y->shape[0] == 0)
        return ipl_fail (error, IPL_ERROR_MISSING,
                         "“%s” is no file of probes: it has no labels %s [P].", self->shown,
                         names[i]);
      *(i == 0 ? &self->P : &self->P_test) = y->shape[0];
    }
  return TRUE;
}

/* An array that the file need not have; FALSE where it has another shape than [layers, most, ..].
 */
static gboolean
read_optional (IplProbeFile *self, const char *name, guint ndim, double **values,
               GCancellable *cancellable, GError **error)
{
  IplArray *array = ipl_npz_lookup (self->npz, name);
  g_autofree char *shape = NULL;
  gboolean fits;

  if (array == NULL)
    return TRUE;
  fits = !array->is_text && array->ndim == ndim && array->shape[0] == self->n_layers;
  for (guint d = 1; d < ndim; d++)
    fits = fits && array->shape[d] == self->most;
  shape = ipl_array_describe_shape (array);
  if (!fits)
    return ipl_fail (error, IPL_ERROR_SHAPE,
                     "“%s”: %s is %s where [%u, %" G_GSIZE_FORMAT "%s] is expected, layers and "
                     "heads.",
                     self->shown, name, shape, self->n_layers, self->most,
                     ndim == 3 ? ", the same" : "");
  if (!ipl_npz_load (self->npz, array, cancellable, error))
    return FALSE;
  *values = ipl_npz_steal_values (self->npz, name);
  return TRUE;
}

/* Both arrays of curves, or neither. */
static gboolean
read_curves (IplProbeFile *self, GCancellable *cancellable, GError **error)
{
  IplArray *order = ipl_npz_lookup (self->npz, "prune_order");
  IplArray *accuracy = ipl_npz_lookup (self->npz, "prune_accuracy");
  gsize n = 0;

  if (order == NULL && accuracy == NULL)
    return TRUE;
  for (guint l = 0; l < self->n_layers; l++)
    n += self->H[l];
  if (order == NULL || accuracy == NULL || order->is_text || accuracy->is_text || order->ndim != 2
      || accuracy->ndim != 2 || order->shape[0] != accuracy->shape[0] || order->shape[1] != n
      || accuracy->shape[1] != n + 1)
    return ipl_fail (error, IPL_ERROR_SHAPE,
                     "“%s”: prune_order must be [orders, %" G_GSIZE_FORMAT
                     "], a head a step, and prune_accuracy [orders, %" G_GSIZE_FORMAT "].",
                     self->shown, n, n + 1);
  self->curves.n_rows = order->shape[0];
  self->curves.n_heads = n;
  if (!ipl_npz_load (self->npz, order, cancellable, error)
      || !ipl_npz_load (self->npz, accuracy, cancellable, error))
    return FALSE;
  self->curves.order = ipl_npz_steal_values (self->npz, "prune_order");
  self->curves.accuracy = ipl_npz_steal_values (self->npz, "prune_accuracy");
  return TRUE;
}

static gboolean
read_measures (IplProbeFile *self, GCancellable *cancellable, GError **error)
{
  IplArray *accuracy = ipl_npz_lookup (self->npz, "model_accuracy");

  for (guint i = 0; i < IPL_PROBE_N_MEASURES; i++)
    if (!read_optional (self, ipl_probe_measure_names[i], 2, &self->measures[i], cancellable,
                        error))
      return FALSE;
  if (!read_optional (self, "pair_drop", 3, &self->pair_drop, cancellable, error))
    return FALSE;
  if (!read_curves (self, cancellable, error))
    return FALSE;
  if (accuracy == NULL || accuracy->is_text || accuracy->size != 1)
    return TRUE;
  if (!ipl_npz_load (self->npz, accuracy, cancellable, error))
    return FALSE;
  self->model_accuracy = accuracy->values[0];
  return TRUE;
}

/* @npz_take: arrays as those of a file; @model_take: (nullable): the network that they are of
 * Returns: (transfer full): what is in them, of which no path features are read yet */
IplProbeFile *
ipl_probe_file_new (const char *shown, IplNpz *npz_take, IplProbeModel *model_take,
                    GCancellable *cancellable, GError **error)
{
  g_autoptr (IplProbeFile) self = g_new0 (IplProbeFile, 1);

  self->shown = g_strdup (shown);
  self->model_accuracy = NAN;
  self->npz = npz_take;
  if (model_take != NULL)
    {
      self->model = *model_take;
      *model_take = (IplProbeModel){ 0 };
    }
  if (!read_labels (self, error) || !read_layers (self, error)
      || !read_measures (self, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

IplProbeFile *
ipl_probe_file_open (const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *shown = ipl_file_shown (path);
  IplNpz *npz = ipl_npz_open (path, cancellable, error);

  return npz != NULL ? ipl_probe_file_new (shown, npz, NULL, cancellable, error) : NULL;
}

void
ipl_probe_file_free (IplProbeFile *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->npz, ipl_npz_free);
  for (guint i = 0; i < IPL_PROBE_N_MEASURES; i++)
    g_free (self->measures[i]);
  g_free (self->pair_drop);
  g_free (self->curves.order);
  g_free (self->curves.accuracy);
  ipl_probe_model_clear (&self->model);
  g_free (self->shown);
  g_free (self);
}

/* TRUE if the headers are those of such a file. */
gboolean
ipl_probe_file_is (const char *path)
{
  g_autoptr (IplNpz) npz = ipl_npz_open (path, NULL, NULL);

  return npz != NULL && ipl_npz_lookup (npz, "xi_train_1") != NULL
         && ipl_npz_lookup (npz, "y_train") != NULL;
}

/* Adds numbers of the file to the arrays of a case, under another name. */
static gboolean
add_numbers (IplProbeFile *self, IplNpz *to, const char *name, const char *as,
             GCancellable *cancellable, GError **error)
{
  IplArray *array = ipl_npz_lookup (self->npz, name);
  g_autofree double *values = NULL;

  if (array == NULL)
    return TRUE;
  if (!ipl_npz_load (self->npz, array, cancellable, error))
    return FALSE;
  if (array->is_text)
    ipl_npz_add_texts (to, as, (const char *const *)array->texts);
  else
    {
      ipl_npz_add_numbers (to, as, array->values, array->ndim, array->shape);
      if (!g_str_equal (name, as))
        values = ipl_npz_steal_values (self->npz, name);
    }
  return TRUE;
}

/* Returns: (transfer full): the heads of a layer as the paths of a network of one layer */
IplCase *
ipl_probe_file_get_layer (IplProbeFile *self, guint layer, double temperature, guint threads,
                          GCancellable *cancellable, GError **error)
{
  static const char *const shared[] = { "y_train", "y_test", "classes", "class_names" };
  g_autofree char *train = g_strdup_printf ("xi_train_%u", layer + 1);
  g_autofree char *test = g_strdup_printf ("xi_test_%u", layer + 1);
  g_autofree char *name = g_strdup_printf ("%s, layer %u", self->shown, layer + 1);
  g_autoptr (IplNpz) arrays = ipl_npz_new ();
  const double heads = (double)self->H[layer];

  for (gsize i = 0; i < G_N_ELEMENTS (shared); i++)
    if (!add_numbers (self, arrays, shared[i], shared[i], cancellable, error))
      return NULL;
  if (!add_numbers (self, arrays, train, "xi_train", cancellable, error)
      || !add_numbers (self, arrays, test, "xi_test", cancellable, error))
    return NULL;
  ipl_npz_add_numbers (arrays, "heads", &heads, 1, (gsize[]){ 1 });
  ipl_npz_add_numbers (arrays, "temperature", &temperature, 0, NULL);
  return ipl_case_from_arrays (arrays, name, FALSE, threads, cancellable, error);
}
