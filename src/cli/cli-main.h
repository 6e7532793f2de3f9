/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

int ipl_cli_main (int argc, char **argv);
