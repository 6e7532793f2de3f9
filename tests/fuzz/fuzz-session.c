/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A session file. An input that is JSON is what was open: it is written, with a file and arrays
 * beside it, and opens again the same. Any other is changes of a session that was written
 * (changed-file.h): it is refused with a sentence, or opens, and its files are unpacked. */

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "core/base/json-text.h"
#include "core/sessions/session-file.h"
#include "changed-file.h"

#define DOCUMENT "{\"parameters\": {\"case\": \"hmc4\"}, \"note\": \"what was open\"}"
#define INSIDE "the bytes of a file"

static FuzzChanged session;

static char *
make_path (const char *name)
{
  return g_strdup_printf ("%s/fuzz-session-%d%s", g_get_tmp_dir (), (int)getpid (), name);
}

/* With a file that is there no more when it is opened. */
static gboolean
write_session (const char *path, const char *document, GError **error)
{
  g_autofree char *file = make_path ("-file.npz"), *draws = make_path ("-draws");
  IplSessionWriter *writer = ipl_session_writer_new (path, document, error);
  double values[] = { 1.5, -2, 3.25 };
  gsize n = G_N_ELEMENTS (values);
  gboolean closed;

  if (writer == NULL)
    return FALSE;
  g_assert_true (g_file_set_contents (file, INSIDE, -1, NULL)
                 && g_file_set_contents (draws, INSIDE INSIDE, -1, NULL));
  ipl_npz_writer_add_doubles (ipl_session_writer_get_arrays (writer), "widths", values, 1, &n);
  ipl_session_writer_add_file (writer, file, TRUE, NULL);
  ipl_session_writer_keep_file (writer, draws, NULL);
  closed = ipl_session_writer_close (writer, NULL, error);
  g_unlink (file);
  g_unlink (draws);
  return closed;
}

/* Every file that is said to be unpacked is there. */
static void
unpack (IplSessionFile *file)
{
  g_autofree char *folder = make_path ("-unpacked");
  GError *error = NULL;
  gboolean unpacked = ipl_session_file_unpack (file, folder, NULL, &error);

  fuzz_check_result (unpacked ? file : NULL, error);
  for (guint i = 0; i < file->members->len; i++)
    {
      const IplSessionMember *member = file->members->pdata[i];

      if (member->path == NULL)
        continue;
      if (unpacked && !g_file_test (member->path, G_FILE_TEST_EXISTS))
        g_error ("“%s” is said to be there", member->path);
      if (g_str_has_prefix (member->path, folder))
        {
          g_autofree char *parent = g_path_get_dirname (member->path);

          g_unlink (member->path);
          if (strcmp (parent, folder) != 0)
            g_rmdir (parent);
        }
    }
  if (!unpacked || g_rmdir (folder) != 0)
    {
      const char *const command[] = { "rm", "-rf", folder, NULL };

      g_spawn_sync (NULL, (char **)command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                    NULL);
    }
}

static void
check_document (const char *document)
{
  g_autofree char *path = make_path (".interplay");
  GError *error = NULL;
  gboolean written = write_session (path, document, &error);
  g_autoptr (IplSessionFile) file = NULL;

  fuzz_check_result (written ? document : NULL, error);
  if (!written)
    return;
  error = NULL;
  g_assert_true (ipl_session_file_is (path));
  file = ipl_session_file_open (path, NULL, &error);
  if (file == NULL)
    g_error ("our own session is not opened: %s", error->message);
  g_assert_cmpstr (file->document, ==, document);
  g_assert_cmpuint (file->members->len, ==, 2);
  unpack (file);
  g_unlink (path);
}

static void
check_changed (const guint8 *bytes, gsize n)
{
  g_autoptr (GByteArray) changed = NULL;
  g_auto (FuzzFile) file = { 0 };
  g_autoptr (IplSessionFile) opened = NULL;
  GError *error = NULL;

  if (session.parts == NULL)
    {
      g_autofree char *path = make_path (".interplay");

      g_assert_true (write_session (path, DOCUMENT, NULL));
      fuzz_changed_init (&session, path);
      g_unlink (path);
    }
  changed = fuzz_changed_apply (&session, bytes, n);
  fuzz_file_init (&file, changed->data, changed->len);
  ipl_session_file_is (file.path);
  opened = ipl_session_file_open (file.path, NULL, &error);
  fuzz_check_result (opened, error);
  if (opened == NULL)
    return;
  unpack (opened);
}

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  g_autofree char *text = g_strndup ((const char *)bytes, n), *why = NULL;
  g_autoptr (JsonObject) root
      = n > 0 && bytes[0] == '{' ? ipl_json_parse_object (text, strlen (text), &why) : NULL;

  if (root != NULL)
    check_document (text);
  else
    check_changed (bytes, n);
  return 0;
}
