/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arguments that several commands have. They fill the same parameters that the window edits. */
#pragma once

#include "cli/base/cli.h"
#include "cli/options/entry.h"
#include "core/case/setting.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters.h"
#include "core/parameters/run-settings.h"
#include "figures/animation/animation-format.h"
#include "figures/pages/paper.h"
#include "figures/view/panel.h"
#include "figures/view/view.h"

typedef struct
{
  char *widths;
  char *temperatures;
  char *variances;
  char *gp_paths; /* (nullable): subsets of paths whose GP limits are wanted */
  char *seeds;    /* (nullable): of a mean */
  gint64 seed;    /* -1: not given */
  gboolean best;  /* of each width only the best temperature */
} CliSweepArguments;

/* How the posterior is sampled, for every command that can. */
typedef struct
{
  int chains;
  int warmup;
  double target_acceptance;
  char *method; /* (nullable) */
} CliSamplerArguments;

CliExit cli_sampler_check (const CliSamplerArguments *self);
void cli_sampler_set (const CliSamplerArguments *self, gint64 seed, IplPosteriorOptions *options);

/* images.c: what tells a case beside its CASE argument, for every command that takes one */
typedef struct
{
  char **zips;
  char *holdout;
  char **extras;
  GPtrArray *words;   /* (nullable): names of parameters, each with its value behind it */
  gboolean anonymous; /* whether a case from a file has no name */
} CliImageArguments;

/* case-words.c */
gboolean cli_case_words_take (CliImageArguments *arguments, const char *word);
gboolean cli_case_word_given (const CliImageArguments *arguments, const char *name);
CliExit cli_case_word_refuse (const IplExperiment *experiment, const char *word);
CliExit cli_refuse_of_paths (const IplExperiment *experiment, const char *option);
gboolean cli_case_words_apply (const CliImageArguments *arguments, IplParameters *parameters,
                               GError **error);

gboolean cli_is_network (const char *name); /* a file, by its name or its contents */
/* A CASE argument: a built-in name, a case file, a trained network, or %NULL with images. */
gboolean cli_make_parameters (const char *name, const CliImageArguments *images, gint64 seed,
                              IplParameters *parameters, GError **error);
gboolean cli_make_case_of (const char *name, const CliImageArguments *images, gint64 seed,
                           gboolean keep_inputs, guint threads, IplParameters *parameters,
                           IplCase **the_case, GError **error);
gboolean cli_make_settings (const CliSweepArguments *arguments, const IplCase *the_case,
                            IplRunSettings *run, IplSetting **settings, guint *n, GError **error);

/* How figures look, as the options of figure, animate, html and story say. */
/* The values of --theme and --look, %NULL-terminated, in the order of IplTheme and IplLook. */
extern const char *const cli_theme_names[];
extern const char *const cli_look_names[];

typedef struct
{
  char *panel_id;   /* (nullable) */
  char *style_file; /* (nullable) */
  char *size;
  double font_size; /* 0: what suits the size */
  double dpi;
  double fps;  /* of moving pictures: frames a second */
  double hold; /* and seconds for which they stand still */
  IplTheme theme;
  IplLook look;
  IplDisplay display;
  const IplPanel *panel;       /* cli_drawing_check() finds it */
  const IplFigureStyle *style; /* (nullable) */
} CliDrawing;

/* Finds the panel, all of them where none is named, and the style; TRUE if there is such a page. */
CliExit cli_drawing_check (CliDrawing *self);
/* Finds a panel by its name, which is borrowed, or all of them where that is %NULL. */
CliExit cli_drawing_choose (CliDrawing *self, char *given);
/* TRUE if there is such a page; @view: (nullable): what is drawn on it */
CliExit cli_drawing_make_page (const CliDrawing *self, const IplPanel *panel, const IplView *view,
                               IplPaper *page);

char *cli_list_panels (void); /* for a help text */

/* TRUE if moving pictures can be made in this format, at so many frames a second. */
CliExit cli_check_animation (const IplAnimationFormat *format, double fps);
