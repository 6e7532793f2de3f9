/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

void cli_confine (int argc, char **argv);
