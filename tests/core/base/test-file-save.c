/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing a file: whole or not at all, what was there is kept, and nothing is left lying about. */
#define _GNU_SOURCE
#include "core/base/file-save.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "core/base/error.h"

#define NOBODY 65534

static char *folder;

/* What was synced to the disk and renamed since set_up(), in order: "sync NAME", "rename A B", by
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

static char *
in_folder (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static void
set_up (void)
{
  g_autofree char *template = g_build_filename (g_get_tmp_dir (), "file-save-XXXXXX", NULL);

  folder = g_strdup (g_mkdtemp (template));
  g_assert_nonnull (folder);
  g_assert_cmpint (chmod (folder, 0777), ==, 0);
}

static guint
count_files (void)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  g_dir_close (dir);
  return n;
}

static void
tear_down (void)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = in_folder (name);

      g_remove (path);
    }
  g_dir_close (dir);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_clear_pointer (&folder, g_free);
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
  g_autoptr (GError) error = NULL;
  gboolean ok = ipl_file_save_bytes (path, text, strlen (text), &error);

  g_assert_no_error (error);
  g_assert_true (ok);
}

static void
assert_refused (const char *path, const char *word)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (ipl_file_save_bytes (path, "new", 3, &error));
  g_assert_error (error, IPL_ERROR, IPL_ERROR_IO);
  if (strstr (error->message, word) == NULL)
    g_error ("“%s” does not say “%s”", error->message, word);
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
      if (geteuid () == 0)
        g_assert_true (setgid (NOBODY) == 0 && setuid (NOBODY) == 0);
      func ();
      _exit (0);
    }
  g_assert_cmpint (waitpid (process, &status, 0), ==, process);
  g_assert_cmpint (status, ==, 0);
}

static void
test_new (void)
{
  set_up ();

  g_autofree char *path = in_folder ("new");
  mode_t mask = umask (027);

  save (path, "first");
  umask (mask);
  assert_contents (path, "first");
  g_assert_cmpint (mode_of (path), ==, 0640);
  save (path, "");
  assert_contents (path, "");
  g_assert_cmpuint (count_files (), ==, 1);
  tear_down ();
}

static void
test_mode (void)
{
  const mode_t modes[] = { 0600, 0640, 0664, 0755, 0666 };

  set_up ();

  g_autofree char *path = in_folder ("file");

  put (path, "old");
  for (gsize i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_assert_cmpint (chmod (path, modes[i]), ==, 0);
      save (path, "new");
      g_assert_cmpint (mode_of (path), ==, modes[i]);
    }
  tear_down ();
}

static void
test_owner (void)
{
  struct stat status;

  if (geteuid () != 0)
    {
      g_test_skip ("only root may give files to others");
      return;
    }
  set_up ();

  g_autofree char *path = in_folder ("file");

  put (path, "old");
  g_assert_cmpint (chown (path, NOBODY, 12345), ==, 0);
  g_assert_cmpint (chmod (path, 0640), ==, 0);
  save (path, "new");
  g_assert_cmpint (stat (path, &status), ==, 0);
  g_assert_cmpint (status.st_uid, ==, NOBODY);
  g_assert_cmpint (status.st_gid, ==, 12345);
  g_assert_cmpint (status.st_mode & 07777, ==, 0640);
  tear_down ();
}

static void
overwrite_others_file (void)
{
  g_autofree char *path = in_folder ("file");
  struct stat status;

  save (path, "new");
  g_assert_cmpint (stat (path, &status), ==, 0);
  g_assert_cmpint (status.st_gid, ==, getgid ());
  g_assert_cmpint (status.st_mode & 07777, ==, 0622);
}

/* Another group gets no rights that the old file's group had. */
static void
test_group_not_kept (void)
{
  if (geteuid () != 0)
    {
      g_test_skip ("only root may give files to others");
      return;
    }
  set_up ();

  g_autofree char *path = in_folder ("file");

  put (path, "old");
  g_assert_cmpint (chown (path, 12345, 12345), ==, 0);
  g_assert_cmpint (chmod (path, 0662), ==, 0);
  as_user (overwrite_others_file);
  tear_down ();
}

