/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Builds a web page around figures, from the template in resources/web. */

#include "figures/web/web-page.h"

#include "core/base/json-text.h"
#include "core/base/json.h"
#include "figures/web/web-resources.h"

#include <string.h>

struct _IplWebPage
{
  GString *body;
  JsonBuilder *json;       /* stops with their frames */
  GPtrArray *lines;        /* of char *, borrowed: the distinct lines of all frames */
  GHashTable *line_places; /* line -> index + 1 */
  GString *pictures;
  GHashTable *numbers; /* attributes of a picture -> number from 1 */
  guint n_stops, first, n_frames;
};

IplWebPage *
ipl_web_page_new (void)
{
  IplWebPage *self = g_new0 (IplWebPage, 1);

  self->body = g_string_new (NULL);
  self->json = json_builder_new ();
  self->lines = g_ptr_array_new ();
  self->line_places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->pictures = g_string_new (NULL);
  self->numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  json_builder_begin_object (self->json);
  json_builder_set_member_name (self->json, "stops");
  json_builder_begin_array (self->json);
  return self;
}

void
ipl_web_page_free (IplWebPage *self)
{
  g_string_free (self->body, TRUE);
  g_string_free (self->pictures, TRUE);
  g_hash_table_unref (self->numbers);
  g_ptr_array_unref (self->lines);
  g_hash_table_unref (self->line_places);
  g_object_unref (self->json);
  g_free (self);
}

/* @attributes: of an image in an SVG, without its id
 * Returns: number of the picture; its id is "picture-" and the number */
guint
ipl_web_page_add_picture (IplWebPage *self, const char *attributes)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, attributes));

  if (number > 0)
    return number;
  number = g_hash_table_size (self->numbers) + 1;
  g_hash_table_insert (self->numbers, g_strdup (attributes), GUINT_TO_POINTER (number));
  g_string_append_printf (self->pictures, "<image id=\"picture-%u\"%s/>\n", number, attributes);
  return number;
}

/* @text: (nullable): caption, plain text
 * @axis: title of the slider, plain text
 * @n_figures: number of figures on a sheet */
void
ipl_web_page_begin_stop (IplWebPage *self, const char *title, const char *text, const char *axis,
                         guint n_figures)
{
  g_autofree char *heading = g_markup_escape_text (title, -1);
  g_autofree char *escaped = g_markup_escape_text (text != NULL ? text : "", -1);
  guint number = ++self->n_stops;

  g_string_append_printf (self->body,
                          "<section class=\"stop\" id=\"stop-%u\" aria-labelledby=\"title-%u\" "
                          "style=\"--figures:%u\">\n<h2 id=\"title-%u\" tabindex=\"-1\">%s</h2>\n",
                          number, number, n_figures, number, heading);
  if (*escaped != '\0')
    g_string_append_printf (self->body, "<p class=\"said\">%s</p>\n", escaped);
  self->n_frames = 0;
  json_builder_begin_object (self->json);
  ipl_json_add_text (self->json, "axis", axis);
  json_builder_set_member_name (self->json, "frames");
  json_builder_begin_array (self->json);
}

/* Adds the lines of a frame by index, because frames have most lines in common. */
static void
add_lines (IplWebPage *self, const char *html)
{
  g_auto (GStrv) lines = g_strsplit (html, "\n", -1);

  json_builder_set_member_name (self->json, "lines");
  json_builder_begin_array (self->json);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->line_places, lines[i]));

      if (place == 0)
        {
          char *line = g_strdup (lines[i]);

          g_ptr_array_add (self->lines, line);
          place = self->lines->len;
          g_hash_table_insert (self->line_places, line, GUINT_TO_POINTER (place));
        }
      json_builder_add_int_value (self->json, place - 1);
    }
  json_builder_end_array (self->json);
}

/* @label: label on the slider, plain text
 * @name: class of the target of the frame, such as "width-5"; "" for none
 * @html: figures of the frame
 * @is_first: shown initially */
