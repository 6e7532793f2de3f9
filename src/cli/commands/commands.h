/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/work/work.h"

extern const CliCommand cli_command_animate, cli_command_attention, cli_command_cases,
    cli_command_dynamics, cli_command_export_case, cli_command_figure, cli_command_help,
    cli_command_html, cli_command_inspect, cli_command_kernels, cli_command_map, cli_command_merge,
    cli_command_plan, cli_command_prune, cli_command_run, cli_command_sample, cli_command_status,
    cli_command_story, cli_command_sweep, cli_command_train;
