/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <locale.h>

#include "cli/base/cli.h"
#include "cli/program/cli-main.h"
#include "core/base/blas-memory.h"

int
main (int argc, char **argv)
{
  ipl_blas_start_without_threads (argv);
  setlocale (LC_CTYPE, "");
  cli_fail_on_memory ();
  return ipl_cli_main (argc, argv);
}
