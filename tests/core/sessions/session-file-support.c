/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sessions/session-file-support.h"

#include <string.h>

#include "support.h"

char *
session_write_file (const char *name, gsize size, char fill)
{
  char *path = test_path (name);
  g_autofree char *parent = g_path_get_dirname (path);
  g_autofree char *bytes = g_malloc (size + 1);

  memset (bytes, fill, size);
  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, bytes, (gssize)size, NULL));
  return path;
}

IplSessionFile *
session_open_complete (const char *path, const char *document)
{
  IplSessionFile *file = TEST_OK (ipl_session_file_open (path, NULL, &error));

  g_assert_cmpstr (file->document, ==, document);
  g_assert_cmpstr (file->program, ==, IPL_VERSION);
  return file;
}

void
session_check_bytes (const char *path, gsize size, char fill)
{
  g_autofree char *bytes = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  g_assert_cmpuint (length, ==, size);
  for (gsize i = 0; i < length; i++)
    g_assert_cmpint (bytes[i], ==, fill);
}