/* user::rw- user:4242:rw- group::r-- mask::rw- other::--- as the kernel has it. */
static void
test_access_list (void)
{
  static const guint8 list[] = { 2,  0, 0, 0,                           /* version */
                                 1,  0, 6, 0, 0xff, 0xff, 0xff, 0xff,   /* owner */
                                 2,  0, 6, 0, 0x92, 0x10, 0,    0,      /* user 4242 */
                                 4,  0, 4, 0, 0xff, 0xff, 0xff, 0xff,   /* group */
                                 16, 0, 6, 0, 0xff, 0xff, 0xff, 0xff,   /* mask */
                                 32, 0, 0, 0, 0xff, 0xff, 0xff, 0xff }; /* others */
  guint8 kept[64];

  set_up ();

  g_autofree char *path = in_folder ("file");

  put (path, "old");
  if (setxattr (path, "system.posix_acl_access", list, sizeof list, 0) != 0)
    g_test_skip ("this disk has no access lists");
  else
    {
      save (path, "new");
      g_assert_cmpint (getxattr (path, "system.posix_acl_access", kept, sizeof kept), ==,
                       sizeof list);
      g_assert_cmpmem (kept, sizeof list, list, sizeof list);
      assert_contents (path, "new");
    }
  tear_down ();
}

static void
test_links (void)
{
  set_up ();

  g_autofree char *file = in_folder ("file"), *link = in_folder ("link"), *far = in_folder ("far"),
                  *dangling = in_folder ("dangling"), *made = in_folder ("made"),
                  *loop = in_folder ("loop"), *nowhere = in_folder ("nowhere");

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
  tear_down ();
}

/* The other name of a file keeps what it stood for. */
static void
test_hard_link (void)
{
  set_up ();

  g_autofree char *file = in_folder ("file"), *other = in_folder ("other");

  put (file, "old");
  g_assert_cmpint (link (file, other), ==, 0);
  save (file, "new");
  assert_contents (file, "new");
  assert_contents (other, "old");
  tear_down ();
}

/* A name stands for a file only when all of the file is on the disk, and what is told to be there
 * has its name on the disk too: each way of writing, for a new file and for one that is replaced.
 */
static void
test_synced (void)
{
  set_up ();

  g_autofree char *path = in_folder ("file"), *wanted = NULL, *temporary = NULL;

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
      g_free (wanted);
      wanted = g_strconcat ("sync ", folder, NULL);
      g_assert_cmpstr (events->pdata[0], ==, temporary);
      g_assert_cmpstr (events->pdata[2], ==, wanted);
      g_clear_pointer (&events, g_ptr_array_unref);
    }
  tear_down ();
}

/* Where it can only be written in place. */
static void
save_others_file (void)
{
  g_autofree char *path = in_folder ("file"), *wanted = g_strconcat ("sync ", path, NULL);

  events = g_ptr_array_new_with_free_func (g_free);
  save (path, "new");
  g_assert_cmpuint (events->len, ==, 1);
  g_assert_cmpstr (events->pdata[0], ==, wanted);
}

static void
test_synced_in_place (void)
{
  if (geteuid () != 0)
    {
      g_test_skip ("only root may make folders of others");
      return;
    }
  set_up ();

  g_autofree char *path = in_folder ("file");

  put (path, "old");
  g_assert_cmpint (chmod (path, 0666), ==, 0);
  g_assert_cmpint (chmod (folder, 0755), ==, 0);
  as_user (save_others_file);
  assert_contents (path, "new");
  tear_down ();
}

static gpointer
read_all (gpointer path)
{
  char *contents = NULL;

  g_file_get_contents (path, &contents, NULL, NULL);
  return contents;
}

static void
test_fifo (void)
{
  set_up ();

  g_autofree char *path = in_folder ("fifo");
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
  tear_down ();
}

static void
test_device (void)
{
  set_up ();

  g_autofree char *null = in_folder ("null"), *full = in_folder ("full");
  struct stat status;

  if (mknod (null, S_IFCHR | 0666, makedev (1, 3)) != 0
      || mknod (full, S_IFCHR | 0666, makedev (1, 7)) != 0)
    g_test_skip ("only root may make devices");
  else if (g_open (null, O_WRONLY, 0) < 0)
    g_test_skip ("devices do not work on this disk");
  else
    {
      save (null, "nothing");
      assert_refused (full, "no space");
      g_assert_cmpint (lstat (null, &status), ==, 0);
      g_assert_true (S_ISCHR (status.st_mode));
      g_assert_cmpint (lstat (full, &status), ==, 0);
      g_assert_true (S_ISCHR (status.st_mode));
      g_assert_cmpuint (count_files (), ==, 2);
    }
  tear_down ();
}

