/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Animations of a figure: over widths, which are solved as a sweep and drawn with common scales,
 * or over a map with a moving cursor. */
#include "figures/animation/figure-film.h"

#include <math.h>

#include "core/base/error.h"
#include "core/theory/sweep.h"
#include "figures/animation/film.h"
#include "figures/output/figure.h"
#include "figures/view/posterior-view.h"

/* Fraction of the progress that solving takes. */
#define SOLVING 0.4

typedef struct
{
  IplJob *job;
  const IplFigureRequest *request;
  IplSweep *sweep;   /* (nullable): each width once */
  GPtrArray *frames; /* [n_frames] of IplQuantities */
  double begin;      /* fraction of the progress before the first frame */
  IplStyle style;
  IplView view; /* view of the current frame */
} Work;

static void
draw (guint frame, cairo_t *cr, gpointer data)
{
  Work *work = data;
  const IplPaper *page = &work->request->page;
  IplDisplay *display = &work->view.display;

  if (work->request->kernel != NULL)
    work->view.quantities = *ipl_view_frame (&work->view, frame);
  else
    *(work->request->along_y ? &display->map_y : &display->map_x) = frame + 1;
  ipl_figure_draw (work->request->panels[0], &work->view, &work->style, cr, page->width_pt,
                   page->height_pt);
}

static void
report_drawn (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  const Work *work = data;

  ipl_job_progress (work->job, work->begin + (1 - work->begin) * fraction, seconds_left, sentence);
}

/* Draws @work->frames to the file. */
static gboolean
write_film (Work *work, GError **error)
{
  const IplFigureRequest *request = work->request;
  g_autofree char *warnings = ipl_view_warnings_text (request->shown);
  g_autofree char *made
      = request->provenance != NULL ? ipl_provenance_text (request->provenance) : NULL;
  g_autofree char *comment = made != NULL && warnings != NULL
                                 ? g_strdup_printf ("%s; %s", made, warnings)
                                 : g_strdup (made);
  IplFilm film = { .page = request->page,
                   .fps = request->fps,
                   .n = work->frames->len,
                   .hold = (guint)MAX (lround (request->hold * request->fps), 1),
                   .draw = draw,
                   .data = work,
                   .comment = comment };

  work->view.frames = work->frames;
  ipl_paper_apply (&request->page, &request->style, &work->style);
  work->style.transparent = FALSE;
  return ipl_film_write (&film, ipl_animation_format_of (request->path), request->path,
                         report_drawn, work, ipl_job_get_cancellable (work->job), error);
}

/* Makes a frame for each value of the axis along which the cursor moves. */
static gboolean
make_map (Work *work, GError **error)
{
  const IplFigureRequest *request = work->request;
  const IplMap *map = request->shown->map;
  g_autoptr (GPtrArray) frames = g_ptr_array_new ();

  work->view = *request->shown;
  work->frames = frames;
  for (guint i = 0; i < (request->along_y ? map->ny : map->nx); i++)
    g_ptr_array_add (frames, &request->shown->quantities);
  return write_film (work, error);
}

/* Returns: TRUE if the panel shows the theory at a single width, and nothing else that each
 * frame would have to compute */
gboolean
ipl_width_film_can_show (const IplPanel *panel, GError **error)
{
  const guint available = IPL_NEEDS_THEORY | ipl_quantities_get_needs (IPL_DEPENDS_CURRENT);

  if (panel->experiment == NULL && panel->fits == NULL && (panel->needs & IPL_NEEDS_THEORY) != 0
      && (panel->needs & ~available) == 0)
    return TRUE;
  return ipl_fail (error, IPL_ERROR_VALUE,
                   "“%s” does not depend on the width only; animate a panel of the theory, such as "
                   "paths, u or accuracy.",
                   panel->id);
}

/* Widths form a geometric sequence, rounded to integers.
 * @setting: (out): setting of the frame */
static void
get_setting (const IplSetting *from, const IplSetting *to, guint n_frames, guint frame,
             IplSetting *setting)
{
  double t = (double)frame / (n_frames - 1);

  *setting = *from;
  for (guint l = 0; l <= from->L; l++)
    setting->N[l] = (guint)lround (exp ((1 - t) * log (from->N[l]) + t * log (to->N[l])));
}

