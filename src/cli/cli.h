/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/number.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters.h"
#include "core/parameters/run-settings.h"
#include "core/posterior/posterior.h"
#include "core/theory/sweep.h"
#include "core/case/setting.h"
#include "runs/checkpoint.h"
#include "runs/sweep-run.h"

/* Options that several commands have. */
#define CLI_THREADS(place) CLI_NUMBER (WHOLE, place, 1, 1024)
#define CLI_SEED(place) CLI_NUMBER (SEED, place, 0, 0)
#define CLI_WIDTHS(place) CLI_NUMBER (WIDTHS, place, 0, 0)
#define CLI_TEMPERATURES(place) CLI_NUMBER (LIST, place, 0, IPL_MAX_TEMPERATURE)
#define CLI_VARIANCES(place) CLI_NUMBER (LIST, place, IPL_MIN_VARIANCE, IPL_MAX_VARIANCE)

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
CliExit cli_prune (int argc, char **argv);
CliExit cli_dynamics (int argc, char **argv);
CliExit cli_kernels (int argc, char **argv);
CliExit cli_figure (int argc, char **argv);
CliExit cli_animate (int argc, char **argv);
CliExit cli_story (int argc, char **argv);
CliExit cli_rerun (int argc, char **argv);

/* One sentence on standard error; returns code for "return cli_fail (...)". */
CliExit cli_fail (CliExit code, const char *command, const char *format, ...) G_GNUC_PRINTF (3, 4);
CliExit cli_fail_error (const char *command, const GError *error);

/* Parses options; exactly one positional argument goes to @positional. FALSE: said why, CLI_USAGE.
 */
gboolean cli_parse (int argc, char **argv, const GOptionEntry *entries, const char *positional_name,
                    const char *summary, const char *description, char **positional);

/* arguments.c: the command line fills the same parameters the window edits. */
typedef struct
{
  char *widths;
  char *temperatures;
  char *variances;
  char *gp_paths; /* (nullable): subsets of paths whose GP limits are wanted */
  gint64 seed;    /* -1: not given */
  int threads;    /* 0: not given */
  gboolean best;  /* of each width only the best temperature */
} CliSweepArguments;

/* Whose parameters have flags in a command. */
typedef enum
{
  CLI_FLAGS_OF_CASES,   /* of experiments that make a case */
  CLI_FLAGS_OF_RESULTS, /* of those that compute a result of their own kind */
  CLI_FLAGS_OF_ALL,
} CliFlagsOf;

/* images.c: what tells a case beside its CASE argument, for every command that takes one */
typedef struct
{
  char **zips;
  char *holdout;
  char **extras;
  CliFlagsOf flags_of;
  const IplExperiment *only; /* (nullable) the one that is named, where it makes no case */
  GPtrArray *flags;          /* (nullable) flags of parameters, see case-flags.c */
  GPtrArray *groups;         /* (nullable) of #CliFlagGroup */
} CliImageArguments;

/* Entries of the options --omniglot, --holdout and --extra, to be added to a command's own. */
#define CLI_IMAGE_ENTRIES(arguments)                                                               \
  { "omniglot",                                                                                    \
    0,                                                                                             \
    0,                                                                                             \
    G_OPTION_ARG_FILENAME_ARRAY,                                                                   \
    &(arguments).zips,                                                                             \
    "Omniglot images, once for each archive",                                                      \
    "ZIP" },                                                                                       \
      { "holdout",                                                                                 \
        0,                                                                                         \
        0,                                                                                         \
        G_OPTION_ARG_STRING,                                                                       \
        &(arguments).holdout,                                                                      \
        "alphabets kept for the test, by commas",                                                  \
        "NAMES" },                                                                                 \
  {                                                                                                \
    "extra", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &(arguments).extras,                               \
        "a further test set: an archive or IDX images, once for each", "FILE"                      \
  }

void cli_image_arguments_clear (CliImageArguments *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliImageArguments, cli_image_arguments_clear)

/* As cli_parse(), for a positional argument that may be left out, of a command that takes a case.
 */
