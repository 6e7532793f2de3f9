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
#define CLI_WIDTHS(place) CLI_NUMBER (WIDTHS, place, 0, 0)
#define CLI_TEMPERATURES(place) CLI_NUMBER (LIST, place, 0, IPL_MAX_TEMPERATURE)
#define CLI_VARIANCES(place) CLI_NUMBER (LIST, place, IPL_MIN_VARIANCE, IPL_MAX_VARIANCE)
#define CLI_VARIANCE_SETS(place) CLI_NUMBER (SETS, place, IPL_MIN_VARIANCE, IPL_MAX_VARIANCE)
#define CLI_VARIANCE_SETS_HELP                                                                     \
  "prior variances s0^2,s_1^2,..,s_L^2,s_a^2; several sets of them by semicolons"

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
/* The same; with @dry_run only its outline, and what making it takes is added to @cost. */
gboolean cli_find_case_of (const char *name, const CliImageArguments *images, gint64 seed,
                           gboolean dry_run, guint threads, IplParameters *parameters,
                           IplCase **the_case, IplCost *cost, GError **error);
gboolean cli_make_settings (const CliSweepArguments *arguments, const IplCase *the_case,
                            IplRunSettings *run, IplSetting **settings, guint *n, GError **error);
gboolean cli_wants_best (const CliSweepArguments *arguments, const IplParameters *parameters);
guint cli_threads (int wanted); /* 0: not given */
