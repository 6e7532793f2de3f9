/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/work/command-input.h"

/* Table of the commands, in the order of the help. */
/* clang-format off */
#define CLI_COMMANDS(entry) \
  entry (cases) \
  entry (inspect) \
  entry (export_case) \
  entry (sweep) \
  entry (attention) \
  entry (map) \
  entry (kernels) \
  entry (sample) \
  entry (train) \
  entry (prune) \
  entry (dynamics) \
  entry (plan) \
  entry (run) \
  entry (status) \
  entry (merge) \
  entry (figure) \
  entry (story) \
  entry (help)
/* clang-format on */

#define DECLARE(name) extern const CliCommand cli_command_##name;
CLI_COMMANDS (DECLARE)
#undef DECLARE
