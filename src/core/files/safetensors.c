/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/files/safetensors.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/io-error.h"
#include "core/base/json-text.h"
#include "core/base/memory.h"
#include "core/base/shown-text.h"
#include "core/files/safetensors-private.h"

struct _IplSafetensors
{
  GHashTable *tensors;  /* name -> IplTensor */
  GHashTable *metadata; /* key -> text */
};

typedef struct
{
  int fd;
  const char *shown;
  guint64 begin; /* of the data */
  guint64 size;  /* of the data */
  GCancellable *cancellable;
} Reader;

/* Where a tensor's bytes stand. */
typedef struct
{
  const char *name;
  guint64 begin, end;
} Extent;

static void
tensor_free (gpointer data)
{
  IplTensor *self = data;

  g_free (self->name);
  g_free (self->floats);
  g_free (self->doubles);
  g_free (self);
}

static void
set_damaged (const Reader *reader, const char *why, GError **error)
{
  g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
               "“%s” is no safetensors file, or is damaged: %s.", reader->shown, why);
}

static void
set_tensor_error (const Reader *reader, const char *name, const char *why, GError **error)
{
  g_autofree char *tensor = ipl_text_shown (name);

  g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT, "Tensor “%s” in “%s” %s.", tensor, reader->shown,
               why);
}

static gboolean
read_at (const Reader *reader, guint64 offset, gpointer bytes, gsize n, GError **error)
{
  guint8 *at = bytes;

  while (n > 0)
    {
      gssize got = pread (reader->fd, at, MIN (n, (gsize)1 << 24), (off_t)offset);

      if (g_cancellable_set_error_if_cancelled (reader->cancellable, error))
        return FALSE;
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        {
          ipl_set_io_error (error, "read", reader->shown, errno);
          return FALSE;
        }
      if (got == 0)
        {
          set_damaged (reader, "it is cut short", error);
          return FALSE;
        }
      at += got;
      offset += (guint64)got;
      n -= (gsize)got;
    }
  return TRUE;
}

/* A JSON number that counts something, or FALSE. */
static gboolean
get_count (JsonNode *node, guint64 *count)
{
  gint64 value;

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node)
      || json_node_get_value_type (node) != G_TYPE_INT64)
    return FALSE;
  value = json_node_get_int (node);
  *count = (guint64)value;
  return value >= 0;
}

static gboolean
get_text (JsonObject *object, const char *member, const char **text)
{
  JsonNode *node = json_object_get_member (object, member);

  *text = node != NULL && JSON_NODE_HOLDS_VALUE (node)
                  && json_node_get_value_type (node) == G_TYPE_STRING
              ? json_node_get_string (node)
              : NULL;
  return *text != NULL;
}

static gboolean
parse_shape (const Reader *reader, JsonObject *entry, IplTensor *tensor, GError **error)
{
  JsonNode *node = json_object_get_member (entry, "shape");
  JsonArray *shape
      = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  guint64 length;

  if (shape == NULL || json_array_get_length (shape) > IPL_TENSOR_MAX_DIM)
    {
      set_tensor_error (reader, tensor->name, "has no shape of at most 6 dimensions", error);
      return FALSE;
    }
  tensor->ndim = json_array_get_length (shape);
  tensor->size = 1;
  for (guint i = 0; i < tensor->ndim; i++)
    {
      if (!get_count (json_array_get_element (shape, i), &length)
          || (length > 0 && tensor->size > (gsize)G_MAXINT64 / 8 / length))
        {
          set_tensor_error (reader, tensor->name, "has an impossible shape", error);
          return FALSE;
        }
      tensor->shape[i] = length;
      tensor->size *= length;
    }
  return TRUE;
}

static gboolean
parse_extent (const Reader *reader, JsonObject *entry, const IplTensor *tensor, gsize item_size,
              Extent *extent, GError **error)
{
  JsonNode *node = json_object_get_member (entry, "data_offsets");
  JsonArray *offsets
      = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  if (offsets == NULL || json_array_get_length (offsets) != 2
      || !get_count (json_array_get_element (offsets, 0), &extent->begin)
      || !get_count (json_array_get_element (offsets, 1), &extent->end)
      || extent->begin > extent->end)
    {
      set_tensor_error (reader, tensor->name, "has no valid data offsets", error);
      return FALSE;
    }
  if (extent->end > reader->size)
    {
      set_tensor_error (reader, tensor->name,
                        "reaches beyond the end of the file, which is cut short", error);
      return FALSE;
    }
  if (extent->end - extent->begin != (guint64)tensor->size * item_size)
    {
      set_tensor_error (reader, tensor->name, "has a shape that does not fit its number of bytes",
                        error);
      return FALSE;
    }
  extent->name = tensor->name;
  return TRUE;
}

