/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Figures at all widths of a sweep as a web page. */

#include "figures/web/web-file.h"

#include "core/base/error.h"
#include "core/base/refuge.h"
#include "core/theory/kernel-picture.h"
#include "figures/kit/text.h"
#include "figures/output/arranged.h"
#include "figures/pages/paper.h"
#include "figures/web/web-page.h"
#include "figures/web/web-panel.h"

/* Making kernels is counted as so much of the work. */
#define KERNELS 0.1

typedef struct
{
  IplJob *job;
  const IplWebFileRequest *request;
  GArray *views;   /* of IplView: a frame each */
  GArray *rows;    /* of int: the row of the sweep that each is, or -1 */
  GPtrArray *made; /* of IplQuantities of each, where there are any */
  guint first;
} Work;

void
ipl_web_file_request_free (IplWebFileRequest *self)
{
  g_clear_pointer (&self->shown, ipl_view_unref);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_clear_pointer (&self->made, ipl_provenance_free);
  g_free (self->size);
  g_free (self->title);
  g_free (self->path);
  g_free (self);
}

/* What was sampled at a width is shown there. */
static const IplPosteriorSummary *
find_posterior (const IplView *view, const IplSetting *setting)
{
  for (guint i = 0; i < view->n_posteriors; i++)
    if (view->posteriors[i] != NULL && ipl_setting_equal (&view->posteriors[i]->setting, setting))
      return view->posteriors[i];
  return NULL;
}

static void
add_frame (Work *work, int row)
{
  const IplView *shown = work->request->shown;
  IplView view = *shown;

  view.timeless = TRUE;
  if (row >= 0)
    {
      const IplSweep *sweep = shown->sweep;

      view.current = sweep->rows[row];
      if (sweep->group != NULL && sweep->groups[sweep->group[row]].n_lines > 0
          && sweep->groups[sweep->group[row]].lines[0].solution != NULL)
        view.gp = sweep->groups[sweep->group[row]].lines[0].solution;
      view.posterior = find_posterior (shown, &view.current->setting);
    }
  g_array_append_val (work->views, view);
  g_array_append_val (work->rows, row);
}

/* A place among the frames: rising width, and then the limit of infinite width. */
static double
width_of (const IplSolution *solution)
{
  return solution->setting.gp ? G_MAXDOUBLE
                              : (double)ipl_setting_largest_width (&solution->setting);
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer sweep)
{
  IplSolution *const *rows = ((const IplSweep *)sweep)->rows;
  guint i = *(const guint *)a, j = *(const guint *)b;
  double p = width_of (rows[i]), q = width_of (rows[j]);

  return p != q ? (p < q ? -1 : 1) : (i < j ? -1 : i > j);
}

/* The solved rows, with the solution shown among them where it is none of them. */
static void
list_frames (Work *work)
{
  const IplView *shown = work->request->shown;
  int current = ipl_view_current_row (shown);
  g_autoptr (GArray) rows = ipl_view_rows (shown, TRUE);
  gboolean apart = current < 0;

  g_array_sort_with_data (rows, compare_rows, (gpointer)shown->sweep);
  for (guint i = 0; i < rows->len; i++)
    {
      int row = (int)g_array_index (rows, guint, i);

      if (apart && shown->current != NULL
          && width_of (shown->sweep->rows[row]) > width_of (shown->current))
        {
          work->first = work->views->len;
          add_frame (work, -1);
          apart = FALSE;
        }
      if (row == current)
        work->first = work->views->len;
      add_frame (work, row);
    }
  if (apart && (shown->current != NULL || rows->len == 0))
    {
      work->first = work->views->len;
      add_frame (work, -1);
    }
}

/* As somebody arranged it. */
static const IplPanel *
get_panel (const IplWebFileRequest *request, guint i)
{
  return ipl_panel_arranged (request->panels[i], request->shown->figure_style);
}

static guint
get_needs (const IplWebFileRequest *request)
{
  guint needs = 0;

  for (guint i = 0; i < request->n_panels; i++)
    needs |= get_panel (request, i)->needs;
  return needs;
}

