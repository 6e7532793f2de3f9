/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/options/shared-arguments.h"

#include "core/base/text-escape.h"
#include "core/base/closest-name.h"
#include "figures/animation/film.h"
#include "figures/output/style-json.h"
#include "figures/panels/panel-table.h"

const char *const cli_theme_names[] = { "light", "dark", "contrast", "contrast-dark", NULL };
const char *const cli_look_names[] = { "own", "paper", NULL };

CliExit
cli_drawing_choose (CliDrawing *self, char *given)
{
  const IplPanel **panel = &self->panel;
  g_autofree char *shown = NULL, *hint = NULL;
  g_autofree const char **names = NULL;
  const IplPanel *const *panels;
  guint n;

  self->panel_id = given;
  *panel = given != NULL ? ipl_panel_find (given) : &ipl_panel_all;
  if (*panel != NULL)
    return CLI_OK;
  shown = ipl_text_shown (given);
  panels = ipl_panels (&n);
  names = g_new0 (const char *, n + 1);
  for (guint i = 0; i < n; i++)
    names[i] = panels[i]->id;
  hint = ipl_closest_name_hint (given, names);
  return cli_fail (CLI_USAGE, "--panel: there is no panel “%s”; --help lists them.%s", shown, hint);
}

/* Reads a style from a file, or from JSON text, so that a command copied from the window needs no
 * file. */
static CliExit
read_style (const char *given, const IplFigureStyle **style)
{
  g_autoptr (GError) error = NULL;

  if (given == NULL)
    return CLI_OK;
  *style = given[0] == '{' ? ipl_figure_style_from_json (given, &error)
                           : ipl_figure_style_load (given, &error);
  return *style != NULL ? CLI_OK : cli_fail (CLI_USAGE, "--style: %s", error->message);
}

CliExit
cli_drawing_make_page (const CliDrawing *self, const IplPanel *panel, const IplView *view,
                       IplPaper *page)
{
  g_autoptr (GError) error = NULL;

  return ipl_paper_init (page, self->size, panel, view, self->font_size, self->dpi, &error)
             ? CLI_OK
             : cli_fail (CLI_USAGE, "--size: %s", error->message);
}

CliExit
cli_drawing_check (CliDrawing *self)
{
  CliExit status = cli_drawing_choose (self, self->panel_id);
  IplPaper page;

  if (status == CLI_OK)
    status = read_style (self->style_file, &self->style);
  if (status != CLI_OK)
    return status;
  return cli_drawing_make_page (self, self->panel, NULL, &page);
}

/* Returns: (transfer full): "paths, u, accuracy, overlap or all; trace, ..": panels and the
 *   composite of each group */
char *
cli_list_panels (void)
{
  GString *text = g_string_new (NULL);

  for (const IplPanel *const *at = ipl_panels (NULL), *panel; (panel = *at) != NULL; at++)
    {
      const char *between = at[1] != NULL && !ipl_panel_is_composite (at[1]) ? ", " : " or ";

      if (ipl_panel_is_composite (panel))
        between = "; ";
      g_string_append_printf (text, "%s%s", panel->id, at[1] != NULL ? between : "");
    }
  g_string_append (text, " (default: all, lettered)");
  return g_string_free (text, FALSE);
}

CliExit
cli_check_animation (const IplAnimationFormat *format, double fps)
{
  g_autoptr (GError) error = NULL;

  if (fps > format->fastest)
    return cli_fail (CLI_USAGE, "--fps: a %s has at most %g frames a second.", format->title,
                     format->fastest);
  return ipl_ffmpeg_check (&error) ? CLI_OK : cli_fail_error (error);
}