void
ipl_web_page_add_frame (IplWebPage *self, const char *label, const char *name, const char *html,
                        gboolean is_first)
{
  json_builder_begin_object (self->json);
  ipl_json_add_text (self->json, "label", label);
  ipl_json_add_text (self->json, "name", name);
  add_lines (self, is_first ? "" : html);
  json_builder_end_object (self->json);
  if (is_first)
    {
      g_string_append_printf (self->body, "<div class=\"frame\">\n%s</div>\n", html);
      self->first = self->n_frames;
    }
  self->n_frames++;
}

void
ipl_web_page_end_stop (IplWebPage *self)
{
  json_builder_end_array (self->json);
  ipl_json_add_int (self->json, "first", self->first);
  json_builder_end_object (self->json);
  g_string_append (self->body, "</section>\n");
}

/* Compresses text with zlib and encodes it in base64. */
static char *
pack (const char *text, GError **error)
{
  g_autoptr (GConverter) deflate
      = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB, 9));
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, deflate);

  if (!g_output_stream_write_all (stream, text, strlen (text), NULL, NULL, error)
      || !g_output_stream_close (stream, NULL, error))
    return NULL;
  return g_base64_encode (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory)),
                          g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory)));
}

static char *
read_resource (const char *name, GError **error)
{
  static gsize registered;
  g_autofree char *path = g_strconcat ("/org/interplay/Interplay/web/", name, NULL);
  g_autoptr (GBytes) bytes = NULL;

  if (g_once_init_enter (&registered))
    {
      ipl_web_register_resource ();
      g_once_init_leave (&registered, 1);
    }
  bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, error);
  return bytes != NULL ? g_strdup (g_bytes_get_data (bytes, NULL)) : NULL;
}

typedef struct
{
  const char *name, *value;
} Filling;

/* Replaces each {name} in the template. Inserted text is not searched for names. */
static GBytes *
fill (const char *template, const Filling *fillings, guint n)
{
  GString *text = g_string_new (NULL);

  while (*template != '\0')
    {
      guint i;

      for (i = 0; i < n && !g_str_has_prefix (template, fillings[i].name); i++)
        ;
      if (i < n)
        {
          g_string_append (text, fillings[i].value);
          template += strlen (fillings[i].name);
        }
      else
        g_string_append_c (text, *template ++);
    }
  return g_string_free_to_bytes (text);
}

/* @title: heading, plain text
 * @provenance: (nullable): provenance
 * Returns: (transfer full) (nullable): the complete page, HTML without external resources; NULL
 * on error */
GBytes *
ipl_web_page_finish (IplWebPage *self, const char *title, const IplProvenance *provenance,
                     GError **error)
{
  g_autofree char *template = read_resource ("page.html", error);
  g_autofree char *style = template != NULL ? read_resource ("page.css", error) : NULL;
  g_autofree char *script = style != NULL ? read_resource ("page.js", error) : NULL;
  g_autofree char *heading = g_markup_escape_text (title, -1);
  g_autofree char *parameters = g_markup_escape_text (
      provenance != NULL && provenance->parameters != NULL ? provenance->parameters : "", -1);
  g_autofree char *command
      = provenance != NULL && provenance->command[0] != '\0'
            ? g_markup_printf_escaped ("<p>The command that writes it once more: "
                                       "<code id=\"command\">%s</code></p>",
                                       provenance->command)
            : g_strdup ("");
  g_autofree char *text = NULL, *data = NULL;

  json_builder_end_array (self->json);
  json_builder_set_member_name (self->json, "lines");
  json_builder_begin_array (self->json);
  for (guint i = 0; i < self->lines->len; i++)
    json_builder_add_string_value (self->json, self->lines->pdata[i]);
  json_builder_end_array (self->json);
  json_builder_end_object (self->json);
  text = ipl_json_write_built (self->json, FALSE);
  data = script != NULL ? pack (text, error) : NULL;
  if (data == NULL)
    return NULL;
  return fill (template,
               (const Filling[]){ { "{title}", heading },
                                  { "{style}", style },
                                  { "{script}", script },
                                  { "{version}", IPL_VERSION },
                                  { "{parameters}", parameters },
                                  { "{command}", command },
                                  { "{body}", self->body->str },
                                  { "{pictures}", self->pictures->str },
                                  { "{data}", data } },
               9);
}