static gboolean
read_values (const Reader *reader, const Extent *extent, const IplTensorDtype *dtype,
             IplTensor *tensor, GError **error)
{
  g_autofree char *name = ipl_text_shown (tensor->name);
  g_autofree char *what = g_strdup_printf ("Tensor “%s”", name);
  double *room = ipl_memory_try_doubles (
      dtype->wide ? (double)tensor->size : 0.5 * (double)tensor->size + 1, what, error);
  g_autofree guint8 *bytes = NULL;
  gsize n = (gsize)(extent->end - extent->begin);

  if (room == NULL)
    return FALSE;
  if (dtype->wide)
    tensor->doubles = room;
  else
    tensor->floats = (float *)room;
  bytes = g_try_malloc (MAX (n, 1));
  if (bytes == NULL)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_MEMORY, "%s does not fit in memory.", what);
      return FALSE;
    }
  if (!read_at (reader, reader->begin + extent->begin, bytes, n, error))
    return FALSE;
  ipl_tensor_convert (tensor, dtype, bytes);
  return TRUE;
}

static gboolean
read_tensor (const Reader *reader, IplSafetensors *self, const char *name, JsonNode *node,
             Extent *extent, GError **error)
{
  IplTensor *tensor = g_new0 (IplTensor, 1);
  const IplTensorDtype *dtype = NULL;
  JsonObject *entry;
  const char *dtype_name;

  tensor->name = g_strdup (name);
  g_hash_table_insert (self->tensors, tensor->name, tensor);
  if (!JSON_NODE_HOLDS_OBJECT (node)
      || !get_text (entry = json_node_get_object (node), "dtype", &dtype_name))
    {
      set_tensor_error (reader, name, "has no dtype", error);
      return FALSE;
    }
  dtype = ipl_tensor_dtype_lookup (dtype_name);
  if (dtype == NULL)
    {
      set_tensor_error (reader, name,
                        "has a dtype other than F64, F32, F16, BF16, I64, I32 and U8: convert it",
                        error);
      return FALSE;
    }
  return parse_shape (reader, entry, tensor, error)
         && parse_extent (reader, entry, tensor, dtype->item_size, extent, error)
         && read_values (reader, extent, dtype, tensor, error);
}

static int
compare_extents (gconstpointer a, gconstpointer b)
{
  const Extent *first = a, *second = b;

  if (first->begin != second->begin)
    return first->begin < second->begin ? -1 : 1;
  return first->end < second->end ? -1 : first->end > second->end;
}

/* Tensors stand one after the other: no holes, no overlaps, nothing after the last. */
static gboolean
check_extents (const Reader *reader, GArray *extents, GError **error)
{
  guint64 at = 0;

  g_array_sort (extents, compare_extents);
  for (guint i = 0; i < extents->len; i++)
    {
      const Extent *extent = &g_array_index (extents, Extent, i);

      if (extent->begin != at)
        {
          set_tensor_error (reader, extent->name,
                            extent->begin < at ? "overlaps another" : "has a hole before it",
                            error);
          return FALSE;
        }
      at = extent->end;
    }
  if (at == reader->size)
    return TRUE;
  set_damaged (reader, "there is more in it than its tensors", error);
  return FALSE;
}

static gboolean
read_metadata (const Reader *reader, IplSafetensors *self, JsonNode *node, GError **error)
{
  g_autoptr (GList) keys = NULL;
  JsonObject *object;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      set_damaged (reader, "its metadata is not a list of texts", error);
      return FALSE;
    }
  object = json_node_get_object (node);
  keys = json_object_get_members (object);
  for (GList *l = keys; l != NULL; l = l->next)
    {
      const char *text;

      if (!get_text (object, l->data, &text))
        {
          set_damaged (reader, "its metadata holds something other than text", error);
          return FALSE;
        }
      g_hash_table_insert (self->metadata, g_strdup (l->data), g_strdup (text));
    }
  return TRUE;
}

static gboolean
read_tensors (const Reader *reader, IplSafetensors *self, JsonObject *root, GError **error)
{
  g_autoptr (GList) names = json_object_get_members (root);
  g_autoptr (GArray) extents = g_array_new (FALSE, TRUE, sizeof (Extent));

  for (GList *l = names; l != NULL; l = l->next)
    {
      JsonNode *node = json_object_get_member (root, l->data);
      Extent extent = { 0 };

      if (strcmp (l->data, "__metadata__") == 0)
        {
          if (!read_metadata (reader, self, node, error))
            return FALSE;
          continue;
        }
      if (!read_tensor (reader, self, l->data, node, &extent, error))
        return FALSE;
      g_array_append_val (extents, extent);
    }
  return check_extents (reader, extents, error);
}

