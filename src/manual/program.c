/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "manual/program.h"

#include "cli/program/cli-main.h"

/* interplay-cli */
ManualProgram *
manual_program_commands (void)
{
  ManualProgram *self = g_new0 (ManualProgram, 1);

  self->own = ipl_cli_describe_program ();
  self->commands = ipl_cli_describe ();
  return self;
}

void
manual_program_free (ManualProgram *self)
{
  cli_description_free (self->own);
  g_clear_pointer (&self->commands, g_ptr_array_unref);
  g_free (self);
}

/* Returns: (transfer full): its name as shells take it for that of a function */
char *
manual_program_function (const ManualProgram *self)
{
  return g_strdelimit (g_strconcat ("_", self->own->name, NULL), "-", '_');
}

/* Returns: (transfer full): every experiment that brings options of its own */
GStrv
manual_program_experiments (const ManualProgram *self)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; self->commands != NULL && i < self->commands->len; i++)
    {
      const CliDescription *command = self->commands->pdata[i];

      for (guint g = 0; g < command->groups->len; g++)
        {
          const CliOptionGroup *group = command->groups->pdata[g];

          for (char **at = group->experiments; at != NULL && *at != NULL; at++)
            if (g_hash_table_add (seen, *at))
              g_strv_builder_add (ids, *at);
        }
    }
  return g_strv_builder_end (ids);
}

/* A word within single quotes, for shells like that of POSIX. */
void
manual_append_quoted (GString *text, const char *word)
{
  g_autofree char *quoted = g_shell_quote (word);

  g_string_append (text, quoted);
}
