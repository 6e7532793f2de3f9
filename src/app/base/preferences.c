/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/base/preferences.h"

#include "core/base/installed-data.h"

/* The key that was added last. GLib aborts if a program reads a key that the schema lacks. */
#define NEWEST_KEY "sidebar-folds"

/* Returns: (transfer full) (nullable): schemas of a build, or of a prefix that was moved */
static GSettingsSchemaSource *
open_bundled_schemas (GSettingsSchemaSource *parent)
{
  static const char *const within[]
      = { "resources/gschemas.compiled", "share/glib-2.0/schemas/gschemas.compiled", NULL };
  g_auto (GStrv) found = ipl_find_above (within);
  g_autofree char *folder = found[0] != NULL ? g_path_get_dirname (found[0]) : NULL;

  return folder != NULL ? g_settings_schema_source_new_from_directory (folder, parent, TRUE, NULL)
                        : NULL;
}

/* Preferences: appearance, window, the last folder. The schema comes from the installation or, for
 * a program that runs from its build, from the build folder.
 * Returns: (nullable): the settings; NULL without a schema, and then nothing is remembered */
GSettings *
ipl_preferences_get_default (void)
{
  static GSettings *settings;
  static gsize once;

  if (g_once_init_enter (&once))
    {
      GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
      g_autoptr (GSettingsSchemaSource) built = NULL;
      g_autoptr (GSettingsSchema) schema = NULL;

      if (source != NULL)
        schema = g_settings_schema_source_lookup (source, "org.interplay.Interplay", TRUE);
      /* The installed schema of an older release lacks keys. */
      if (schema != NULL && !g_settings_schema_has_key (schema, NEWEST_KEY))
        g_clear_pointer (&schema, g_settings_schema_unref);
      if (schema == NULL)
        {
          built = open_bundled_schemas (source);
          if (built != NULL)
            schema = g_settings_schema_source_lookup (built, "org.interplay.Interplay", FALSE);
        }
      if (schema != NULL)
        settings = g_settings_new_full (schema, NULL, NULL);
      g_once_init_leave (&once, 1);
    }
  return settings;
}

/* GLib aborts if a schema is not installed, for example one of GTK's dialogs.
 * @name: "FileChooser"
 * Returns: TRUE if GTK's schema of that name is installed */
gboolean
ipl_gtk_has_settings (const char *name)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autofree char *id = g_strconcat ("org.gtk.gtk4.Settings.", name, NULL);
  g_autoptr (GSettingsSchema) schema
      = source != NULL ? g_settings_schema_source_lookup (source, id, TRUE) : NULL;

  return schema != NULL;
}

/* Returns: (transfer full): folder of the last opened or saved file; at first the user's
 *   documents */
char *
ipl_preferences_get_folder (void)
{
  GSettings *settings = ipl_preferences_get_default ();
  g_autofree char *folder = settings != NULL ? g_settings_get_string (settings, "folder") : NULL;
  const char *documents = g_get_user_special_dir (G_USER_DIRECTORY_DOCUMENTS);

  if (folder != NULL && *folder != '\0' && g_file_test (folder, G_FILE_TEST_IS_DIR))
    return g_steal_pointer (&folder);
  if (documents != NULL && g_file_test (documents, G_FILE_TEST_IS_DIR))
    return g_strdup (documents);
  return g_strdup (g_get_home_dir ());
}

/* @file: a file that was opened or saved */
void
ipl_preferences_set_folder (GFile *file)
{
  GSettings *settings = ipl_preferences_get_default ();
  g_autoptr (GFile) parent = g_file_get_parent (file);
  const char *path = parent != NULL ? g_file_peek_path (parent) : NULL;

  if (settings != NULL && path != NULL)
    g_settings_set_string (settings, "folder", path);
}

/* TRUE if the list @key contains @text. */
gboolean
ipl_preferences_list_has (const char *key, const char *text)
{
  GSettings *settings = ipl_preferences_get_default ();
  g_auto (GStrv) texts = settings != NULL ? g_settings_get_strv (settings, key) : NULL;

  return texts != NULL && g_strv_contains ((const char *const *)texts, text);
}

/* Adds @text to the list @key, or removes it. */
void
ipl_preferences_list_put (const char *key, const char *text, gboolean has)
{
  GSettings *settings = ipl_preferences_get_default ();
  g_auto (GStrv) before = NULL;
  g_autoptr (GStrvBuilder) after = g_strv_builder_new ();
  g_auto (GStrv) texts = NULL;

  if (settings == NULL || ipl_preferences_list_has (key, text) == has)
    return;
  before = g_settings_get_strv (settings, key);
  for (guint i = 0; before[i] != NULL; i++)
    if (!g_str_equal (before[i], text))
      g_strv_builder_add (after, before[i]);
  if (has)
    g_strv_builder_add (after, text);
  texts = g_strv_builder_end (after);
  g_settings_set_strv (settings, key, (const char *const *)texts);
}
