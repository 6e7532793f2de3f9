/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure as files. */
#include "cli/figure-files.h"

#include <errno.h>
#include <stdio.h>

#include "core/base/refuge.h"
#include "core/base/shown-text.h"
#include "figures/output/export.h"

void
cli_figure_files_clear (CliFigureFiles *self)
{
  g_free (self->size);
  g_free (self->format);
  g_free (self->out);
}

/* A figure to be drawn. */
typedef struct
{
  const IplPanel *panel;
  const IplView *view;
  const IplStyle *style;
  const IplPaper *page;
  IplFormat format;
} Drawing;

static gboolean
write_figure (const char *path, gpointer data, GError **error)
{
  const Drawing *drawing = data;

  return ipl_figure_export (drawing->panel, drawing->view, drawing->style, drawing->page,
                            drawing->format, path, error);
}

CliExit
cli_figure_files_write (const CliFigureFiles *self, const char *command, const IplPanel *panel,
                        const IplView *view)
{
  g_auto (GStrv) formats = g_strsplit (self->format, ",", -1);
  g_autoptr (GError) error = NULL;
  IplPaper page;
  IplStyle style;

  if (!ipl_paper_init (&page, self->size, panel, view, self->font_size, self->dpi, &error))
    return cli_fail (CLI_USAGE, command, "%s", error->message);
  if (g_mkdir_with_parents (self->out, 0777) != 0)
    return cli_fail (CLI_FAILED, command, "The folder %s cannot be made: %s.", self->out,
                     g_strerror (errno));

  ipl_style_init (&style, self->theme, page.font_pt);
  style.look = self->look;
  for (guint i = 0; formats[i] != NULL; i++)
    {
      IplFormat format;
      g_autofree char *name = NULL, *path = NULL, *shown = NULL;

      if (!ipl_format_parse (g_strstrip (formats[i]), &format))
        continue; /* checked before */
      name = g_strdup_printf (
          "%s-%s.%s", view->the_case != NULL ? view->the_case->name : view->own->experiment->id,
          panel->id, ipl_format_extension (format));
      g_strdelimit (name, "/\\", '_');
      path = g_build_filename (self->out, name, NULL);
      if (!ipl_refuge_write (path, write_figure, &(Drawing){ panel, view, &style, &page, format },
                             &error))
        return cli_fail_error (command, error);
      shown = ipl_path_shown (path);
      printf ("%s\n", shown);
    }
  return CLI_OK;
}

CliExit
cli_figure_files_check (const CliFigureFiles *self, const char *command, const IplPanel *panel)
{
  g_auto (GStrv) formats = g_strsplit (self->format, ",", -1);
  g_autoptr (GError) error = NULL;
  IplFormat format;
  IplPaper page;

  if (formats[0] == NULL)
    return cli_fail (CLI_USAGE, command, "--format is empty, and must be png, svg or pdf.");
  for (guint i = 0; formats[i] != NULL; i++)
    if (!ipl_format_parse (g_strstrip (formats[i]), &format))
      return cli_fail (CLI_USAGE, command, "--format: “%s” is not png, svg or pdf.", formats[i]);
  if (!ipl_paper_init (&page, self->size, panel, NULL, self->font_size, self->dpi, &error))
    return cli_fail (CLI_USAGE, command, "--size: %s", error->message);
  return CLI_OK;
}
