/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arguments that several commands have. They fill the parameters that the window edits. */
#pragma once

#include "cli/base/cli.h"
#include "cli/options/option-table.h"
#include "core/case/setting.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters.h"
#include "core/parameters/run-settings.h"
#include "figures/animation/animation-format.h"
#include "figures/pages/page-size.h"
#include "figures/view/panel.h"
#include "figures/view/view.h"

typedef struct
{
  char *widths;
  char *temperatures;
  char *variances;
  char *gp_paths; /* (nullable): subsets of paths with GP limits */
  char *seeds;    /* (nullable): seeds of a mean */
  gint64 seed;    /* -1 if not given */
  gboolean best;  /* TRUE for only the best temperature of each width */
} CliSweepArguments;

/* Options of the posterior sampler. */
typedef struct
{
  int chains;
  int warmup;
  double target_acceptance;
  char *method; /* (nullable) */
} CliSamplerArguments;

CliExit cli_sampler_check (const CliSamplerArguments *self);
void cli_sampler_set (const CliSamplerArguments *self, gint64 seed, IplPosteriorOptions *options);

/* case-argument.c: arguments that define a case in addition to CASE. */
typedef struct
{
  char **zips;
  char *holdout;
  char **extras;
  GPtrArray *words;   /* (nullable): names of parameters, each followed by its value */
  gboolean anonymous; /* TRUE to leave out the name of a case file */
} CliImageArguments;

/* case-words.c */
gboolean cli_case_words_add (CliImageArguments *arguments, const char *word);
gboolean cli_case_word_is_set (const CliImageArguments *arguments, const char *name);
CliExit cli_case_word_refuse (const IplExperiment *experiment, const char *word);
CliExit cli_case_words_check (const CliImageArguments *arguments, const IplExperiment *experiment,
                              const GArray *entries);
CliExit cli_refuse_of_paths (const IplExperiment *experiment, const char *option);
gboolean cli_case_words_apply (const CliImageArguments *arguments, IplParameters *parameters,
                               GError **error);

gboolean cli_is_network (const char *name); /* a file, by its name or its contents */
/* Makes the parameters of a CASE argument: a built-in name, a case file, a trained network, or
 * %NULL with images. */
gboolean cli_make_parameters (const char *name, const CliImageArguments *images, gint64 seed,
                              IplParameters *parameters, GError **error);
gboolean cli_make_case_of (const char *name, const CliImageArguments *images, gint64 seed,
                           gboolean keep_inputs, guint threads, IplParameters *parameters,
                           IplCase **the_case, GError **error);
gboolean cli_make_settings (const CliSweepArguments *arguments, const IplCase *the_case,
                            IplRunSettings *run, IplSetting **settings, guint *n, GError **error);

/* Values of --theme and --look, %NULL-terminated, in the order of IplTheme and IplLook. */
extern const char *const cli_theme_names[];
extern const char *const cli_look_names[];

typedef struct
{
  char *panel_id;   /* (nullable) */
  char *style_file; /* (nullable) */
  char *size;
  double font_size; /* 0 for the default of the size */
  double dpi;
  double fps;  /* frames per second of an animation */
  double hold; /* seconds for which an animation pauses */
  IplTheme theme;
  IplLook look;
  IplDisplay display;
  const IplPanel *panel;       /* set by cli_drawing_check() */
  const IplFigureStyle *style; /* (nullable) */
} CliDrawing;

/* Finds the panel, or the default without a name, and the style. Fails if there is no such page. */
CliExit cli_drawing_check (CliDrawing *self);
/* Finds a panel by its name, or the default for %NULL.
 * @given: (borrowed) */
CliExit cli_drawing_choose (CliDrawing *self, char *given);
/* Fails if there is no such page.
 * @view: (nullable): view that is drawn on it */
CliExit cli_drawing_make_page (const CliDrawing *self, const IplPanel *panel, const IplView *view,
                               IplPaper *page);

char *cli_list_panels (void); /* for help texts */

/* Fails if no animation can be made in this format at this frame rate. */
CliExit cli_check_animation (const IplAnimationFormat *format, double fps);
