/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <locale.h>

#include "cli/program/cli-main.h"

int
main (int argc, char **argv)
{
  setlocale (LC_CTYPE, "");
  return ipl_cli_main (argc, argv);
}
