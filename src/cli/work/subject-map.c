/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A map that the command map wrote as a subject: nothing is solved again. */
#include "cli/work/subject.h"

#include <string.h>

#include "core/base/shown-text.h"
#include "core/maps/map-file.h"

/* @path: (nullable) */
gboolean
cli_subject_is_map (const char *path)
{
  g_autoptr (IplNpz) npz
      = path != NULL && g_str_has_suffix (path, ".npz") ? ipl_npz_open (path, NULL, NULL) : NULL;

  return npz != NULL && ipl_map_is_file (npz);
}

/* The name and the paths of the case, which figures show. */
static IplCaseInfo *
make_info (const IplMap *map, const char *path, gboolean anonymous)
{
  IplCaseInfo *info = ipl_case_info_alloc ();
  g_autofree char *base = g_path_get_basename (path);
  char *dot = strrchr (base, '.');

  if (dot != NULL)
    *dot = '\0';
  info->name = anonymous ? g_strdup ("map") : g_steal_pointer (&base);
  info->L = 1;
  info->Pi = info->H[0] = MAX (map->Pi, 1);
  info->labels = map->labels;
  info->path_names = g_strdupv (map->paths);
  ipl_case_info_finish_names (info);
  return info;
}

/* --map-x and --map-y are values of the axes. */
static CliExit
check_cursor (const CliSubject *self, const char *option, guint given, guint n)
{
  g_autofree char *shown = ipl_path_shown (self->name);

  if (given <= n || cli_given (self->work.arguments, option) == NULL)
    return CLI_OK;
  return cli_fail (CLI_USAGE, "--%s %u is not there: that axis of “%s” has %u value%s.", option,
                   given, shown, n, n == 1 ? "" : "s");
}

CliExit
cli_subject_read_map (CliSubject *self)
{
  const CliArguments *arguments = self->work.arguments;
  const CliDrawing *drawing = &arguments->drawing;
  g_autofree char *shown = ipl_path_shown (self->name);
  g_autoptr (GError) error = NULL;
  CliExit status;

  if (drawing->panel_id != NULL && (drawing->panel->needs & IPL_NEEDS_MAP) == 0)
    return cli_fail (CLI_USAGE,
                     "--panel: “%s” is a map, of which map and map-curve are drawn, not “%s”.",
                     shown, drawing->panel->id);
  self->map = ipl_map_load (self->name, cli_cancellable (), &error);
  if (self->map == NULL)
    return cli_fail_error (error);
  status = check_cursor (self, "map-x", drawing->display.map_x, self->map->nx);
  if (status == CLI_OK)
    status = check_cursor (self, "map-y", drawing->display.map_y, self->map->ny);
  if (status != CLI_OK)
    return status;
  self->map_info = make_info (self->map, self->name, arguments->anonymous);
  ipl_run_settings_init (&self->work.run, "map", &self->map->run.parameters);
  self->view = cli_drawing_view (arguments, &self->map->run.parameters);
  self->view.the_case = self->map_info;
  self->view.kept = IPL_TARGET_NONE;
  self->view.map = self->map;
  return CLI_OK;
}
