/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A file as each command takes it, as far as its estimate, or as its figure where that is small:
 * commands look at shapes before they build anything. */

#include "cli/program/cli-main.h"
#include "core/folder.h"
#include "fuzz.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static const char *const lines[][5] = {
  { "inspect" },
  { "sweep", "--dry-run", "--widths=10" },
  { "sample", "--dry-run", "--widths=10" },
  { "map", "--dry-run", "--x=N=10,20" },
  { "kernels", "--width=10" },
  { "prune", "--width=10", "--random-orders=2" },
  { "attention", "--dry-run", "--p=2" },
  { "plan", "--widths=10", "--out=/dev/shm/no/plan" },
};

static void
run (const char *const *line, const char *path)
{
  const char *argv[8] = { "interplay-cli", line[0], path };
  int out = dup (STDOUT_FILENO), status;
  int nowhere = open ("/dev/null", O_WRONLY), n = 3;

  for (; line[n - 2] != NULL; n++)
    argv[n] = line[n - 2];
  fflush (stdout);
  dup2 (nowhere, STDOUT_FILENO);
  status = ipl_cli_main (n, (char **)argv);
  fflush (stdout);
  dup2 (out, STDOUT_FILENO);
  close (nowhere);
  close (out);
  if (status < 0 || status > 3)
    g_error ("%s ended with %d", line[0], status);
}

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  gboolean zip = n > 2 && bytes[0] == 'P' && bytes[1] == 'K';
  g_autofree guint8 *repaired = g_memdup2 (bytes, n);
  g_autofree char *path = NULL;

  fuzz_repair_zip (repaired, n);
  path = test_put (test_folder (), zip ? "a.npz" : "a.safetensors", repaired, n);
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    run (lines[i], path);
  return 0;
}
