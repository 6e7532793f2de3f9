/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include "core/base/shown-text.h"
#include "core/base/fallback.h"
#include "core/case/case-io.h"
#include <stdio.h>

static gboolean
write_case (const char *path, gpointer data, GError **error)
{
  return ipl_case_save (data, path, error);
}

/* interplay-cli export-case NAME --out FILE.npz [--seed n] */
CliExit
cli_export_case (int argc, char **argv)
{
  g_autofree char *name = NULL, *out = NULL, *shown = NULL;
  g_auto (CliImageArguments) images = { NULL };
  gint64 seed = -1;
  const GOptionEntry entries[] = {
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &out, "the .npz to write", "FILE.npz" },
    CLI_IMAGE_ENTRIES (images),
    { "seed", 's', 0, CLI_ARG_NUMBER, CLI_SEED (seed), "seed of a built-in case", "n" },
    { NULL },
  };
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (GError) error = NULL;
  IplParameters parameters;
  CliExit tried;

  if (!cli_parse_case (
          argc, argv, entries, "write a case as .npz",
          "The file holds the tokens and attention weights where the case has them, else "
          "the path features;\nnumpy.load reads it, and every command takes it as a CASE.",
          &images, &name))
    return CLI_USAGE;
  if (out == NULL)
    return cli_fail (CLI_USAGE, argv[0], "--out FILE.npz is missing.");
  tried = cli_try_output (argv[0], "--out", out, 0, ".npz");
  if (tried != CLI_OK)
    return tried;
  if (!cli_make_case_of (name, &images, seed, TRUE, cli_threads (0), &parameters, &the_case, &error)
      || !ipl_fallback_write (out, write_case, the_case, &error))
    return cli_fail_error (argv[0], error);

  cli_tell_warnings (the_case);
  shown = ipl_path_shown (out);
  printf ("%s: %" G_GSIZE_FORMAT " training and %" G_GSIZE_FORMAT " test examples, %" G_GSIZE_FORMAT
          " paths\n",
          shown, the_case->train.count, the_case->tests[0].count, the_case->Pi);
  return CLI_OK;
}
