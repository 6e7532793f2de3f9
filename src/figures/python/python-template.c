/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The Python sources of resources/python: a preamble, and in parts one function per file. A
 * script contains only the functions that it calls. */

#include "figures/python/python-parts.h"

#include "figures/python/python-resources.h"

#include <gio/gio.h>
#include <string.h>

#define FOLDER "/org/interplay/Interplay/python/"
#define PARTS FOLDER "parts/"

static void
register_once (void)
{
  static gsize once;

  if (g_once_init_enter (&once))
    {
      ipl_python_register_resource ();
      g_once_init_leave (&once, 1);
    }
}

/* Returns a file without its licence line, which does not apply to generated scripts. */
static char *
read_text (const char *path)
{
  g_autoptr (GBytes) bytes = NULL;
  const char *text;
  gsize size;

  register_once ();
  bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  text = g_bytes_get_data (bytes, &size);
  if (g_str_has_prefix (text, "# SPDX"))
    {
      const char *end = memchr (text, '\n', size);

      size -= (gsize)(end + 1 - text);
      text = end + 1;
    }
  return g_strstrip (g_strndup (text, size));
}

/* Returns: (transfer full): the beginning of all scripts */
char *
ipl_python_preamble (void)
{
  return read_text (FOLDER "preamble.py");
}

/* Returns: (transfer full): name of the function that draws a panel */
char *
ipl_python_function (const char *panel_id)
{
  char *name = g_strconcat ("draw_", panel_id, NULL);

  return g_strdelimit (name, "-", '_');
}

/* Returns: (transfer full): all words that can be identifiers. Quoted text of a single word,
 * such as the name of an array, is excluded */
GHashTable *
ipl_python_identifiers (const char *text)
{
  static const char letters[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_";
  GHashTable *words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (const char *begin = text; *text != '\0';)
    {
      gsize n = strspn (text, letters);

      if (n > 0 && !(text > begin && text[-1] == '"' && text[n] == '"'))
        g_hash_table_add (words, g_strndup (text, n));
      text += n;
      text += strcspn (text, letters);
    }
  return words;
}

/* Appends the functions that @text calls and that are not in @gathered, each after the functions
 * that it calls. */
static void
gather (const char *text, const char *const *names, GHashTable *gathered, GString *all)
{
  g_autoptr (GHashTable) used = ipl_python_identifiers (text);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *name = g_strndup (names[i], strcspn (names[i], "."));
      g_autofree char *path = g_strconcat (PARTS, names[i], NULL);
      g_autofree char *part = NULL;

      if (!g_hash_table_contains (used, name) || g_hash_table_contains (gathered, name))
        continue;
      g_hash_table_add (gathered, g_strdup (name));
      part = read_text (path);
      gather (part, names, gathered, all);
      g_string_append_printf (all, "%s\n\n\n", part);
    }
}

/* Returns: (transfer full): the functions that @text calls, directly or indirectly */
char *
ipl_python_gather_parts (const char *text)
{
  g_auto (GStrv) names = NULL;
  g_autoptr (GHashTable) gathered = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GString *all = g_string_new (NULL);

  register_once ();
  names = g_resources_enumerate_children (PARTS, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  if (names != NULL)
    gather (text, (const char *const *)names, gathered, all);
  return g_string_free (all, FALSE);
}
