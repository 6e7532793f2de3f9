/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/options/command-table.h"
#include "core/maps/map.h"
#include "core/posterior/posterior.h"
#include "core/theory/sweep.h"
#include "figures/pages/provenance.h"
#include "figures/python/python-script.h"
#include "runs/file-writer.h"
#include "runs/seeds-run.h"
#include "runs/sweep-run.h"

/* A run of a command, from its command line or from the settings in a file of results. The case is
 * made already. */
typedef struct
{
  const CliArguments *arguments;
  IplRunSettings run;
  IplCase *the_case;
  guint n;
  IplSetting *settings; /* [n] */
  guint draws;          /* draws of each chain */
  double case_seconds;  /* time that making the case took */
} CliWork;

void cli_work_clear (CliWork *self);
/* Makes the case and lists its settings; reports errors.
 * @seed: seed of the case; negative for its default */
CliExit cli_work_begin (CliWork *self, const char *run, const char *name,
                        const CliImageArguments *images, gint64 seed);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliWork, cli_work_clear)

/* Returns: a request for its settings, with the GP limits of chosen paths and, if requested, only
 *   the best temperature of each width */
IplSweepRequest cli_work_request (const CliWork *self);
/* @keep_partial: TRUE if Ctrl-C keeps the solved rows
 * Returns: progress, threads and Ctrl-C of a computation; cli_progress_done() ends it */
IplWork cli_work_conditions (const CliWork *self, gboolean keep_partial);
IplExperimentResult *cli_compute (const IplParameters *parameters, guint threads,
                                  gboolean keep_partial, const char *checkpoint, GError **error);
IplExperimentResult *cli_read_head_history (const IplParameters *parameters, GError **error);
IplSeedMean *cli_work_seeds (const CliWork *self, GError **error);
void cli_print_case (const IplCaseInfo *the_case);
void cli_seeds_print (const IplSeedMean *seeds);
void cli_print_notes (const IplCase *the_case);
void cli_print_warnings (IplAnyCase any);

/* command-input.c */
/* Writes results to their file, and to standard output as JSON or with @print. */
CliExit cli_work_report (const CliWork *self, IplPythonArrays arrays, const IplView *view,
                         void (*print) (const IplView *view));

/* exit-messages.c */
CliExit cli_report_files (const IplFileResult *result);
CliExit cli_report_convergence (const IplSweep *sweep, const IplSolution *current);
/* Returns: (transfer full): provenance that files record
 * @with_out: TRUE to include the output file */
IplProvenance *cli_provenance (const CliArguments *arguments, const IplParameters *parameters,
                               gboolean with_out);

/* estimate.c: reports of --dry-run. */
CliExit cli_estimate_sweep (const CliWork *self);
CliExit cli_estimate_map (const CliWork *self);
CliExit cli_estimate_experiment (const CliWork *self);
CliExit cli_estimate_training (const IplTrainable *trainable, const IplTrainerConfig *config,
                               guint threads);

/* Runs dynamics and attention with given parameters. */
CliExit cli_dynamics_work (CliWork *self);
/* Fails if the chosen method cannot sample one of the settings. */
CliExit cli_sample_check (const CliWork *self);

gboolean cli_map_set_axes (IplRunSettings *run, const char *x_option, const char *x,
                           const char *y_option, const char *y, GError **error);
CliExit cli_map_work (CliWork *self);