static void
test_socket (void)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };

  set_up ();

  g_autofree char *path = in_folder ("socket");
  int listener = socket (AF_UNIX, SOCK_STREAM, 0), fd;
  char text[16] = "";

  g_strlcpy (address.sun_path, path, sizeof address.sun_path);
  g_assert_cmpint (bind (listener, (struct sockaddr *)&address, sizeof address), ==, 0);
  g_assert_cmpint (listen (listener, 1), ==, 0);
  save (path, "to you");
  fd = accept (listener, NULL, NULL);
  g_assert_cmpint (read (fd, text, sizeof text - 1), ==, 6);
  g_assert_cmpstr (text, ==, "to you");
  close (fd);
  close (listener);
  assert_refused (path, "socket");
  tear_down ();
}

static void
test_descriptor (void)
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
  set_up ();

  g_autofree char *file = in_folder ("file"), *link = in_folder ("link");
  g_autofree char *target = NULL;
  int fd = g_open (file, O_CREAT | O_WRONLY, 0600);

  g_assert_cmpint (write (fd, "before ", 7), ==, 7);
  target = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_assert_cmpint (symlink (target, link), ==, 0);
  save (link, "and");
  g_assert_cmpint (write (fd, " after", 6), ==, 6);
  close (fd);
  assert_contents (file, "before and after");
  tear_down ();
}

static void
test_refused (void)
{
  set_up ();

  g_autofree char *below = in_folder ("none/x");

  assert_refused (folder, "folder");
  assert_refused (below, "no folder");
  assert_refused ("", "cannot be written");
  tear_down ();
}

static void
test_abandon (void)
{
  set_up ();

  g_autofree char *path = in_folder ("file"), *none = in_folder ("none");
  g_autoptr (GError) error = NULL;
  IplFileSave *self;

  put (path, "old");
  self = ipl_file_save_begin (path, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ipl_file_save_write (self, "new", 3), ==, 0);
  assert_contents (path, "old");
  g_assert_cmpuint (count_files (), ==, 2);
  ipl_file_save_abandon (self);
  assert_contents (path, "old");
  ipl_file_save_abandon (ipl_file_save_begin (none, NULL));
  g_assert_cmpuint (count_files (), ==, 1);
  tear_down ();
}

static void
write_beyond_limit (void)
{
  g_autofree char *path = in_folder ("file");
  g_autofree char *much = g_strnfill (1 << 20, 'x');
  struct rlimit limit = { 1 << 16, 1 << 16 };
  g_autoptr (GError) error = NULL;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  g_assert_false (ipl_file_save_bytes (path, much, strlen (much), &error));
  g_assert_error (error, IPL_ERROR, IPL_ERROR_IO);
}

static void
test_full_disk (void)
{
  set_up ();

  g_autofree char *path = in_folder ("file");

  put (path, "old");
  g_assert_cmpint (chmod (path, 0666), ==, 0);
  as_user (write_beyond_limit);
  assert_contents (path, "old");
  g_assert_cmpuint (count_files (), ==, 1);
  tear_down ();
}

static void
write_in_closed_folder (void)
{
  g_autofree char *path = in_folder ("file"), *none = in_folder ("none");

  save (path, "new and longer");
  save (path, "new");
  assert_refused (none, "permission");
}

/* The file may be written to, its folder not. */
static void
test_closed_folder (void)
{
  set_up ();

  g_autofree char *path = in_folder ("file");

  put (path, "old old old");
  g_assert_cmpint (chmod (path, 0666), ==, 0);
  g_assert_cmpint (chmod (folder, 0555), ==, 0);
  as_user (write_in_closed_folder);
  g_assert_cmpint (chmod (folder, 0755), ==, 0);
  assert_contents (path, "new");
  g_assert_cmpint (mode_of (path), ==, 0666);
  g_assert_cmpuint (count_files (), ==, 1);
  tear_down ();
}

static void
write_in_sticky_folder (void)
{
  g_autofree char *path = in_folder ("file");

  save (path, "new");
}

/* As /tmp: others' files may be written to, and not be replaced. */
static void
test_sticky_folder (void)
{
  struct stat status;

  if (geteuid () != 0)
    {
      g_test_skip ("only root has others' files");
      return;
    }
  set_up ();

  g_autofree char *path = in_folder ("file");

  put (path, "old");
  g_assert_cmpint (chmod (path, 0666), ==, 0);
  g_assert_cmpint (chmod (folder, 01777), ==, 0);
  as_user (write_in_sticky_folder);
  assert_contents (path, "new");
  g_assert_cmpint (stat (path, &status), ==, 0);
  g_assert_cmpint (status.st_uid, ==, 0);
  g_assert_cmpuint (count_files (), ==, 1);
  tear_down ();
}

