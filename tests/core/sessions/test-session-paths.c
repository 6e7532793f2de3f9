/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a session names files, with and without folders, and where it finds them. */
#include "core/sessions/session-file.h"

#include <glib/gstdio.h>
#include <string.h>

#include "core/files/safetensors.h"
#include "sessions/session-file-support.h"
#include "support.h"

#define DOCUMENT "{\"what\": \"was open\"}"

/* A folder, and a file that is not to be copied, are only named. */
TEST (test_named_only, "/session-places/named-only")
{
  g_autofree char *big = session_write_file ("big.npz", 100, 'b');
  g_autofree char *path = test_path ("named.interplay");
  g_autoptr (IplSessionFile) file = NULL;
  IplSessionWriter *writer = ipl_session_writer_new (path, DOCUMENT, NULL);

  ipl_session_writer_add_file (writer, test_folder (), TRUE, NULL);
  ipl_session_writer_add_file (writer, big, FALSE, NULL);
  g_assert_true (ipl_session_writer_close (writer, NULL, NULL));
  file = session_open_complete (path, DOCUMENT);
  g_assert_true (ipl_session_file_unpack (file, "/nowhere", NULL, NULL));
  g_assert_cmpstr (ipl_session_file_find (file, test_folder ()), ==, test_folder ());
  g_assert_cmpstr (ipl_session_file_find (file, big), ==, big);
}

static void
assert_lacks (const char *path, const char *text)
{
  g_autofree char *bytes = NULL;
  gsize size, n = strlen (text);

  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  for (gsize at = 0; at + n <= size; at++)
    if (memcmp (bytes + at, text, n) == 0)
      g_error ("%s holds “%s”", path, text);
}

/* A network that was trained on images in the folder, as its header says. */
static char *
write_network (float *weights)
{
  g_autofree char *images = test_path ("images.zip");
  g_autofree char *uri = g_filename_to_uri (images, NULL, NULL);
  g_autofree char *task = g_strdup_printf ("{\"files\": [\"%s\"]}", uri);
  char *path = test_path ("network.safetensors");
  IplSafetensorsWriter *network = ipl_safetensors_writer_new ();
  gsize n = 3;

  ipl_safetensors_writer_add_metadata (network, "task", task);
  ipl_safetensors_writer_add_floats (network, "weights", weights, 1, &n);
  g_assert_true (ipl_safetensors_writer_close (network, path, NULL));
  return path;
}

static void
check_network (const char *path, const float *weights)
{
  g_autoptr (IplSafetensors) file = ipl_safetensors_read (path, NULL, NULL);
  gsize n = 3;

  g_assert_cmpstr (ipl_safetensors_metadata (file, "task"), ==, "{\"files\": [\"./images.zip\"]}");
  g_assert_cmpmem (ipl_safetensors_get_floats (file, "weights", 1, &n, "it", NULL),
                   n * sizeof *weights, weights, n * sizeof *weights);
}

/* No byte names the folder: of files of one name each is its own copy, also where there is none,
 * where a file is named that is not in use, and in the header of a network. */
TEST (test_no_places, "/session-places/no-places")
{
  float weights[] = { 1.5f, -2.0f, 3.0f };
  g_autofree char *mine = session_write_file ("a b/same.npz", 700, 'm');
  g_autofree char *other = session_write_file ("b/same.npz", 100, 'o');
  g_autofree char *draws = session_write_file ("c/draws-1", 50, 'd'),
                  *network = write_network (weights);
  g_autofree char *path = test_path ("places.interplay"), *to = test_path ("no-places");
  g_autofree char *mine_uri = g_filename_to_uri (mine, NULL, NULL);
  g_autofree char *other_uri = g_filename_to_uri (other, NULL, NULL);
  g_autofree char *document = g_strdup_printf (
      "{\"a\": \"%s\", \"b\": \"{\\\"c\\\": \\\"%s\\\", \\\"d\\\": \\\"%s.old\\\"}\"}", mine_uri,
      other_uri, other_uri);
  IplSessionWriter *writer = ipl_session_writer_new (path, document, NULL);
  g_autoptr (IplSessionFile) file = NULL;

  ipl_session_writer_leave_places (writer);
  ipl_session_writer_add_file (writer, mine, TRUE, NULL);
  ipl_session_writer_add_file (writer, other, TRUE, NULL);
  ipl_session_writer_add_file (writer, network, TRUE, NULL);
  ipl_session_writer_add_file (writer, test_folder (), TRUE, NULL);
  ipl_session_writer_add_unnamed_file (writer, draws, NULL);
  g_assert_true (ipl_session_writer_close (writer, NULL, NULL));
  assert_lacks (path, test_folder ());
  file
      = session_open_complete (path,
                               "{\"a\": \"./files/1/same.npz\", \"b\": \"{\\\"c\\\": "
                               "\\\"./files/2/same.npz\\\", \\\"d\\\": \\\"./same.npz.old\\\"}\"}");
  g_assert_true (ipl_session_file_unpack (file, to, NULL, NULL));
  session_check_bytes (ipl_session_file_find (file, "./files/1/same.npz"), 700, 'm');
  session_check_bytes (ipl_session_file_find (file, "./files/2/same.npz"), 100, 'o');
  check_network (ipl_session_file_find (file, "./files/3/network.safetensors"), weights);
}

/* A file without a copy is found beside a session that was moved. */
TEST (test_given_again, "/session-places/given-again")
{
  g_autofree char *big = session_write_file ("d/big.npz", 100, 'b');
  g_autofree char *path = test_path ("d/moved.interplay"), *moved = test_path ("e/moved.interplay");
  IplSessionWriter *writer = ipl_session_writer_new (path, DOCUMENT, NULL);
  g_autofree char *beside = NULL;

  ipl_session_writer_add_file (writer, big, FALSE, NULL);
  g_assert_true (ipl_session_writer_close (writer, NULL, NULL));
  beside = session_write_file ("e/big.npz", 100, 'b');
  g_assert_cmpint (g_rename (path, moved), ==, 0);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (IplSessionFile) file = session_open_complete (moved, DOCUMENT);

      g_assert_true (ipl_session_file_unpack (file, "/nowhere", NULL, NULL));
      g_assert_cmpstr (ipl_session_file_find (file, "./big.npz"), ==, beside);
      g_free (session_write_file ("d/big.npz", 100, 'x'));
    }
}

/* One from elsewhere that is gone is found beside the session; while it is there, it is taken. */
TEST (test_from_elsewhere, "/session-places/from-elsewhere")
{
  g_autofree char *there = session_write_file ("far/big.npz", 100, 'b');
  g_autofree char *beside = session_write_file ("f/big.npz", 100, 'b');
  g_autofree char *path = test_path ("f/own.interplay");
  const char *const found[] = { there, beside };
  IplSessionWriter *writer = ipl_session_writer_new (path, DOCUMENT, NULL);

  ipl_session_writer_add_file (writer, there, FALSE, NULL);
  g_assert_true (ipl_session_writer_close (writer, NULL, NULL));
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (IplSessionFile) file = session_open_complete (path, DOCUMENT);

      g_assert_true (ipl_session_file_unpack (file, "/nowhere", NULL, NULL));
      g_assert_cmpstr (ipl_session_file_find (file, there), ==, found[i]);
      g_unlink (there);
    }
}
