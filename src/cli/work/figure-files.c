/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure as files. */
#include "cli/work/figure-files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/base/refuge.h"
#include "core/base/shown-text.h"
#include "figures/output/arranged.h"
#include "figures/output/export.h"
#include "figures/output/too-small.h"
#include "figures/view/compared.h"

void
cli_figure_files_clear (CliFigureFiles *self)
{
  g_free (self->size);
  g_free (self->format);
  g_free (self->out);
  g_free (self->command_line);
  g_free (self->style_file);
  g_clear_pointer (&self->style, ipl_figure_style_unref);
}

/* A figure to be drawn. */
typedef struct
{
  const IplPanel *panel;
  const IplView *view;
  const IplStyle *style;
  const IplPaper *page;
  const IplProvenance *made;
  const IplFormat *format;
} Drawing;

static gboolean
write_figure (const char *path, gpointer data, GError **error)
{
  const Drawing *drawing = data;

  return ipl_figure_export (drawing->panel, drawing->view, drawing->style, drawing->page,
                            drawing->made, drawing->format, path, error);
}

/* Name of a figure's files without their endings: the case's, and of what it is compared with. */
static char *
make_stem (const IplPanel *panel, const IplView *view)
{
  const char *name = view->the_case != NULL ? view->the_case->name : view->own->experiment->id;
  char *stem = view->compared != NULL ? g_strdup_printf ("%s-with-%s-%s", name,
                                                         view->compared->the_case->name, panel->id)
                                      : g_strdup_printf ("%s-%s", name, panel->id);

  return g_strdelimit (stem, "/\\", '_');
}

static CliExit
write_python (const CliFigureFiles *self, const char *command, const IplPanel *panel,
              const IplView *view, const IplParameters *parameters, const IplPaper *page,
              const IplStyle *style)
{
  g_autofree char *stem = make_stem (panel, view);
  IplPythonFigure figure = {
    .panel = panel, .view = view, .style = style, .paper = page, .made_by = self->command_line
  };

  return cli_figure_python_write (&self->arrays, command, &figure, self->out, stem, parameters);
}

CliExit
cli_figure_files_write (const CliFigureFiles *self, const char *command, const IplPanel *panel,
                        const IplView *given, const IplParameters *parameters)
{
  IplView styled = *given;
  const IplView *view = &styled;
  g_auto (GStrv) formats = g_strsplit (self->format, ",", -1);
  g_autoptr (IplProvenance) made = ipl_provenance_new (parameters, self->command_line);
  g_autofree char *stem = make_stem (panel, view), *small = NULL;
  g_autoptr (GError) error = NULL;
  IplPaper page;
  IplStyle style;

  styled.figure_style = self->style;
  panel = ipl_panel_arranged (panel, self->style);
  if (view->compared != NULL)
    ipl_provenance_compare (made, ipl_view_get_name (view->compared), self->compared);
  if (!ipl_paper_init (&page, self->size, panel, view, self->font_size, self->dpi, &error))
    return cli_fail (CLI_USAGE, command, "%s", error->message);
  if (g_mkdir_with_parents (self->out, 0777) != 0)
    return cli_fail (CLI_FAILED, command, "The folder %s cannot be made: %s.", self->out,
                     g_strerror (errno));

  page.outlines = self->outlines;
  ipl_style_init (&style, self->theme, page.font_pt);
  style.look = self->look;
  style.transparent = self->transparent;
  style.marks_shown = self->mark_width;
  small = ipl_figure_too_small (panel, view, &style, &page);
  if (small != NULL)
    fprintf (stderr, "interplay-cli %s: %s\n", command, small);
  for (guint i = 0; formats[i] != NULL; i++)
    {
      const IplFormat *format;
      g_autofree char *name = NULL, *path = NULL, *shown = NULL;

      if (cli_figure_python_is_format (g_strstrip (formats[i])))
        {
          CliExit status = write_python (self, command, panel, view, parameters, &page, &style);

          if (status != CLI_OK)
            return status;
          continue;
        }
      if (!ipl_format_parse (formats[i], &format))
        continue; /* checked before */
      name = g_strconcat (stem, ".", format->id, NULL);
      path = g_build_filename (self->out, name, NULL);
      if (!ipl_refuge_write (path, write_figure,
                             &(Drawing){ panel, view, &style, &page, made, format }, &error))
        return cli_fail_error (command, error);
      shown = ipl_path_shown (path);
      printf ("%s\n", shown);
    }
  return CLI_OK;
}

/* Whether an argument is @option with its value, "-o x", "-ox", "--out x" or "--out=x"; @skip:
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

char *
cli_figure_command_line (int argc, char **argv, gboolean with_out)
{
  static const char safe[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_@%+=:,./-";
  GString *text = g_string_new ("interplay-cli");

  for (int i = 0; i < argc; i++)
    {
      gboolean skip, plain = argv[i][0] != '\0' && argv[i][strspn (argv[i], safe)] == '\0';
      g_autofree char *word = plain ? g_strdup (argv[i]) : ipl_text_shell_quote (argv[i]);

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
cli_figure_files_check (const CliFigureFiles *self, const char *command, const IplPanel *panel)
{
  g_auto (GStrv) formats = g_strsplit (self->format, ",", -1);
  g_autofree char *known = ipl_format_list ("", ", ", ", ");
  g_autoptr (GError) error = NULL;
  const IplFormat *format;
  IplPaper page;

  if (formats[0] == NULL)
    return cli_fail (CLI_USAGE, command, "--format is empty, and must be %s or py.", known);
  for (guint i = 0; formats[i] != NULL; i++)
    if (!ipl_format_parse (g_strstrip (formats[i]), &format)
        && !cli_figure_python_is_format (formats[i]))
      return cli_fail (CLI_USAGE, command, "--format: “%s” is not %s or py.", formats[i], known);
  if (!ipl_paper_init (&page, self->size, panel, NULL, self->font_size, self->dpi, &error))
    return cli_fail (CLI_USAGE, command, "--size: %s", error->message);
  return cli_figure_python_check (self->format, command, panel);
}
