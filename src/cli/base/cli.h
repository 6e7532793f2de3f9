/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <stdio.h>

#include "runs/checkpoint.h"

/* Exit codes of interplay-cli. */
typedef enum
{
  CLI_OK = 0,
  CLI_FAILED = 1,        /* a file, a case or a computation */
  CLI_USAGE = 2,         /* the command line */
  CLI_NOT_CONVERGED = 3, /* results were written, but some row missed the solver's criterion, or
                            it ended before its time */
  CLI_INTERRUPTED = 130, /* as a signal ends a program: 143 after SIGTERM, 129 after SIGHUP */
} CliExit;

/* One sentence of the program, whose name is that of the command, on standard error; returns code
 * for "return cli_fail (...)". */
CliExit cli_fail (CliExit code, const char *format, ...) G_GNUC_PRINTF (2, 3);
CliExit cli_fail_error (const GError *error);
void cli_fail_on_lack (void);

/* progress.c: how far a command is, on standard error, and Ctrl-C as a cancellable. */
GCancellable *cli_cancellable (void);
int cli_interrupted_code (void);
void cli_job_progress (double fraction, double seconds_left, const char *sentence, gpointer data);
void cli_progress_share (double share);
void cli_progress_done (void);

/* output.c: prints a sentence on standard error while a command works. */
void cli_note (const char *sentence, gpointer data);

/* zero-filled at first */
typedef struct
{
  IplCheckpoint checkpoint;
  char *path; /* (nullable): none */
} CliCheckpoint;

gboolean cli_checkpoint_init (CliCheckpoint *self, const char *out);
void cli_checkpoint_remove (const CliCheckpoint *self);
void cli_checkpoint_clear (CliCheckpoint *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliCheckpoint, cli_checkpoint_clear)

/* output.c */
CliExit cli_try_output (const char *option, const char *path, double bytes, const char *endings);
CliExit cli_try_folder (const char *option, const char *folder);

/* output.c: what is printed anywhere, each line as ipl_text_escape() has it; JSON is
 * escaped by who writes it. */
void cli_print_to (FILE *stream, const char *format, ...) G_GNUC_PRINTF (2, 3);
#define cli_print(...) cli_print_to (stdout, __VA_ARGS__)
#define cli_say(...) cli_print_to (stderr, __VA_ARGS__)
void cli_print_path (const char *path);
void cli_print_json (const char *json);
void cli_standard_output_begin (void);
CliExit cli_standard_output_end (CliExit code);
