/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The subject of figure, animate and html: a case that is solved, a file of results as it is, or a
 * trajectory. */
#pragma once

#include "cli/work/work.h"
#include "core/heads/removal-order.h"
#include "core/results/results-load.h"
#include "figures/python/python-script.h"
#include "figures/view/network-view.h"

/* Options of a subject. */
typedef struct
{
  guint needs; /* what is made beside the theory, #IplNeeds */
  char *width; /* (nullable): the width shown */
  /* whether that may be a width beside the sweep's, and parameters say what is shown */
  gboolean any_width;
  gboolean solves;   /* whether a file of results, whose kernels are not known, is refused */
  gboolean in_time;  /* whether what happens in time may be computed, or read of a network */
  int draws;         /* of each chain; 0: theory only */
  double shown_time; /* negative: its end */
  char *pair;        /* (nullable): the entry of U shown */
  int example;       /* first sequence of the card or the gallery, from 1; 0 for the first */
  char *test;        /* (nullable): the test set looked at, by name or number */
  char *head;        /* (nullable): the head whose attention is shown, "L.H" from 1 */
  int sequence;      /* which of the sequences drawn it is shown for, from 1; 0 for the first */
  int token;         /* the token that looks, from 1; 0 for the mean over the query's */
  int pruned;        /* heads removed at the point chosen on the pruning curve; negative: none */
  int random_orders; /* of the pruning curve; negative for the default */
  char *order_id;    /* (nullable): on which of its curves */
  IplRemovalOrder order; /* the same */
} CliWants;

#define CLI_WANTS_PLAIN                                                                            \
  {                                                                                                \
    .shown_time = -1, .pruned = -1, .random_orders = -1                                            \
  }

typedef struct
{
  const char *name; /* (nullable): as it is named; borrowed */
  CliWork work;     /* what it comes from; @work.run.command is %NULL where that is not known */
  IplSweepResult *solved; /* (nullable): of a case */
  IplSeedMean *seeds;     /* (nullable) */
  IplQuantities network;
  IplResults *results;      /* (nullable): of a file of rows */
  IplExperimentResult *own; /* (nullable): what happens in time */
  IplMap *map;              /* (nullable): of a file of one ... */
  IplCaseInfo *map_info;    /* ... and what is said of its case */
  gboolean is_file;         /* whether a file of results is drawn as it is */
  IplView view;
} CliSubject;

void cli_subject_clear (CliSubject *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliSubject, cli_subject_clear)

/* Solves, computes or reads what @name is; says what is wrong. @images: beside the name */
CliExit cli_subject_open (CliSubject *self, const CliArguments *arguments, const CliWants *wants,
                          const char *name, const CliImageArguments *images, gint64 seed);
/* (nullable): what it comes from, where that is known. */
const IplParameters *cli_subject_parameters (const CliSubject *self);
/* Says why what is drawn of it is not to be relied on. */
CliExit cli_subject_tell_doubt (const CliSubject *self);

/* subject-shown.c */
gboolean cli_subject_is_map (const char *path);
CliExit cli_subject_read_map (CliSubject *self);
CliExit cli_wants_check (CliWants *self);
gboolean cli_wants_samples (const CliArguments *arguments);
CliExit cli_wants_find_pair (const CliWants *self, const IplCaseInfo *the_case, IplView *view);
gboolean cli_wants_find_test (const CliWants *self, const IplCase *the_case, guint *test,
                              GError **error);
gboolean cli_wants_check_own (const CliWants *self, const IplView *view, GError **error);
gboolean cli_wants_apply (const CliWants *self, IplView *view, GError **error);
void cli_subject_show (CliSubject *self, const CliWants *wants, const IplParameters *parameters,
                       const IplSweep *sweep, const IplSolution *current,
                       const GPtrArray *posteriors, const IplSeedMean *seeds);
guint cli_subject_panels (const CliSubject *self, const IplPanel **panels, guint most);

/* “py” of --format: a script that redraws the figure from a file of results, which is written
 * beside it where the figure is of a case. */
gboolean cli_figure_python_is_format (const char *word);
/* The needs of the figure and its file of results, #IplNeeds; @formats: all that are asked
 * for, by commas. */
guint cli_figure_python_needs (const char *formats, const IplPanel *panel);
/* TRUE if there is such a script, if it is asked for; to be called before any work. */
CliExit cli_figure_python_check (const char *formats, const IplPanel *panel);
/* Writes both into a folder, and prints their names. @stem: name of the script without its ending.
 */
CliExit cli_figure_python_write (const CliSubject *subject, const IplPythonFigure *figure,
                                 const char *folder, const char *stem);
