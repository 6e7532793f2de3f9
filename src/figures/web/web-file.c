/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes figures at all widths of a sweep, or a story, as a web page. */

#include "figures/web/web-file.h"

#include "core/base/error.h"
#include "core/base/file-save.h"
#include "figures/animation/story-frames.h"
#include "figures/kit/text.h"
#include "figures/view/posterior-view.h"
#include "figures/view/trajectory-words.h"
#include "figures/web/web-page.h"

/* Fraction of the progress that making kernels takes. */
#define KERNELS 0.1
/* Maximum number of moments of a trajectory on a page. */
#define MOST_MOMENTS 12

/* A frame of a page: one position of its slider. */
typedef struct
{
  IplView view;
  int row; /* of the sweep, or -1 */
} Frame;

typedef struct
{
  IplJob *job;
  const IplFigureRequest *request;
  GArray *frames;        /* of Frame */
  GPtrArray *quantities; /* IplQuantities of each frame, if any */
  guint first;
} Work;

static Frame *
get_frame (const Work *work, guint i)
{
  return &g_array_index (work->frames, Frame, i);
}

static void
add_frame (Work *work, int row)
{
  const IplView *shown = work->request->shown;
  Frame frame = { *shown, row };
  IplView *view = &frame.view;

  view->timeless = TRUE;
  if (row >= 0)
    {
      const IplSweep *sweep = shown->sweep;

      view->current = sweep->rows[row];
      if (sweep->group != NULL && sweep->groups[sweep->group[row]].n_lines > 0
          && sweep->groups[sweep->group[row]].lines[0].solution != NULL)
        view->gp = sweep->groups[sweep->group[row]].lines[0].solution;
      view->posterior = ipl_view_posterior_at (shown, &view->current->setting);
    }
  g_array_append_val (work->frames, frame);
}

/* Sorts by increasing width; the GP limit is last. */
static int
compare_frames (gconstpointer a, gconstpointer b)
{
  const Frame *p = a, *q = b;
  const IplSetting *x = &p->view.current->setting, *y = &q->view.current->setting;
  guint64 N = ipl_setting_largest_width (x), M = ipl_setting_largest_width (y);

  if (x->gp != y->gp)
    return x->gp ? 1 : -1;
  return N != M && !x->gp ? (N < M ? -1 : 1) : p->row - q->row;
}

/* Lists the solved rows, and the current solution if it is not among them. */
static void
list_widths (Work *work)
{
  const IplView *shown = work->request->shown;
  int current = ipl_view_current_row (shown);
  g_autoptr (GArray) rows = ipl_view_rows (shown, TRUE);

  for (guint i = 0; i < rows->len; i++)
    add_frame (work, (int)g_array_index (rows, guint, i));
  if (current < 0 && (shown->current != NULL || rows->len == 0))
    add_frame (work, -1);
  g_array_sort (work->frames, compare_frames);
  while (work->first + 1 < work->frames->len && get_frame (work, work->first)->row != current)
    work->first++;
}

/* Lists moments up to the one shown, evenly spaced among those recorded. */
static void
list_moments (Work *work)
{
  const IplView *shown = work->request->shown;
  guint n = MIN (shown->moment + 1, MOST_MOMENTS);

  for (guint k = 0; k < n; k++)
    {
      guint moment = n > 1 ? k * shown->moment / (n - 1) : shown->moment;

      add_frame (work, -1);
      ipl_view_set_dynamics (&get_frame (work, k)->view, shown->dynamics,
                             shown->trajectory->time[moment]);
    }
  work->first = n - 1;
}

static gboolean
is_in_time (const IplView *view)
{
  return view->dynamics != NULL && view->trajectory != NULL && view->trajectory->S > 0;
}

static guint
get_needs (const IplFigureRequest *request)
{
  guint needs = 0;

  for (guint i = 0; i < request->n_panels; i++)
    needs |= request->panels[i]->needs;
  return needs;
}

