/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <stdio.h>

#include "runs/checkpoint.h"

/* Exit codes of interplay-cli. */
typedef enum
{
  CLI_OK = 0,
  CLI_FAILED = 1, /* error in a file, a case or a computation */
  CLI_USAGE = 2,  /* error in the command line */
  /* results were written, but a row missed the solver's criterion or the run ended early */
  CLI_NOT_CONVERGED = 3,
  CLI_INTERRUPTED = 130, /* 130 after Ctrl-C, 143 after SIGTERM, 129 after SIGHUP */
} CliExit;

/* Prints an error message with the name of the command on standard error. Returns the code, for
 * "return cli_fail (...)". */
CliExit cli_fail (CliExit code, const char *format, ...) G_GNUC_PRINTF (2, 3);
CliExit cli_fail_error (const GError *error);
void cli_fail_on_lack (void);

/* progress.c: progress on standard error, and Ctrl-C as a cancellable. */
GCancellable *cli_cancellable (void);
int cli_interrupted_code (void);
void cli_job_progress (double fraction, double seconds_left, const char *sentence, gpointer data);
void cli_progress_share (double share);
void cli_progress_done (void);

/* output-files.c: prints a sentence on standard error while a command runs. */
void cli_note (const char *sentence, gpointer data);

/* Zero-initialised. */
typedef struct
{
  IplCheckpoint checkpoint;
  char *path; /* (nullable): NULL without a checkpoint */
} CliCheckpoint;

gboolean cli_checkpoint_init (CliCheckpoint *self, const char *out);
void cli_checkpoint_remove (const CliCheckpoint *self);
void cli_checkpoint_clear (CliCheckpoint *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliCheckpoint, cli_checkpoint_clear)

/* output-files.c */
CliExit cli_try_output (const char *option, const char *path, double bytes, const char *endings);
CliExit cli_try_folder (const char *option, const char *folder);

/* output-files.c: prints text, each line escaped by ipl_text_escape(). JSON is escaped by its
 * writer. */
void cli_print_to (FILE *stream, const char *format, ...) G_GNUC_PRINTF (2, 3);
#define cli_print(...) cli_print_to (stdout, __VA_ARGS__)
#define cli_print_error(...) cli_print_to (stderr, __VA_ARGS__)
void cli_print_path (const char *path);
void cli_print_json (const char *json);
void cli_standard_output_begin (void);
CliExit cli_standard_output_end (CliExit code);
