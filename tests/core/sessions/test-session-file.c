/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session as a file: whole or not at all, whatever happens while it is written; what it is made
 * from comes back byte for byte; what is damaged, newer or not ours is refused with a sentence. */
#define _GNU_SOURCE
#include "core/sessions/session-file.h"

#include <archive.h>
#include <archive_entry.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/files/npz.h"
#include "sessions/session-file-support.h"
#include "support.h"

#define DOCUMENT "{\"what\": \"was open\"}"

static void
save (const char *path, const char *document, const char *const *files, const char *kept)
{
  IplSessionWriter *writer = TEST_OK (ipl_session_writer_new (path, document, &error));
  double values[] = { 1.5, -2.0, 3.25 };
  gsize n = 3;

  ipl_npz_writer_add_doubles (ipl_session_writer_get_arrays (writer), "widths", values, 1, &n);
  for (guint i = 0; files != NULL && files[i] != NULL; i++)
    ipl_session_writer_add_file (writer, files[i], TRUE, NULL);
  if (kept != NULL)
    ipl_session_writer_add_unnamed_file (writer, kept, NULL);
  TEST_OK (ipl_session_writer_close (writer, NULL, &error));
}

/* The files where they were are used; those that are gone, or other ones by now, are unpacked. */
TEST (test_files, "/session-file/files")
{
  g_autofree char *same = session_write_file ("a/same.npz", 70000, 's');
  g_autofree char *gone = session_write_file ("a/gone.npz", 0, 'g');
  g_autofree char *other = session_write_file ("b/same.npz", 100, 'o');
  g_autofree char *draws = session_write_file ("c/draws-1", 5000, 'd');
  g_autofree char *path = test_path ("files.interplay"), *to = test_path ("unpacked");
  g_autofree char *kept = g_build_filename (to, "draws-1", NULL);
  const char *files[] = { same, gone, other, same, NULL };
  g_autoptr (IplSessionFile) file = NULL;
  const char *found;

  save (path, DOCUMENT, files, draws);
  g_assert_true (ipl_session_file_is (path));
  g_assert_false (ipl_session_file_is (same));
  g_assert_false (ipl_session_file_is ("/nowhere"));
  g_assert_false (ipl_session_file_is (test_folder ()));
  g_assert_cmpint (g_unlink (gone), ==, 0);
  g_free (session_write_file ("b/same.npz", 100, 'x'));
  file = session_open_complete (path, DOCUMENT);
  g_assert_cmpuint (file->members->len, ==, 4);
  TEST_OK (ipl_session_file_unpack (file, to, NULL, &error));
  g_assert_cmpstr (ipl_session_file_find (file, same), ==, same);
  found = ipl_session_file_find (file, gone);
  g_assert_true (g_str_has_prefix (found, to) && g_str_has_suffix (found, "/gone.npz"));
  session_check_bytes (found, 0, 'g');
  found = ipl_session_file_find (file, other);
  g_assert_true (g_str_has_prefix (found, to) && g_str_has_suffix (found, "/same.npz"));
  session_check_bytes (found, 100, 'o');
  session_check_bytes (kept, 5000, 'd');
  g_assert_null (ipl_session_file_find (file, draws));
  g_assert_null (ipl_session_file_find (file, "/nowhere"));
}

/* Images and their labels are looked for beside each other: they are unpacked together. */
TEST (test_companions, "/session-file/companions")
{
  static const guint8 images_begin[] = { 0, 0, 8, 3, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 7 };
  static const guint8 labels_begin[] = { 0, 0, 8, 1, 0, 0, 0, 1, 4 };
  g_autofree char *images
      = test_put (test_folder (), "my-images-idx3-ubyte", images_begin, sizeof images_begin);
  g_autofree char *labels
      = test_put (test_folder (), "my-labels-idx1-ubyte", labels_begin, sizeof labels_begin);
  g_autofree char *path = test_path ("images.interplay"), *to = test_path ("images");
  const char *files[] = { images, NULL };
  g_autoptr (IplSessionFile) file = NULL;
  g_autofree char *beside = NULL, *parent = NULL;

  save (path, DOCUMENT, files, NULL);
  g_assert_cmpint (g_unlink (labels), ==, 0);
  file = session_open_complete (path, DOCUMENT);
  g_assert_cmpuint (file->members->len, ==, 2);
  g_assert_true (ipl_session_file_unpack (file, to, NULL, NULL));
  g_assert_cmpstr (ipl_session_file_find (file, images), !=, images);
  parent = g_path_get_dirname (ipl_session_file_find (file, images));
  beside = g_build_filename (parent, "my-labels-idx1-ubyte", NULL);
  g_assert_true (g_file_test (beside, G_FILE_TEST_IS_REGULAR));
}