/* Makes the quantities of each frame. A file of results has no kernels. */
static gboolean
make_quantities (Work *work, GError **error)
{
  const IplFigureRequest *request = work->request;
  guint needs = get_needs (request) & ~(guint)(request->kernel == NULL ? IPL_NEEDS_KERNELS : 0);
  g_auto (IplQuantityCaches) caches = { { NULL } };

  if ((needs & ipl_quantities_get_needs (IPL_DEPENDS_CURRENT)) == 0)
    return TRUE;
  for (guint i = 0; i < work->frames->len; i++)
    {
      IplView *view = &get_frame (work, i)->view;
      IplQuantityInput input = { .the_case = ipl_case_info_get_case (view->the_case),
                                 .kernel = request->kernel,
                                 .current = (IplSolution *)view->current,
                                 .gp = (IplSolution *)ipl_view_gp (view) };
      IplQuantities *quantities = g_new0 (IplQuantities, 1);

      g_ptr_array_add (work->quantities, quantities);
      if (input.the_case == NULL)
        ipl_quantities_copy (quantities, &view->quantities);
      else if (!ipl_quantities_follow (quantities, &view->quantities, needs, &input, &caches,
                                       ipl_job_get_cancellable (work->job), error))
        return FALSE;
      view->quantities = *quantities;
      if ((needs & IPL_NEEDS_KERNELS) != 0)
        ipl_job_progress (work->job, KERNELS * (i + 1) / work->frames->len, -1.0,
                          "Making the kernels");
    }
  return TRUE;
}

/* Sets the class of a frame and its label on the slider. */
static void
add_to_page (const Work *work, guint i, IplWebPage *page, const char *html)
{
  const IplView *view = &get_frame (work, i)->view;
  g_autofree char *label = NULL, *name = NULL;
  int row = get_frame (work, i)->row;
  IplTarget target = row >= 0 ? ipl_target_row (row) : IPL_TARGET_NONE;

  if (is_in_time (view))
    {
      target = ipl_target_moment (view->moment);
      label = ipl_trajectory_time_text (view->trajectory, view->trajectory->time[view->moment]);
    }
  else
    label
        = view->current != NULL ? ipl_setting_widths_text (&view->current->setting) : g_strdup ("");
  name = ipl_web_name_target (&target, view);
  ipl_web_page_add_frame (page, label, name, html, i == work->first);
}

/* Lists the figures that can be drawn, with their sizes. */
static gboolean
list_figures (const Work *work, IplWebPage *page, GArray *figures, IplPaper *papers, GError **error)
{
  const IplFigureRequest *request = work->request;
  const IplView *view = &get_frame (work, work->first)->view;

  for (guint i = 0; i < request->n_panels; i++)
    {
      IplWebFigure figure = { .panel = request->panels[i],
                              .page = &papers[i],
                              .look = request->style.look,
                              .to = page,
                              .number = figures->len + 1 };

      if ((figure.panel->needs & IPL_NEEDS_KERNELS) != 0 && request->kernel == NULL)
        continue;
      if (!ipl_paper_init (&papers[i], request->size, figure.panel, view, request->font_pt, 0,
                           error))
        return FALSE;
      g_array_append_val (figures, figure);
    }
  if (figures->len == 0)
    g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                 "There are no kernels to be shown: a file of results has none; name the case.");
  return figures->len > 0;
}

static void
append_warnings (GString *html, const IplView *view)
{
  g_autofree char *warnings = ipl_view_warnings_text (view);
  g_autofree char *text
      = warnings != NULL ? g_markup_printf_escaped ("<p class=\"said\">%s</p>\n", warnings) : NULL;

  if (text != NULL)
    g_string_append (html, text);
}

static gboolean
draw_frames (const Work *work, IplWebPage *page, GArray *figures, GError **error)
{
  for (guint i = 0; i < work->frames->len; i++)
    {
      const IplView *view = &get_frame (work, i)->view;
      g_autoptr (GString) html = g_string_new (NULL);

      ipl_job_progress (work->job, KERNELS + (1 - KERNELS) * i / work->frames->len, -1.0,
                        "Drawing the web page");
      if (g_cancellable_set_error_if_cancelled (ipl_job_get_cancellable (work->job), error))
        return FALSE;
      for (guint k = 0; k < figures->len; k++)
        {
          IplWebFigure *figure = &g_array_index (figures, IplWebFigure, k);

          figure->view = view;
          if (!ipl_web_append_figure (html, figure, error))
            return FALSE;
        }
      append_warnings (html, view);
      add_to_page (work, i, page, html->str);
    }
  return TRUE;
}

