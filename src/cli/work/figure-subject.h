/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/base/cli.h"

#include "cli/options/figure-shown.h"
#include "cli/options/options.h"
#include "cli/work/figure-files.h"
#include "cli/work/figure-results.h"
#include "cli/work/work.h"

#include "core/parameters/run-settings.h"
#include "core/theory/sweep.h"
#include "figures/view/network-figures.h"
#include "figures/view/panel.h"

/* The options of the command figure. */
typedef struct
{
  CliFigureFiles files;
  CliSweepArguments sweep;
  char *width;
  int shown_draw; /* from 1; 0 for the first */
  char *pair;
  int draws;         /* of each chain; 0: theory only */
  double shown_time; /* negative: its end */
  char *checkpoint;  /* of what is no case */
  char *compare;     /* (nullable): a case or a file of results */
  int example;       /* first sequence of the card or the gallery, from 1; 0 for the first */
  int eigenvector;   /* from 1; 0 for none */
  CliFigureShown shown;
} CliFigureArguments;

void cli_figure_arguments_clear (CliFigureArguments *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliFigureArguments, cli_figure_arguments_clear)

/* The subject of a figure: solved, or read from a file of results. */
typedef struct
{
  IplCase *the_case;
  IplSetting *settings;
  IplSweepResult *solved; /* (nullable) */
  IplSeedMean *seeds;
  IplRunSettings run; /* what it comes from; @run.command is %NULL where that is not known */
  IplQuantities network;
  CliFigureResults file;
  IplView view;
} CliFigureSubject;

void cli_figure_subject_clear (CliFigureSubject *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliFigureSubject, cli_figure_subject_clear)

/* The request, all but the case. */
typedef struct
{
  const char *command;
  const CliFigureArguments *arguments;
  guint threads;
} CliFigureWork;

/* TRUE if something is drawn that is sampled. */
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
