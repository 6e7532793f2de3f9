/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The stories that come with the program; their documents are in resources/stories. */

#include "figures/story/shipped-stories.h"

#include <gio/gio.h>

#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "figures/story/story-json.h"
#include "figures/story/story-resources.h"

static const IplShippedStory shipped[] = {
  { "paper", "The _Interplay of Attention Paths" },
  { "pruning", "_Heads That Can Go" },
  { "dynamics", "How Attention Is _Learned" },
};

/* @n: (out): how many
 * Returns: the stories that come with the program */
const IplShippedStory *
ipl_shipped_stories (guint *n)
{
  *n = G_N_ELEMENTS (shipped);
  return shipped;
}

static gboolean
is_shipped (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (shipped); i++)
    if (g_str_equal (shipped[i].id, id))
      return TRUE;
  return FALSE;
}

static GBytes *
read_shipped (const char *id, GError **error)
{
  static gsize registered;
  g_autofree char *path = g_strdup_printf ("/org/interplay/Interplay/stories/%s.json", id);

  if (g_once_init_enter (&registered))
    {
      ipl_stories_register_resource ();
      g_once_init_leave (&registered, 1);
    }
  return g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, error);
}

/* Returns: (transfer full) (nullable): the story */
const IplStory *
ipl_shipped_story_load (const char *id, GError **error)
{
  g_autoptr (GBytes) bytes = read_shipped (id, error);

  /* Resources end with a zero that is not counted. */
  return bytes != NULL ? ipl_story_from_json (g_bytes_get_data (bytes, NULL), error) : NULL;
}

/* @name: the name of a story that comes with the program, else a file
 * Returns: (transfer full) (nullable): the story */
const IplStory *
ipl_story_open (const char *name, GError **error)
{
  g_autofree char *shown = NULL;
  GString *known;

  if (is_shipped (name) && !g_file_test (name, G_FILE_TEST_EXISTS))
    return ipl_shipped_story_load (name, error);
  if (g_file_test (name, G_FILE_TEST_EXISTS))
    return ipl_story_load (name, error);
  shown = ipl_path_shown (name);
  known = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (shipped); i++)
    g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", shipped[i].id);
  g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
               "“%s” is neither a file nor one of the stories that come with the program: %s.",
               shown, known->str);
  g_string_free (known, TRUE);
  return NULL;
}
