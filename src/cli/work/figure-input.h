/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The subject of a figure: a case to solve, a file of results, or a trajectory. */
#pragma once

#include "cli/work/command-input.h"
#include "core/heads/removal-order.h"
#include "core/results/results-load.h"
#include "figures/python/python-script.h"
#include "figures/view/trained-network-view.h"
#include "figures/web/figure-file.h"

/* Options of a subject. */
typedef struct
{
  guint needs; /* quantities in addition to the theory, #IplNeeds */
  char *width; /* (nullable): shown width */
  /* TRUE if @width need not be in the sweep; it is then solved in addition */
  gboolean any_width;
  gboolean solves;   /* TRUE to refuse files of results, since they hold no kernels */
  gboolean in_time;  /* TRUE to allow experiments in time and the record of a network */
  int draws;         /* draws of each chain; 0 for theory only */
  double shown_time; /* negative for the last moment */
  char *pair;        /* (nullable): shown entry of U */
  int example;       /* first sequence of the card or the gallery, from 1; 0 for the first */
  char *test;        /* (nullable): shown test set, by name or number */
  char *head;        /* (nullable): head whose attention is shown, "L.H" from 1 */
  int sequence;      /* index of the sequence whose attention is shown, from 1; 0 for the first */
  int token;         /* query token, from 1; 0 for the mean over the query's tokens */
  /* number of heads removed at the chosen point of the pruning curve; negative for none */
  int pruned;
  int random_orders; /* number of random orders of the pruning curve; negative for the default */
  char *order_id;    /* (nullable): name of the order of removal */
  IplRemovalOrder order; /* parsed @order_id */
} CliFigureOptions;

#define CLI_FIGURE_OPTIONS_INIT                                                                    \
  {                                                                                                \
    .shown_time = -1, .pruned = -1, .random_orders = -1                                            \
  }

typedef struct
{
  const char *name;       /* (nullable): name on the command line; borrowed */
  CliWork work;           /* its run; @work.run.command is %NULL if unknown */
  IplSweepResult *solved; /* (nullable): results of a case */
  IplSeedMean *seeds;     /* (nullable) */
  IplQuantities network;
  IplResults *results;           /* (nullable): results of a file with rows */
  IplExperimentResult *dynamics; /* (nullable): result of an experiment in time */
  IplMap *map;                   /* (nullable): map of a file */
  IplCaseInfo *map_info;         /* (nullable): case of @map */
  gboolean is_file;              /* TRUE if a file of results is drawn */
  IplView view;
} CliFigureInput;

void cli_figure_input_clear (CliFigureInput *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliFigureInput, cli_figure_input_clear)

/* Solves, computes or reads the subject; reports errors.
 * @images: arguments that define the case in addition to @name */
CliExit cli_figure_input_open (CliFigureInput *self, const CliArguments *arguments,
                               const CliFigureOptions *wants, const char *name,
                               const CliImageArguments *images, gint64 seed);
/* Returns: (nullable): parameters of the subject, if known */
const IplParameters *cli_figure_input_parameters (const CliFigureInput *self);
/* Reports results that are unreliable. */
CliExit cli_figure_input_report_doubt (const CliFigureInput *self);

/* figure-input-shown.c */
gboolean cli_figure_input_is_map (const char *path);
CliExit cli_figure_input_read_map (CliFigureInput *self);
CliExit cli_figure_options_check (CliFigureOptions *self);
gboolean cli_figure_options_samples (const CliArguments *arguments);
CliExit cli_figure_options_find_pair (const CliFigureOptions *self, const IplCaseInfo *the_case,
                                      IplView *view);
gboolean cli_figure_options_find_test (const CliFigureOptions *self, const IplCase *the_case,
                                       guint *test, GError **error);
gboolean cli_figure_options_check_dynamics (const CliFigureOptions *self, const IplView *view,
                                            GError **error);
gboolean cli_figure_options_apply (const CliFigureOptions *self, IplView *view, GError **error);
void cli_figure_input_show (CliFigureInput *self, const CliFigureOptions *wants,
                            const IplParameters *parameters, const IplSweep *sweep,
                            const IplSolution *current, const GPtrArray *posteriors,
                            const IplSeedMean *seeds);
guint cli_figure_input_panels (const CliFigureInput *self, const IplPanel **panels, guint most);

/* Arguments of the command figure. */
typedef struct
{
  CliArguments all;
  CliFigureOptions wants;
  IplFigureKind kind; /* kind of the file --out; %IPL_FIGURE_OTHER for a folder */
  char *format;       /* of a folder: formats, separated by commas */
  gboolean transparent;
  gboolean mark_width;
  gboolean outlines;
  char *from; /* of a film: first and last width */
  char *to;
  int frames;
  char *along; /* (nullable): of a film of a map: axis along which the cursor moves */
} CliFigureArguments;

/* figure-write.c: warns if the page is too small for the figure. */
CliExit cli_figure_advise (const CliFigureArguments *self, const CliFigureInput *input,
                           const IplPanel *panel);
/* Draws the subject into one file and prints its name.
 * @path: file whose ending decides the format
 * @provenance: (transfer full): provenance that the file records */
CliExit cli_figure_write (const CliFigureArguments *self, const CliFigureInput *input,
                          const IplPanel *panel, const char *path, IplProvenance *provenance);
/* figure-folder.c: draws the subject into files of a folder, one for each format. */
CliExit cli_figure_write_folder (const CliFigureArguments *self, const CliFigureInput *input,
                                 const IplPanel *panel);

/* figure-python.c: TRUE if the word of --format is a script, which is written with the file of
 * results that it reads, unless a file is drawn. */
gboolean cli_figure_is_script (const char *format);
/* Returns: the needs of the figure and its file of results, #IplNeeds
 * @formats: all requested formats, separated by commas */
guint cli_figure_python_needs (const char *formats, const IplPanel *panel);
/* Fails if a script is requested and the panel has none. Called before any work. */
CliExit cli_figure_python_check (const char *formats, const IplPanel *panel);
/* Names the file of results of a script; reports errors. */
CliExit cli_figure_python_set (const CliFigureInput *input, IplFigureRequest *request);
