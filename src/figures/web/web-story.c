/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A story as a web page: its stops are solved, and each is the slide that exports draw. */

#include "figures/web/web-story.h"

#include "core/base/refuge.h"
#include "figures/animation/story-picture.h"
#include "figures/kit/text.h"
#include "figures/web/web-page.h"
#include "figures/web/web-slide.h"

/* Solving is counted as so much of the work. */
#define SOLVING 0.5

void
ipl_web_story_request_free (IplWebStoryRequest *self)
{
  g_clear_pointer (&self->story, ipl_story_unref);
  g_clear_pointer (&self->sampled, ipl_solve_result_unref);
  g_clear_pointer (&self->made, ipl_provenance_free);
  g_clear_pointer (&self->style, ipl_figure_style_unref);
  g_free (self->path);
  g_free (self);
}

typedef struct
{
  IplJob *job;
  const IplWebStoryRequest *request;
  GArray *pictures; /* of IplStoryPicture: a stop each */
} Work;

static gboolean
solve (Work *work, GError **error)
{
  const IplStory *story = work->request->story;
  gpointer solver = ipl_run_solve.memory_new ();
  guint n = ipl_story_n_stops (story);
  gboolean solved = TRUE;

  for (guint i = 0; solved && i < n; i++)
    {
      g_autofree char *sentence = g_strdup_printf ("Solving stop %u of %u", i + 1, n);
      IplStoryPicture picture = { .before = 0 };

      ipl_job_progress (work->job, SOLVING * i / n, -1.0, sentence);
      ipl_story_at_stop (ipl_story_get_stop (story, i), &picture.point);
      g_array_append_val (work->pictures, picture);
      solved = ipl_story_picture_solve (&g_array_index (work->pictures, IplStoryPicture, i),
                                        work->request->style, solver,
                                        ipl_job_get_cancellable (work->job), error);
    }
  ipl_run_solve.memory_free (solver);
  return solved;
}

static IplWebStop *
make_stop (const Work *work, guint i)
{
  const IplStop *stop = ipl_story_get_stop (work->request->story, i);
  IplStoryPicture *picture = &g_array_index (work->pictures, IplStoryPicture, i);
  g_autofree char *title
      = g_strdup_printf ("Stop %u of %u", i + 1, ipl_story_n_stops (work->request->story));
  IplWebStop *made = ipl_web_stop_new (title, stop->caption);
  IplView view;

  ipl_story_picture_get_view (picture, work->request->style, work->request->sampled, &view);
  view.timeless = TRUE;
  ipl_web_stop_add_frame (made, "", -1);
  g_ptr_array_add (made->drawings,
                   ipl_web_slide_new (stop, &view, &work->request->page, work->request->look));
  return made;
}

static void
say_drawn (double fraction, gpointer data)
{
  ipl_job_progress (data, SOLVING + (1 - SOLVING) * fraction, -1.0, "Drawing the web page");
}

static gboolean
make (Work *work, GError **error)
{
  const IplWebStoryRequest *request = work->request;
  g_autoptr (GPtrArray) stops = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_web_stop_free);
  IplWebPage page = { request->story->title, request->made, stops };
  g_autoptr (GBytes) bytes = NULL;

  if (!ipl_text_has_font (error)
      || !ipl_story_check_stops (request->story, request->style, request->sampled, error)
      || !solve (work, error))
    return FALSE;
  for (guint i = 0; i < work->pictures->len; i++)
    g_ptr_array_add (stops, make_stop (work, i));
  bytes
      = ipl_web_page_make (&page, say_drawn, work->job, ipl_job_get_cancellable (work->job), error);
  return bytes != NULL && ipl_refuge_write_bytes (request->path, bytes, error);
}

static void
run (IplJob *job, gpointer request, gpointer memory)
{
  g_autoptr (GArray) pictures = g_array_new (FALSE, TRUE, sizeof (IplStoryPicture));
  Work work = { .job = job, .request = request, .pictures = pictures };
  IplFileResult *result = ipl_file_result_new ("The web page");

  g_array_set_clear_func (pictures, ipl_story_picture_clear);
  if (make (&work, &result->error))
    ipl_file_result_set_path (result, work.request->path);
  ipl_job_post (job, result);
}

/* Carries out an IplWebStoryRequest. Posts an IplFileResult, at the end. */
const IplRun ipl_run_web_story = {
  .id = "web-story",
  .title = "Write a story as a web page",
  .run = run,
  .request_free = (GDestroyNotify)ipl_web_story_request_free,
  .result_unref = (GDestroyNotify)ipl_file_result_free,
};
