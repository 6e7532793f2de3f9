/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/document.h>
#include <interplay/posterior.h>
#include <interplay/sweep.h>

/* Exit codes of interplay-cli. */
typedef enum
{
  CLI_OK = 0,
  CLI_FAILED = 1,        /* a file, a case or a computation */
  CLI_USAGE = 2,         /* the command line */
  CLI_NOT_CONVERGED = 3, /* results were written, but some row missed the solver's criterion */
  CLI_INTERRUPTED = 130,
} CliExit;

/**
 * CliCommand:
 *
 * One subcommand; argv[0] is its name.
 */
typedef struct
{
  const char *name;
  const char *summary;
  CliExit (*run) (int argc, char **argv);
} CliCommand;

CliExit cli_cases (int argc, char **argv);
CliExit cli_export_case (int argc, char **argv);
CliExit cli_sweep (int argc, char **argv);
CliExit cli_sample (int argc, char **argv);
CliExit cli_train (int argc, char **argv);
CliExit cli_figure (int argc, char **argv);

/* One sentence on standard error; returns code for "return cli_fail (...)". */
CliExit cli_fail (CliExit code, const char *command, const char *format, ...) G_GNUC_PRINTF (3, 4);
CliExit cli_fail_error (const char *command, const GError *error);

/* Parses options; exactly one positional argument goes to @positional. FALSE: said why, CLI_USAGE.
 */
gboolean cli_parse (int argc, char **argv, const GOptionEntry *entries, const char *positional_name,
                    const char *summary, const char *description, char **positional);

gboolean cli_parse_optional (int argc, char **argv, const GOptionEntry *entries,
                             const char *positional_name, const char *summary,
                             const char *description, char **positional);

/* arguments.c: the command line fills the same parameters the window edits. */
typedef struct
{
  char *widths;
  char *temperatures;
  char *variances;
  gint64 seed; /* -1: not given */
  int threads; /* 0: not given */
} CliSweepArguments;

gboolean cli_make_case (const char *name, gint64 seed, gboolean keep_inputs, guint threads,
                        IplParameters *parameters, IplCase **the_case, GError **error);
gboolean cli_make_settings (const CliSweepArguments *arguments, const IplCase *the_case,
                            const IplParameters *parameters, IplSetting **settings, guint *n,
                            GError **error);
guint cli_threads (int wanted, GError **error); /* 0: wrong */

/* progress.c: a line on standard error when that is a terminal, and Ctrl-C as a cancellable. */
GCancellable *cli_cancellable (void);
void cli_progress (double fraction, const char *sentence, gpointer data);
void cli_progress_done (void);

/* sample-weights.c */
gboolean cli_write_networks (const IplPosterior *posterior, guint n, guint64 seed, const char *path,
                             GError **error);
