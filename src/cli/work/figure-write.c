/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the request of a figure from the arguments and the subject, and carries it out. */
#include "cli/work/figure-input.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "figures/output/figure.h"

/* Frames per second of a film of a map. */
#define CELLS_PER_SECOND 4.0

/* Parses a width; the other parameters are those of @first. */
static gboolean
find_width (const char *option, const char *text, const IplCase *the_case, const IplSetting *first,
            IplSetting *setting, GError **error)
{
  *setting = *first;
  setting->gp = FALSE;
  if (!ipl_setting_parse_widths (setting, text, error)
      || !ipl_setting_validate (setting, the_case, error))
    {
      g_prefix_error (error, "%s: ", option);
      return FALSE;
    }
  if (setting->gp)
    g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                 "%s: a film cannot reach the GP limit; give a large width, such as 10000.",
                 option);
  return !setting->gp;
}

/* @along_y: (out): TRUE for the second axis, which is the default */
static gboolean
find_along (const CliFigureArguments *self, const IplMap *map, gboolean *along_y, GError **error)
{
  g_autofree char *x = ipl_sweep_axis_get_sign (&map->run.x);
  g_autofree char *y = ipl_sweep_axis_get_sign (&map->run.y);
  g_autofree char *shown = NULL;
  gboolean has_y = map->run.y.n > 0;
  gboolean is_x = self->along != NULL ? strcmp (self->along, x) == 0 : !has_y;

  *along_y = !is_x;
  if (is_x || (has_y && (self->along == NULL || strcmp (self->along, y) == 0)))
    return TRUE;
  shown = ipl_text_shown (self->along);
  return ipl_fail (error, IPL_ERROR_VALUE,
                   "--along: “%s” is not an axis of this map, which has %s%s%s.", shown, x,
                   has_y ? " and " : "", has_y ? y : "");
}

/* Sets the frames of a film. */
static gboolean
set_frames (const CliFigureArguments *self, const CliFigureInput *input, IplFigureRequest *request,
            GError **error)
{
  const IplParameters *parameters = &input->work.run.parameters;
  const CliDrawing *drawing = &self->all.drawing;
  const IplCase *the_case = input->work.the_case;

  request->hold = drawing->hold;
  request->fps = drawing->fps;
  if (input->map != NULL)
    {
      if (cli_get_option (&self->all, "fps") == NULL)
        request->fps = CELLS_PER_SECOND;
      return find_along (self, input->map, &request->along_y, error);
    }
  request->n_frames = (guint)self->frames;
  if (input->work.run.best)
    {
      request->n_temperatures = parameters->n_temperatures;
      request->temperatures
          = g_memdup2 (parameters->temperatures, parameters->n_temperatures * sizeof (double));
    }
  return find_width ("--from", self->from, the_case, &request->shown->current->setting,
                     &request->from, error)
         && find_width ("--to", self->to, the_case, &request->shown->current->setting, &request->to,
                        error);
}

/* Sets the figures of a web page, and their size. */
static CliExit
set_web (const CliFigureArguments *self, const CliFigureInput *input, IplFigureRequest *request)
{
  const CliDrawing *drawing = &self->all.drawing;
  const IplView *view = request->shown;

  request->n_panels = cli_figure_input_panels (input, request->panels, IPL_REQUEST_MOST_PANELS);
  for (guint i = 0; i < request->n_panels; i++)
    if (!ipl_panel_fits (request->panels[i], view))
      return cli_fail (CLI_USAGE, "--panel: “%s” does not draw a case of this kind.",
                       request->panels[i]->id);
  request->size = g_strdup (drawing->size);
  request->font_pt = drawing->font_size;
  request->title = g_strdup (view->dynamics != NULL ? view->dynamics->experiment->title
                                                    : view->the_case->name);
  return CLI_OK;
}

/* Makes the page and the appearance. */
static CliExit
make_page (const CliFigureArguments *self, IplFigureKind kind, const IplPanel *panel,
           const IplView *view, IplPaper *page, IplStyle *style)
{
  const CliDrawing *drawing = &self->all.drawing;
  CliExit status = cli_drawing_make_page (drawing, panel, view, page);

  if (status != CLI_OK)
    return status;
  ipl_style_init (style, drawing->theme, page->font_pt);
  style->look = drawing->look;
  if (kind == IPL_FIGURE_FILM)
    return CLI_OK;
  page->outlines = self->outlines;
  style->transparent = self->transparent;
  style->marks_shown = self->mark_width;
  return CLI_OK;
}

CliExit
cli_figure_advise (const CliFigureArguments *self, const CliFigureInput *input,
                   const IplPanel *panel)
{
  g_autofree char *small = NULL;
  IplPaper page;
  IplStyle style;
  CliExit status = make_page (self, self->kind, panel, &input->view, &page, &style);

  if (status != CLI_OK)
    return status;
  small = ipl_figure_too_small (panel, &input->view, &style, &page);
  if (small != NULL)
    cli_fail (CLI_OK, "%s", small);
  return CLI_OK;
}

CliExit
cli_figure_write (const CliFigureArguments *self, const CliFigureInput *input,
                  const IplPanel *panel, const char *path, IplProvenance *provenance)
{
  IplFigureKind kind = ipl_figure_kind_of (path);
  IplKernel *kernel = input->solved != NULL ? input->solved->kernel : NULL;
  g_autoptr (IplFigureRequest) request = g_new0 (IplFigureRequest, 1);
  g_autoptr (IplFileResult) result = NULL;
  g_autoptr (GError) error = NULL;
  CliExit status;

  request->n_panels = 1;
  request->panels[0] = panel;
  request->shown = ipl_view_share (&input->view);
  request->kernel = kernel != NULL ? ipl_kernel_ref (kernel) : NULL;
  request->threads = self->all.threads;
  request->path = g_strdup (path);
  request->provenance = provenance;
  status = make_page (self, kind, panel, request->shown, &request->page, &request->style);
  if (status == CLI_OK && kind == IPL_FIGURE_WEB)
    status = set_web (self, input, request);
  if (status == CLI_OK && kind == IPL_FIGURE_SCRIPT)
    status = cli_figure_python_set (input, request);
  if (status != CLI_OK)
    return status;
  if (kind == IPL_FIGURE_FILM && !set_frames (self, input, request, &error))
    return cli_fail (CLI_USAGE, "%s", error->message);
  cli_progress_share (1);
  result = ipl_run_now (&ipl_run_figure, NULL, request, cli_cancellable (), cli_job_progress, NULL);
  return cli_report_files (result);
}
