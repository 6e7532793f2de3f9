/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/work/work.h"
#include "runs/file-run.h"

/* One subcommand; argv[0] is its name. */
typedef struct
{
  const char *name;
  const char *summary;
  CliExit (*run) (int argc, char **argv);
} CliCommand;

CliExit cli_tell_files (const char *command, const IplFileResult *result);
CliExit cli_tell_doubt (const char *command, const IplSweep *sweep, const IplSolution *current);

CliExit cli_cases (int argc, char **argv);
CliExit cli_export_case (int argc, char **argv);
CliExit cli_inspect (int argc, char **argv);
CliExit cli_sweep (int argc, char **argv);
CliExit cli_map (int argc, char **argv);
CliExit cli_sample (int argc, char **argv);
CliExit cli_train (int argc, char **argv);
CliExit cli_prune (int argc, char **argv);
CliExit cli_dynamics (int argc, char **argv);
CliExit cli_kernels (int argc, char **argv);
CliExit cli_figure (int argc, char **argv);
CliExit cli_animate (int argc, char **argv);
CliExit cli_story (int argc, char **argv);
CliExit cli_html (int argc, char **argv);
CliExit cli_help (int argc, char **argv);
CliExit cli_plan (int argc, char **argv);
CliExit cli_run_task (int argc, char **argv);
CliExit cli_status (int argc, char **argv);
CliExit cli_merge (int argc, char **argv);
CliExit cli_rerun (int argc, char **argv);
