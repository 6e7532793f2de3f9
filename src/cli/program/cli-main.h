/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/options/description.h"

GPtrArray *ipl_cli_describe (void);
CliDescription *ipl_cli_describe_program (void);
int ipl_cli_main (int argc, char **argv);