/* @reader->size is that of the whole file so far. */
static gboolean
read_file (Reader *reader, IplSafetensors *self, GError **error)
{
  g_autoptr (JsonObject) root = NULL;
  g_autofree char *header = NULL, *why = NULL, *sentence = NULL;
  guint8 prefix[8];
  guint64 length;

  if (reader->size < sizeof prefix)
    {
      set_damaged (reader, "it is too short", error);
      return FALSE;
    }
  if (!read_at (reader, 0, prefix, sizeof prefix, error))
    return FALSE;
  length = ipl_tensor_item (prefix, 0, 8);
  if (length > IPL_JSON_MAX_SIZE || length > reader->size - sizeof prefix)
    {
      set_damaged (reader, "the length of its header is impossible, or it is cut short", error);
      return FALSE;
    }
  header = g_malloc (length + 1);
  if (!read_at (reader, sizeof prefix, header, length, error))
    return FALSE;
  header[length] = '\0';
  reader->begin = sizeof prefix + length;
  reader->size -= reader->begin;
  if (length > 0 && header[0] == '{')
    root = ipl_json_parse_object (header, length, &why);
  if (root == NULL)
    {
      sentence = g_strconcat ("its header ", why != NULL ? why : "is no list of tensors", NULL);
      set_damaged (reader, sentence, error);
      return FALSE;
    }
  return read_tensors (reader, self, root, error);
}

/**
 * ipl_safetensors_read:
 * @path: file name
 * @cancellable: (nullable): looked at while reading
 * @error: return location for an #IPL_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Reads all tensors of a safetensors file. Sizes are checked against the file and the machine
 * before anything is allocated; tensors must follow each other without holes or overlaps.
 *
 * Returns: (transfer full) (nullable): the tensors
 */
IplSafetensors *
ipl_safetensors_read (const char *path, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autoptr (IplSafetensors) self = g_new0 (IplSafetensors, 1);
  g_autofree char *shown = ipl_file_shown (path);
  Reader reader = { .shown = shown, .cancellable = cancellable };
  struct stat status;
  gboolean ok;

  self->tensors = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, tensor_free);
  self->metadata = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  /* Not to wait for ever at a pipe. */
  reader.fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
  if (reader.fd < 0)
    {
      ipl_set_io_error (error, "read", path, errno);
      return NULL;
    }
  if (fstat (reader.fd, &status) != 0 || !S_ISREG (status.st_mode))
    {
      if (S_ISDIR (status.st_mode))
        ipl_set_io_error (error, "read", path, EISDIR);
      else
        g_set_error (error, IPL_ERROR, IPL_ERROR_IO, "“%s” cannot be read: it is not a file.",
                     shown);
      close (reader.fd);
      return NULL;
    }
  reader.size = (guint64)status.st_size;
  ok = read_file (&reader, self, error);
  close (reader.fd);
  return ok ? g_steal_pointer (&self) : NULL;
}

/**
 * ipl_safetensors_free:
 * @self: (nullable) (transfer full): tensors read from a file
 */
void
ipl_safetensors_free (IplSafetensors *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->tensors);
  g_hash_table_unref (self->metadata);
  g_free (self);
}

/**
 * ipl_safetensors_lookup:
 * @self: tensors read from a file
 * @name: a tensor's name
 *
 * Returns: (transfer none) (nullable): the tensor, or %NULL where the file has none of this name
 */
const IplTensor *
ipl_safetensors_lookup (const IplSafetensors *self, const char *name)
{
  return g_hash_table_lookup (self->tensors, name);
}

/**
 * ipl_safetensors_metadata:
 * @self: tensors read from a file
 * @key: a key of its metadata
 *
 * Returns: (transfer none) (nullable): the text that belongs to it
 */
const char *
ipl_safetensors_metadata (const IplSafetensors *self, const char *key)
{
  return g_hash_table_lookup (self->metadata, key);
}

/**
 * ipl_safetensors_is:
 * @path: file name
 *
 * Returns: whether the file begins as a safetensors file does: the length of its header, and a
 *   brace
 */
gboolean
ipl_safetensors_is (const char *path)
{
  guint8 head[9];
  guint64 length = 0;
  struct stat status;
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  gboolean is = FALSE;

  if (fd < 0)
    return FALSE;
  if (fstat (fd, &status) == 0 && S_ISREG (status.st_mode)
      && pread (fd, head, sizeof head, 0) == sizeof head)
    {
      for (guint i = 8; i-- > 0;)
        length = length << 8 | head[i];
      is = head[8] == '{' && length + 8 <= (guint64)status.st_size && length > 1;
    }
  close (fd);
  return is;
}
