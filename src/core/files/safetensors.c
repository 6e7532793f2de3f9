/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/files/safetensors.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/file-read.h"
#include "core/base/memory.h"
#include "core/base/shown-text.h"
#include "core/files/safetensors-header-private.h"

G_STATIC_ASSERT (IPL_TENSOR_MAX_DIM == IPL_TENSOR_ENTRY_MAX_DIM);

struct _IplSafetensors
{
  GHashTable *tensors;  /* name -> IplTensor */
  GHashTable *metadata; /* key -> text */
};

static void
tensor_free (gpointer data)
{
  IplTensor *self = data;

  g_free (self->name);
  g_free (self->floats);
  g_free (self->doubles);
  g_free (self);
}

static gboolean
read_values (const IplSafetensorsHeader *header, const IplTensorEntry *entry, IplTensor *tensor,
             GError **error)
{
  g_autofree char *name = ipl_text_shown (tensor->name);
  g_autofree char *what = g_strdup_printf ("Tensor “%s”", name);
  gboolean wide = entry->dtype->wide;
  double *room = ipl_memory_try_doubles (
      wide ? (double)tensor->size : 0.5 * (double)tensor->size + 1, what, error);
  g_autofree guint8 *bytes = NULL;
  gsize n = (gsize)(entry->end - entry->begin);

  if (room == NULL)
    return FALSE;
  if (wide)
    tensor->doubles = room;
  else
    tensor->floats = (float *)room;
  bytes = g_try_malloc (MAX (n, 1));
  if (bytes == NULL)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_MEMORY, "%s does not fit in memory.", what);
      return FALSE;
    }
  if (!ipl_safetensors_read_bytes (header, header->begin + entry->begin, bytes, n, error))
    return FALSE;
  ipl_tensor_convert (entry->dtype, bytes, tensor->size, tensor->floats, tensor->doubles);
  return TRUE;
}

static gboolean
read_tensor (const IplSafetensorsHeader *header, const IplTensorEntry *entry, IplSafetensors *self,
             GError **error)
{
  IplTensor *tensor = g_new0 (IplTensor, 1);

  tensor->name = g_strdup (entry->name);
  tensor->ndim = entry->ndim;
  tensor->size = entry->size;
  memcpy (tensor->shape, entry->shape, sizeof tensor->shape);
  g_hash_table_insert (self->tensors, tensor->name, tensor);
  if (entry->dtype != NULL)
    return read_values (header, entry, tensor, error);
  ipl_safetensors_set_tensor_error (
      header, entry->name,
      "has a dtype other than F64, F32, F16, BF16, I64, I32 and U8: convert it", error);
  return FALSE;
}

/* Reads all tensors of a safetensors file. Sizes are checked against the file and the machine
 * before anything is allocated; tensors must follow each other without holes or overlaps.
 * Returns: (transfer full) (nullable): the tensors */
IplSafetensors *
ipl_safetensors_read (const char *path, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autoptr (IplSafetensors) self = g_new0 (IplSafetensors, 1);
  g_auto (IplSafetensorsHeader) header = { 0 };

  self->tensors = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, tensor_free);
  if (!ipl_safetensors_header_open (&header, path, cancellable, error))
    return NULL;
  for (guint i = 0; i < header.entries->len; i++)
    if (!read_tensor (&header, &g_array_index (header.entries, IplTensorEntry, i), self, error))
      return NULL;
  self->metadata = g_steal_pointer (&header.metadata);
  return g_steal_pointer (&self);
}

void
ipl_safetensors_free (IplSafetensors *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->tensors);
  g_clear_pointer (&self->metadata, g_hash_table_unref);
  g_free (self);
}

/* Returns: (nullable): the tensor, or NULL where the file has none of this name */
const IplTensor *
ipl_safetensors_lookup (const IplSafetensors *self, const char *name)
{
  return g_hash_table_lookup (self->tensors, name);
}

/* Returns: (nullable): its numbers, all finite; NULL where it is missing, not in single precision
 *   or less, of another shape, or holds NaN or infinity */
const float *
ipl_safetensors_get_floats (const IplSafetensors *self, const char *name, guint ndim,
                            const gsize *shape, const char *shown, GError **error)
{
  const IplTensor *found = ipl_safetensors_lookup (self, name);
  gboolean fits = found != NULL && found->floats != NULL && found->ndim == ndim;

  for (guint i = 0; fits && i < ndim; i++)
    fits = found->shape[i] == shape[i];
  if (!fits)
    {
      g_set_error (error, IPL_ERROR, found == NULL ? IPL_ERROR_MISSING : IPL_ERROR_SHAPE,
                   "Tensor “%s” in “%s” is missing or not of the shape that the file itself tells.",
                   name, shown);
      return NULL;
    }
  for (gsize i = 0; i < found->size; i++)
    if (!isfinite (found->floats[i]))
      {
        g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                     "Tensor “%s” in “%s” holds NaN or infinity.", name, shown);
        return NULL;
      }
  return found->floats;
}

/* Returns: (nullable): the text that belongs to it */
const char *
ipl_safetensors_metadata (const IplSafetensors *self, const char *key)
{
  return g_hash_table_lookup (self->metadata, key);
}

/* Returns: whether the file begins as a safetensors file does: the length of its header, and a
 *   brace */
gboolean
ipl_safetensors_is (const char *path)
{
  guint8 head[9];
  guint64 length = 0;
  struct stat status;
  int fd = ipl_file_open (path, &status, NULL);
  gboolean is = FALSE;

  if (fd < 0)
    return FALSE;
  if (pread (fd, head, sizeof head, 0) == sizeof head)
    {
      for (guint i = 8; i-- > 0;)
        length = length << 8 | head[i];
      is = head[8] == '{' && length + 8 <= (guint64)status.st_size && length > 1;
    }
  close (fd);
  return is;
}