/* The quantities at every frame's width; a file of results has no kernels. */
static gboolean
make_quantities (Work *work, GError **error)
{
  const IplWebFileRequest *request = work->request;
  guint needs = get_needs (request) & ~(guint)(request->kernel == NULL ? IPL_NEEDS_KERNELS : 0);
  g_auto (IplQuantityCaches) caches = { { NULL } };

  if ((needs & ipl_quantities_get_needs (IPL_DEPENDS_CURRENT)) == 0)
    return TRUE;
  for (guint i = 0; i < work->views->len; i++)
    {
      IplView *view = &g_array_index (work->views, IplView, i);
      IplQuantityInput input = { .the_case = ipl_case_info_get_case (view->the_case),
                                 .kernel = request->kernel,
                                 .current = (IplSolution *)view->current,
                                 .gp = (IplSolution *)ipl_view_gp (view) };
      IplQuantities *made = g_new0 (IplQuantities, 1);

      g_ptr_array_add (work->made, made);
      if (input.the_case != NULL
          && !ipl_quantities_follow (made, &request->shown->made, needs, &input, &caches,
                                     ipl_job_get_cancellable (work->job), error))
        return FALSE;
      view->made = *made;
      if ((needs & IPL_NEEDS_KERNELS) != 0)
        ipl_job_progress (work->job, KERNELS * (i + 1) / work->views->len, -1.0,
                          "Making the kernels");
    }
  return TRUE;
}

static void
label_frames (const Work *work, IplWebStop *stop)
{
  for (guint i = 0; i < work->views->len; i++)
    {
      const IplView *view = &g_array_index (work->views, IplView, i);
      g_autofree char *label = view->current != NULL
                                   ? ipl_setting_widths_text (&view->current->setting)
                                   : g_strdup ("");

      ipl_web_stop_add_frame (stop, label, g_array_index (work->rows, int, i));
    }
  stop->first = work->first;
}

static gboolean
add_drawings (const Work *work, IplWebStop *stop, GError **error)
{
  const IplWebFileRequest *request = work->request;
  const IplView *views = (const IplView *)work->views->data;

  for (guint i = 0; i < request->n_panels; i++)
    {
      const IplPanel *panel = get_panel (request, i);
      IplPaper page;

      if ((panel->needs & IPL_NEEDS_KERNELS) != 0 && request->kernel == NULL)
        continue;
      if (!ipl_paper_init (&page, request->size, panel, &views[work->first], request->font_pt, 0,
                           error))
        return FALSE;
      g_ptr_array_add (stop->drawings,
                       ipl_web_panel_new (panel, work->views->len, views, &page, request->look));
    }
  if (stop->drawings->len == 0)
    g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                 "There are no kernels to be shown: a file of results has none; name the case.");
  return stop->drawings->len > 0;
}

static void
say_drawn (double fraction, gpointer data)
{
  ipl_job_progress (data, KERNELS + (1 - KERNELS) * fraction, -1.0, "Drawing the web page");
}

static gboolean
make (Work *work, GError **error)
{
  const IplWebFileRequest *request = work->request;
  g_autoptr (GPtrArray) stops = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_web_stop_free);
  IplWebStop *stop = ipl_web_stop_new (request->title, NULL);
  IplWebPage page = { request->title, request->made, stops };
  g_autoptr (GBytes) bytes = NULL;

  g_ptr_array_add (stops, stop);
  if (!ipl_text_has_font (error))
    return FALSE;
  list_frames (work);
  if (!make_quantities (work, error))
    return FALSE;
  label_frames (work, stop);
  if (!add_drawings (work, stop, error))
    return FALSE;
  bytes
      = ipl_web_page_make (&page, say_drawn, work->job, ipl_job_get_cancellable (work->job), error);
  return bytes != NULL && ipl_refuge_write_bytes (request->path, bytes, error);
}

static void
run (IplJob *job, gpointer request, gpointer memory)
{
  g_autoptr (GArray) views = g_array_new (FALSE, FALSE, sizeof (IplView));
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (GPtrArray) made = g_ptr_array_new_with_free_func (ipl_quantities_free);
  Work work = { .job = job, .request = request, .views = views, .rows = rows, .made = made };
  IplFileResult *result = ipl_file_result_new ("The web page");

  if (make (&work, &result->error))
    ipl_file_result_set_path (result, work.request->path);
  ipl_job_post (job, result);
}

/* Carries out an IplWebFileRequest. Posts an IplFileResult, at the end. */
const IplRun ipl_run_web_file = {
  .id = "web-file",
  .title = "Write a web page",
  .run = run,
  .request_free = (GDestroyNotify)ipl_web_file_request_free,
  .result_unref = (GDestroyNotify)ipl_file_result_free,
};
