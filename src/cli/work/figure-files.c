/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure as files. */
#include "cli/work/figure-files.h"

#include "cli/work/figure-python.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "core/base/shown-text.h"
#include "figures/output/export.h"
#include "figures/output/too-small.h"

/* A figure to be drawn. */
typedef struct
{
  IplPythonFigure figure;
  const IplProvenance *made;
  const IplFormat *format;
} Drawing;

static gboolean
write_figure (const Drawing *drawing, const char *path, GError **error)
{
  const IplPythonFigure *figure = &drawing->figure;

  return ipl_figure_export (figure->panel, figure->view, figure->style, figure->paper,
                            drawing->made, drawing->format, path, error);
}

/* How files about a case are called: after the file it comes from, where it comes from one. */
static char *
case_stem (const CliSubject *subject)
{
  const char *named = subject->name;
  const IplView *view = &subject->view;
  char *base, *dot;

  if (subject->work.arguments->anonymous)
    return g_strdup ("case");
  if (named == NULL || ipl_experiment_find (named) != NULL
      || !g_file_test (named, G_FILE_TEST_IS_REGULAR))
    return g_strdup (view->the_case != NULL ? view->the_case->name : view->own->experiment->id);
  base = g_path_get_basename (named);
  dot = strrchr (base, '.');
  if (dot != NULL && dot > base)
    *dot = '\0';
  return base;
}

/* Name of a figure's files without their endings, for which there is room. */
static char *
make_stem (const IplPanel *panel, const CliSubject *subject)
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

/* TRUE if a figure of another case has one of the names that the formats would have with @stem. */
static gboolean
is_taken (const char *folder, char **formats, const IplProvenance *made, const char *stem)
{
  for (guint i = 0; formats[i] != NULL; i++)
    {
      g_autofree char *name = g_strconcat (stem, ".", g_strstrip (formats[i]), NULL);
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (ipl_provenance_is_other (made, path))
        return TRUE;
    }
  return FALSE;
}

/* The stem, with a number where files of that name are there and show another case. */
static char *
find_stem (const char *plain, const char *folder, char **formats, const IplProvenance *made)
{
  char *stem = g_strdup (plain);

  for (guint n = 2; is_taken (folder, formats, made, stem); n++)
    {
      g_free (stem);
      stem = g_strdup_printf ("%s-%u", plain, n);
    }
  if (strcmp (stem, plain) != 0)
    cli_fail (CLI_OK, "%s is there of another case: this one is called %s.", plain, stem);
  return stem;
}

static CliExit
write_formats (const CliSubject *subject, char **formats, Drawing *drawing, const char *plain)
{
  const char *folder = subject->work.arguments->out;
  g_autofree char *stem = find_stem (plain, folder, formats, drawing->made);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; formats[i] != NULL; i++)
    {
      g_autofree char *name = NULL, *path = NULL;

      if (cli_figure_python_is_format (g_strstrip (formats[i])))
        {
          CliExit status = cli_figure_python_write (subject, &drawing->figure, folder, stem);

          if (status != CLI_OK)
            return status;
          continue;
        }
      if (!ipl_format_parse (formats[i], &drawing->format))
        continue; /* checked before */
      name = g_strconcat (stem, ".", drawing->format->id, NULL);
      path = g_build_filename (folder, name, NULL);
      if (!write_figure (drawing, path, &error))
        return cli_fail_error (error);
      cli_print_path (path);
    }
  return CLI_OK;
}

CliExit
cli_figure_files_write (const CliFigureFiles *self, const IplPanel *panel,
                        const CliSubject *subject)
{
  const CliArguments *arguments = subject->work.arguments;
  const CliDrawing *look = &arguments->drawing;
  const char *folder = arguments->out;
  const IplView *view = &subject->view;
  g_auto (GStrv) formats = g_strsplit (self->format, ",", -1);
  g_autoptr (IplProvenance) made
      = cli_provenance (arguments, cli_subject_parameters (subject), FALSE);
  g_autofree char *stem = NULL, *small = NULL;
  CliExit status;
  Drawing drawing;
  IplPaper page;
  IplStyle style;

  status = cli_drawing_make_page (look, panel, view, &page);
  if (status != CLI_OK)
    return status;
  if (g_mkdir_with_parents (folder, 0777) != 0)
    return cli_fail (CLI_FAILED, "The folder %s cannot be made: %s.", folder, g_strerror (errno));

  stem = make_stem (panel, subject);
  page.outlines = self->outlines;
  ipl_style_init (&style, look->theme, page.font_pt);
  style.look = look->look;
  style.transparent = self->transparent;
  style.marks_shown = self->mark_width;
  small = ipl_figure_too_small (panel, view, &style, &page);
  if (small != NULL)
    cli_fail (CLI_OK, "%s", small);
  drawing = (Drawing){ .figure = { .panel = panel,
                                   .view = view,
                                   .style = &style,
                                   .paper = &page,
                                   .made_by = made->command,
                                   .identity = made->identity },
                       .made = made };
  return write_formats (subject, formats, &drawing, stem);
}

CliExit
cli_figure_files_check (const CliFigureFiles *self, const CliArguments *arguments)
{
  const char *asked = self->format;
  g_auto (GStrv) formats = g_strsplit (asked, ",", -1);
  g_autofree char *known = ipl_format_list ("", ", ", ", ");
  const IplFormat *format;

  if (formats[0] == NULL)
    return cli_fail (CLI_USAGE, "--format is empty, and must be %s or py.", known);
  for (guint i = 0; formats[i] != NULL; i++)
    if (!ipl_format_parse (g_strstrip (formats[i]), &format)
        && !cli_figure_python_is_format (formats[i]))
      return cli_fail (CLI_USAGE, "--format: “%s” is not %s or py.", formats[i], known);
  return cli_figure_python_check (asked, arguments->drawing.panel);
}
