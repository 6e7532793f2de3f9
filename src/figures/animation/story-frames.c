/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves the pictures of a story, stop by stop and frame by frame, with the solver of the
 * window. */
#include "figures/animation/story-frames.h"

#include "core/base/error.h"
#include "core/maps/map-parameters.h"
#include "figures/view/view-of-result.h"
#include "runs/map-run.h"

#include <math.h>

static void
clear_picture (gpointer picture)
{
  IplStoryPicture *self = picture;

  ipl_quantities_clear (&self->shown);
  g_clear_pointer (&self->solved, ipl_solve_result_unref);
}

/* Returns: (nullable): samples for a stop, if the window has them */
static const IplPosteriorSummary *
find_samples (const IplSolveResult *sampled, const IplParameters *parameters)
{
  if (sampled == NULL || !ipl_parameters_same_case (sampled->parameters, parameters))
    return NULL;
  return ipl_posterior_list_find (sampled->posteriors, &parameters->current);
}

static IplNeeds
needs_of (const IplStop *stop)
{
  guint needs = 0;

  for (guint p = 0; p < stop->n_panels; p++)
    needs |= stop->panels[p]->needs;
  return needs;
}

/* A stop with a map requires valid map axes. */
static gboolean
check_map (const IplStop *stop, guint at, GError **error)
{
  g_auto (IplRunSettings) run = { .command = NULL };

  if (stop->parameters->map_axis_x[0] == '\0')
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "Step %u of the story shows a map without an axis in its settings: give "
                     "map_axis_x, such as “N=10,100,1000”.",
                     at + 1);
  if (ipl_map_get_run (stop->parameters, &run, error))
    return TRUE;
  g_prefix_error (error, "In the map of step %u of the story: ", at + 1);
  return FALSE;
}

/* @style: (nullable): appearance set by the user
 * @sampled: (nullable): result with samples of the posterior; sampling takes minutes, so a story
 * does not sample
 * Returns: TRUE if all that the stops show is available */
gboolean
ipl_story_check_stops (const IplStory *story, const IplFigureStyle *style,
                       const IplSolveResult *sampled, GError **error)
{
  for (guint i = 0; i < ipl_story_n_stops (story); i++)
    {
      const IplStop *stop = ipl_story_get_stop (story, i);

      if ((needs_of (stop) & IPL_NEEDS_MAP) != 0 && !check_map (stop, i, error))
        return FALSE;
      if ((needs_of (stop) & IPL_NEEDS_SAMPLES) == 0
          || find_samples (sampled, stop->parameters) != NULL)
        continue;
      return ipl_fail (error, IPL_ERROR_VALUE,
                       "Step %u of the story shows samples of the posterior, which are not drawn "
                       "yet: sample at its width in the window, and export the story there.",
                       i + 1);
    }
  if (ipl_story_n_stops (story) == 0)
    g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE, "The story has no steps yet.");
  return ipl_story_n_stops (story) > 0;
}

/* Solves the map of a picture, unless the previous picture has the same.
 * @map: (inout) (nullable): map of the previous picture, whose cells are reused; replaced by
 * that of this picture */
static gboolean
solve_map (IplStoryPicture *self, IplMap **map, GCancellable *cancellable, GError **error)
{
  g_auto (IplRunSettings) run = { .command = NULL };
  g_autoptr (IplMapRequest) request = NULL;
  g_autoptr (IplMapResult) result = NULL;

  if (*map == NULL || !ipl_map_answers (*map, &self->point.parameters))
    {
      if (!ipl_map_get_run (&self->point.parameters, &run, error))
        return FALSE;
      request = ipl_map_request_new (&run);
      run = (IplRunSettings){ .command = NULL };
      request->before = g_steal_pointer (map);
      request->kernel = ipl_kernel_ref (self->solved->kernel);
      request->case_parameters = self->point.parameters;
      result = ipl_run_now (&ipl_run_map, NULL, request, cancellable, NULL, NULL);
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (result->error != NULL)
        return ipl_fail (error, IPL_ERROR_VALUE, "%s", result->error->message);
      *map = ipl_map_ref (result->map);
    }
  ipl_quantities_share (&self->shown, &ipl_quantity_map, *map);
  return TRUE;
}

/* Solves a picture with the solver of the window.
 * @style: (nullable): appearance set by the user
 * @solver: memory of %ipl_run_solve, which reuses results of the previous picture
 * @map: (inout) (nullable): map of the previous picture, replaced by that of this one
 * @cancellable: (nullable): a cancellable
 * Returns: TRUE on success */
