/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/options/command-table.h"

const CliCommand *ipl_cli_find_command (const char *name);
const CliCommand *const *ipl_cli_commands (guint *n);
int ipl_cli_main (int argc, char **argv);
