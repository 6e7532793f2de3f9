/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include "core/base/text-escape.h"
#include "core/case/case-io.h"
#include <stdio.h>

/* interplay-cli export-case NAME --out FILE.npz [--seed n] */
static CliExit
export_case (CliArguments *arguments)
{
  g_autofree char *shown = NULL;
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (GError) error = NULL;
  IplParameters parameters;

  if (arguments->out == NULL)
    return cli_fail (CLI_USAGE, "--out FILE.npz is missing.");
  if (!cli_make_case_of (arguments->name, &arguments->images, arguments->sweep.seed, TRUE,
                         arguments->threads, &parameters, &the_case, &error)
      || !ipl_case_save (the_case, arguments->out, &error))
    return cli_fail_error (error);

  cli_print_warnings (the_case);
  shown = ipl_path_shown (arguments->out);
  cli_print ("%s: %" G_GSIZE_FORMAT " training and %" G_GSIZE_FORMAT
             " test examples, %" G_GSIZE_FORMAT " paths\n",
             shown, the_case->train.count, the_case->tests[0].count, the_case->Pi);
  return CLI_OK;
}

static const CliEntry entries[]
    = { { "out", 'o', CLI_OUTPUT, CLI_AT (out), "the .npz to write", "FILE.npz" },
        CLI_ENTRIES (cli_image_entries),
        CLI_ENTRIES (cli_seed_entry),
        { NULL } };

const CliCommand cli_command_export_case
    = { .name = "export-case",
        .summary = "write a case as .npz",
        .argument = "CASE",
        .missing = CLI_CASE_MISSING,
        .text = "The file holds tokens and attention weights if the case has them, else path "
                "features;\nnumpy.load reads it, and every command accepts it as CASE.",
        .examples = "interplay-cli export-case hmc4 n-train=50 --out mine.npz",
        .entries = entries,
        .has_parameters = TRUE,
        .endings = ".npz",
        .run = export_case };
