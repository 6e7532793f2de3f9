/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/options/drawing.h"

#include "core/base/shown-text.h"
#include "figures/output/arranged.h"
#include "figures/output/style-json.h"
#include "figures/panels/panel-table.h"

const char *const cli_theme_names[] = { "light", "dark", "contrast", "contrast-dark", NULL };
const char *const cli_look_names[] = { "own", "paper", NULL };

void
cli_drawing_clear (CliDrawing *self)
{
  g_free (self->panel_id);
  g_free (self->theme_id);
  g_free (self->look_id);
  g_free (self->style_file);
  g_free (self->heatmap_id);
  g_free (self->accuracy_lines_id);
  g_free (self->path_scale_id);
  g_free (self->map_quantity_id);
  g_free (self->heatmap_scale_id);
  g_free (self->size);
  g_clear_pointer (&self->style, ipl_figure_style_unref);
}

static CliExit
find_panel (const char *command, const char *given, const IplPanel **panel)
{
  g_autofree char *shown = NULL;

  *panel = given != NULL ? ipl_panel_find (given) : &ipl_panel_all;
  if (*panel != NULL)
    return CLI_OK;
  shown = ipl_text_shown (given);
  return cli_fail (CLI_USAGE, command, "--panel: “%s” is none of the panels that --help lists.",
                   shown);
}

/* Finds a word among @names, in whose order the values are. */
static CliExit
find_word (const char *command, const char *option, const char *const *names, const char *listed,
           const char *given, guint *value)
{
  g_autofree char *shown = NULL;

  *value = 0;
  if (given == NULL)
    return CLI_OK;
  for (; names[*value] != NULL; (*value)++)
    if (g_str_equal (given, names[*value]))
      return CLI_OK;
  shown = ipl_text_shown (given);
  return cli_fail (CLI_USAGE, command, "--%s: “%s” is not %s.", option, shown, listed);
}

static CliExit
find_choice (const char *command, const IplChoice *choice, const char *given, guint *option)
{
  g_autofree char *names = NULL, *shown = NULL;

  *option = 0;
  if (given == NULL || ipl_choice_parse (choice, given, option))
    return CLI_OK;
  names = ipl_choice_list (choice);
  shown = ipl_text_shown (given);
  return cli_fail (CLI_USAGE, command, "--%s: “%s” is not %s.", choice->id, shown, names);
}

/* The document itself may stand in the place of a file, so that a command that the window copies
 * needs none. */
static CliExit
read_style (const char *command, const char *given, const IplFigureStyle **style)
{
  g_autoptr (GError) error = NULL;

  if (given == NULL)
    return CLI_OK;
  *style = given[0] == '{' ? ipl_figure_style_from_json (given, &error)
                           : ipl_figure_style_load (given, &error);
  return *style != NULL ? CLI_OK : cli_fail (CLI_USAGE, command, "--style: %s", error->message);
}

CliExit
cli_drawing_parse (CliDrawing *self, const char *command)
{
  guint theme = 0, look = 0;
  CliExit status;

  if ((status = find_panel (command, self->panel_id, &self->panel)) != CLI_OK
      || (status = find_word (command, "theme", cli_theme_names,
                              "light, dark, contrast or contrast-dark", self->theme_id, &theme))
             != CLI_OK
      || (status
          = find_word (command, "look", cli_look_names, "own or paper", self->look_id, &look))
             != CLI_OK
      || (status = read_style (command, self->style_file, &self->style)) != CLI_OK
      || (status = find_choice (command, &ipl_choice_heatmap, self->heatmap_id, &self->heatmap))
             != CLI_OK
      || (status = find_choice (command, &ipl_choice_accuracy_lines, self->accuracy_lines_id,
                                &self->accuracy_lines))
             != CLI_OK
      || (status
          = find_choice (command, &ipl_choice_path_scale, self->path_scale_id, &self->path_scale))
             != CLI_OK
      || (status = find_choice (command, &ipl_choice_heatmap_scale, self->heatmap_scale_id,
                                &self->heatmap_scale))
             != CLI_OK
      || (status = find_choice (command, &ipl_choice_map_quantity, self->map_quantity_id,
                                &self->map_quantity))
             != CLI_OK)
    return status;
  self->theme = (IplTheme)theme;
  self->look = (IplLook)look;
  self->panel = ipl_panel_arranged (self->panel, self->style);
  return CLI_OK;
}

CliExit
cli_drawing_make_page (const CliDrawing *self, const char *command, const IplPanel *panel,
                       const IplView *view, IplPaper *page)
{
  g_autoptr (GError) error = NULL;

  return ipl_paper_init (page, self->size != NULL ? self->size : "neurips", panel, view,
                         self->font_size, self->dpi, &error)
             ? CLI_OK
             : cli_fail (CLI_USAGE, command, "--size: %s", error->message);
}

IplView
cli_drawing_view (const CliDrawing *self, const IplParameters *parameters)
{
  IplView view = {
    .display.heatmap = self->heatmap,
    .display.accuracy_lines = self->accuracy_lines,
    .display.path_scale = self->path_scale,
    .display.heatmap_scale = self->heatmap_scale,
    .display.n_components = (guint)self->components,
    .display.paths_shown = (guint)self->paths_shown,
    .display.paths_share = self->paths_share,
    .display.shared_limits = self->shared_limits,
    .display.normalised_kernels = self->normalised_kernels,
    .display.map_quantity = self->map_quantity,
    .display.map_load = self->map_load,
    .display.map_x = (guint)self->map_x,
    .display.map_y = (guint)self->map_y,
    .figure_style = self->style,
    .pruned = -1,
    .shown_layer = -1,
    .shown_head = -1,
    .shown_token = -1,
  };

  if (view.display.n_components == 0 && parameters != NULL)
    view.display.n_components = parameters->display.n_components;
  if (view.display.paths_shown == 0 && parameters != NULL)
    view.display.paths_shown = parameters->display.paths_shown;
  return view;
}

/* "paths, u, accuracy, overlap or all; trace, ..": single panels and the composite that they make.
 */
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
cli_check_animation (const char *command, const IplAnimationFormat *format, double fps)
{
  g_autoptr (GError) error = NULL;

  if (fps > format->fastest)
    return cli_fail (CLI_USAGE, command, "--fps: a %s has at most %g frames a second.",
                     format->title, format->fastest);
  return format->check == NULL || format->check (&error) ? CLI_OK : cli_fail_error (command, error);
}
