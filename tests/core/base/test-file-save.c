/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file is written completely or not at all, and nothing else is left in its folder. */
#define _GNU_SOURCE
#include "core/base/file-save.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sentences.h"
#include "support.h"

#define NOBODY 65534

/* What was synced to the disk and renamed, in order: "sync NAME", "rename A B", by
 * base names. These two stand in the place of the C library's. */
static GPtrArray *events;

int
fsync (int fd)
{
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autofree char *path = g_file_read_link (link, NULL);
  int result = (int)syscall (SYS_fsync, fd);

  if (events != NULL && path != NULL && result == 0)
    g_ptr_array_add (events, g_strconcat ("sync ", path, NULL));
  return result;
}

int
rename (const char *from, const char *to)
{
  int result = renameat2 (AT_FDCWD, from, AT_FDCWD, to, 0);

  if (events != NULL && result == 0)
    g_ptr_array_add (events, g_strdup_printf ("rename %s %s", from, to));
  return result;
}

static guint
count_files (void)
{
  GDir *dir = g_dir_open (test_folder (), 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  g_dir_close (dir);
  return n;
}

static void
put (const char *path, const char *text)
{
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
assert_contents (const char *path, const char *text)
{
  g_autofree char *contents = NULL;

  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  g_assert_cmpstr (contents, ==, text);
}

static void
save (const char *path, const char *text)
{
  gboolean ok = TEST_OK (ipl_file_save_bytes (path, text, strlen (text), &error));

  g_assert_true (ok);
}

static void
assert_refused (const char *path, const char *word)
{
  TEST_REFUSED (ipl_file_save_bytes (path, "new", 3, &error), IPL_ERROR_IO, word);
}

static mode_t
mode_of (const char *path)
{
  struct stat status;

  g_assert_cmpint (stat (path, &status), ==, 0);
  return status.st_mode & 07777;
}

/* Runs @func in a process of its own, as an ordinary user, and fails where it fails. */
static void
as_user (void (*func) (void))
{
  pid_t process = fork ();
  int status;

  if (process == 0)
    {
      g_assert_cmpint (chmod (test_folder (), 0777), ==, 0);
      if (geteuid () == 0)
        g_assert_true (setgid (NOBODY) == 0 && setuid (NOBODY) == 0);
      func ();
      _exit (0);
    }
  g_assert_cmpint (waitpid (process, &status, 0), ==, process);
  g_assert_cmpint (status, ==, 0);
}

TEST (test_new, "/file-save/new")
{
  g_autofree char *path = test_path ("new");
  mode_t mask = umask (027);

  save (path, "first");
  umask (mask);
  assert_contents (path, "first");
  g_assert_cmpint (mode_of (path), ==, 0640);
  save (path, "");
  assert_contents (path, "");
  g_assert_cmpuint (count_files (), ==, 1);
}

TEST (test_mode, "/file-save/mode")
{
  const mode_t modes[] = { 0600, 0640, 0664, 0755, 0666 };

  g_autofree char *path = test_path ("file");

  put (path, "old");
  for (gsize i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_assert_cmpint (chmod (path, modes[i]), ==, 0);
      save (path, "new");
      g_assert_cmpint (mode_of (path), ==, modes[i]);
    }
}

TEST (test_links, "/file-save/links")
{
  g_autofree char *file = test_path ("file"), *link = test_path ("link"), *far = test_path ("far"),
                  *dangling = test_path ("dangling"), *made = test_path ("made"),
                  *loop = test_path ("loop"), *nowhere = test_path ("nowhere");

  put (file, "old");
  g_assert_cmpint (symlink ("file", link), ==, 0);
  g_assert_cmpint (symlink (link, far), ==, 0);
  g_assert_cmpint (symlink ("./made", dangling), ==, 0);
  g_assert_cmpint (symlink ("loop", loop), ==, 0);
  g_assert_cmpint (symlink ("no-folder/x", nowhere), ==, 0);
  save (far, "new");
  g_assert_true (g_file_test (far, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  g_assert_false (g_file_test (file, G_FILE_TEST_IS_SYMLINK));
  assert_contents (file, "new");
  save (dangling, "made");
  g_assert_true (g_file_test (dangling, G_FILE_TEST_IS_SYMLINK));
  assert_contents (made, "made");
  assert_refused (loop, "loop");
  assert_refused (nowhere, "nowhere");
  g_assert_cmpuint (count_files (), ==, 7);
}

/* The other name of a file keeps what it stood for. */
TEST (test_hard_link, "/file-save/hard-link")
{
  g_autofree char *file = test_path ("file"), *other = test_path ("other");

  put (file, "old");
  g_assert_cmpint (link (file, other), ==, 0);
  save (file, "new");
  assert_contents (file, "new");
  assert_contents (other, "old");
}

/* A file is renamed when all of it is on the disk, then its name is brought there, of a new one and
 * of one that is replaced. */
TEST (test_synced, "/file-save/synced")
{
  g_autofree char *path = test_path ("file"), *temporary = NULL;
  g_autofree char *synced_folder = g_strconcat ("sync ", test_folder (), NULL);

  for (guint i = 0; i < 2; i++)
    {
      g_auto (GStrv) words = NULL;

      events = g_ptr_array_new_with_free_func (g_free);
      save (path, "new");
      g_assert_cmpuint (events->len, ==, 3);
      words = g_strsplit (events->pdata[1], " ", 3);
      g_assert_cmpstr (words[0], ==, "rename");
      g_assert_cmpstr (words[2], ==, path);
      g_free (temporary);
      temporary = g_strconcat ("sync ", words[1], NULL);
      g_assert_cmpstr (events->pdata[0], ==, temporary);
      g_assert_cmpstr (events->pdata[2], ==, synced_folder);
      g_clear_pointer (&events, g_ptr_array_unref);
    }
}

static gpointer
read_all (gpointer path)
{
  char *contents = NULL;

  g_file_get_contents (path, &contents, NULL, NULL);
  return contents;
}

TEST (test_fifo, "/file-save/fifo")
{
  g_autofree char *path = test_path ("fifo");
  g_autofree char *got = NULL;
  struct stat status;
  int fd;
  char text[16] = "";

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  fd = g_open (path, O_RDONLY | O_NONBLOCK, 0);
  g_assert_cmpint (fd, >=, 0);
  save (path, "through");
  g_assert_cmpint (read (fd, text, sizeof text - 1), ==, 7);
  g_assert_cmpstr (text, ==, "through");
  close (fd);
  g_assert_cmpint (lstat (path, &status), ==, 0);
  g_assert_true (S_ISFIFO (status.st_mode));

  /* More than fits in it at once. */
  g_autofree char *much = g_strnfill (1 << 20, 'x');
  GThread *reader = g_thread_new ("reader", read_all, path);

  save (path, much);
  got = g_thread_join (reader);
  g_assert_cmpstr (got, ==, much);
  g_assert_cmpuint (count_files (), ==, 1);
}

TEST (test_descriptor, "/file-save/descriptor")
{
  int fds[2];
  char text[16] = "";
  g_autofree char *path = NULL;

  g_assert_cmpint (pipe (fds), ==, 0);
  path = g_strdup_printf ("/dev/fd/%d", fds[1]);
  save (path, "piped");
  g_assert_cmpint (read (fds[0], text, sizeof text - 1), ==, 5);
  g_assert_cmpstr (text, ==, "piped");
  close (fds[0]);
  close (fds[1]);
  assert_refused (path, "/dev/fd/");

  /* A file behind it is not replaced, but written where it stands. */
  g_autofree char *file = test_path ("file"), *link = test_path ("link");
  g_autofree char *target = NULL;
  int fd = g_open (file, O_CREAT | O_WRONLY, 0600);

  g_assert_cmpint (write (fd, "before ", 7), ==, 7);
  target = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_assert_cmpint (symlink (target, link), ==, 0);
  save (link, "and");
  g_assert_cmpint (write (fd, " after", 6), ==, 6);
  close (fd);
  assert_contents (file, "before and after");
}

TEST (test_refused, "/file-save/refused")
{
  g_autofree char *below = test_path ("none/x");

  assert_refused (test_folder (), SENTENCE_IS_FOLDER);
  assert_refused (below, SENTENCE_NO_FOLDER);
  assert_refused ("", "“”");
}

TEST (test_abandon, "/file-save/abandon")
{
  g_autofree char *path = test_path ("file"), *none = test_path ("none");
  IplFileSave *self;

  put (path, "old");
  self = TEST_OK (ipl_file_save_begin (path, &error));
  g_assert_cmpint (ipl_file_save_write (self, "new", 3), ==, 0);
  assert_contents (path, "old");
  g_assert_cmpuint (count_files (), ==, 2);
  ipl_file_save_abandon (self);
  assert_contents (path, "old");
  ipl_file_save_abandon (ipl_file_save_begin (none, NULL));
  g_assert_cmpuint (count_files (), ==, 1);
}

static void
write_beyond_limit (void)
{
  g_autofree char *path = test_path ("file");
  g_autofree char *much = g_strnfill (1 << 20, 'x');
  struct rlimit limit = { 1 << 16, 1 << 16 };

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  TEST_REFUSED (ipl_file_save_bytes (path, much, strlen (much), &error), IPL_ERROR_IO);
}

TEST (test_full_disk, "/file-save/full-disk")
{
  g_autofree char *path = test_path ("file");

  put (path, "old");
  g_assert_cmpint (chmod (path, 0666), ==, 0);
  as_user (write_beyond_limit);
  assert_contents (path, "old");
  g_assert_cmpuint (count_files (), ==, 1);
}

static void
write_read_only (void)
{
  g_autofree char *path = test_path ("file");

  assert_refused (path, SENTENCE_NO_PERMISSION);
}

TEST (test_read_only, "/file-save/read-only")
{
  g_autofree char *path = test_path ("file");

  put (path, "old");
  g_assert_cmpint (chmod (path, 0444), ==, 0);
  as_user (write_read_only);
  assert_contents (path, "old");
  g_assert_cmpuint (count_files (), ==, 1);
}

static gpointer
save_often (gpointer path)
{
  for (guint i = 0; i < 50; i++)
    save (path, "all of it");
  return NULL;
}

/* Several threads write the same file. */
TEST (test_threads, "/file-save/threads")
{
  GThread *threads[4];

  g_autofree char *path = test_path ("file");

  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("writer", save_often, path);
  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  assert_contents (path, "all of it");
  g_assert_cmpuint (count_files (), ==, 1);
}
