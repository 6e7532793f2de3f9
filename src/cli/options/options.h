/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/setting.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters.h"
#include "core/parameters/run-settings.h"

#include "cli/base/cli.h"
#include "cli/options/number.h"

/* Options that several commands have. */
#define CLI_THREADS(place) CLI_NUMBER (WHOLE, place, 1, 1024)
#define CLI_SEED(place) CLI_NUMBER (SEED, place, 0, 0)
#define CLI_WIDTH(place) CLI_NUMBER (ONE, place, IPL_AXIS_WIDTHS, 0)
#define CLI_WIDTHS(place) CLI_NUMBER (AXIS, place, IPL_AXIS_WIDTHS, 0)
#define CLI_TEMPERATURE(place) CLI_NUMBER (ONE, place, IPL_AXIS_TEMPERATURE, 0)
#define CLI_TEMPERATURES(place) CLI_NUMBER (AXIS, place, IPL_AXIS_TEMPERATURE, 0)
#define CLI_VARIANCES(place) CLI_NUMBER (ONE, place, IPL_AXIS_VARIANCES, 0)
#define CLI_VARIANCE_SETS(place) CLI_NUMBER (AXIS, place, IPL_AXIS_VARIANCES, 0)

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
  char *seeds;    /* (nullable): of a mean */
  gint64 seed;    /* -1: not given */
  int threads;    /* 0: not given */
  gboolean best;  /* of each width only the best temperature */
} CliSweepArguments;

void cli_sweep_arguments_clear (CliSweepArguments *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliSweepArguments, cli_sweep_arguments_clear)

/* How the posterior is sampled, for every command that can. */
typedef struct
{
  int chains;
  int warmup;
  double target_acceptance;
  char *method; /* (nullable) */
} CliSamplerArguments;

static inline void
cli_sampler_arguments_clear (CliSamplerArguments *self)
{
  g_clear_pointer (&self->method, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliSamplerArguments, cli_sampler_arguments_clear)

/* clang-format off */
#define CLI_SAMPLER_DEFAULTS                                                                       \
  { .chains = IPL_POSTERIOR_DEFAULT_CHAINS, .warmup = IPL_POSTERIOR_DEFAULT_WARMUP,                \
    .target_acceptance = IPL_POSTERIOR_DEFAULT_ACCEPTANCE }

#define CLI_SAMPLER_ENTRIES(sampler)                                                               \
  { "chains", 'c', 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, (sampler).chains, 1, IPL_MAX_CHAINS),     \
    "chains (default: 4)", "n" },                                                                  \
  { "warmup", 0, 0, CLI_ARG_NUMBER,                                                                \
    CLI_NUMBER (WHOLE, (sampler).warmup, IPL_MIN_WARMUP, IPL_MAX_DRAWS),                           \
    "warm-up transitions of each chain (default: 300)", "n" },                                     \
  { "target-acceptance", 0, 0, CLI_ARG_NUMBER,                                                     \
    CLI_NUMBER (REAL, (sampler).target_acceptance, IPL_POSTERIOR_LEAST_ACCEPTANCE,                 \
                IPL_POSTERIOR_MOST_ACCEPTANCE),                                                    \
    "mean acceptance to which the step size adapts (default: 0.8); 0.95 where transitions diverge",\
    "x" },                                                                                         \
  { "method", 0, 0, G_OPTION_ARG_STRING, &(sampler).method,                                        \
    "how chains are moved: auto, nuts, tempered, .. (default: auto, tempered where a width is at " \
    "most its rows)", "METHOD" }

#define CLI_WIDTHS_ENTRY(sweep)                                                                    \
  { "widths", 'w', 0, CLI_ARG_NUMBER, CLI_WIDTHS ((sweep).widths),                                 \
    "widths, each one number or N_1:..:N_L:N_a, by commas", "LIST" }

/* Of a command that has a row at each of several temperatures and sets of variances. */
#define CLI_PRIORS_ENTRIES(sweep)                                                                  \
  { "temperatures", 't', 0, CLI_ARG_NUMBER, CLI_TEMPERATURES ((sweep).temperatures),               \
    "temperatures, by commas, or low:high:count", "LIST" },                                        \
  { "variances", 'v', 0, CLI_ARG_NUMBER, CLI_VARIANCE_SETS ((sweep).variances),                    \
    "prior variances s0^2,s_1^2,..,s_L^2,s_a^2; several sets of them by semicolons", "LIST" }

