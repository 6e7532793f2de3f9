/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a process may have of memory, against made-up machines and real limits. */
#include "core/base/error.h"
#include "core/base/memory.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* A machine with 16 GB free and 1 GB of swap. */
#define MEMINFO                                                                                    \
  "MemTotal:       32000000 kB\nMemFree:  1 kB\nMemAvailable:   16000000 kB\nSwapFree:        "    \
  "1000000 kB\n"
#define FREE_BYTES (1024.0 * 17000000)
#define FREE_WORDS "the free memory of this machine"
#define GROUP_WORDS "the limit of its control group"

typedef struct
{
  const char *path; /* or NULL at the end */
  const char *text;
} File;

static void
write_files (const char *root, const File *files)
{
  for (; files->path != NULL; files++)
    {
      g_autofree char *path = g_build_filename (root, files->path, NULL);
      g_autofree char *folder = g_path_get_dirname (path);

      g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
      g_assert_true (g_file_set_contents (path, files->text, -1, NULL));
    }
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *below = g_build_filename (path, name, NULL);

      remove_tree (below);
    }
  g_remove (path);
}

static void
assert_left (const File *files, double bytes, const char *words)
{
  g_autofree char *root = g_dir_make_tmp ("interplay-memory-XXXXXX", NULL);
  IplMemoryLeft left;

  write_files (root, files);
  ipl_memory_set_root (root);
  left = ipl_memory_left ();
  ipl_memory_set_root (NULL);
  remove_tree (root);
  g_assert_cmpfloat (left.bytes, ==, bytes);
  g_assert_cmpstr (left.limit, ==, words);
}

#define GROUP "sys/fs/cgroup"

static void
test_groups (void)
{
  /* No group at all, and groups without a limit. */
  assert_left ((File[]){ { "proc/meminfo", MEMINFO }, { NULL } }, FREE_BYTES, FREE_WORDS);
  assert_left ((File[]){ { "proc/meminfo", MEMINFO },
                         { "proc/self/cgroup", "0::/a/b\n" },
                         { GROUP "/a/b/memory.max", "max\n" },
                         { GROUP "/a/b/memory.high", "max\n" },
                         { NULL } },
               FREE_BYTES, FREE_WORDS);
  /* Version 2: its own limit, without what it uses beside files. */
  assert_left ((File[]){ { "proc/meminfo", MEMINFO },
                         { "proc/self/cgroup", "0::/a/b\n" },
                         { GROUP "/a/b/memory.max", "8000000000\n" },
                         { GROUP "/a/b/memory.current", "3000000000\n" },
                         { GROUP "/a/b/memory.stat",
                           "anon 1\nactive_file 500000000\ninactive_file 1500000000\n" },
                         { NULL } },
               7e9, GROUP_WORDS);
  /* A lower one of a group above it; memory.high counts like memory.max. */
  assert_left ((File[]){ { "proc/meminfo", MEMINFO },
                         { "proc/self/cgroup", "0::/a/b\n" },
                         { GROUP "/a/b/memory.max", "8000000000\n" },
                         { GROUP "/a/b/memory.current", "1000000000\n" },
                         { GROUP "/a/memory.max", "max\n" },
                         { GROUP "/a/memory.high", "5000000000\n" },
                         { GROUP "/a/memory.current", "2000000000\n" },
                         { NULL } },
               3e9, GROUP_WORDS);
  /* In a container the group is the root of what is seen. */
  assert_left ((File[]){ { "proc/meminfo", MEMINFO },
                         { "proc/self/cgroup", "0::/\n" },
                         { GROUP "/memory.max", "2000000000\n" },
                         { GROUP "/memory.current", "500000000\n" },
                         { NULL } },
               1.5e9, GROUP_WORDS);
  /* Used up. */
  assert_left ((File[]){ { "proc/meminfo", MEMINFO },
                         { "proc/self/cgroup", "0::/\n" },
                         { GROUP "/memory.max", "2000000000\n" },
                         { GROUP "/memory.current", "2500000000\n" },
                         { NULL } },
               0, GROUP_WORDS);
  /* Version 1, among other controllers; the path as the host names it does not exist here. */
  assert_left ((File[]){ { "proc/meminfo", MEMINFO },
                         { "proc/self/cgroup", "9:cpu,memory:/docker/x\n8:cpuset:/y\n0::/\n" },
                         { GROUP "/memory/memory.limit_in_bytes", "4000000000\n" },
                         { GROUP "/memory/memory.usage_in_bytes", "1500000000\n" },
                         { GROUP "/memory/memory.stat",
                           "inactive_file 7\ntotal_inactive_file 400000000\n"
                           "total_active_file 100000000\n" },
                         { NULL } },
               3e9, GROUP_WORDS);
  /* Version 1's "no limit". */
  assert_left ((File[]){ { "proc/meminfo", MEMINFO },
                         { "proc/self/cgroup", "9:memory:/x\n" },
                         { GROUP "/memory/x/memory.limit_in_bytes", "9223372036854771712\n" },
                         { NULL } },
               FREE_BYTES, FREE_WORDS);
}