/* A file that is longer than the process may write leaves the old one as it was. */
TEST (test_full, "/session-file/full")
{
  g_autofree char *path = test_path ("full.interplay");
  g_autofree char *large = session_write_file ("large.npz", 3000000, 'l');
  pid_t child;
  int status;

  save (path, "{\"old\": 1}", NULL, NULL);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      struct rlimit limit = { 1000000, 1000000 };
      g_autoptr (GError) error = NULL;
      IplSessionWriter *writer;

      signal (SIGXFSZ, SIG_IGN);
      setrlimit (RLIMIT_FSIZE, &limit);
      writer = ipl_session_writer_new (path, "{\"new\": 1}", NULL);
      ipl_session_writer_add_file (writer, large, TRUE, NULL);
      _exit (ipl_session_writer_close (writer, NULL, &error) || error == NULL ? 1 : 0);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);
  ipl_session_file_free (session_open_complete (path, "{\"old\": 1}"));
}

/* @named: (nullable): what the sentence names */
static void
check_refused (const char *path, const char *named)
{
  GError *error = NULL;
  g_autofree char *to = test_path ("refused");
  g_autoptr (IplSessionFile) file = ipl_session_file_open (path, NULL, &error);

  if (file != NULL)
    g_assert_false (ipl_session_file_unpack (file, to, NULL, &error));
  g_assert_nonnull (error);
  test_assert_error (&error, IPL_ERROR, error->code, named, NULL);
}

