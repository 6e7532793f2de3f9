/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A page as one file. */

#include "figures/web/web-page.h"

#include <string.h>

#include "core/base/json-text.h"
#include "figures/web/web-html.h"

/* Deflated, with zlib's heading, and in base64. */
static char *
pack (gconstpointer bytes, gsize n, GError **error)
{
  g_autoptr (GConverter) deflate
      = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB, 9));
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, deflate);

  if (!g_output_stream_write_all (stream, bytes, n, NULL, NULL, error)
      || !g_output_stream_close (stream, NULL, error))
    return NULL;
  return g_base64_encode (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory)),
                          g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory)));
}

typedef struct
{
  IplWebProgress progress;
  gpointer data;
  guint stop, n;
} Part;

static void
say_part (double fraction, gpointer data)
{
  const Part *part = data;

  if (part->progress != NULL)
    part->progress ((part->stop + fraction) / part->n, part->data);
}

/* @progress: (nullable): told how far it is
 * @cancellable: (nullable): to give up
 * Returns: (transfer full) (nullable): the file */
GBytes *
ipl_web_page_make (const IplWebPage *self, IplWebProgress progress, gpointer data,
                   GCancellable *cancellable, GError **error)
{
  g_autoptr (IplWebStrings) strings = ipl_web_strings_new ();
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autoptr (GByteArray) pixels = g_byte_array_new ();
  g_autoptr (GString) body = g_string_new (NULL);
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL, *packed = NULL, *packed_pixels = NULL;
  Part part = { progress, data, 0, self->stops->len };

  ipl_web_strings_add (strings, "", "");
  json_builder_begin_object (json);
  json_builder_set_member_name (json, "stops");
  json_builder_begin_array (json);
  for (part.stop = 0; part.stop < part.n; part.stop++)
    if (!ipl_web_stop_write (self->stops->pdata[part.stop], part.stop + 1, strings, json, body,
                             say_part, &part, cancellable, error))
      return NULL;
  json_builder_end_array (json);
  ipl_web_strings_write (strings, json, pixels);
  json_builder_end_object (json);
  root = json_builder_get_root (json);
  text = ipl_json_write (root, FALSE);
  packed = pack (text, strlen (text), error);
  packed_pixels = packed != NULL ? pack (pixels->data, pixels->len, error) : NULL;
  if (packed_pixels == NULL)
    return NULL;
  return ipl_web_html_page (self->title, self->made, body->str, packed, packed_pixels, error);
}
