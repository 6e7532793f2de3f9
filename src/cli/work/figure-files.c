/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure as files. */
#include "cli/work/figure-files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/base/fallback.h"
#include "core/base/shown-text.h"
#include "figures/output/arranged.h"
#include "figures/output/export.h"
#include "figures/output/too-small.h"
#include "figures/view/compared.h"

void
cli_figure_files_clear (CliFigureFiles *self)
{
  cli_drawing_clear (&self->drawing);
  g_free (self->format);
  g_free (self->out);
  g_free (self->command_line);
}

/* A figure to be drawn. */
typedef struct
{
  IplPythonFigure figure;
  const IplProvenance *made;
  const IplFormat *format;
} Drawing;

static gboolean
write_figure (const char *path, gpointer data, GError **error)
{
  const Drawing *drawing = data;
  const IplPythonFigure *figure = &drawing->figure;

  return ipl_figure_export (figure->panel, figure->view, figure->style, figure->paper,
                            drawing->made, drawing->format, path, error);
}

/* How files about a case are called: after the file it comes from, where it comes from one. */
static char *
case_stem (const char *named, const IplView *view)
{
  char *base, *dot;

  if (cli_is_anonymous ())
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

/* Name of a figure's files without their endings: the case's, and of what it is compared with. */
static char *
make_stem (const CliFigureFiles *self, const IplPanel *panel, const IplView *view)
{
  g_autofree char *name = case_stem (self->named, view);
  g_autofree char *other
      = view->compared != NULL ? case_stem (self->compare_named, view->compared) : NULL;
  char *stem = other != NULL ? g_strdup_printf ("%s-with-%s-%s", name, other, panel->id)
                             : g_strdup_printf ("%s-%s", name, panel->id);

  return g_strdelimit (stem, "/\\", '_');
}

/* TRUE if a figure of another case has one of the names that the formats would have with @stem. */
static gboolean
is_taken (const CliFigureFiles *self, char **formats, const IplProvenance *made, const char *stem)
{
  for (guint i = 0; formats[i] != NULL; i++)
    {
      g_autofree char *name = g_strconcat (stem, ".", g_strstrip (formats[i]), NULL);
      g_autofree char *path = g_build_filename (self->out, name, NULL);

      if (ipl_provenance_is_other (made, path))
        return TRUE;
    }
  return FALSE;
}

/* The stem, with a number where files of that name are there and show another case. */
static char *
find_stem (const CliFigureFiles *self, const char *command, char **formats,
           const IplProvenance *made, const IplPanel *panel, const IplView *view)
{
  g_autofree char *plain = make_stem (self, panel, view);
  char *stem = g_strdup (plain);

  for (guint n = 2; is_taken (self, formats, made, stem); n++)
    {
      g_free (stem);
      stem = g_strdup_printf ("%s-%u", plain, n);
    }
  if (strcmp (stem, plain) != 0)
    fprintf (stderr, "interplay-cli %s: %s is there of another case: this one is called %s.\n",
             command, plain, stem);
  return stem;
}

static CliExit
write_formats (const CliFigureFiles *self, const char *command, char **formats, Drawing *drawing,
               const char *stem, const IplParameters *parameters)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; formats[i] != NULL; i++)
    {
      g_autofree char *name = NULL, *path = NULL, *shown = NULL;

      if (cli_figure_python_is_format (g_strstrip (formats[i])))
        {
          CliExit status = cli_figure_python_write (&self->arrays, command, &drawing->figure,
                                                    self->out, stem, parameters);

          if (status != CLI_OK)
            return status;
          continue;
        }
      if (!ipl_format_parse (formats[i], &drawing->format))
        continue; /* checked before */
      name = g_strconcat (stem, ".", drawing->format->id, NULL);
      path = g_build_filename (self->out, name, NULL);
      if (!ipl_fallback_write (path, write_figure, drawing, &error))
        return cli_fail_error (command, error);
      shown = ipl_path_shown (path);
      printf ("%s\n", shown);
    }
  return CLI_OK;
}