/* Cut at any place, it is refused. */
TEST (test_cut, "/session-file/cut")
{
  g_autofree char *mine = session_write_file ("damaged.npz", 300, 'm');
  g_autofree char *path = test_path ("damaged.interplay"), *cut = test_path ("cut.interplay");
  const char *files[] = { mine, NULL };
  g_autofree char *bytes = NULL;
  gsize size;

  save (path, DOCUMENT, files, NULL);
  g_assert_cmpint (g_unlink (mine), ==, 0);
  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  for (gsize at = 0; at < size; at += 13)
    {
      g_assert_true (
          g_file_set_contents_full (cut, bytes, (gssize)at, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
      check_refused (cut, NULL);
    }
}

/* A part that claims to be packed and does not inflate. */
TEST (test_does_not_inflate, "/session-file/does-not-inflate")
{
  static const char name[] = "document.json";
  g_autofree char *path = test_path ("packed.interplay");
  g_autofree char *bytes = NULL;
  guint found = 0;
  gsize size;

  save (path, DOCUMENT, NULL, NULL);
  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  for (gsize at = 46; at + strlen (name) < size; at++)
    if (memcmp (bytes + at, name, strlen (name)) == 0)
      {
        /* Its method, in the header before it or in the directory. */
        bytes[at - (found == 0 ? 30 - 8 : 46 - 10)] = 8;
        found++;
      }
  g_assert_cmpuint (found, ==, 2);
  g_assert_true (g_file_set_contents (path, bytes, (gssize)size, NULL));
  check_refused (path, "packed.interplay");
}

/* A document and its checksum that were changed together are not what was saved. */
TEST (test_other_document, "/session-file/other-document")
{
  g_autofree char *path = test_path ("other.interplay");
  IplNpzWriter *npz = ipl_npz_writer_new (path, NULL);
  gint64 version = IPL_SESSION_VERSION;

  ipl_npz_writer_add_ints (npz, "interplay_session", &version, 0, NULL);
  ipl_npz_writer_add_text (npz, "interplay_version", IPL_VERSION);
  ipl_npz_writer_add_text (npz, "document_sha256", "00");
  ipl_npz_writer_add_bytes (npz, "document.json", "{}", 2);
  ipl_npz_writer_add_bytes (npz, "files.json", "[]", 2);
  g_assert_true (ipl_npz_writer_close (npz, NULL));
  check_refused (path, "other.interplay");
}

/* JSON of @size bytes. */
static char *
document_of (gsize size)
{
  static const char head[] = "{\"note\": \"", end[] = "\"}";
  char *text = g_malloc (size + 1);

  memset (text, 'x', size);
  memcpy (text, head, strlen (head));
  memcpy (text + size - strlen (end), end, strlen (end) + 1);
  return text;
}

/* Documents of every size up to the limit come back; larger ones are not written. */
TEST (test_sizes, "/session-file/sizes")
{
  static const gsize sizes[] = { 65536, 262143, 262144, 262145, 524289, IPL_SESSION_MAX_DOCUMENT };
  g_autofree char *path = test_path ("sizes.interplay");
  g_autofree char *large = document_of (IPL_SESSION_MAX_DOCUMENT + 1);
  g_autoptr (GString) many = g_string_new ("[0");

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *document = document_of (sizes[i]);

      save (path, document, NULL, NULL);
      ipl_session_file_free (session_open_complete (path, document));
    }
  save (path, DOCUMENT, NULL, NULL);
  TEST_REFUSED (ipl_session_writer_new (path, large, &error), IPL_ERROR_VALUE, "16 MiB");
  for (guint i = 0; i < 250000; i++)
    g_string_append (many, ",0");
  g_string_append (many, "]");
  TEST_REFUSED (ipl_session_writer_new (path, many->str, &error), IPL_ERROR_VALUE, "250000");
  ipl_session_file_free (session_open_complete (path, DOCUMENT));
}

/* Whatever cannot be opened again does not take the place of the old file. */
TEST (test_cannot_be_opened, "/session-file/cannot-be-opened")
{
  g_autofree char *path = test_path ("again.interplay");
  IplSessionWriter *writer;

  save (path, DOCUMENT, NULL, NULL);
  writer = ipl_session_writer_new (path, "{\"new\": 1}", NULL);
  ipl_npz_writer_add_bytes (ipl_session_writer_get_arrays (writer), "odd.npy", "odd", 3);
  TEST_REFUSED (ipl_session_writer_close (writer, NULL, &error), IPL_ERROR_VALUE,
                "again.interplay");
  ipl_session_file_free (session_open_complete (path, DOCUMENT));
}

/* Sessions that this program does not write. */
static void
write_forged (const char *path, gint64 version, const char *members, const char *name)
{
  IplNpzWriter *npz = ipl_npz_writer_new (path, NULL);

  ipl_npz_writer_add_ints (npz, "interplay_session", &version, 0, NULL);
  ipl_npz_writer_add_text (npz, "interplay_version", "9.9");
  ipl_npz_writer_add_bytes (npz, "document.json", "{}", 2);
  if (name != NULL)
    ipl_npz_writer_add_bytes (npz, name, "x", 1);
  if (members != NULL)
    ipl_npz_writer_add_bytes (npz, "files.json", members, strlen (members));
  g_assert_true (ipl_npz_writer_close (npz, NULL));
}

/* A list of a file with a checksum that is none. */
#define NOUGHT(name)                                                                               \
  "[{\"name\": \"" name "\", \"from\": \"/gone\", \"size\": \"1\", \"sha256\": "                   \
  "\"0000000000000000000000000000000000000000000000000000000000000000\"}]"

TEST (test_refused, "/session-file/refused")
{
  static const char *const escapes[]
      = { "../up",    "files/1/../../up", "/tmp/up",  "kept/..",  "kept/.hidden",
          "kept/a/b", "files/x/up",       "files/1/", "kept\\up", "files/1234567/a" };
  static const struct
  {
    gint64 version;
    const char *members, *name, *named;
  } forged[] = {
    { 2, "[]", NULL, "9.9" },
    { 0, "[]", NULL, "forged.interplay" },
    { 1, NULL, NULL, "forged.interplay" },
    { 1, "{}", NULL, "forged.interplay" },
    { 1, "[1]", NULL, "forged.interplay" },
    { 1, NOUGHT ("kept/a"), "kept/a", "“a”" }, /* it is not what the list says */
    { 1, NOUGHT ("kept/b"), "kept/a", "forged.interplay" },
  };
  g_autofree char *path = test_path ("forged.interplay"), *up = test_path ("up");
  g_autofree char *plain = test_path ("plain.npz");
  double one = 1.0;
  IplNpzWriter *npz;

  for (gsize i = 0; i < G_N_ELEMENTS (forged); i++)
    {
      write_forged (path, forged[i].version, forged[i].members, forged[i].name);
      check_refused (path, forged[i].named);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (escapes); i++)
    {
      g_autofree char *members = g_strdup_printf (
          "[{\"name\": \"%s\", \"from\": \"/gone\", \"size\": \"1\", \"sha256\": "
          "\"2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881\"}]",
          strcmp (escapes[i], "kept\\up") == 0 ? "kept\\\\up" : escapes[i]);

      write_forged (path, 1, members, escapes[i]);
      check_refused (path, "forged.interplay");
      g_assert_false (g_file_test (up, G_FILE_TEST_EXISTS));
    }
  npz = ipl_npz_writer_new (plain, NULL);
  ipl_npz_writer_add_doubles (npz, "x", &one, 0, NULL);
  g_assert_true (ipl_npz_writer_close (npz, NULL));
  g_assert_false (ipl_session_file_is (plain));
  check_refused (plain, "plain.npz");
}

TEST (test_cancelled, "/session-file/cancelled")
{
  g_autofree char *mine = session_write_file ("cancelled.npz", 300, 'm');
  g_autofree char *path = test_path ("cancelled.interplay");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  IplSessionWriter *writer = ipl_session_writer_new (path, DOCUMENT, NULL);

  g_cancellable_cancel (cancellable);
  ipl_session_writer_add_file (writer, mine, TRUE, cancellable);
  TEST_CANCELLED (ipl_session_writer_close (writer, NULL, &error));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}
