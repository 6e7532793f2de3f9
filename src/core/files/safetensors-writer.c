/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/files/safetensors.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/file-save.h"
#include "core/base/json-text.h"

typedef struct
{
  char *name;
  gconstpointer values;
  gboolean wide;
  gsize size;
  guint ndim;
  gsize shape[IPL_TENSOR_MAX_DIM];
} Entry;

struct _IplSafetensorsWriter
{
  GArray *entries;      /* Entry */
  JsonObject *metadata; /* in the order it was added */
};

static void
clear_entry (gpointer data)
{
  g_free (((Entry *)data)->name);
}

IplSafetensorsWriter *
ipl_safetensors_writer_new (void)
{
  IplSafetensorsWriter *self = g_new0 (IplSafetensorsWriter, 1);

  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_array_set_clear_func (self->entries, clear_entry);
  self->metadata = json_object_new ();
  return self;
}

static void
writer_free (IplSafetensorsWriter *self)
{
  g_array_unref (self->entries);
  json_object_unref (self->metadata);
  g_free (self);
}

void
ipl_safetensors_writer_add_metadata (IplSafetensorsWriter *self, const char *key, const char *value)
{
  g_autofree char *valid = g_utf8_make_valid (value, -1);

  json_object_set_string_member (self->metadata, key, valid);
}

static void
add (IplSafetensorsWriter *self, const char *name, gconstpointer values, gboolean wide, guint ndim,
     const gsize *shape)
{
  Entry entry = { .values = values, .wide = wide, .size = 1, .ndim = ndim };

  g_return_if_fail (ndim <= IPL_TENSOR_MAX_DIM);

  entry.name = g_strdup (name);
  for (guint i = 0; i < ndim; i++)
    {
      entry.shape[i] = shape[i];
      entry.size *= shape[i];
    }
  g_array_append_val (self->entries, entry);
}

/* Adds a tensor of dtype F32.
 * @values: numbers in C order, borrowed until the writer closes */
void
ipl_safetensors_writer_add_floats (IplSafetensorsWriter *self, const char *name,
                                   const float *values, guint ndim, const gsize *shape)
{
  add (self, name, values, FALSE, ndim, shape);
}

/* Adds a tensor of dtype F64.
 * @values: numbers in C order, borrowed until the writer closes */
void
ipl_safetensors_writer_add_doubles (IplSafetensorsWriter *self, const char *name,
                                    const double *values, guint ndim, const gsize *shape)
{
  add (self, name, values, TRUE, ndim, shape);
}

static gsize
entry_bytes (const Entry *entry)
{
  return entry->size * (entry->wide ? 8 : 4);
}

static JsonObject *
describe_entry (const Entry *entry, gsize begin)
{
  JsonObject *object = json_object_new ();
  JsonArray *shape = json_array_new (), *offsets = json_array_new ();

  for (guint i = 0; i < entry->ndim; i++)
    json_array_add_int_element (shape, (gint64)entry->shape[i]);
  json_array_add_int_element (offsets, (gint64)begin);
  json_array_add_int_element (offsets, (gint64)(begin + entry_bytes (entry)));
  json_object_set_string_member (object, "dtype", entry->wide ? "F64" : "F32");
  json_object_set_array_member (object, "shape", shape);
  json_object_set_array_member (object, "data_offsets", offsets);
  return object;
}

/* The header after its length, padded to align the data. */
static GString *
make_header (IplSafetensorsWriter *self)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *root = json_object_new ();
  g_autofree char *text = NULL;
  GString *header = g_string_new (NULL);
  gsize at = 0;
  guint64 length;

  json_object_set_object_member (root, "__metadata__", json_object_ref (self->metadata));
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);

      json_object_set_object_member (root, entry->name, describe_entry (entry, at));
      at += entry_bytes (entry);
    }
  json_node_take_object (node, root);
  text = ipl_json_write (node, FALSE);
  length = (strlen (text) + 7) / 8 * 8;
  for (guint i = 0; i < 8; i++)
    g_string_append_c (header, (char)(length >> 8 * i & 255));
  g_string_append (header, text);
  while (header->len < length + 8)
    g_string_append_c (header, ' ');
  return header;
}

/* The file has numbers in little-endian order. */
static int
write_entry (IplFileSave *save, const Entry *entry)
{
#if G_BYTE_ORDER == G_LITTLE_ENDIAN
  return ipl_file_save_write (save, entry->values, entry_bytes (entry));
#else
  gsize item = entry->wide ? 8 : 4;
  const guint8 *from = entry->values;
  int code = 0;

  for (gsize i = 0; i < entry->size && code == 0; i++)
    {
      guint8 turned[8];

      for (gsize k = 0; k < item; k++)
        turned[k] = from[i * item + item - 1 - k];
      code = ipl_file_save_write (save, turned, item);
    }
  return code;
#endif
}

/* Returns 0 or errno. */
static int
write_all (IplSafetensorsWriter *self, IplFileSave *save)
{
  g_autoptr (GString) header = make_header (self);
  int code = ipl_file_save_write (save, header->str, header->len);

  for (guint i = 0; i < self->entries->len && code == 0; i++)
    code = write_entry (save, &g_array_index (self->entries, Entry, i));
  return code;
}

/* Writes the file as IplFileSave does. On error no new file remains, and an existing file is
 * unchanged. */
gboolean
ipl_safetensors_writer_close (IplSafetensorsWriter *self, const char *path, GError **error)
{
  IplFileSave *save = ipl_file_save_begin (path, error);
  int code = save != NULL ? write_all (self, save) : 0;

  writer_free (self);
  return save != NULL && ipl_file_save_end (save, code, error);
}
