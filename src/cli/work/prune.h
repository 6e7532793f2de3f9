/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/work/command-input.h"

#include "runs/pruning-analysis.h"

/* The subject of pruning. Zero-initialised. */
typedef struct
{
  IplParameters *parameters;
  IplCase *the_case;
  IplTrainedNetwork *network; /* (nullable) */
} CliPruneInput;

void cli_prune_input_clear (CliPruneInput *self);

/* prune-input.c: NET.safetensors, NET.safetensors CASE, CASE, or only images. */
gboolean cli_prune_input_open (CliPruneInput *self, const CliArguments *arguments,
                               gboolean keep_inputs, GError **error);

/* prune-report.c: additional output files. */
typedef struct
{
  char *save;      /* (nullable): file of a pruned network */
  char *save_case; /* (nullable): file of a pruned case */
  char *mask;      /* (nullable): file of a mask of heads */
  int remove;      /* number of heads that are removed from them; negative for none */
} CliPruneFiles;

/* Subject, settings and result of pruning. Zero-initialised. */
typedef struct
{
  const CliArguments *arguments;
  CliPruneFiles files;
  CliPruneInput subject;
  IplPruningAnalysis work;
  IplHeadResult *result; /* partial after a stop */
} CliPruning;

void cli_pruning_clear (CliPruning *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliPruning, cli_pruning_clear)

/* Prunes the case, which is made already, and writes the results. */
CliExit cli_pruning_run (CliPruning *self);
