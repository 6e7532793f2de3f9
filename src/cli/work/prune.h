/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/work/work.h"

#include "runs/prune-work.h"

/* The subject of pruning; zero-filled at first. */
typedef struct
{
  IplParameters *parameters;
  IplCase *the_case;
  IplTrainedNetwork *network; /* (nullable) */
} CliPruneSubject;

void cli_prune_subject_clear (CliPruneSubject *self);

/* prune-subject.c: NET.safetensors, NET.safetensors CASE, CASE, or only images. */
gboolean cli_prune_subject_open (CliPruneSubject *self, const CliArguments *arguments,
                                 gboolean keep_inputs, GError **error);

/* prune-run.c */
/* The files to write beside the results. */
typedef struct
{
  char *save;      /* (nullable): a network */
  char *save_case; /* (nullable) */
  char *mask;      /* (nullable) */
  int remove;      /* heads that are left out of these; negative for none */
} CliPruneFiles;

/* Subject, settings and result of pruning; zero-filled at first. */
typedef struct
{
  const CliArguments *arguments;
  CliPruneFiles files;
  CliPruneSubject subject;
  IplPruneWork work;
  IplHeadResult *result; /* what there is when it is stopped, too */
} CliPruning;

void cli_pruning_clear (CliPruning *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliPruning, cli_pruning_clear)

/* Everything from the case on, which is made. */
CliExit cli_pruning_run (CliPruning *self);
