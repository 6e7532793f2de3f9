/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a safetensors file says that it holds. */
#include "core/files/safetensors-header-private.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/file-read.h"
#include "core/base/io-error.h"
#include "core/base/json-text.h"
#include "core/base/shown-text.h"
#include "core/files/pickle-file.h"

static void
set_damaged (const IplSafetensorsHeader *self, const char *why, GError **error)
{
  g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
               "“%s” is no safetensors file, or is damaged: %s.", self->shown, why);
}

/*< private > */
void
ipl_safetensors_set_tensor_error (const IplSafetensorsHeader *self, const char *name,
                                  const char *why, GError **error)
{
  g_autofree char *tensor = ipl_text_shown (name);

  g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT, "Tensor “%s” in “%s” %s.", tensor, self->shown,
               why);
}

gboolean
ipl_safetensors_read_bytes (const IplSafetensorsHeader *self, guint64 offset, gpointer bytes,
                            gsize n, GError **error)
{
  guint8 *at = bytes;

  while (n > 0)
    {
      gssize got = pread (self->fd, at, MIN (n, (gsize)1 << 24), (off_t)offset);

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        {
          ipl_set_io_error (error, "read", self->shown, errno);
          return FALSE;
        }
      if (got == 0)
        {
          set_damaged (self, "it is cut short", error);
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
parse_shape (const IplSafetensorsHeader *self, JsonObject *entry, IplTensorEntry *tensor,
             GError **error)
{
  JsonNode *node = json_object_get_member (entry, "shape");
  JsonArray *shape
      = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  guint64 length;

  if (shape == NULL || json_array_get_length (shape) > IPL_TENSOR_ENTRY_MAX_DIM)
    {
      ipl_safetensors_set_tensor_error (self, tensor->name, "has no shape of at most 6 dimensions",
                                        error);
      return FALSE;
    }
  tensor->ndim = json_array_get_length (shape);
  tensor->size = 1;
  for (guint i = 0; i < tensor->ndim; i++)
    {
      if (!get_count (json_array_get_element (shape, i), &length)
          || (length > 0 && tensor->size > (gsize)G_MAXINT64 / 8 / length))
        {
          ipl_safetensors_set_tensor_error (self, tensor->name, "has an impossible shape", error);
          return FALSE;
        }
      tensor->shape[i] = length;
      tensor->size *= length;
    }
  return TRUE;
}

static gboolean
parse_extent (const IplSafetensorsHeader *self, JsonObject *entry, IplTensorEntry *tensor,
              GError **error)
{
  JsonNode *node = json_object_get_member (entry, "data_offsets");
  JsonArray *offsets
      = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  if (offsets == NULL || json_array_get_length (offsets) != 2
      || !get_count (json_array_get_element (offsets, 0), &tensor->begin)
      || !get_count (json_array_get_element (offsets, 1), &tensor->end)
      || tensor->begin > tensor->end)
    {
      ipl_safetensors_set_tensor_error (self, tensor->name, "has no valid data offsets", error);
      return FALSE;
    }
  if (tensor->end > self->size)
    {
      ipl_safetensors_set_tensor_error (
          self, tensor->name, "reaches beyond the end of the file, which is cut short", error);
      return FALSE;
    }
  if (tensor->dtype != NULL
      && tensor->end - tensor->begin != (guint64)tensor->size * tensor->dtype->item_size)
    {
      ipl_safetensors_set_tensor_error (self, tensor->name,
                                        "has a shape that does not fit its number of bytes", error);
      return FALSE;
    }
  return TRUE;
}

static gboolean
parse_tensor (IplSafetensorsHeader *self, const char *name, JsonNode *node, GError **error)
{
  IplTensorEntry tensor = { .name = g_strdup (name) };
  JsonObject *entry;
  const char *dtype_name;
  gboolean fine;

  if (!JSON_NODE_HOLDS_OBJECT (node)
      || !get_text (entry = json_node_get_object (node), "dtype", &dtype_name))
    {
      ipl_safetensors_set_tensor_error (self, name, "has no dtype", error);
      g_free (tensor.name);
      return FALSE;
    }
  tensor.dtype = ipl_tensor_dtype_lookup (dtype_name);
  fine = parse_shape (self, entry, &tensor, error) && parse_extent (self, entry, &tensor, error);
  g_array_append_val (self->entries, tensor);
  return fine;
}

static int
compare_extents (gconstpointer a, gconstpointer b)
{
  const IplTensorEntry *first = a, *second = b;

  if (first->begin != second->begin)
    return first->begin < second->begin ? -1 : 1;
  return first->end < second->end ? -1 : first->end > second->end;
}

/* Tensors stand one after the other: no holes, no overlaps, nothing after the last. */
static gboolean
check_extents (const IplSafetensorsHeader *self, GError **error)
{
  guint64 at = 0;

  g_array_sort (self->entries, compare_extents);
  for (guint i = 0; i < self->entries->len; i++)
    {
      const IplTensorEntry *extent = &g_array_index (self->entries, IplTensorEntry, i);

      if (extent->begin != at)
        {
          ipl_safetensors_set_tensor_error (
              self, extent->name, extent->begin < at ? "overlaps another" : "has a hole before it",
              error);
          return FALSE;
        }
      at = extent->end;
    }
  if (at == self->size)
    return TRUE;
  set_damaged (self, "there is more in it than its tensors", error);
  return FALSE;
}

static gboolean
read_metadata (IplSafetensorsHeader *self, JsonNode *node, GError **error)
{
  g_autoptr (GList) keys = NULL;
  JsonObject *object;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      set_damaged (self, "its metadata is not a list of texts", error);
      return FALSE;
    }
  object = json_node_get_object (node);
  keys = json_object_get_members (object);
  for (GList *l = keys; l != NULL; l = l->next)
    {
      const char *text;

      if (!get_text (object, l->data, &text))
        {
          set_damaged (self, "its metadata holds something other than text", error);
          return FALSE;
        }
      g_hash_table_insert (self->metadata, g_strdup (l->data), g_strdup (text));
    }
  return TRUE;
}

static gboolean
read_tensors (IplSafetensorsHeader *self, JsonObject *root, GError **error)
{
  g_autoptr (GList) names = json_object_get_members (root);

  for (GList *l = names; l != NULL; l = l->next)
    {
      JsonNode *node = json_object_get_member (root, l->data);

      if (strcmp (l->data, "__metadata__") == 0)
        {
          if (!read_metadata (self, node, error))
            return FALSE;
          continue;
        }
      if (!parse_tensor (self, l->data, node, error))
        return FALSE;
    }
  return check_extents (self, error);
}

/* @self->size is that of the whole file so far. */
static gboolean
read_header (IplSafetensorsHeader *self, GError **error)
{
  g_autoptr (JsonObject) root = NULL;
  g_autofree char *header = NULL, *why = NULL, *sentence = NULL;
  guint8 prefix[8];
  guint64 length;

  if (self->size < sizeof prefix)
    {
      set_damaged (self, "it is too short", error);
      return FALSE;
    }
  if (!ipl_safetensors_read_bytes (self, 0, prefix, sizeof prefix, error))
    return FALSE;
  length = ipl_tensor_item (prefix, 0, 8);
  if (length > IPL_JSON_MAX_SIZE || length > self->size - sizeof prefix)
    {
      set_damaged (self, "the length of its header is impossible, or it is cut short", error);
      return FALSE;
    }
  header = g_malloc (length + 1);
  if (!ipl_safetensors_read_bytes (self, sizeof prefix, header, length, error))
    return FALSE;
  header[length] = '\0';
  self->begin = sizeof prefix + length;
  self->size -= self->begin;
  if (length > 0 && header[0] == '{')
    root = ipl_json_parse_object (header, length, &why);
  if (root == NULL)
    {
      sentence = g_strconcat ("its header ", why != NULL ? why : "is no list of tensors", NULL);
      set_damaged (self, sentence, error);
      return FALSE;
    }
  return read_tensors (self, root, error);
}

static void
entry_clear (gpointer data)
{
  g_free (((IplTensorEntry *)data)->name);
}

/* Opens a file and reads its header. Extents are checked against the file: tensors follow each
 * other without holes or overlaps.
 * @self: filled; to be cleared in any case */
gboolean
ipl_safetensors_header_open (IplSafetensorsHeader *self, const char *path,
                             GCancellable *cancellable, GError **error)
{
  struct stat status;

  *self = (IplSafetensorsHeader){ .shown = ipl_file_shown (path), .cancellable = cancellable };
  self->entries = g_array_new (FALSE, TRUE, sizeof (IplTensorEntry));
  g_array_set_clear_func (self->entries, entry_clear);
  self->metadata = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->fd = ipl_file_open (path, &status, error);
  if (self->fd < 0)
    return FALSE;
  self->size = (guint64)status.st_size;
  if (read_header (self, error))
    return TRUE;
  ipl_pickle_file_explain (path, IPL_PICKLE_INTO_TENSORS, error);
  return FALSE;
}

void
ipl_safetensors_header_clear (IplSafetensorsHeader *self)
{
  if (self->entries != NULL && self->fd >= 0)
    close (self->fd);
  g_clear_pointer (&self->entries, g_array_unref);
  g_clear_pointer (&self->metadata, g_hash_table_unref);
  g_clear_pointer (&self->shown, g_free);
}
