/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of a command. */
#include "cli/options/description.h"

#include <string.h>

/* "--omniglot A.zip B.zip" as GOption has it: the option before each. */
static void
repeat_archives (GPtrArray *arguments)
{
  for (guint i = 1; i + 1 < arguments->len; i++)
    {
      const char *archive = arguments->pdata[i], *next = arguments->pdata[i + 1];
      gboolean among = g_str_has_prefix (archive, "--omniglot=")
                       || strcmp (arguments->pdata[i - 1], "--omniglot") == 0;

      if (among && next[0] != '-' && g_str_has_suffix (next, ".zip"))
        g_ptr_array_insert (arguments, (int)i + 1, g_strdup ("--omniglot"));
    }
}

/* The experiment that is named, where it makes no case: its flags alone are then read, and its help
 * lists them, without those that others call so too. */
static void
find_experiment (char **arguments, CliImageArguments *images)
{
  /* A command may be for one experiment alone. */
  if (images->only != NULL)
    return;
  for (char **at = arguments + 1; images->flags_of != CLI_FLAGS_OF_CASES && *at != NULL; at++)
    {
      const IplExperiment *named = ipl_experiment_find (*at);

      if (named != NULL && named->compute != NULL && images->only == NULL)
        images->only = named;
    }
  for (char **at = arguments + 1; images->only != NULL && *at != NULL; at++)
    if (strcmp (*at, "--help") == 0 || strcmp (*at, "-h") == 0)
      {
        g_free (*at);
        *at = g_strdup ("--help-all");
      }
}

static gboolean
parse (int argc, char **argv, const GOptionEntry *entries, const char *positional_name,
       gboolean needed, const char *summary, const char *description, CliImageArguments *images,
       char **positional)
{
  g_autofree char *usage
      = g_strdup_printf ("%s%s- %s", positional_name != NULL ? positional_name : "",
                         positional_name != NULL ? " " : "", summary);
  g_autoptr (GOptionContext) context = g_option_context_new (usage);
  g_autofree char *program = g_strdup_printf ("interplay-cli %s", argv[0]);
  g_autoptr (GError) error = NULL;
  const char *command = argv[0];
  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) copy = NULL;
  char **left;
  int n;

  if (cli_description_take (command, entries, positional_name, description, images))
    return FALSE;
  for (int i = 0; i < argc; i++)
    g_ptr_array_add (arguments, g_strdup (argv[i]));
  repeat_archives (arguments);
  g_ptr_array_add (arguments, NULL);
  copy = left = (char **)g_ptr_array_free (g_steal_pointer (&arguments), FALSE);
  g_set_prgname (program);
  g_option_context_set_main_group (context, cli_number_group (entries));
  if (images != NULL)
    find_experiment (left, images);
  if (images != NULL)
    cli_case_flags_add (context, entries, images);
  g_option_context_set_description (context, description);
  if (!g_option_context_parse_strv (context, &left, &error))
    {
      copy = left;
      if (error->domain == G_CONVERT_ERROR)
        cli_fail (CLI_USAGE, command,
                  "An argument is not in the encoding of this terminal, UTF-8 as a rule; only file "
                  "names may be.");
      else
        cli_fail (CLI_USAGE, command, "%s%s", error->message,
                  strchr (".?", error->message[strlen (error->message) - 1]) != NULL ? "" : ".");
      return FALSE;
    }
  copy = left;
  n = (int)g_strv_length (left);
  if (n > (positional_name == NULL ? 1 : 2) || (needed && n < 2))
    {
      if (n > (positional_name == NULL ? 1 : 2))
        cli_fail (CLI_USAGE, command, "There is nothing to do with the argument “%s”.",
                  left[positional_name == NULL ? 1 : 2]);
      else
        cli_fail (CLI_USAGE, command,
                  "A %s is missing: a built-in name (see interplay-cli cases) "
                  "or a file.",
                  positional_name);
      return FALSE;
    }
  if (positional != NULL)
    *positional = g_strdup (left[1]);
  return TRUE;
}

/* As cli_parse, for a positional argument that may be left out. */
gboolean
cli_parse_optional (int argc, char **argv, const GOptionEntry *entries, const char *positional_name,
                    const char *summary, const char *description, CliImageArguments *images,
                    char **positional)
{
  return parse (argc, argv, entries, positional_name, FALSE, summary, description, images,
                positional);
}

gboolean
cli_parse (int argc, char **argv, const GOptionEntry *entries, const char *positional_name,
           const char *summary, const char *description, char **positional)
{
  return parse (argc, argv, entries, positional_name, positional_name != NULL, summary, description,
                NULL, positional);
}
