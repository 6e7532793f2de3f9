/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a figure to files of a folder, which are named after its case. */
#include "cli/work/figure-input.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "core/base/text-escape.h"

/* Returns: (transfer full): stem of file names: the name of the case or of its file */
static char *
case_stem (const CliFigureInput *subject)
{
  const char *named = subject->name;
  const IplView *view = &subject->view;
  char *base, *dot;

  if (subject->work.arguments->anonymous)
    return g_strdup ("case");
  if (named == NULL || ipl_experiment_find (named) != NULL
      || !g_file_test (named, G_FILE_TEST_IS_REGULAR))
    return g_strdup (view->the_case != NULL ? view->the_case->name
                                            : view->dynamics->experiment->id);
  base = g_path_get_basename (named);
  dot = strrchr (base, '.');
  if (dot != NULL && dot > base)
    *dot = '\0';
  return base;
}

/* Returns: (transfer full): stem of the figure's file names, cut to the longest name that the file
 *   system allows */
static char *
make_stem (const IplPanel *panel, const CliFigureInput *subject)
{
  g_autofree char *name = case_stem (subject);
  gsize room = NAME_MAX - strlen (panel->id) - strlen ("--1000-graphics.pdf");
  char *stem;

  if (strlen (name) > room)
    {
      while (room > 0 && ((guchar)name[room] & 0xc0) == 0x80)
        room--;
      name[room] = '\0';
    }
  stem = g_strconcat (name, "-", panel->id, NULL);
  return g_strdelimit (stem, "/\\", '_');
}

/* TRUE if a figure of another case has a file with @stem and the ending of one of the formats. */
static gboolean
name_exists (const char *folder, char **formats, const IplProvenance *provenance, const char *stem)
{
  for (guint i = 0; formats[i] != NULL; i++)
    {
      g_autofree char *name = g_strconcat (stem, ".", g_strstrip (formats[i]), NULL);
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (ipl_provenance_is_other (provenance, path))
        return TRUE;
    }
  return FALSE;
}

/* Returns: (transfer full): the stem, with a number if files of that name show another case */
static char *
find_stem (const char *plain, const char *folder, char **formats, const IplProvenance *provenance)
{
  char *stem = g_strdup (plain);

  for (guint n = 2; name_exists (folder, formats, provenance, stem); n++)
    {
      g_free (stem);
      stem = g_strdup_printf ("%s-%u", plain, n);
    }
  if (strcmp (stem, plain) != 0)
    cli_fail (CLI_OK, "%s shows another case: the new figure is called %s.", plain, stem);
  return stem;
}

CliExit
cli_figure_write_folder (const CliFigureArguments *self, const CliFigureInput *input,
                         const IplPanel *panel)
{
  const CliArguments *arguments = &self->all;
  const char *folder = arguments->out;
  g_auto (GStrv) formats = g_strsplit (self->format, ",", -1);
  g_autoptr (IplProvenance) provenance
      = cli_provenance (arguments, cli_figure_input_parameters (input), FALSE);
  g_autofree char *plain = make_stem (panel, input), *stem = NULL;
  CliExit status = CLI_OK;

  if (g_mkdir_with_parents (folder, 0777) != 0)
    return cli_fail (CLI_FAILED, "The folder %s cannot be created: %s.", folder,
                     g_strerror (errno));
  stem = find_stem (plain, folder, formats, provenance);
  for (guint i = 0; status == CLI_OK && formats[i] != NULL; i++)
    {
      g_autofree char *ending = g_ascii_strdown (g_strstrip (formats[i]), -1);
      g_autofree char *name = g_strconcat (stem, ".", ending, NULL);
      g_autofree char *path = g_build_filename (folder, name, NULL);

      status = cli_figure_write (self, input, panel, path, ipl_provenance_copy (provenance));
    }
  return status;
}
