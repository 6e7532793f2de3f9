/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are no files are refused at once, whatever stands in their place. */
#include "core/base/file-read.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/base/error.h"
#include "sentences.h"
#include "core/base/file-hash.h"

static char *folder;

static char *
in_folder (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static void
check_refused (const char *path, const char *words)
{
  g_autoptr (GError) error = NULL, read_error = NULL, hash_error = NULL;

  g_assert_cmpint (ipl_file_open (path, NULL, &error), ==, -1);
  g_assert_error (error, IPL_ERROR, IPL_ERROR_IO);
  g_assert_nonnull (strstr (error->message, words));
  g_assert_null (ipl_file_read (path, 100, NULL, &read_error));
  g_assert_cmpstr (read_error->message, ==, error->message);
  g_assert_null (ipl_file_hash (path, NULL, NULL, &hash_error));
  g_assert_cmpstr (hash_error->message, ==, error->message);
}

static void
test_types (void)
{
  g_autofree char *fifo = in_folder ("fifo"), *socket_path = in_folder ("socket");
  g_autofree char *link = in_folder ("link"), *none = in_folder ("none");
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int listener = socket (AF_UNIX, SOCK_STREAM, 0);

  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  g_assert_cmpint (symlink ("fifo", link), ==, 0);
  g_strlcpy (address.sun_path, socket_path, sizeof address.sun_path);
  g_assert_cmpint (bind (listener, (struct sockaddr *)&address, sizeof address), ==, 0);
  check_refused (fifo, "it is a pipe, not a file");
  check_refused (link, "it is a pipe, not a file");
  check_refused (socket_path, "it is a socket, not a file");
  check_refused ("/dev/zero", "it is a device, not a file");
  check_refused (folder, SENTENCE_IS_FOLDER);
  check_refused (none, SENTENCE_NO_FILE);
  close (listener);
}

static void
test_sizes (void)
{
  g_autofree char *path = in_folder ("file"), *large = g_strnfill (200000, 'x'), *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize length = 0;

  g_assert_true (g_file_set_contents (path, large, -1, NULL));
  text = ipl_file_read (path, 200000, &length, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (length, ==, 200000);
  g_assert_cmpstr (text, ==, large);
  g_assert_null (ipl_file_read (path, 199999, &length, &error));
  g_assert_error (error, IPL_ERROR, IPL_ERROR_MEMORY);
  g_assert_nonnull (strstr (error->message, "larger than 0.2 MB"));
  g_clear_error (&error);
  g_free (text);
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  text = ipl_file_read (path, 10, &length, &error);
  g_assert_cmpstr (text, ==, "");
  g_assert_cmpuint (length, ==, 0);
  g_free (text);
  /* Of the kernel's files the size is not known beforehand. */
  text = ipl_file_read ("/proc/self/statm", 4096, &length, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (length, >, 5);
}

int
main (int argc, char **argv)
{
  g_autofree char *template = g_build_filename (g_get_tmp_dir (), "file-read-XXXXXX", NULL);
  g_autofree char *command = NULL;
  int result;

  g_test_init (&argc, &argv, NULL);
  folder = g_mkdtemp (template);
  g_test_add_func ("/file-read/types", test_types);
  g_test_add_func ("/file-read/sizes", test_sizes);
  result = g_test_run ();
  command = g_strdup_printf ("rm -rf '%s'", folder);
  return system (command) == 0 ? result : 1;
}
