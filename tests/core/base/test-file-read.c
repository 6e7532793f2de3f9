/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are no files are refused at once, whatever stands in their place. */
#include "core/base/file-read.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "sentences.h"
#include "core/base/file-hash.h"
#include "support.h"

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

TEST (test_types, "/file-read/types")
{
  g_autofree char *fifo = test_path ("fifo"), *socket_path = test_path ("socket");
  g_autofree char *link = test_path ("link"), *none = test_path ("none");
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
  check_refused (test_folder (), SENTENCE_IS_FOLDER);
  check_refused (none, SENTENCE_NO_FILE);
  close (listener);
}

TEST (test_sizes, "/file-read/sizes")
{
  g_autofree char *path = test_path ("file"), *large = g_strnfill (200000, 'x'), *text = NULL;
  gsize length = 0;

  g_assert_true (g_file_set_contents (path, large, -1, NULL));
  text = TEST_OK (ipl_file_read (path, 200000, &length, &error));
  g_assert_cmpuint (length, ==, 200000);
  g_assert_cmpstr (text, ==, large);
  TEST_REFUSED (ipl_file_read (path, 199999, &length, &error), IPL_ERROR_MEMORY,
                "larger than 0.2 MB");
  g_free (text);
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  text = TEST_OK (ipl_file_read (path, 10, &length, &error));
  g_assert_cmpstr (text, ==, "");
  g_assert_cmpuint (length, ==, 0);
  g_free (text);
  /* Of the kernel's files the size is not known beforehand. */
  text = TEST_OK (ipl_file_read ("/proc/self/statm", 4096, &length, &error));
  g_assert_cmpuint (length, >, 5);
}
