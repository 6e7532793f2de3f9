/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/files/safetensors-index.h"

#include "core/base/memory.h"
#include "core/base/shown-text.h"
#include "core/files/safetensors-header-private.h"
#include <string.h>

/* Numbers that are converted at a time. */
#define BLOCK 65536

struct _IplSafetensorsIndex
{
  IplSafetensorsHeader header;
};

/**
 * ipl_safetensors_index_new:
 * @path: file name
 * @error: return location for an #IPL_ERROR
 *
 * Opens a safetensors file and reads what its header says.
 *
 * Returns: (transfer full) (nullable): its tensors
 */
IplSafetensorsIndex *
ipl_safetensors_index_new (const char *path, GError **error)
{
  g_autoptr (IplSafetensorsIndex) self = g_new0 (IplSafetensorsIndex, 1);

  return ipl_safetensors_header_open (&self->header, path, NULL, error) ? g_steal_pointer (&self)
                                                                        : NULL;
}

void
ipl_safetensors_index_free (IplSafetensorsIndex *self)
{
  if (self == NULL)
    return;
  ipl_safetensors_header_clear (&self->header);
  g_free (self);
}

static const IplTensorEntry *
get_entry (const IplSafetensorsIndex *self, guint i)
{
  return &g_array_index (self->header.entries, IplTensorEntry, i);
}

guint
ipl_safetensors_index_get_n (const IplSafetensorsIndex *self)
{
  return self->header.entries->len;
}

const char *
ipl_safetensors_index_get_name (const IplSafetensorsIndex *self, guint i)
{
  return get_entry (self, i)->name;
}

/**
 * ipl_safetensors_index_get_shape:
 * @self: an index
 * @i: a tensor
 * @shape: (out) (transfer none): its dimensions
 *
 * Returns: how many dimensions it has
 */
guint
ipl_safetensors_index_get_shape (const IplSafetensorsIndex *self, guint i, const gsize **shape)
{
  *shape = get_entry (self, i)->shape;
  return get_entry (self, i)->ndim;
}

/**
 * ipl_safetensors_index_get_metadata:
 * @self: an index
 * @key: a key of its metadata
 *
 * Returns: (transfer none) (nullable): the text that belongs to it
 */
const char *
ipl_safetensors_index_get_metadata (const IplSafetensorsIndex *self, const char *key)
{
  return g_hash_table_lookup (self->header.metadata, key);
}

/**
 * ipl_safetensors_index_read:
 * @self: an index
 * @i: a tensor of F64, F32, F16, BF16 or whole numbers
 * @cancellable: (nullable): looked at while reading
 * @error: return location for an #IPL_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): its numbers in C order; there is memory for them alone
 */
float *
ipl_safetensors_index_read (IplSafetensorsIndex *self, guint i, GCancellable *cancellable,
                            GError **error)
{
  const IplTensorEntry *entry = get_entry (self, i);
  g_autofree char *name = ipl_text_shown (entry->name);
  g_autofree char *what = g_strdup_printf ("Tensor “%s”", name);
  g_autofree guint8 *bytes = g_malloc (BLOCK * 8);
  g_autofree double *doubles = g_new (double, BLOCK);
  g_autofree float *values = NULL;

  if (entry->dtype == NULL)
    {
      ipl_safetensors_set_tensor_error (
          &self->header, entry->name,
          "has a dtype other than F64, F32, F16, BF16, I64, I32 and U8: convert it", error);
      return NULL;
    }
  values = ipl_try_new (float, MAX (entry->size, 1), what, error);
  if (values == NULL)
    return NULL;
  self->header.cancellable = cancellable;
  for (gsize at = 0; at < entry->size; at += BLOCK)
    {
      gsize n = MIN (BLOCK, entry->size - at), size = entry->dtype->item_size;

      if (!ipl_safetensors_read_bytes (&self->header, self->header.begin + entry->begin + at * size,
                                       bytes, n * size, error))
        return NULL;
      ipl_tensor_convert (entry->dtype, bytes, n, values + at, doubles);
      for (gsize k = 0; entry->dtype->wide && k < n; k++)
        values[at + k] = (float)doubles[k];
    }
  return g_steal_pointer (&values);
}
