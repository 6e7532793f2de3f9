/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memmem */
#include "cli-run.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

static char *folder;
static char *links; /* to programs and libraries, by paths that need no quotes in a shell */
static char *cli;
static char *state_folder; /* not the user's own */

char *
cli_link (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  char *link = g_build_filename (links, name, NULL);

  g_assert_cmpint (symlink (path, link), ==, 0);
  return link;
}

BEFORE_TESTS (make_folders)
{
  folder = g_dir_make_tmp ("interplay-cli-XXXXXX", NULL);
  g_assert_nonnull (folder);
  links = g_strconcat (folder, "-links", NULL);
  g_assert_cmpint (g_mkdir (links, 0700), ==, 0);
  cli = cli_link (CLI_DIR "/interplay-cli");
  state_folder = g_strconcat (folder, "-state", NULL);
  g_setenv ("XDG_STATE_HOME", state_folder, TRUE);
}

AFTER_TESTS (remove_folders)
{
  char **const made[] = { &folder, &state_folder, &links };

  for (guint i = 0; i < G_N_ELEMENTS (made); i++)
    {
      test_remove (*made[i]);
      g_clear_pointer (made[i], g_free);
    }
  g_clear_pointer (&cli, g_free);
}

const char *
cli_folder (void)
{
  return folder;
}

char *
cli_path (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

gboolean
cli_exists (const char *name)
{
  g_autofree char *path = cli_path (name);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

char *
cli_read (const char *name, gsize *length)
{
  g_autofree char *path = cli_path (name);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, length, &error);
  g_assert_no_error (error);
  return text;
}

void
cli_write (const char *name, const char *text)
{
  g_autofree char *path = cli_path (name);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

void
cli_assert_holds (const char *name, const char *word)
{
  gsize n;
  g_autofree char *bytes = cli_read (name, &n);

  if (memmem (bytes, n, word, strlen (word)) == NULL)
    g_error ("%s does not hold “%s”", name, word);
}

IplNpz *
cli_read_npz (const char *name)
{
  g_autofree char *path = cli_path (name);
  g_autoptr (GError) error = NULL;
  IplNpz *npz = ipl_npz_read (path, NULL, &error);

  g_assert_no_error (error);
  return npz;
}

void
cli_copy_array (IplNpzWriter *npz, const IplArray *array)
{
  if (array->is_text)
    ipl_npz_writer_add_text_array (npz, array->name, (const char *const *)array->texts, array->ndim,
                                   array->shape);
  else
    ipl_npz_writer_add_doubles (npz, array->name, array->values, array->ndim, array->shape);
}

void
cli_run_clear (CliRun *self)
{
  g_free (self->out);
  g_free (self->err);
}

/* The program and the folder in their places. */
static char **
make_arguments (const char *line)
{
  gboolean shell = g_str_has_prefix (line, "sh ");
  g_autofree char *command = g_strconcat (cli, " ", NULL);
  char **argv = NULL;

  g_assert_true (g_shell_parse_argv (line, NULL, &argv, NULL));
  for (guint i = 0; argv[i] != NULL; i++)
    {
      GString *text = g_string_new (argv[i]);

      if (i == 0 || shell)
        g_string_replace (text, "CLI ", command, 0);
      if (i == 0 && strcmp (text->str, "CLI") == 0)
        g_string_assign (text, cli);
      g_string_replace (text, "DIR", folder, 0);
      g_free (argv[i]);
      argv[i] = g_string_free (text, FALSE);
    }
  return argv;
}

CliRun
cli_run (const char *line)
{
  g_auto (GStrv) argv = make_arguments (line);
  g_autoptr (GError) error = NULL;
  CliRun run;
  int wait_status;

  g_spawn_sync (NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &run.out, &run.err, &wait_status,
                &error);
  g_assert_no_error (error);
  run.status = g_spawn_check_wait_status (wait_status, &error) ? 0 : error->code;
  if (run.status != 0)
    g_test_message ("%s -> %d, %s", line, run.status, run.err);
  return run;
}

CliRun
cli_runf (const char *format, ...)
{
  g_autofree char *line = NULL;
  va_list arguments;

  va_start (arguments, format);
  line = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return cli_run (line);
}

char *
cli_succeed (const char *line)
{
  g_auto (CliRun) run = cli_run (line);

  g_assert_cmpint (run.status, ==, 0);
  return g_steal_pointer (&run.out);
}

JsonNode *
cli_json (const char *line)
{
  g_autofree char *text = cli_succeed (line);
  g_autoptr (GError) error = NULL;
  JsonNode *node = json_from_string (text, &error);

  g_assert_no_error (error);
  return node;
}

double
cli_number (JsonNode *node, const char *name)
{
  return json_object_get_double_member (json_node_get_object (node), name);
}

static void
assert_names (const char *text, const char *names)
{
  g_auto (GStrv) list = g_strsplit (names, "|", -1);

  for (guint i = 0; list[i] != NULL; i++)
    if (strstr (text, list[i]) == NULL)
      g_error ("“%s” does not name “%s”", text, list[i]);
}

void
cli_expect (const char *line, int status, const char *names)
{
  g_auto (CliRun) run = cli_run (line);
  g_autofree char *both = g_strconcat (run.out, run.err, NULL);

  g_test_message ("%s -> %d\n%s", line, run.status, both);
  g_assert_cmpint (run.status, ==, status);
  assert_names (both, names);
}

void
cli_expectf (int status, const char *names, const char *format, ...)
{
  g_autofree char *line = NULL;
  va_list arguments;

  va_start (arguments, format);
  line = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  cli_expect (line, status, names);
}

GSubprocess *
cli_start (const char *line)
{
  g_auto (GStrv) argv = make_arguments (line);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  GSubprocess *process;

  g_subprocess_launcher_setenv (launcher, "INTERPLAY_CHECKPOINT_SECONDS", "0.05", TRUE);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *)argv, &error);
  g_assert_no_error (error);
  return process;
}

void
cli_assert_refused (const char *line, int status, const char *names)
{
  g_auto (CliRun) run = cli_run (line);
  g_auto (GStrv) lines = NULL;

  g_assert_cmpint (run.status, ==, status);
  g_assert_cmpstr (run.out, ==, "");
  assert_names (run.err, names);
  lines = g_strsplit (g_strchomp (run.err), "\n", -1);
  g_assert_true (g_str_has_prefix (lines[0], "interplay-cli"));
  g_assert_cmpuint (g_strv_length (lines), ==, status == 2 ? 2 : 1);
}

void
cli_assert_all_refused (const CliRefusal *refusals, guint n)
{
  for (guint i = 0; i < n; i++)
    cli_assert_refused (refusals[i].line, refusals[i].status, refusals[i].names);
}
