/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/work/figure-map.h"

#include "core/base/shown-text.h"
#include "core/maps/map-file.h"
#include "core/parameters/parameters.h"
#include "figures/panels/panel-table.h"
#include <string.h>

void
cli_figure_map_clear (CliFigureMap *self)
{
  g_clear_pointer (&self->map, ipl_map_unref);
  g_clear_pointer (&self->info, ipl_case_info_unref);
}

gboolean
cli_figure_map_is_file (const char *path)
{
  g_autoptr (IplNpz) npz
      = path != NULL && g_str_has_suffix (path, ".npz") ? ipl_npz_open (path, NULL, NULL) : NULL;

  return npz != NULL && ipl_map_is_file (npz);
}

/* What figures say of the case: its name and its paths. */
static IplCaseInfo *
make_info (const IplMap *map, const char *path)
{
  IplCaseInfo *info = ipl_case_info_alloc ();
  g_autofree char *base = g_path_get_basename (path);
  char *dot = strrchr (base, '.');

  if (dot != NULL)
    *dot = '\0';
  info->name = cli_is_anonymous () ? g_strdup ("map") : g_steal_pointer (&base);
  info->L = 1;
  info->Pi = info->H[0] = MAX (map->Pi, 1);
  info->labels = map->labels;
  info->path_names = g_strdupv (map->paths);
  ipl_case_info_finish_names (info);
  return info;
}

CliExit
cli_figure_map_open (CliFigureMap *self, const char *command, const char *path, CliDrawing *drawing)
{
  g_autoptr (GError) error = NULL;

  if (drawing->panel_id == NULL)
    drawing->panel = &ipl_panel_map;
  if ((drawing->panel->needs & IPL_NEEDS_MAP) == 0)
    {
      g_autofree char *shown = ipl_path_shown (path);

      return cli_fail (CLI_USAGE, command,
                       "--panel: “%s” is a map, of which map and map-curve are drawn, not “%s”.",
                       shown, drawing->panel->id);
    }
  self->map = ipl_map_load (path, cli_cancellable (), &error);
  if (self->map == NULL)
    return cli_fail_error (command, error);
  self->info = make_info (self->map, path);
  self->view = cli_drawing_view (drawing, &self->map->run.parameters);
  self->view.the_case = self->info;
  self->view.kept = IPL_TARGET_NONE;
  ipl_view_lend (&self->view, &ipl_quantity_map, self->map);
  return CLI_OK;
}

CliExit
cli_figure_map_draw (const char *command, CliFigureFiles *files, const char *path)
{
  g_auto (CliFigureMap) map = { NULL };
  CliExit status = cli_figure_map_open (&map, command, path, &files->drawing);

  if (status != CLI_OK)
    return status;
  return cli_figure_files_write (files, command, files->drawing.panel, &map.view,
                                 &map.map->run.parameters);
}