/* And of one that has one of each. */
#define CLI_PRIOR_ENTRIES(sweep)                                                                   \
  { "temperature", 't', 0, CLI_ARG_NUMBER, CLI_TEMPERATURE ((sweep).temperatures),                 \
    "temperature (one-shot cases: the best at each width, unless given)", "T" },                   \
  CLI_VARIANCES_ENTRY (sweep)

#define CLI_VARIANCES_ENTRY(sweep)                                                                 \
  { "variances", 'v', 0, CLI_ARG_NUMBER, CLI_VARIANCES ((sweep).variances),                        \
    "prior variances s0^2,s_1^2,..,s_L^2,s_a^2", "LIST" }

#define CLI_BEST_ENTRY(sweep)                                                                      \
  { "best", 0, 0, G_OPTION_ARG_NONE, &(sweep).best,                                                \
    "of each width only the temperature of the best accuracy (one-shot cases: always, unless "     \
    "temperatures are given)", NULL }

#define CLI_GP_PATHS_ENTRY(sweep)                                                                  \
  { "gp-paths", 0, 0, G_OPTION_ARG_STRING, &(sweep).gp_paths,                                      \
    "GP limits of these paths too: by number, (1,2) or name, by commas; subsets by semicolons",    \
    "PATHS" }

#define CLI_SEEDS_ENTRY(sweep)                                                                     \
  { "seeds", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (AXIS, (sweep).seeds, IPL_AXIS_SEEDS, 0),            \
    "also the mean over these seeds of a built-in case, with its standard deviation", "A-B" }

#define CLI_THREADS_ENTRY(sweep)                                                                   \
  { "threads", 'j', 0, CLI_ARG_NUMBER, CLI_THREADS ((sweep).threads),                              \
    "threads; the numbers do not depend on it", "n" }

#define CLI_SEED_ENTRY(sweep)                                                                      \
  { "seed", 's', 0, CLI_ARG_NUMBER, CLI_SEED ((sweep).seed), "seed of a built-in case", "n" }

#define CLI_COMPONENTS_ENTRY(place)                                                                \
  { "components", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, place, 1, 1000000),                     \
    "principal components in the results, or all where there are fewer (default: 50, or all "      \
    "where that costs no more)", "n" }

#define CLI_DRY_RUN_ENTRY(place)                                                                   \
  { "dry-run", 0, 0, G_OPTION_ARG_NONE, &(place),                                                  \
    "only tell about how much time and memory it would take", NULL }

#define CLI_JSON_ENTRY(place)                                                                      \
  { "json", 0, 0, G_OPTION_ARG_NONE, &(place), "print JSON instead of a table", NULL }
/* clang-format on */

CliExit cli_sampler_check (const CliSamplerArguments *self, const char *command);
void cli_sampler_set (const CliSamplerArguments *self, gint64 seed, IplPosteriorOptions *options);

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
/* clang-format off */
#define CLI_IMAGE_ENTRIES(arguments)                                                               \
  { "omniglot", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &(arguments).zips,                              \
    "Omniglot images, once for each archive", "ZIP" },                                             \
  { "holdout", 0, 0, G_OPTION_ARG_STRING, &(arguments).holdout,                                    \
    "alphabets kept for the test, by commas", "NAMES" },                                           \
  { "extra", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &(arguments).extras,                               \
    "a further test set: an archive or IDX images, once for each", "FILE" }
/* clang-format on */

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
/* The same; with @dry_run only its outline, and what making it takes is added to @cost. */
gboolean cli_find_case_of (const char *name, const CliImageArguments *images, gint64 seed,
                           gboolean dry_run, guint threads, IplParameters *parameters,
                           IplCase **the_case, IplCost *cost, GError **error);
gboolean cli_make_settings (const CliSweepArguments *arguments, const IplCase *the_case,
                            IplRunSettings *run, IplSetting **settings, guint *n, GError **error);
gboolean cli_wants_best (const CliSweepArguments *arguments, const IplParameters *parameters);
guint cli_threads (int wanted); /* 0: not given */
