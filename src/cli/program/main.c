/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <locale.h>

#include "cli/base/cli.h"
#include "cli/program/cli-main.h"

int
main (int argc, char **argv)
{
  setlocale (LC_CTYPE, "");
  cli_fail_on_lack ();
  return ipl_cli_main (argc, argv);
}
