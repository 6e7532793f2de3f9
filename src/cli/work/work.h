/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/cost.h"
#include "core/posterior/posterior.h"
#include "core/theory/sweep.h"
#include "runs/seeds-run.h"
#include "runs/sweep-run.h"

#include "cli/options/drawing.h"
#include "cli/options/options.h"

/* A command with all that it needs: as asked on its command line, or as its results
 * say that it ran. The run's case is made already; for a dry run it is an outline without examples,
 * and what making it takes is the cost so far. */
typedef struct
{
  const char *command;
  IplRunSettings run;
  IplCase *the_case;
  guint n;
  IplSetting *settings; /* [n] */
  guint draws;          /* of the sampler */
  char *out;            /* (nullable) */
  char *checkpoint;     /* (nullable) of what is no case */
  char *networks;       /* (nullable) file for full networks of the first setting */
  guint n_networks;
  gboolean json;
  gboolean dry_run;
  IplCost cost;
  guint threads;
} CliWork;

void cli_work_clear (CliWork *self);
/* Makes the case, or for a dry run its outline, and lists what is solved of it; says what is wrong.
 * @seed: of the case, negative for its own; @components: 0 for the case's own */
CliExit cli_work_begin (CliWork *self, const char *run, const char *name,
                        const CliImageArguments *images, const CliSweepArguments *sweep,
                        gint64 seed, int components);
/* (transfer full) (nullable): the settings for its file and its JSON; NULL where it writes neither,
 * for the files that they name are hashed. */
char *cli_work_settings (const CliWork *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliWork, cli_work_clear)

IplSweep *cli_solve (IplCase *the_case, IplKernel *kernel, guint n, const IplSetting *settings,
                     const char *gp_paths, gboolean best, guint threads, GError **error);
IplSweepResult *cli_run_sweep (const IplSweepRequest *request);
IplView cli_sweep_view (const CliDrawing *drawing, const IplParameters *parameters,
                        const IplSweep *sweep, const IplSolution *current,
                        const GPtrArray *posteriors);
IplExperimentResult *cli_compute (const IplParameters *parameters, guint threads, gboolean keep,
                                  const char *checkpoint, GError **error);
IplExperimentResult *cli_read_course (const IplParameters *parameters, GError **error);
IplSeedMean *cli_seeds_run (const IplSweepAxis *seeds, const IplParameters *parameters, guint n,
                            const IplSetting *settings, gboolean best, guint threads,
                            GError **error);
void cli_seeds_print (const IplSeedMean *seeds);
void cli_tell_notes (const IplCase *the_case);
void cli_tell_warnings (IplAnyCase any);

/* cost.c: what --dry-run says in the place of the work, of all that the command does. */
CliExit cli_tell_cost (CliWork *self);
void cli_print_cost (const IplCost *cost, guint threads);

/* What commands do when their parameters are known, which rerun does too. */
CliExit cli_dynamics_work (CliWork *self);
CliExit cli_sweep_work (CliWork *self);
CliExit cli_sample_work (CliWork *self);

gboolean cli_write_networks (const IplPosterior *posterior, guint n, guint64 seed, const char *path,
                             GError **error);

/* dynamics-table.c */
void cli_dynamics_print (const IplExperimentResult *result);
