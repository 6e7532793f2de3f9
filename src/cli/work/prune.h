/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/work/work.h"

#include "runs/fine-tuning.h"
#include "runs/heads.h"

/* The subject of pruning; zero-filled at first. */
typedef struct
{
  IplParameters *parameters;
  IplCase *the_case;
  IplTrainedNetwork *network; /* (nullable) */
} CliPruneSubject;

void cli_prune_subject_clear (CliPruneSubject *self);

/* prune-subject.c: NET.safetensors, NET.safetensors CASE, CASE, or only images. */
gboolean cli_prune_subject_open (CliPruneSubject *self, char **names,
                                 const CliImageArguments *images, gint64 seed, gboolean keep_inputs,
                                 guint threads, GError **error);
/* The same, as the settings of a run say; NET only of a run on the case exported from it. */
gboolean cli_prune_subject_open_again (CliPruneSubject *self, const IplRunSettings *run,
                                       gboolean keep_inputs, guint threads, GError **error);
gboolean cli_prune_subject_find_test (const CliPruneSubject *self, const char *name, guint *test,
                                      GError **error);

/* prune-run.c */
/* Subject, settings and result of pruning; zero-filled at first. */
typedef struct
{
  const char *command;
  const char *out;       /* (nullable): the files to write */
  const char *save;      /* (nullable) */
  const char *save_case; /* (nullable) */
  const char *mask;      /* (nullable) */
  int remove;            /* heads that are left out of the last three; negative for none */
  gboolean json;
  IplRemovalOrder order;
  guint threads;
  guint test;
  CliPruneSubject subject;
  IplFineTuning tuning;
  IplKernel *kernel;
  IplSolution *solution;
  IplHeadResult *result; /* what there is when it is stopped, too */
  IplRunSettings run;
} CliPruning;

void cli_pruning_clear (CliPruning *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliPruning, cli_pruning_clear)

/* Everything from the case on, which is made. */
CliExit cli_pruning_run (CliPruning *self);
/* The command rerun. */
CliExit cli_prune_again (CliWork *work);