/* Lists each width once, at each of the given temperatures. */
static GArray *
list_settings (const IplFigureRequest *request)
{
  GArray *settings = g_array_new (FALSE, FALSE, sizeof (IplSetting));
  IplSetting before;

  for (guint i = 0; i < request->n_frames; i++)
    {
      IplSetting setting;

      get_setting (&request->from, &request->to, request->n_frames, i, &setting);
      if (i == 0 || !ipl_setting_same_widths (&setting, &before))
        for (guint t = 0; t < MAX (request->n_temperatures, 1); t++)
          {
            IplSetting at = setting;

            if (request->n_temperatures > 0)
              at.temperature = request->temperatures[t];
            g_array_append_val (settings, at);
          }
      before = setting;
    }
  return settings;
}

static void
report_solved (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  ipl_job_progress (data, SOLVING * fraction, seconds_left, sentence);
}

static gboolean
solve (Work *work, GError **error)
{
  const IplFigureRequest *request = work->request;
  g_autoptr (GArray) settings = list_settings (request);
  g_autoptr (IplSweep) grid = NULL;

  grid = ipl_sweep_run (request->kernel, settings->len, (const IplSetting *)settings->data, NULL,
                        NULL,
                        &(IplWork){ .threads = request->threads,
                                    .cancellable = ipl_job_get_cancellable (work->job),
                                    .progress = report_solved,
                                    .data = work->job },
                        error);
  if (grid == NULL)
    return FALSE;
  work->sweep = request->n_temperatures > 0 ? ipl_sweep_best (grid) : g_steal_pointer (&grid);
  return TRUE;
}

/* Makes the quantities of each frame. Frames include samples at their width. */
static gboolean
make_frames (Work *work, GError **error)
{
  const IplFigureRequest *request = work->request;
  IplCase *the_case = ipl_case_info_get_case (request->shown->the_case);
  g_auto (IplQuantityCaches) caches = { { NULL } };
  guint row = 0;

  for (guint i = 0; i < request->n_frames; i++)
    {
      IplQuantityInput input = { .the_case = the_case,
                                 .kernel = request->kernel,
                                 .gp = (IplSolution *)ipl_view_gp (&work->view) };
      IplQuantities *frame = g_new0 (IplQuantities, 1);
      IplSetting setting;

      get_setting (&request->from, &request->to, request->n_frames, i, &setting);
      while (!ipl_setting_same_widths (&work->sweep->rows[row]->setting, &setting))
        row++;
      input.current = work->sweep->rows[row];
      work->view.current = input.current;
      work->view.posterior = ipl_view_posterior_at (request->shown, &input.current->setting);
      g_ptr_array_add (work->frames, frame);
      if (!ipl_quantities_follow (frame, &work->view.quantities, request->panels[0]->needs, &input,
                                  &caches, ipl_job_get_cancellable (work->job), error))
        return FALSE;
    }
  return TRUE;
}

/* Uses common scales for thickness and colours in all frames. */
static void
prepare_view (Work *work)
{
  work->view = *work->request->shown;
  if (ipl_view_gp (&work->view) == NULL)
    work->view.gp = work->sweep->groups[0].lines[0].solution;
  work->view.display.shared_limits = TRUE;
  work->view.display.heatmap = IPL_HEATMAP_THEORY;
  if (work->view.display.path_scale == IPL_PATHS_DEFAULT)
    work->view.display.path_scale = IPL_PATHS_LINEAR;
}

static gboolean
make_widths (Work *work, GError **error)
{
  if (!ipl_width_film_can_show (work->request->panels[0], error) || !solve (work, error))
    return FALSE;
  prepare_view (work);
  return make_frames (work, error) && write_film (work, error);
}

static char *
find_doubt (const Work *work)
{
  for (guint i = 0; i < work->frames->len; i++)
    {
      const IplSolution *solution = ipl_view_frame (&work->view, i)->current;
      g_autofree char *at = ipl_setting_widths_text (&solution->setting);

      if (!solution->converged)
        return g_strdup_printf ("N = %s: %s", at, solution->message);
    }
  return NULL;
}

/* Writes a figure at the widths of a film, or a map while its cursor moves.
 * @result: (inout): receives the file */
gboolean
ipl_figure_film_write (const IplFigureRequest *request, IplJob *job, IplFileResult *result,
                       GError **error)
{
  g_autoptr (GPtrArray) frames = g_ptr_array_new_with_free_func (ipl_quantities_free);
  gboolean over_widths = request->kernel != NULL;
  Work work
      = { .job = job, .request = request, .frames = frames, .begin = over_widths ? SOLVING : 0 };
  gboolean written = (over_widths ? make_widths : make_map) (&work, error);

  result->what = "The animation";
  if (written)
    {
      ipl_file_result_set_path (result, request->path);
      result->doubt = over_widths ? find_doubt (&work) : NULL;
    }
  g_clear_pointer (&work.sweep, ipl_sweep_unref);
  return written;
}