gboolean cli_parse_optional (int argc, char **argv, const GOptionEntry *entries,
                             const char *positional_name, const char *summary,
                             const char *description, CliImageArguments *images, char **positional);

/* case-flags.c */
void cli_case_flags_add (GOptionContext *context, const GOptionEntry *own,
                         CliImageArguments *arguments);
gboolean cli_case_flag_given (const CliImageArguments *arguments, const char *flag);
void cli_case_flags_take (const CliImageArguments *arguments, const char *flag, const char *value);
gboolean cli_case_flags_apply (const CliImageArguments *arguments, IplParameters *parameters,
                               GError **error);

/* As cli_parse(), for a CASE argument that --omniglot can stand in for. */
gboolean cli_parse_case (int argc, char **argv, const GOptionEntry *entries, const char *summary,
                         const char *description, CliImageArguments *images, char **name);
gboolean cli_is_network (const char *name); /* a file, by its name or its contents */
/* A CASE argument: a built-in name, a case file, a trained network, or %NULL with images. */
gboolean cli_make_parameters (const char *name, const CliImageArguments *images, gint64 seed,
                              IplParameters *parameters, GError **error);
gboolean cli_make_case_of (const char *name, const CliImageArguments *images, gint64 seed,
                           gboolean keep_inputs, guint threads, IplParameters *parameters,
                           IplCase **the_case, GError **error);
gboolean cli_make_settings (const CliSweepArguments *arguments, const IplCase *the_case,
                            IplRunSettings *run, IplSetting **settings, guint *n, GError **error);

/* solve.c */
gboolean cli_wants_best (const CliSweepArguments *arguments, const IplParameters *parameters);
IplSweep *cli_solve (IplCase *the_case, IplKernel *kernel, guint n, const IplSetting *settings,
                     const char *gp_paths, gboolean best, guint threads, GError **error);
IplSetting *cli_settings_of (const IplSweep *sweep);
IplSweepResult *cli_run_sweep (const IplSweepRequest *request);

guint cli_threads (int wanted); /* 0: not given */

/* What a command does when all it needs is known: as asked on its command line, or as its results
 * say that it ran. The run's case is made already. */
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
  guint threads;
} CliWork;

void cli_work_clear (CliWork *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliWork, cli_work_clear)

/* compute.c */
IplExperimentResult *cli_compute (const IplParameters *parameters, guint threads, gboolean keep,
                                  const char *checkpoint, GError **error);

/* course.c: what the network of @parameters records of its heads in training. */
IplExperimentResult *cli_read_course (const IplParameters *parameters, GError **error);

/* cost.c: what --dry-run tells in the place of the work. */
CliExit cli_tell_cost (CliWork *self);

CliExit cli_sweep_work (CliWork *self);
CliExit cli_sample_work (CliWork *self);

/* progress.c: a line on standard error when that is a terminal, and Ctrl-C as a cancellable. */
GCancellable *cli_cancellable (void);
int cli_interrupted_code (void);
void cli_progress (double fraction, const char *sentence, gpointer data);
void cli_job_progress (double fraction, double seconds_left, const char *sentence, gpointer data);
void cli_progress_done (void);

/* checkpoint.c; zero-filled at first */
typedef struct
{
  IplCheckpoint checkpoint;
  char *path; /* (nullable): none */
} CliCheckpoint;

gboolean cli_checkpoint_init (CliCheckpoint *self, const char *command, const char *out);
void cli_checkpoint_remove (const CliCheckpoint *self);
void cli_checkpoint_clear (CliCheckpoint *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliCheckpoint, cli_checkpoint_clear)

/* output.c */
CliExit cli_try_output (const char *command, const char *option, const char *path, double bytes,
                        const char *endings);
CliExit cli_try_folder (const char *command, const char *option, const char *folder);

/* standard-output.c */
void cli_standard_output_begin (void);
CliExit cli_standard_output_end (CliExit code);

/* sample-weights.c */
gboolean cli_write_networks (const IplPosterior *posterior, guint n, guint64 seed, const char *path,
                             GError **error);