static gboolean
solve_picture (IplStoryPicture *self, const IplFigureStyle *style, gpointer solver, IplMap **map,
               GCancellable *cancellable, GError **error)
{
  const IplParameters *parameters = &self->point.parameters;
  IplNeeds needs = needs_of (self->point.to);
  g_autoptr (IplSolveRequest) request = ipl_solve_request_new (ipl_parameters_share (parameters));
  IplView view;

  request->needs = needs;
  self->solved = ipl_run_now (&ipl_run_solve, solver, request, cancellable, NULL, NULL);
  if (g_cancellable_set_error_if_cancelled (cancellable, error) || self->solved == NULL)
    return FALSE;
  if (self->solved->error != NULL)
    {
      g_propagate_error (error, g_error_copy (self->solved->error));
      return FALSE;
    }
  if (!ipl_view_init_solved (&view, self->solved, parameters) || view.the_case == NULL)
    return TRUE;
  return ipl_network_figures_make (&self->shown, needs,
                                   &(IplQuantityInput){ .parameters = parameters,
                                                        .the_case = self->solved->the_case,
                                                        .kernel = self->solved->kernel,
                                                        .current
                                                        = (IplSolution *)self->solved->current,
                                                        .gp = (IplSolution *)self->solved->gp },
                                   cancellable, NULL, NULL, &view, error)
         && ((needs & IPL_NEEDS_MAP) == 0 || solve_map (self, map, cancellable, error));
}

/* Shows the samples that the window has. */
static void
show_samples (const IplSolveResult *sampled, const IplStoryPicture *self, IplView *view)
{
  const IplParameters *parameters = &self->point.parameters;

  if (sampled == NULL || view->the_case == NULL
      || !ipl_parameters_same_case (sampled->parameters, parameters))
    return;
  view->posteriors = sampled->posteriors;
  view->posterior = find_samples (sampled, parameters);
}

/* @style: (nullable): appearance set by the user
 * @sampled: (nullable): result with samples
 * @view: (out): view of the picture; borrows from the three arguments */
void
ipl_story_picture_get_view (IplStoryPicture *self, const IplFigureStyle *style,
                            const IplSolveResult *sampled, IplView *view)
{
  const IplTarget *selected = &self->point.selected;
  int path = ipl_target_get (selected, IPL_PART_PATH);
  int other = ipl_target_get (selected, IPL_PART_OTHER);
  int layer = ipl_target_get (selected, IPL_PART_LAYER);

  ipl_view_init_solved (view, self->solved, &self->point.parameters);
  if (view->the_case != NULL)
    {
      view->quantities = self->shown;
      ipl_view_set_map (view, self->shown.map, &self->point.parameters);
    }
  show_samples (sampled, self, view);
  if (path >= 0)
    view->pair_p = path;
  view->pair_q = other >= 0 ? other : view->pair_p;
  if (layer >= 0)
    {
      view->shown_layer = layer;
      view->shown_head = ipl_target_get (selected, IPL_PART_HEAD);
    }
  view->figure_style = style;
  ipl_view_pin_paths (view, selected);
}

/* Lists the stops, and the frames of transitions between them for an animation. */
static GArray *
list_pictures (const IplFigureRequest *request, GArray *times)
{
  GArray *pictures = g_array_new (FALSE, TRUE, sizeof (IplStoryPicture));
  guint hold = (guint)MAX (lround (request->hold * request->fps), 1), one = 1, last = 0;

  g_array_set_clear_func (pictures, clear_picture);
  for (guint i = 0; i < ipl_story_n_stops (request->story); i++)
    {
      const IplStop *stop = ipl_story_get_stop (request->story, i);
      const IplStop *from = i > 0 ? ipl_story_get_stop (request->story, i - 1) : stop;
      guint n = 0;
      IplStoryPicture picture = { .before = last };

      if (i > 0 && ipl_animation_format_of (request->path) != NULL)
        n = (guint)lround (ipl_story_seconds (from, stop) * request->fps);
      for (guint k = 1; k < n; k++)
        {
          ipl_story_between (from, stop, ipl_story_ease ((double)k / n), -1, &picture.point);
          g_array_append_val (pictures, picture);
          if (times != NULL)
            g_array_append_val (times, one);
        }
      last = pictures->len;
      picture.before = last;
      ipl_story_at_stop (stop, &picture.point);
      g_array_append_val (pictures, picture);
      if (times != NULL)
        g_array_append_val (times, hold);
    }
  return pictures;
}

/* Solves all pictures of a story with one solver, which reuses results of the previous picture.
 * @what: name of a picture in progress messages
 * @times: (nullable) (element-type guint): the repetitions of each picture are appended
 * Returns: (transfer full) (nullable) (element-type IplStoryPicture): the stops, and for an
 * animation the frames of transitions */
GArray *
ipl_story_pictures_new (const IplFigureRequest *request, const char *what, IplJob *job,
                        GArray *times, GError **error)
{
  g_autoptr (GArray) pictures = list_pictures (request, times);
  gpointer solver = ipl_run_solve.memory_new ();
  g_autoptr (IplMap) map = NULL;
  gint64 begin_usec = g_get_monotonic_time ();
  gboolean solved = TRUE;
  guint n = pictures->len;

  for (guint i = 0; solved && i < n; i++)
    {
      double seconds = 1e-6 * (double)(g_get_monotonic_time () - begin_usec);
      g_autofree char *sentence = g_strdup_printf ("Solving %s %u of %u", what, i + 1, n);

      ipl_job_progress (job, IPL_STORY_SOLVING * i / n,
                        i > 0 ? seconds / i * (n - i) / IPL_STORY_SOLVING : -1.0, sentence);
      solved = solve_picture (&g_array_index (pictures, IplStoryPicture, i), request->figure_style,
                              solver, &map, ipl_job_get_cancellable (job), error);
    }
  ipl_run_solve.memory_free (solver);
  return solved ? g_steal_pointer (&pictures) : NULL;
}