CliExit
cli_figure_files_write (const CliFigureFiles *self, const char *command, const IplPanel *panel,
                        const IplView *given, const IplParameters *parameters)
{
  IplView styled = *given;
  const IplView *view = &styled;
  g_auto (GStrv) formats = g_strsplit (self->format, ",", -1);
  g_autoptr (IplProvenance) made
      = ipl_provenance_new (parameters, self->command_line, cli_is_anonymous ());
  g_autofree char *stem = NULL, *small = NULL;
  CliExit status;
  Drawing drawing;
  IplPaper page;
  IplStyle style;

  styled.figure_style = self->drawing.style;
  panel = ipl_panel_arranged (panel, self->drawing.style);
  if (view->compared != NULL)
    ipl_provenance_compare (made, ipl_view_get_name (view->compared), self->compared);
  status = cli_drawing_make_page (&self->drawing, command, panel, view, &page);
  if (status != CLI_OK)
    return status;
  if (g_mkdir_with_parents (self->out, 0777) != 0)
    return cli_fail (CLI_FAILED, command, "The folder %s cannot be made: %s.", self->out,
                     g_strerror (errno));

  stem = find_stem (self, command, formats, made, panel, view);
  page.outlines = self->outlines;
  ipl_style_init (&style, self->drawing.theme, page.font_pt);
  style.look = self->drawing.look;
  style.transparent = self->transparent;
  style.marks_shown = self->mark_width;
  small = ipl_figure_too_small (panel, view, &style, &page);
  if (small != NULL)
    fprintf (stderr, "interplay-cli %s: %s\n", command, small);
  drawing = (Drawing){ .figure = { .panel = panel,
                                   .view = view,
                                   .style = &style,
                                   .paper = &page,
                                   .made_by = made->command,
                                   .identity = made->identity },
                       .made = made };
  return write_formats (self, command, formats, &drawing, stem, parameters);
}

/* TRUE if an argument is @option with its value, "-o x", "-ox", "--out x" or "--out=x"; @skip:
 * whether the value is the next one. */
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

/* An argument as files show it: of a path the name without folders, be it an option's value. */
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

char *
cli_figure_command_line (int argc, char **argv, gboolean with_out)
{
  static const char safe[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_@%+=:,./-";
  GString *text = g_string_new ("interplay-cli");

  for (int i = 0; i < argc; i++)
    {
      g_autofree char *told = leave_folders (argv[i]);
      gboolean skip, plain = told[0] != '\0' && told[strspn (told, safe)] == '\0';
      g_autofree char *word = plain ? g_strdup (told) : ipl_text_shell_quote (told);

      if (strcmp (argv[i], "--") != 0 && i > 0
          && ((!with_out && is_option (argv[i], 'o', "out", &skip))
              || is_option (argv[i], 'j', "threads", &skip)))
        i += skip;
      else
        g_string_append_printf (text, " %s", word);
    }
  return g_string_free (text, FALSE);
}

CliExit
cli_figure_files_check (const CliFigureFiles *self, const char *command)
{
  g_auto (GStrv) formats = g_strsplit (self->format, ",", -1);
  g_autofree char *known = ipl_format_list ("", ", ", ", ");
  const IplFormat *format;
  IplPaper page;
  CliExit status;

  if (formats[0] == NULL)
    return cli_fail (CLI_USAGE, command, "--format is empty, and must be %s or py.", known);
  for (guint i = 0; formats[i] != NULL; i++)
    if (!ipl_format_parse (g_strstrip (formats[i]), &format)
        && !cli_figure_python_is_format (formats[i]))
      return cli_fail (CLI_USAGE, command, "--format: “%s” is not %s or py.", formats[i], known);
  status = cli_drawing_make_page (&self->drawing, command, self->drawing.panel, NULL, &page);
  return status == CLI_OK ? cli_figure_python_check (self->format, command, self->drawing.panel)
                          : status;
}
