/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands as tables, and the arguments that they read from the command line. */
#pragma once

#include "cli/options/shared-arguments.h"

typedef struct _CliArguments CliArguments;

typedef struct
{
  const char *name;
  const char *summary;     /* one line */
  const char *argument;    /* (nullable): positional arguments: "CASE" */
  const char *missing;     /* (nullable): description of a required argument */
  const char *text;        /* (nullable): further help, below the options */
  const char *examples;    /* command lines that run in this order in an empty folder */
  const CliEntry *entries; /* (nullable): options */
  /* size of its arguments, a struct that begins with #CliArguments; 0 for #CliArguments */
  gsize size;
  gboolean has_parameters; /* TRUE if it takes parameters of the case as NAME=VALUE */
  const char *endings; /* (nullable): endings of the file --out, which is tested before any work */
  CliExit (*run) (CliArguments *arguments);
} CliCommand;

/* Arguments that several commands have. */
struct _CliArguments
{
  const CliCommand *command;
  GStrv words;       /* the command line, from the name of the command on */
  GArray *entries;   /* (element-type CliEntry): options of the command */
  GHashTable *given; /* text of each option with a checked value */
  GStrv names;       /* positional arguments */
  const char *name;  /* (nullable): first positional argument */
  CliSweepArguments sweep;
  CliSamplerArguments sampler;
  CliImageArguments images;
  CliDrawing drawing;
  char *out;
  char *checkpoint;
  int n_threads; /* 0 for the default */
  guint threads;
  gboolean json;
  gboolean dry_run;
  gboolean anonymous;
};

CliArguments *cli_arguments_new (const CliCommand *command);
void cli_arguments_free (CliArguments *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliArguments, cli_arguments_free)

/* option-hint.c: adds a suggestion to the error about an unknown option.
 * @parameters: TRUE if the command takes parameters of the case */
void cli_explain_option (GError *error, char **words, const GOptionEntry *own, gboolean parameters);

/* Parses a command line; reports errors. */
CliExit cli_arguments_parse (CliArguments *self, int argc, char **argv);
/* Returns: (nullable): value of an option; “yes” for a flag */
const char *cli_get_option (const CliArguments *self, const char *option);
/* Returns: (transfer full) (nullable): the first of @options, separated by commas, that is given */
char *cli_find_first_option (const CliArguments *self, const char *options);

/* Checks --out.
 * @has_ending: TRUE if --out is given and has one of the endings */
CliExit cli_check_out (const CliArguments *self, const char *endings, gboolean has_ending);
/* Returns: a view without results, with the display of the options and otherwise of @parameters */
IplView cli_drawing_view (const CliArguments *self, const IplParameters *parameters);

#define CLI_CASE_MISSING                                                                           \
  "a built-in name (see interplay-cli cases), a file, or images by --omniglot"

#define CLI_PLAN_MISSING "a folder from plan"

/* shared-entries.c: options that several commands have. */
#define CLI_AT(field) offsetof (CliArguments, field)

extern const CliEntry cli_widths_entry[], cli_variances_entry[], cli_best_entry[],
    cli_gp_paths_entry[], cli_seeds_entry[], cli_threads_entry[], cli_seed_entry[],
    cli_components_entry[], cli_dry_run_entry[], cli_json_entry[], cli_anonymous_entry[];
extern const CliEntry cli_prior_entries[];   /* one temperature and one set of variances */
extern const CliEntry cli_priors_entries[];  /* several values, with a row for each */
extern const CliEntry cli_sampler_entries[]; /* options of the sampler */
extern const CliEntry cli_image_entries[];   /* images of a case */
extern const CliEntry cli_panel_entry[], cli_font_size_entry[], cli_theme_entry[];
extern const CliEntry cli_look_entries[]; /* appearance of figures */
extern const CliEntry cli_fps_entry[];    /* films */
