/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which files a command may open: those that its command line names, the folders of what it writes,
 * and the system's. Archives, images and tensors come from strangers, and so do most of the faults
 * of the libraries that read them. */
#define _GNU_SOURCE /* memmem */
#include "cli/program/confine.h"

#include "cli/program/cli-main.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "core/base/confine.h"
#include "core/base/data-file.h"
#include "core/base/file-read.h"
#include "core/images/image-set.h"

#define READ IPL_CONFINE_READ
#define WRITE IPL_CONFINE_WRITE

/* As it stands in the header of a network's file. */
#define TASK_KEY "\"interplay_task\""

/* The end of a file of results, with its settings. */
#define SETTINGS_BYTES (256 * 1024)

/* As many as the kernel follows. */
#define MAX_LINKS 40

/* Files that libraries read: fonts, time zones, modules, what the machine is. */
static const char *const system_folders[] = { "/usr",
                                              "/lib",
                                              "/lib64",
                                              "/opt",
                                              "/nix",
                                              "/gnu",
                                              "/etc/fonts",
                                              "/etc/localtime",
                                              "/etc/gnutls",
                                              "/etc/ssl",
                                              "/etc/ld.so.cache",
                                              "/proc",
                                              "/sys",
                                              "/var/cache/fontconfig" };

/* In the folders that the user's settings name. */
static void
allow_user_folders (IplConfine *rules)
{
  static const char *const fonts[] = { "FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT" };
  g_autofree char *home_fonts = g_build_filename (g_get_home_dir (), ".fonts", NULL);
  g_autofree char *own_fonts = g_build_filename (g_get_user_data_dir (), "fonts", NULL);
  g_autofree char *settings = g_build_filename (g_get_user_config_dir (), "fontconfig", NULL);
  g_autofree char *cache = g_build_filename (g_get_user_cache_dir (), "fontconfig", NULL);
  g_autofree char *data = g_build_filename (g_get_user_data_dir (), "interplay", NULL);
  g_autofree char *state = g_build_filename (g_get_user_state_dir (), "interplay", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (fonts); i++)
    ipl_confine_allow (rules, g_getenv (fonts[i]), READ);
  ipl_confine_allow (rules, home_fonts, READ);
  ipl_confine_allow (rules, own_fonts, READ);
  ipl_confine_allow (rules, settings, READ);
  ipl_confine_allow (rules, cache, READ | WRITE);
  ipl_confine_allow (rules, data, READ);
  /* Results that cannot be written elsewhere go to the first of the two that is there. */
  ipl_confine_allow (rules, g_mkdir_with_parents (state, 0700) == 0 ? state : g_get_tmp_dir (),
                     READ | WRITE);
}

/* Data installed with the program, or lies in the tree that it was built from. */
static void
allow_own_files (IplConfine *rules)
{
  static const char *const names[] = { "export-attention.py", "examples/example-paths.npz" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *file = ipl_data_file (names[i]);
      g_autofree char *folder = file != NULL ? g_path_get_dirname (file) : NULL;

      ipl_confine_allow (rules, folder, READ);
    }
}

static void
allow_programs (IplConfine *rules)
{
  g_auto (GStrv) folders = g_strsplit (g_getenv ("PATH") != NULL ? g_getenv ("PATH") : "", ":", -1);

  for (guint i = 0; folders[i] != NULL; i++)
    ipl_confine_allow (rules, folders[i], READ | IPL_CONFINE_EXECUTE);
  for (guint i = 0; i < 3; i++)
    ipl_confine_allow (rules, system_folders[i], IPL_CONFINE_EXECUTE);
}

/* The folder of a file that will be made, or the nearest one that is there. */
static void
allow_folder_of (IplConfine *rules, const char *path)
{
  g_autofree char *at = g_strdup (path);

  while (!g_file_test (at, G_FILE_TEST_IS_DIR))
    {
      char *above = g_path_get_dirname (at);

      g_free (at);
      at = above;
    }
  ipl_confine_allow (rules, at, READ | WRITE);
}

/* Checkpoints stand beside an output, and a link is written where it points to. */
static void
allow_output (IplConfine *rules, const char *path)
{
  g_autofree char *at = g_canonicalize_filename (path, NULL);

  for (guint i = 0; i < MAX_LINKS && at != NULL; i++)
    {
      g_autofree char *target = g_file_read_link (at, NULL), *folder = g_path_get_dirname (at);

      /* A pipe or a terminal stands in a folder where nothing is made. */
      ipl_confine_allow (rules, at, READ | WRITE);
      if (!g_str_has_prefix (at, "/dev/") && !g_str_has_prefix (at, "/proc/"))
        allow_folder_of (rules, at);
      g_free (at);
      at = target != NULL ? g_canonicalize_filename (target, folder) : NULL;
    }
}

/* In a folder of outputs, some of which may be links. */
static void
allow_links_in (IplConfine *rules, const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        allow_output (rules, path);
    }
}

/* A network says of which archives its images are. */
static gboolean
names_images (const char *path)
{
  char start[16384];
  int fd = ipl_file_open (path, NULL, NULL);
  gssize n = fd >= 0 ? read (fd, start, sizeof start) : 0;

  if (fd >= 0)
    close (fd);
  return n > 0 && memmem (start, (gsize)n, TASK_KEY, strlen (TASK_KEY)) != NULL;
}

/* Results of a probe name the file of probes, which is read when attention is shown: one of that
 * name beside them or in the working folder. Their settings stand near the end, as NumPy keeps
 * text; they are looked for there, and nothing is unpacked. */
