/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A map and the curves through it while the cursor goes along one of its axes: nothing is solved,
 * and all frames are on the scales of the whole map. */
#include "figures/animation/map-film.h"

#include <math.h>

#include "figures/animation/film.h"
#include "figures/output/figure.h"

typedef struct
{
  IplJob *job;
  const IplMapFilmRequest *request;
  IplStyle style;
  IplView view;      /* of the frame being drawn */
  GPtrArray *frames; /* of IplQuantities: the same map in all of them */
} Work;

void
ipl_map_film_request_free (IplMapFilmRequest *self)
{
  g_clear_pointer (&self->shown, ipl_view_unref);
  g_free (self->path);
  g_free (self->comment);
  g_free (self);
}

static void
draw (guint frame, cairo_t *cr, gpointer data)
{
  Work *work = data;
  const IplPaper *page = &work->request->page;
  IplDisplay *display = &work->view.display;

  *(work->request->along_y ? &display->map_y : &display->map_x) = frame + 1;
  ipl_figure_draw (work->request->panel, &work->view, &work->style, cr, page->width_pt,
                   page->height_pt);
}

static void
say_drawn (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  ipl_job_progress (data, fraction, seconds_left, sentence);
}

static gboolean
write_film (Work *work, const char *path, GError **error)
{
  const IplMapFilmRequest *request = work->request;
  IplFilm film = { .page = request->page,
                   .fps = request->fps,
                   .n = work->frames->len,
                   .hold = (guint)MAX (lround (request->hold * request->fps), 1),
                   .draw = draw,
                   .data = work,
                   .comment = request->comment };

  return ipl_film_write (&film, request->format, path, say_drawn, work->job,
                         ipl_job_get_cancellable (work->job), error);
}

static void
run (IplJob *job, gpointer data, gpointer memory)
{
  const IplMapFilmRequest *request = data;
  const IplMap *map = request->shown->map;
  g_autoptr (GPtrArray) frames = g_ptr_array_new ();
  IplFileResult *result = ipl_file_result_new ("The animation");
  Work work = { .job = job, .request = request, .view = *request->shown, .frames = frames };

  for (guint i = 0; i < (request->along_y ? map->ny : map->nx); i++)
    g_ptr_array_add (frames, &request->shown->made);
  work.view.frames = frames;
  ipl_paper_apply (&request->page, &request->style, &work.style);
  work.style.transparent = FALSE;
  if (write_film (&work, request->path, &result->error))
    ipl_file_result_set_path (result, request->path);
  ipl_job_post (job, result);
}

/* Carries out an IplMapFilmRequest. Posts an IplFileResult, at the end. */
const IplRun ipl_run_map_film = {
  .id = "map-film",
  .title = "Write an animation over a map",
  .run = run,
  .request_free = (GDestroyNotify)ipl_map_film_request_free,
  .result_unref = (GDestroyNotify)ipl_file_result_free,
};
