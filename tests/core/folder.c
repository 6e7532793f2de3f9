/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "folder.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>

static char *of_test;

const char *
test_folder (void)
{
  g_autoptr (GError) error = NULL;

  if (of_test == NULL)
    {
      of_test = g_dir_make_tmp ("interplay-XXXXXX", &error);
      atexit (test_remove_folder); /* of a program that has a main() of its own */
    }
  g_assert_no_error (error);
  return of_test;
}

char *
test_path (const char *name)
{
  return g_build_filename (test_folder (), name, NULL);
}

/* Written in place: thousands of renames would take longer than the tests themselves. */
char *
test_put (const char *folder, const char *name, gconstpointer bytes, gsize n)
{
  char *path = g_build_filename (folder, name, NULL);
  FILE *file = fopen (path, "wb");

  g_assert_nonnull (file);
  g_assert_cmpuint (n > 0 ? fwrite (bytes, 1, n, file) : 0, ==, n);
  g_assert_cmpint (fclose (file), ==, 0);
  return path;
}

void
test_remove (const char *path)
{
  GDir *inside = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open (path, 0, NULL);

  for (const char *name; inside != NULL && (name = g_dir_read_name (inside)) != NULL;)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      test_remove (child);
    }
  g_clear_pointer (&inside, g_dir_close);
  g_remove (path);
}

void
test_remove_folder (void)
{
  if (of_test != NULL)
    test_remove (of_test);
  g_clear_pointer (&of_test, g_free);
}

guint
test_count_files (const char *folder, const char *pattern)
{
  g_autoptr (GDir) inside = g_dir_open (folder, 0, NULL);
  guint n = 0;

  for (const char *name; (name = g_dir_read_name (inside)) != NULL;)
    n += g_pattern_match_simple (pattern, name);
  return n;
}
