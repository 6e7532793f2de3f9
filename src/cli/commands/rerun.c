/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes once more what a file of results was computed from. */
#include "cli/commands/commands.h"
#include "cli/work/work.h"
#include "cli/work/map.h"
#include "cli/work/prune.h"

#include "core/base/error.h"
#include "core/base/file-read.h"
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/base/shown-text.h"
#include "core/files/npz.h"
#include "core/files/pickle-file.h"
#include "core/parameters/run-settings.h"
#include <string.h>
#include <unistd.h>

/* Results as JSON, or settings alone. */
static char *
read_json (const char *path, GError **error)
{
  g_autofree char *text = NULL, *why = NULL;
  g_autoptr (JsonObject) root = NULL;
  JsonNode *settings;
  gsize length;

  text = ipl_file_or_pipe_read (path, IPL_JSON_MAX_SIZE, &length, cli_cancellable (), error);
  if (text == NULL)
    return NULL;
  root = ipl_json_parse_object (text, length, &why);
  if (root == NULL)
    {
      g_autofree char *shown = ipl_path_shown (path);

      g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                   "“%s” holds no results: neither an .npz archive nor JSON, whose text %s.", shown,
                   why);
      ipl_pickle_file_explain (path, IPL_PICKLE_INTO_ARRAYS, error);
      return NULL;
    }
  settings = json_object_get_member (root, "settings");
  return settings != NULL ? ipl_json_write (settings, FALSE) : g_steal_pointer (&text);
}

/* Never of a pipe, of which nothing is read twice. */
static gboolean
is_archive (const char *path)
{
  char start[2] = { 0 };
  int fd = ipl_file_open (path, NULL, NULL);
  gssize n = fd >= 0 ? pread (fd, start, 2, 0) : -1;

  if (fd >= 0)
    close (fd);
  return n == 2 && memcmp (start, "PK", 2) == 0;
}

/* The text of "settings" of a file of results. */
static char *
read_settings (const char *path, GError **error)
{
  g_autofree char *shown = ipl_path_shown (path);
  g_autoptr (IplNpz) npz = NULL;
  IplArray *array;

  if (!is_archive (path))
    return read_json (path, error);
  npz = ipl_npz_open (path, cli_cancellable (), error);
  if (npz == NULL)
    return NULL;
  array = ipl_npz_lookup (npz, "settings");
  if (array == NULL || !array->is_text || array->size != 1)
    return ipl_fail_null (
        error, IPL_ERROR_MISSING,
        "“%s” does not say what it was computed from: results that sweep, sample, prune, "
        "dynamics or the window wrote have a text “settings”.",
        shown);
  if (!ipl_npz_load (npz, array, cli_cancellable (), error))
    return NULL;
  if (strcmp (array->texts[0], "{}") == 0)
    return ipl_fail_null (
        error, IPL_ERROR_MISSING,
        "The settings in “%s” are empty, so what it was computed from is not known.", shown);
  return g_strdup (array->texts[0]);
}

/* Sweeps and samples. */
static CliExit
work_again (CliWork *work)
{
  g_autoptr (GError) error = NULL;
  gboolean samples = strcmp (work->run.command, "sample") == 0;
  CliExit tried;

  tried = cli_try_output ("--out", work->arguments->out, 0, samples ? ".npz" : ".npz,.csv");
  if (tried != CLI_OK)
    return tried;
  work->the_case = ipl_parameters_make_case (&work->run.parameters, FALSE, work->arguments->threads,
                                             cli_cancellable (), &error);
  if (work->the_case != NULL)
    work->settings = ipl_run_settings_list (&work->run, work->the_case, &work->n, &error);
  if (work->settings == NULL)
    return cli_fail_error (error);
  if (work->arguments->anonymous && ipl_parameters_get_source (&work->run.parameters)[0] != '\0')
    ipl_case_leave_name (work->the_case);
  work->draws = work->run.parameters.draws;
  return samples ? cli_sample_work (work) : cli_sweep_work (work);
}

/* interplay-cli rerun FILE [--out FILE] [--json] */
static CliExit
rerun (CliArguments *arguments)
{
  const char *path = arguments->name;
  g_auto (CliWork) work = { .arguments = arguments };
  g_autoptr (GError) error = NULL;
  g_autofree char *text = read_settings (path, &error);

  if (text == NULL || !ipl_run_settings_from_json (&work.run, text, &error))
    return cli_fail_error (error);
  if (strcmp (work.run.command, "train") == 0)
    return cli_fail (
        CLI_USAGE, "These are results of training: train with the same options trains once more.");
  if (!ipl_run_files_find (&work.run, text, path, &error))
    return cli_fail_error (error);
  if (strcmp (work.run.command, "map") == 0)
    return cli_map_work (&work);
  if (strcmp (work.run.command, "dynamics") == 0)
    return cli_dynamics_work (&work);
  return strcmp (work.run.command, "prune") == 0 ? cli_prune_again (&work) : work_again (&work);
}

static const CliEntry entries[] = {
  CLI_ENTRIES (cli_threads_entry),
  CLI_ENTRIES (cli_anonymous_entry),
  { "out", 'o', CLI_OUTPUT, CLI_AT (out), "write the results as .npz, or a sweep’s as .csv",
    "FILE.npz" },
  CLI_ENTRIES (cli_json_entry),
  { NULL },
};

const CliCommand cli_command_rerun
    = { .name = "rerun",
        .summary = "compute once more what a file of results holds",
        .argument = "FILE",
        .missing = "results that sweep, sample, prune, dynamics or the window wrote",
        .text = "FILE is what sweep, sample, prune, dynamics or the window wrote as .npz, or what "
                "the commands print with --json.\nIts numbers come out to the last bit, but "
                "times. Exit codes are those of the command.",
        .examples = "interplay-cli rerun results.npz\n"
                    "interplay-cli sweep mine.npz --width 10 --json | interplay-cli rerun -",
        .entries = entries,
        .run = rerun };
