/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A session file. An input that is JSON is what was open: it is written, with a file and arrays
 * beside it, and opens again the same. Any other is changes of a session that was written
 * (see FuzzChanged): it is refused with a sentence, or opens, and its files are unpacked. */

#include <glib/gstdio.h>
#include <string.h>

#include "core/base/json-text.h"
#include "core/folder.h"
#include "core/support.h"
#include "core/sessions/session-file.h"
#include "fuzz.h"

#define DOCUMENT "{\"parameters\": {\"case\": \"hmc4\"}, \"note\": \"what was open\"}"
#define INSIDE "the bytes of a file"

static FuzzChanged session;

/* With a file that is there no more when it is opened. */
static gboolean
write_session (const char *path, const char *document, GError **error)
{
  g_autofree char *file = test_put (test_folder (), "file.npz", INSIDE, strlen (INSIDE));
  g_autofree char *draws = test_put (test_folder (), "draws", INSIDE INSIDE, 2 * strlen (INSIDE));
  IplSessionWriter *writer = ipl_session_writer_new (path, document, error);
  double values[] = { 1.5, -2, 3.25 };
  gsize n = G_N_ELEMENTS (values);
  gboolean closed;

  if (writer == NULL)
    return FALSE;
  ipl_npz_writer_add_doubles (ipl_session_writer_get_arrays (writer), "widths", values, 1, &n);
  ipl_session_writer_add_file (writer, file, TRUE, NULL);
  ipl_session_writer_add_unnamed_file (writer, draws, NULL);
  closed = ipl_session_writer_close (writer, NULL, error);
  g_unlink (file);
  g_unlink (draws);
  return closed;
}

/* Every file that is said to be unpacked is there. */
static void
unpack (IplSessionFile *file)
{
  g_autofree char *folder = test_path ("unpacked");
  gboolean unpacked = FUZZ_TRY (ipl_session_file_unpack (file, folder, NULL, &error));

  for (guint i = 0; unpacked && i < file->members->len; i++)
    {
      const IplSessionMember *member = file->members->pdata[i];

      if (member->path != NULL && !g_file_test (member->path, G_FILE_TEST_EXISTS))
        g_error ("“%s” is said to be there", member->path);
    }
  test_remove (folder);
}

static void
check_document (const char *document)
{
  g_autofree char *path = test_path ("session.interplay");
  g_autoptr (IplSessionFile) file = NULL;

  if (!FUZZ_TRY (write_session (path, document, &error)))
    return;
  g_assert_true (ipl_session_file_is (path));
  file = TEST_OK (ipl_session_file_open (path, NULL, &error));
  g_assert_cmpstr (file->document, ==, document);
  g_assert_cmpuint (file->members->len, ==, 2);
  unpack (file);
}

static void
check_changed (const guint8 *bytes, gsize n)
{
  g_auto (FuzzFile) file = { 0 };
  g_autoptr (IplSessionFile) opened = NULL;

  if (session.parts == NULL)
    {
      g_autofree char *path = test_path ("session.interplay");

      g_assert_true (write_session (path, DOCUMENT, NULL));
      fuzz_changed_init (&session, path);
    }
  fuzz_changed_apply (&session, bytes, n, &file);
  ipl_session_file_is (file.path);
  opened = FUZZ_TRY (ipl_session_file_open (file.path, NULL, &error));
  if (opened != NULL)
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