static void
allow_probed (IplConfine *rules, const char *results)
{
  static const gunichar key[] = { '"', 'f', 'i', 'l', 'e', '"', ' ', ':', ' ', '"' };
  g_autofree char *folder = g_path_get_dirname (results), *end = g_malloc (SETTINGS_BYTES);
  int fd = ipl_file_open (results, NULL, NULL);
  off_t size = fd >= 0 ? lseek (fd, 0, SEEK_END) : 0;
  gssize n = fd >= 0 ? pread (fd, end, SETTINGS_BYTES, MAX (size - SETTINGS_BYTES, 0)) : 0;
  const char *at = n > 0 ? memmem (end, (gsize)n, key, sizeof key) : NULL;
  gunichar letters[256] = { 0 };
  g_autofree char *name = NULL, *beside = NULL;

  if (fd >= 0)
    close (fd);
  if (at == NULL)
    return;
  at += sizeof key;
  for (gsize i = 0; i + 1 < G_N_ELEMENTS (letters) && at + sizeof *letters <= end + n; i++)
    {
      memcpy (&letters[i], at, sizeof *letters);
      at += sizeof *letters;
      if (letters[i] != '"')
        continue;
      letters[i] = 0;
      break;
    }
  name = g_ucs4_to_utf8 (letters, -1, NULL, NULL, NULL);
  if (name == NULL || name[0] == '\0' || strchr (name, '/') != NULL || strcmp (name, "..") == 0)
    return;
  beside = g_build_filename (folder, name, NULL);
  if (g_file_test (beside, G_FILE_TEST_IS_REGULAR))
    ipl_confine_allow (rules, beside, READ);
  if (g_file_test (name, G_FILE_TEST_IS_REGULAR))
    ipl_confine_allow (rules, name, READ);
}

/* One word of the command line, where it is a file's name. */
static void
allow_input (IplConfine *rules, const char *path, gboolean writes_folder)
{
  g_autofree char *labels = NULL, *images = NULL;
  gboolean is_folder = g_file_test (path, G_FILE_TEST_IS_DIR);

  if (!is_folder && !g_file_test (path, G_FILE_TEST_EXISTS))
    return;
  ipl_confine_allow (rules, path, is_folder && writes_folder ? READ | WRITE : READ);
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return;
  /* Images have their labels beside them. */
  labels = ipl_idx_find_beside (path, TRUE, NULL);
  images = ipl_idx_find_beside (path, FALSE, NULL);
  ipl_confine_allow (rules, labels, READ);
  ipl_confine_allow (rules, images, READ);
  if (names_images (path))
    ipl_confine_allow (rules, "/", READ);
  if (g_str_has_suffix (path, ".npz"))
    allow_probed (rules, path);
}

/* The value of an option that says where to write; NULL where @word is none. */
static const char *
output_value (const GArray *entries, const char *word, const char *next)
{
  for (guint i = 0; i < entries->len; i++)
    {
      const CliEntry *entry = &g_array_index (entries, CliEntry, i);
      const char letter[] = { '-', entry->letter, '\0' };
      g_autofree char *name = g_strconcat ("--", entry->name, NULL);
      gsize length = strlen (name);

      if (entry->kind != CLI_OUTPUT)
        continue;
      if (strcmp (word, name) == 0 || (entry->letter != 0 && strcmp (word, letter) == 0))
        return next;
      if (g_str_has_prefix (word, name) && word[length] == '=')
        return word + length + 1;
      if (entry->letter != 0 && g_str_has_prefix (word, letter))
        return word + 2;
    }
  return NULL;
}

/* Confines this process to the files of this command line; the needs of its command say what it may
 * do beyond. Linux before 5.19 has no such thing: there only programs that are started get no more
 * rights than this one has. */
void
cli_confine (int argc, char **argv)
{
  const CliCommand *command = argc > 1 ? ipl_cli_find_command (argv[1]) : NULL;
  g_autoptr (IplConfine) rules = ipl_confine_new ();
  g_autoptr (GArray) entries = cli_entries_list (command != NULL ? command->entries : NULL);
  guint needs = command != NULL ? command->needs : 0;

  if (argc < 3)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (system_folders); i++)
    ipl_confine_allow (rules, system_folders[i], READ);
  ipl_confine_allow (rules, "/dev", READ | WRITE);
  allow_user_folders (rules);
  allow_own_files (rules);
  for (int i = 2; i < argc; i++)
    {
      const char *out = output_value (entries, argv[i], argv[i + 1]);
      const char *value = strchr (argv[i], '=');
      gboolean writes_folder = (needs & CLI_WRITES_FOLDER) != 0;
      g_auto (GStrv) parts = g_strsplit (argv[i], ",", -1);

      allow_input (rules, strcmp (argv[i], "-") == 0 ? "/dev/stdin" : argv[i], writes_folder);
      if (argv[i][0] == '-' && value != NULL)
        allow_input (rules, value + 1, writes_folder);
      for (guint k = 0; parts[k] != NULL; k++)
        allow_input (rules, parts[k], FALSE);
      if (out == NULL)
        continue;
      g_autofree char *folder = g_path_get_dirname (out);
      allow_output (rules, out);
      allow_links_in (rules, out);
      /* Pictures of a story are called after it, with a number. */
      allow_links_in (rules, folder);
      needs &= ~(guint)CLI_WRITES_HERE;
    }
  if ((needs & CLI_WRITES_HERE) != 0)
    {
      allow_output (rules, ".");
      allow_links_in (rules, ".");
    }
  if ((needs & CLI_READS_NAMED) != 0)
    ipl_confine_allow (rules, "/", READ);
  if ((needs & CLI_RUNS_PROGRAMS) != 0)
    allow_programs (rules);
  ipl_confine_enter (rules);
}
