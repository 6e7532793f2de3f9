/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The texts of a page as lists of pieces that they share. */

#include "figures/web/web-parts.h"

#include <string.h>

struct _IplWebStrings
{
  GHashTable *known;   /* "light\1dark" to its index + 1 */
  GPtrArray *pieces;   /* of char: these keys, borrowed */
  GArray *images;      /* of int beside @pieces: which image it is, or -1 */
  GHashTable *texts;   /* "light\1dark" to its index + 1 */
  GPtrArray *lists;    /* of GArray of guint: the pieces of each text */
  GPtrArray *darks;    /* (nullable entries) beside @lists: those of the dark one, where it is cut
                        * otherwise */
  IplWebImages *drawn; /* pictures of matrices */
};

/* Between the two versions: a character that no drawing has. */
#define BETWEEN "\1"

#define SHAPE " d=\""
#define PICTURE "data:image/png;base64,"

IplWebStrings *
ipl_web_strings_new (void)
{
  IplWebStrings *self = g_new0 (IplWebStrings, 1);

  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->pieces = g_ptr_array_new ();
  self->images = g_array_new (FALSE, FALSE, sizeof (int));
  self->texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->lists = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  self->darks = g_ptr_array_new ();
  self->drawn = ipl_web_images_new ();
  return self;
}

void
ipl_web_strings_free (IplWebStrings *self)
{
  g_hash_table_unref (self->known);
  g_ptr_array_unref (self->pieces);
  g_array_unref (self->images);
  g_hash_table_unref (self->texts);
  g_ptr_array_unref (self->lists);
  for (guint i = 0; i < self->darks->len; i++)
    g_clear_pointer (&self->darks->pdata[i], g_array_unref);
  g_ptr_array_unref (self->darks);
  ipl_web_images_free (self->drawn);
  g_free (self);
}

/* Where the piece that begins a text ends: behind a tag or a line, or before a shape,
 * which is the same in all colours, or a picture. */
static gsize
piece_length (const char *text)
{
  gsize n;

  if (g_str_has_prefix (text, PICTURE))
    return strcspn (text, "\"'");
  for (n = 0; text[n] != '\0'; n++)
    {
      if (text[n] == '>' || text[n] == '\n')
        return n + 1;
      if (n > 0 && (g_str_has_prefix (text + n, SHAPE) || g_str_has_prefix (text + n, PICTURE)))
        return n;
    }
  return n;
}

static GPtrArray *
cut (const char *text)
{
  GPtrArray *pieces = g_ptr_array_new_with_free_func (g_free);

  while (*text != '\0')
    {
      gsize n = piece_length (text);

      g_ptr_array_add (pieces, g_strndup (text, n));
      text += n;
    }
  return pieces;
}

static guint
add_piece (IplWebStrings *self, const char *light, const char *dark)
{
  char *key = g_strconcat (light, BETWEEN, dark, NULL);
  gpointer known = g_hash_table_lookup (self->known, key);
  int image = -1;

  if (known != NULL)
    {
      g_free (key);
      return GPOINTER_TO_UINT (known) - 1;
    }
  if (g_str_has_prefix (light, PICTURE) && g_str_has_prefix (dark, PICTURE))
    image = ipl_web_images_add (self->drawn, light + strlen (PICTURE), dark + strlen (PICTURE));
  g_ptr_array_add (self->pieces, key);
  g_array_append_val (self->images, image);
  g_hash_table_insert (self->known, key, GUINT_TO_POINTER (self->pieces->len));
  return self->pieces->len - 1;
}

static GArray *
list_pieces (IplWebStrings *self, const GPtrArray *light, const GPtrArray *dark)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < light->len; i++)
    {
      guint piece = add_piece (self, light->pdata[i], dark->pdata[i]);

      g_array_append_val (list, piece);
    }
  return list;
}

/* @dark: the same in dark colours, or @light once more
 * Returns: its number, from 0; that of the same one from before, where there was one */
guint
ipl_web_strings_add (IplWebStrings *self, const char *light, const char *dark)
{
  char *key = g_strconcat (light, BETWEEN, dark, NULL);
  gpointer known = g_hash_table_lookup (self->texts, key);
  g_autoptr (GPtrArray) pieces = NULL, dark_pieces = NULL;

  if (known != NULL)
    {
      g_free (key);
      return GPOINTER_TO_UINT (known) - 1;
    }
  pieces = cut (light);
  dark_pieces = cut (dark);
  if (pieces->len == dark_pieces->len)
    {
      g_ptr_array_add (self->lists, list_pieces (self, pieces, dark_pieces));
      g_ptr_array_add (self->darks, NULL);
    }
  else
    {
      g_ptr_array_add (self->lists, list_pieces (self, pieces, pieces));
      g_ptr_array_add (self->darks, list_pieces (self, dark_pieces, dark_pieces));
    }
  g_hash_table_insert (self->texts, key, GUINT_TO_POINTER (self->lists->len));
  return self->lists->len - 1;
}

static void
write_piece (const IplWebStrings *self, guint i, JsonBuilder *json)
{
  const char *key = self->pieces->pdata[i], *between = strstr (key, BETWEEN);
  g_autofree char *light = g_strndup (key, (gsize)(between - key));
  const char *dark = between + strlen (BETWEEN);
  int image = g_array_index (self->images, int, i);

  if (image >= 0)
    {
      json_builder_add_int_value (json, image);
      return;
    }
  if (g_str_equal (light, dark))
    {
      json_builder_add_string_value (json, light);
      return;
    }
  json_builder_begin_array (json);
  json_builder_add_string_value (json, light);
  json_builder_add_string_value (json, dark);
  json_builder_end_array (json);
}

/* Writes all there is.
 * @json: where the members "pieces", "texts", "darks" and those of pictures are written
 * @pixels: what the pictures' pixels are appended to */
void
ipl_web_strings_write (IplWebStrings *self, JsonBuilder *json, GByteArray *pixels)
{
  json_builder_set_member_name (json, "pieces");
  json_builder_begin_array (json);
  for (guint i = 0; i < self->pieces->len; i++)
    write_piece (self, i, json);
  json_builder_end_array (json);
  json_builder_set_member_name (json, "texts");
  json_builder_begin_array (json);
  for (guint i = 0; i < self->lists->len; i++)
    {
      const GArray *list = self->lists->pdata[i];

      ipl_web_write_list (json, (const guint *)list->data, list->len);
    }
  json_builder_end_array (json);
  /* Those that are cut otherwise when they are dark, by the number of the text. */
  json_builder_set_member_name (json, "darks");
  json_builder_begin_object (json);
  for (guint i = 0; i < self->darks->len; i++)
    if (self->darks->pdata[i] != NULL)
      {
        const GArray *list = self->darks->pdata[i];
        g_autofree char *name = g_strdup_printf ("%u", i);

        json_builder_set_member_name (json, name);
        ipl_web_write_list (json, (const guint *)list->data, list->len);
      }
  json_builder_end_object (json);
  ipl_web_images_write (self->drawn, json, pixels);
}