/* Writes a page as a single file without external resources. */
static gboolean
save_page (IplWebPage *page, const char *path, const char *title, const IplProvenance *provenance,
           GError **error)
{
  g_autoptr (GBytes) bytes = ipl_web_page_finish (page, title, provenance, error);

  return bytes != NULL
         && ipl_file_save_bytes (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
                                 error);
}

static gboolean
make (Work *work, GError **error)
{
  const IplFigureRequest *request = work->request;
  g_autoptr (GArray) figures = g_array_new (FALSE, FALSE, sizeof (IplWebFigure));
  g_autoptr (IplWebPage) page = ipl_web_page_new ();
  IplPaper papers[IPL_REQUEST_MOST_PANELS];
  gboolean in_time = is_in_time (request->shown);

  if (!ipl_text_has_font (error))
    return FALSE;
  (in_time ? list_moments : list_widths) (work);
  if (!make_quantities (work, error) || !list_figures (work, page, figures, papers, error))
    return FALSE;
  ipl_web_page_begin_stop (page, request->title, NULL, in_time ? "Time" : "Width N", figures->len);
  if (!draw_frames (work, page, figures, error))
    return FALSE;
  ipl_web_page_end_stop (page);
  return save_page (page, request->path, request->title, request->provenance, error);
}

/* Writes a page with figures at the solved widths or recorded moments. */
gboolean
ipl_web_file_write (const IplFigureRequest *request, IplJob *job, IplFileResult *result,
                    GError **error)
{
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  g_autoptr (GPtrArray) quantities = g_ptr_array_new_with_free_func (ipl_quantities_free);
  Work work = { .job = job, .request = request, .frames = frames, .quantities = quantities };

  result->what = "The web page";
  if (!make (&work, error))
    return FALSE;
  ipl_file_result_set_path (result, request->path);
  return TRUE;
}

/* Adds a stop as the slide that other exports draw. */
static gboolean
add_stop (const IplFigureRequest *request, IplStoryPicture *picture, guint i, IplWebPage *page,
          GError **error)
{
  const IplStop *stop = ipl_story_get_stop (request->story, i);
  g_autofree char *title
      = g_strdup_printf ("Step %u of %u", i + 1, ipl_story_n_stops (request->story));
  g_autoptr (GString) html = g_string_new (NULL);
  IplView view;
  IplWebFigure figure = {
    &view,          .to = page, .stop = stop, .page = &request->page, .look = request->style.look,
    .number = i + 1
  };

  ipl_story_picture_get_view (picture, request->figure_style, request->sampled, &view);
  view.timeless = TRUE;
  if (!ipl_web_append_figure (html, &figure, error))
    return FALSE;
  append_warnings (html, &view);
  ipl_web_page_begin_stop (page, title, stop->caption, "", 1);
  ipl_web_page_add_frame (page, "", "", html->str, TRUE);
  ipl_web_page_end_stop (page);
  return TRUE;
}

/* Writes a page with a slide for each stop of a story. */
gboolean
ipl_web_story_write (const IplFigureRequest *request, IplJob *job, IplFileResult *result,
                     GError **error)
{
  g_autoptr (IplWebPage) page = ipl_web_page_new ();
  g_autoptr (GArray) pictures = NULL;

  result->what = "The web page";
  if (!ipl_text_has_font (error)
      || !ipl_story_check_stops (request->story, request->figure_style, request->sampled, error))
    return FALSE;
  pictures = ipl_story_pictures_new (request, "stop", job, NULL, error);
  if (pictures == NULL)
    return FALSE;
  for (guint i = 0; i < pictures->len; i++)
    {
      ipl_job_progress (job, IPL_STORY_SOLVING + (1 - IPL_STORY_SOLVING) * i / pictures->len, -1.0,
                        "Drawing the web page");
      if (g_cancellable_set_error_if_cancelled (ipl_job_get_cancellable (job), error)
          || !add_stop (request, &g_array_index (pictures, IplStoryPicture, i), i, page, error))
        return FALSE;
    }
  if (!save_page (page, request->path, request->story->title, request->provenance, error))
    return FALSE;
  ipl_file_result_set_path (result, request->path);
  return TRUE;
}
