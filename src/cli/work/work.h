/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/options/command.h"
#include "core/maps/map.h"
#include "core/posterior/posterior.h"
#include "core/theory/sweep.h"
#include "figures/animation/story-request.h"
#include "figures/python/python-script.h"
#include "runs/file-run.h"
#include "runs/seeds-run.h"
#include "runs/sweep-run.h"

/* A command with all that it needs: as asked on its command line, or as its results say that it
 * ran. The run's case is made already. */
typedef struct
{
  const CliArguments *arguments;
  IplRunSettings run;
  IplCase *the_case;
  guint n;
  IplSetting *settings; /* [n] */
  guint draws;          /* of the sampler */
  double case_seconds;  /* that making the case took */
} CliWork;

void cli_work_clear (CliWork *self);
/* Makes the case, and lists what is solved of it; says what is wrong.
 * @seed: of the case, negative for its own */
CliExit cli_work_begin (CliWork *self, const char *run, const char *name,
                        const CliImageArguments *images, gint64 seed);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliWork, cli_work_clear)

/* Its settings, with the GP limits of chosen paths, of each width only the best temperature where
 * that is asked for. */
IplSweepRequest cli_work_request (const CliWork *self);
IplSweepResult *cli_run_sweep (const IplSweepRequest *request);
IplExperimentResult *cli_compute (const IplParameters *parameters, guint threads, gboolean keep,
                                  const char *checkpoint, GError **error);
IplExperimentResult *cli_read_course (const IplParameters *parameters, GError **error);
IplSeedMean *cli_work_seeds (const CliWork *self, GError **error);
void cli_print_case (const IplCaseInfo *the_case);
void cli_seeds_print (const IplSeedMean *seeds);
void cli_tell_notes (const IplCase *the_case);
void cli_tell_warnings (IplAnyCase any);

/* work.c */
gboolean cli_write_results (const char *path, IplPythonArrays arrays, const IplView *view,
                            const char *settings, GError **error);
/* Writes results to their file, and to standard output as JSON or by @print. */
CliExit cli_work_tell (const CliWork *self, IplPythonArrays arrays, const IplView *view,
                       void (*print) (const IplView *view));

/* endings.c */
CliExit cli_tell_files (const IplFileResult *result);
CliExit cli_tell_doubt (const IplSweep *sweep, const IplSolution *current);
/* A story as a file, by a run that takes such a request, which is told how the file looks. */
CliExit cli_write_story (const CliArguments *arguments, const IplRun *run,
                         IplStoryFileRequest *request);
/* (transfer full): where a file says that it comes from. @with_out: whether that names the file */
IplProvenance *cli_provenance (const CliArguments *arguments, const IplParameters *parameters,
                               gboolean with_out);

/* estimate.c: what --dry-run says in the place of the work. */
CliExit cli_estimate_sweep (const CliWork *self);
CliExit cli_estimate_map (const CliWork *self);
CliExit cli_estimate_experiment (const CliWork *self);
CliExit cli_estimate_training (const IplTrainable *trainable, const IplTrainerConfig *config,
                               guint threads);

/* The work of dynamics and attention when their parameters are known. */
CliExit cli_dynamics_work (CliWork *self);
/* CLI_OK if every setting can be sampled by the method asked for. */
CliExit cli_sample_check (const CliWork *self);

gboolean cli_map_set_axes (IplRunSettings *run, const char *x_option, const char *x,
                           const char *y_option, const char *y, GError **error);
CliExit cli_map_work (CliWork *self);
