/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Final messages of commands that write figures. */
#include "cli/work/command-input.h"

#include "core/base/text-escape.h"
#include <string.h>

/* Prints the names of the written files, and the reason why others are missing. */
CliExit
cli_report_files (const IplFileResult *result)
{
  cli_progress_done ();
  if (result->note != NULL)
    cli_fail (CLI_OK, "the script leaves out %s.", result->note);
  for (guint i = 0; result->paths[i] != NULL; i++)
    cli_print_path (result->paths[i]);
  if (result->error != NULL)
    return cli_fail_error (result->error);
  return result->doubt != NULL ? cli_fail (CLI_NOT_CONVERGED, "%s", result->doubt) : CLI_OK;
}

/* Reports the first row that has not converged, which the figure marks. The exit code is that of
 * sweep.
 * @current: (nullable): a further row */
CliExit
cli_report_convergence (const IplSweep *sweep, const IplSolution *current)
{
  for (guint i = 0; i <= sweep->n_rows; i++)
    {
      const IplSolution *row = i < sweep->n_rows ? sweep->rows[i] : current;

      if (row != NULL && !row->converged)
        {
          g_autofree char *at = ipl_setting_widths_text (&row->setting);

          return cli_fail (CLI_NOT_CONVERGED, "N = %s: %s", at, row->message);
        }
    }
  return CLI_OK;
}

/* TRUE if an argument is the option with its value: "-o x", "-ox", "--out x" or "--out=x".
 * @skip: (out): TRUE if the value is the next argument */
static gboolean
is_option (const char *word, char letter, const char *name, gboolean *skip)
{
  gsize n = strlen (name);

  *skip = FALSE;
  if (word[0] == '-' && word[1] == letter)
    {
      *skip = word[2] == '\0';
      return TRUE;
    }
  if (strncmp (word, "--", 2) != 0 || strncmp (word + 2, name, n) != 0
      || (word[2 + n] != '\0' && word[2 + n] != '='))
    return FALSE;
  *skip = word[2 + n] == '\0';
  return TRUE;
}

/* Returns: (transfer full): an argument as files record it: paths, also as values of options, lose
 *   their folders */
static char *
leave_folders (const char *word)
{
  const char *equals = word[0] == '-' ? strchr (word, '=') : NULL;
  const char *path = equals != NULL ? equals + 1 : word;
  g_autofree char *folder = g_path_get_dirname (path), *base = g_path_get_basename (path);
  gboolean is_path = strchr (path, '/') != NULL
                     && (g_path_is_absolute (path) || g_file_test (folder, G_FILE_TEST_IS_DIR));

  return is_path ? g_strdup_printf ("%.*s%s", (int)(path - word), word, base) : g_strdup (word);
}

/* Returns: (transfer full): command line that reproduces the figure, on any number of threads
 * @with_out: FALSE to leave out the output file */
static char *
command_line (char **words, gboolean with_out)
{
  static const char safe[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_@%+=:,./-";
  GString *text = g_string_new ("interplay-cli");

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *shown_word = leave_folders (words[i]);
      gboolean skip, plain = shown_word[0] != '\0' && shown_word[strspn (shown_word, safe)] == '\0';
      g_autofree char *word = plain ? g_strdup (shown_word) : ipl_text_shell_quote (shown_word);

      if (strcmp (words[i], "--") != 0 && i > 0
          && ((!with_out && is_option (words[i], 'o', "out", &skip))
              || is_option (words[i], 'j', "threads", &skip)))
        i += skip && words[i + 1] != NULL;
      else
        g_string_append_printf (text, " %s", word);
    }
  return g_string_free (text, FALSE);
}

IplProvenance *
cli_provenance (const CliArguments *arguments, const IplParameters *parameters, gboolean with_out)
{
  g_autofree char *line = command_line (arguments->words, with_out);

  return ipl_provenance_new (parameters, line, arguments->anonymous);
}
