/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "manual/program.h"

#include "app/shell/application-options.h"

/* interplay: what GApplication adds by itself, and its own options. */
ManualProgram *
manual_program_window (void)
{
  ManualProgram *self = g_new0 (ManualProgram, 1);
  g_autofree char *summary = ipl_application_summary ();
  g_auto (GStrv) endings = g_strsplit (IPL_APPLICATION_ENDINGS, ",", -1);
  CliImageArguments all = { .flags_of = CLI_FLAGS_OF_ALL };
  CliOptionGroup *own;

  self->own = cli_description_new ("interplay", "see which attention paths of a transformer matter",
                                   "[" IPL_APPLICATION_ARGUMENT "...]", summary);
  self->own->n_arguments = -1;
  self->own->values = cli_values_of ("CASE", NULL, &all);
  g_strfreev (self->own->values.endings);
  self->own->values.endings = g_steal_pointer (&endings);
  own = cli_description_add_group (self->own, NULL);
  for (const GOptionEntry *at = ipl_application_options; at->long_name != NULL; at++)
    cli_option_group_add (own, at,
                          at->arg_description != NULL
                              ? cli_values_of (at->arg_description, at->long_name, NULL)
                              : (CliValues){ NULL });
  cli_option_group_add_help (own, "help", 'h', "Show help options");
  cli_option_group_add_help (own, "help-all", 0, "Show all help options");
  cli_option_group_add_help (own, "help-gapplication", 0, "Show GApplication options");
  cli_option_group_add_help (own, "gapplication-service", 0,
                             "Enter GApplication service mode (use from D-Bus service files)");
  return self;
}
