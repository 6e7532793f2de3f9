/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/probe/probe-attention.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/references.h"
#include "core/base/shown-text.h"

static const IplArray *
find_layer (const IplProbeAttention *self, guint layer)
{
  g_autofree char *name = g_strdup_printf ("attn_test_%u", layer + 1);

  return ipl_npz_lookup (self->npz, name);
}

static gboolean
refuse_shape (const IplArray *array, const char *expected, const char *shown, GError **error)
{
  g_autofree char *shape = ipl_array_describe_shape (array);

  return ipl_fail (error, IPL_ERROR_SHAPE, "“%s”: %s is %s of shape %s where %s is expected.",
                   shown, array->name, array->is_text ? "text" : "numbers", shape, expected);
}

/* Attention [examples, heads, query, key] of the first layers, of one number of examples and
 * tokens.
 */
static gboolean
find_layers (IplProbeAttention *self, const char *shown, GError **error)
{
  const IplArray *array;

  for (;
       self->n_layers < IPL_PROBE_MAX_LAYERS && (array = find_layer (self, self->n_layers)) != NULL;
       self->n_layers++)
    {
      g_autofree char *expected = NULL;

      if (self->n_layers == 0 && !array->is_text && array->ndim == 4)
        {
          self->count = array->shape[0];
          self->T = array->shape[2];
        }
      expected = self->T > 0
                     ? g_strdup_printf ("numbers [%" G_GSIZE_FORMAT ", heads, %" G_GSIZE_FORMAT
                                        ", %" G_GSIZE_FORMAT "]",
                                        self->count, self->T, self->T)
                     : g_strdup ("numbers [examples, heads, query, key]");
      if (array->is_text || array->ndim != 4 || array->size == 0 || array->shape[0] != self->count
          || array->shape[2] != self->T || array->shape[3] != self->T)
        return refuse_shape (array, expected, shown, error);
      self->H[self->n_layers] = array->shape[1];
    }
  if (self->n_layers == 0)
    return ipl_fail (
        error, IPL_ERROR_MISSING,
        "“%s” has no attention of its heads, attn_test_1 [examples, heads, query, key]: "
        "export-attention.py MODEL --hidden-states writes it.",
        shown);
  if (self->T > IPL_PROBE_MOST_TOKENS)
    return ipl_fail (error, IPL_ERROR_SHAPE,
                     "“%s”: attention between %" G_GSIZE_FORMAT
                     " tokens is not shown, at most between %d.",
                     shown, self->T, IPL_PROBE_MOST_TOKENS);
  return TRUE;
}

/* Texts of at least these examples. */
static gboolean
read_tokens (IplProbeAttention *self, const char *shown, GCancellable *cancellable, GError **error)
{
  IplArray *array = ipl_npz_lookup (self->npz, "tokens_test");
  g_autofree char *expected = NULL;

  if (array == NULL)
    return TRUE;
  expected = g_strdup_printf ("texts [at least %" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT "]",
                              self->count, self->T);
  if (!array->is_text || array->ndim != 2 || array->shape[0] < self->count
      || array->shape[1] != self->T)
    return refuse_shape (array, expected, shown, error);
  if (!ipl_npz_load (self->npz, array, cancellable, error))
    return FALSE;
  self->tokens = ipl_token_texts_new (self->count, self->T, (const char *const *)array->texts);
  return TRUE;
}

static gboolean
read_labels (IplProbeAttention *self, GCancellable *cancellable, GError **error)
{
  IplArray *array = ipl_npz_lookup (self->npz, "y_test");

  if (array == NULL || array->is_text || array->ndim != 1 || array->size < self->count)
    return TRUE;
  if (!ipl_npz_load (self->npz, array, cancellable, error))
    return FALSE;
  self->labels = ipl_npz_steal_values (self->npz, "y_test");
  return TRUE;
}

/* Returns: (transfer full): the headers are read, and texts; where there is no attention, @why */
IplProbeAttention *
ipl_probe_attention_open (const char *path, GCancellable *cancellable)
{
  IplProbeAttention *self = g_new0 (IplProbeAttention, 1);
  g_autofree char *shown = ipl_file_shown (path);
  g_autoptr (GError) error = NULL;

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->reading);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      self->why
          = g_strdup_printf ("The attention of heads is in the file of probes, “%s”, which is "
                             "not where it was: open that.",
                             shown);
      return self;
    }
  self->npz = ipl_npz_open (path, cancellable, &error);
  if (self->npz == NULL || !find_layers (self, shown, &error)
      || !read_tokens (self, shown, cancellable, &error)
      || !read_labels (self, cancellable, &error))
    {
      ipl_error_escape (&error);
      self->why = g_strdup (error->message);
    }
  return self;
}

static void
clear (IplProbeAttention *self)
{
  g_clear_pointer (&self->npz, ipl_npz_free);
  g_mutex_clear (&self->reading);
  ipl_token_texts_unref (self->tokens);
  g_free (self->labels);
  g_free (self->why);
}

IPL_DEFINE_REFERENCES (IplProbeAttention, ipl_probe_attention, clear)

/* @self: attention that is there; @attention: (out): [T query x T key], NaN where there is no token
 */
gboolean
ipl_probe_attention_read (IplProbeAttention *self, guint layer, gsize head, gsize example,
                          double *attention, GError **error)
{
  gsize size = self->T * self->T;
  gboolean read;

  g_return_val_if_fail (self->why == NULL && layer < self->n_layers && head < self->H[layer]
                            && example < self->count,
                        FALSE);

  g_mutex_lock (&self->reading);
  read = ipl_npz_read_part (self->npz, find_layer (self, layer),
                            (example * self->H[layer] + head) * size, size, attention, NULL, error);
  g_mutex_unlock (&self->reading);
  ipl_error_escape (error);
  return read;
}
