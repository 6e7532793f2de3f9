/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/base/cli.h"

#include "cli/options/figure-shown.h"
#include "cli/options/options.h"
#include "cli/work/figure-files.h"
#include "cli/work/figure-results.h"
#include "cli/work/seeds.h"

#include "core/parameters/run-settings.h"
#include "core/theory/seed-mean.h"
#include "figures/view/network-figures.h"
#include "figures/view/panel.h"

/* The options of the command figure. */
typedef struct
{
  char *panel;
  CliFigureFiles files;
  char *width;
  char *theme;
  char *look;
  char *heatmap;
  char *accuracy_lines;
  char *path_scale;
  char *heatmap_scale;
  int paths_shown; /* 0: as many as the parameters say */
  double paths_share;
  int shown_draw; /* from 1; 0 for the first */
  char *gp_paths;
  char *seeds;
  char *pair;
  int draws; /* of each chain; 0: theory only */
  int components;
  double shown_time; /* negative: its end */
  char *checkpoint;  /* of what is no case */
  char *compare;     /* (nullable): a case or a file of results */
  gboolean shared_limits;
  gboolean normalised_kernels;
  int example;     /* first sequence of the card or the gallery, from 1; 0 for the first */
  int eigenvector; /* from 1; 0 for none */
  CliFigureShown shown;
} CliFigureArguments;

void cli_figure_arguments_clear (CliFigureArguments *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliFigureArguments, cli_figure_arguments_clear)

/* What the arguments name. */
typedef struct
{
  const IplPanel *panel;
  guint heatmap; /* an #IplHeatmapMode, and so on */
  guint accuracy_lines;
  guint path_scale;
  guint heatmap_scale;
  CliSeeds seeds;
} CliFigureChoices;

/* What is drawn: solved, or read from a file of results. */
typedef struct
{
  IplCase *the_case;
  IplKernel *kernel;
  IplSetting *settings;
  IplSweep *sweep;
  GPtrArray *posteriors;
  IplSolution *current;
  IplSeedMean *seeds;
  IplRunSettings run; /* what it comes from; @run.command is %NULL where that is not known */
  IplKernelPicture *picture;
  IplTaskCard *card;
  IplNetworkFigures network;
  CliFigureResults file;
  IplView view;
} CliFigureSubject;

void cli_figure_subject_clear (CliFigureSubject *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliFigureSubject, cli_figure_subject_clear)

/* What was asked for, all but the case. */
typedef struct
{
  const char *command;
  const CliFigureArguments *arguments;
  const CliFigureChoices *choices;
  const CliSweepArguments *sweep;
  guint threads;
} CliFigureWork;

/* Whether something is drawn that is sampled. */
gboolean cli_figure_needs_samples (const IplPanel *panel, IplHeatmapMode heatmap);
/* Solves a case, or reads a file of results. @width: (nullable): the width shown, where it is not
 * that of the case or the file. */
CliExit cli_figure_subject_make (CliFigureSubject *self, const CliFigureWork *work,
                                 const CliImageArguments *images, const char *name, gint64 seed,
                                 const char *width);
/* The same of what the first is compared with. */
CliExit cli_figure_subject_compare (CliFigureSubject *self, const CliFigureWork *work,
                                    CliFigureSubject *first);
/* (nullable): what it comes from, where that is known. */
const IplParameters *cli_figure_subject_parameters (const CliFigureSubject *self);