/* What a process of its own says under a limit; resource limits are of this system only. */
static void
ask_under (int resource, rlim_t limit)
{
  struct rlimit both = { limit, limit };
  GError *error = NULL;

  if (setrlimit (resource, &both) != 0)
    _exit (2);
  if (!ipl_memory_ask (40e6, "Little", NULL, NULL)
      || ipl_memory_ask ((double)limit, "All of it", "have less", &error)
      || !g_error_matches (error, IPL_ERROR, IPL_ERROR_MEMORY)
      || !g_str_has_suffix (error->message, ": have less.")
      || strstr (error->message,
                 resource == RLIMIT_AS ? "its limit of address space" : "its limit of data")
             == NULL)
    _exit (3);
  g_clear_error (&error);
  if (ipl_memory_try_doubles ((double)limit / 8, "All of it", &error) != NULL
      || !g_error_matches (error, IPL_ERROR, IPL_ERROR_MEMORY))
    _exit (4);
  _exit (0);
}

static void
test_limits (void)
{
  static const int resources[] = { RLIMIT_AS, RLIMIT_DATA };

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
  g_test_skip ("The sanitizer takes more address space than any limit.");
  return;
#endif
  for (guint i = 0; i < G_N_ELEMENTS (resources); i++)
    {
      pid_t child = fork ();
      int status;

      if (child == 0)
        ask_under (resources[i], (rlim_t)4 << 30);
      g_assert_cmpint (waitpid (child, &status, 0), ==, child);
      g_assert_true (WIFEXITED (status));
      g_assert_cmpint (WEXITSTATUS (status), ==, 0);
    }
}

static void
test_allocations (void)
{
  double *a, *b, *c;
  g_autofree double *space = ipl_try_parts ("Parts", NULL, { &a, 3 }, { &b, 0 }, { &c, 16 });
  g_autofree double *copy = NULL;
  g_autofree guint *zeros = ipl_try_new0 (guint, 100, "Zeros", NULL);
  GError *error = NULL;

  g_assert_true (a == space && b >= a + 3 && c >= b);
  for (guint i = 0; i < 3; i++)
    a[i] = i;
  for (guint i = 0; i < 16; i++)
    c[i] = -1;
  g_assert_cmpfloat (a[2], ==, 2);
  copy = ipl_memory_try_copy (a, 3, sizeof *a, "A copy", NULL);
  g_assert_cmpmem (copy, 3 * sizeof *copy, a, 3 * sizeof *a);
  for (guint i = 0; i < 100; i++)
    g_assert_cmpuint (zeros[i], ==, 0);
  /* Products that no integer holds. */
  g_assert_null (ipl_memory_try (1e300, 8, "Far too much", &error));
  g_assert_error (error, IPL_ERROR, IPL_ERROR_MEMORY);
  g_assert_nonnull (strstr (error->message, "Far too much needs about"));
  g_clear_error (&error);
  g_assert_null (ipl_memory_try_doubles (INFINITY, "More", NULL));
  g_assert_null (ipl_memory_try_doubles (NAN, "Nothing one can say", NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory/groups", test_groups);
  g_test_add_func ("/memory/limits", test_limits);
  g_test_add_func ("/memory/allocations", test_allocations);
  return g_test_run ();
}
