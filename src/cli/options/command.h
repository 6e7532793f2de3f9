/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A command as a table, and what it is told: all commands begin alike. */
#pragma once

#include "cli/options/options.h"

typedef struct _CliArguments CliArguments;

typedef struct
{
  const char *name;
  const char *summary;       /* what it does, in a line */
  const char *argument;      /* (nullable): what it takes beside options: "CASE" */
  const char *missing;       /* (nullable): what that is, where it must be given */
  const char *text;          /* (nullable): more about it, below its options */
  const char *examples;      /* command lines, which run as they stand in one another's folder */
  const CliEntry *entries;   /* (nullable): its options */
  gsize size;                /* of its arguments, which begin with #CliArguments; 0: of these */
  gboolean takes_parameters; /* whether NAME=VALUE is a parameter of the case */
  const char *endings;       /* (nullable): of the file --out, which is tried before any work */
  CliExit (*run) (CliArguments *arguments);
} CliCommand;

/* The arguments that several commands have. */
struct _CliArguments
{
  const CliCommand *command;
  GStrv words;       /* the command line, from its name on */
  GArray *entries;   /* of #CliEntry: its options */
  GHashTable *given; /* options that are given with a value that is checked, and their texts */
  GStrv names;       /* what is given beside options */
  const char *name;  /* (nullable): the first of them */
  CliSweepArguments sweep;
  CliSamplerArguments sampler;
  CliImageArguments images;
  CliDrawing drawing;
  char *out;
  char *checkpoint;
  int n_threads; /* 0: not given */
  guint threads;
  gboolean json;
  gboolean dry_run;
  gboolean anonymous;
};

CliArguments *cli_arguments_new (const CliCommand *command);
void cli_arguments_free (CliArguments *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliArguments, cli_arguments_free)

/* option-hint.c: adds to the error about an unknown option what would be right.
 * @parameters: whether the command takes parameters of the case */
void cli_explain_option (GError *error, char **words, const GOptionEntry *own, gboolean parameters);

/* Reads a command line; says what is wrong with it. */
CliExit cli_arguments_parse (CliArguments *self, int argc, char **argv);
/* (nullable): an option as it is given; “yes” of one without a value */
const char *cli_given (const CliArguments *self, const char *option);
/* The first of these options that is given, by commas; %NULL for none */
char *cli_first_given (const CliArguments *self, const char *options);

/* TRUE if --out is given and has one of the endings, as @has_ending says. */
CliExit cli_check_out (const CliArguments *self, const char *endings, gboolean has_ending);
/* A view without results, which shows them as the options say, and @parameters where they do not.
 */
IplView cli_drawing_view (const CliArguments *self, const IplParameters *parameters);

#define CLI_CASE_MISSING                                                                           \
  "a built-in name (see interplay-cli cases), a file, or images by --omniglot"

#define CLI_PLAN_MISSING "a folder that plan made"

/* shared-entries.c: options that several commands have. */
#define CLI_AT(field) offsetof (CliArguments, field)

extern const CliEntry cli_widths_entry[], cli_variances_entry[], cli_best_entry[],
    cli_gp_paths_entry[], cli_seeds_entry[], cli_threads_entry[], cli_seed_entry[],
    cli_components_entry[], cli_dry_run_entry[], cli_json_entry[], cli_anonymous_entry[];
extern const CliEntry cli_prior_entries[];   /* one temperature and one set of variances */
extern const CliEntry cli_priors_entries[];  /* a row at each of several */
extern const CliEntry cli_sampler_entries[]; /* how chains are moved */
extern const CliEntry cli_image_entries[];   /* what images a case is of */
extern const CliEntry cli_solved_entries[];  /* of what is solved for a film or a page */
extern const CliEntry cli_panel_entry[], cli_size_entries[], cli_theme_entry[];
extern const CliEntry cli_look_entries[];  /* how figures look */
extern const CliEntry cli_map_entries[];   /* how maps are shown */
extern const CliEntry cli_scale_entries[]; /* what of the display is seen at every width */
extern const CliEntry cli_screen_dpi_entry[], cli_fps_entry[]; /* of moving pictures */