static void
write_read_only (void)
{
  g_autofree char *path = in_folder ("file");

  assert_refused (path, "permission");
}

static void
test_read_only (void)
{
  set_up ();

  g_autofree char *path = in_folder ("file");

  put (path, "old");
  g_assert_cmpint (chmod (path, 0444), ==, 0);
  as_user (write_read_only);
  assert_contents (path, "old");
  g_assert_cmpuint (count_files (), ==, 1);
  tear_down ();
}

/* A process that stops in the middle of writing. */
static pid_t
begin_elsewhere (const char *path)
{
  int fds[2];
  char byte = 0;
  pid_t process;

  g_assert_cmpint (pipe (fds), ==, 0);
  process = fork ();
  if (process == 0)
    {
      IplFileSave *self = ipl_file_save_begin (path, NULL);

      ipl_file_save_write (self, "half", 4);
      if (write (fds[1], &byte, 1) == 1)
        pause ();
      _exit (1);
    }
  g_assert_cmpint (read (fds[0], &byte, 1), ==, 1);
  close (fds[0]);
  close (fds[1]);
  return process;
}

static void
test_stale (void)
{
  set_up ();

  g_autofree char *path = in_folder ("file"), *other = in_folder ("other");
  g_autofree char *long_name = g_strnfill (250, 'n');
  g_autofree char *long_path = in_folder (long_name);
  g_autofree char *like = in_folder (".file.interplay-x-abcdef");
  const char *paths[] = { path, long_path };

  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      pid_t living = begin_elsewhere (paths[i]), dead = begin_elsewhere (paths[i]),
            elsewhere = begin_elsewhere (other);

      put (like, "no temporary of ours");
      kill (dead, SIGKILL);
      kill (elsewhere, SIGKILL);
      waitpid (dead, NULL, 0);
      waitpid (elsewhere, NULL, 0);
      g_assert_cmpuint (count_files (), ==, 4);
      save (paths[i], "new");
      g_assert_cmpuint (count_files (), ==, 4);
      kill (living, SIGKILL);
      waitpid (living, NULL, 0);
      save (paths[i], "newer");
      assert_contents (paths[i], "newer");
      g_assert_cmpuint (count_files (), ==, 3);
      save (other, "other");
      g_assert_cmpuint (count_files (), ==, 3);
      g_assert_cmpint (g_remove (paths[i]), ==, 0);
      g_assert_cmpint (g_remove (other), ==, 0);
      g_assert_cmpint (g_remove (like), ==, 0);
      g_assert_cmpuint (count_files (), ==, 0);
    }
  tear_down ();
}

static gpointer
save_often (gpointer path)
{
  for (guint i = 0; i < 50; i++)
    save (path, "all of it");
  return NULL;
}

/* Several threads write the same file: none takes another's for a stale one. */
static void
test_threads (void)
{
  GThread *threads[4];

  set_up ();

  g_autofree char *path = in_folder ("file");

  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("writer", save_often, path);
  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  assert_contents (path, "all of it");
  g_assert_cmpuint (count_files (), ==, 1);
  tear_down ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/file-save/new", test_new);
  g_test_add_func ("/file-save/synced", test_synced);
  g_test_add_func ("/file-save/synced-in-place", test_synced_in_place);
  g_test_add_func ("/file-save/mode", test_mode);
  g_test_add_func ("/file-save/owner", test_owner);
  g_test_add_func ("/file-save/group-not-kept", test_group_not_kept);
  g_test_add_func ("/file-save/access-list", test_access_list);
  g_test_add_func ("/file-save/links", test_links);
  g_test_add_func ("/file-save/hard-link", test_hard_link);
  g_test_add_func ("/file-save/fifo", test_fifo);
  g_test_add_func ("/file-save/device", test_device);
  g_test_add_func ("/file-save/socket", test_socket);
  g_test_add_func ("/file-save/descriptor", test_descriptor);
  g_test_add_func ("/file-save/refused", test_refused);
  g_test_add_func ("/file-save/abandon", test_abandon);
  g_test_add_func ("/file-save/full-disk", test_full_disk);
  g_test_add_func ("/file-save/closed-folder", test_closed_folder);
  g_test_add_func ("/file-save/sticky-folder", test_sticky_folder);
  g_test_add_func ("/file-save/read-only", test_read_only);
  g_test_add_func ("/file-save/stale", test_stale);
  g_test_add_func ("/file-save/threads", test_threads);
  return g_test_run ();
}
