/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes a story: its stops as slides, or as an animation with transitions. */

#include "figures/animation/story-file.h"

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "figures/animation/film.h"
#include "figures/animation/story-frames.h"
#include "figures/kit/text.h"
#include "figures/story/slide.h"

#include <math.h>
#include <string.h>

typedef struct
{
  IplJob *job;
  const IplFigureRequest *request;
  const IplAnimationFormat *animation; /* (nullable): format with transitions; %NULL for slides */
  const IplFormat *slides; /* format of slides; one without many pages gives a file for each step */
  GArray *pictures;        /* of IplStoryPicture, solved */
  GArray *times;           /* of guint: repetitions of each picture */
  GPtrArray *paths;
  IplStyle style;
  IplSlide *slide;
  cairo_surface_t *left; /* (nullable): slide of the stop before the current transition */
  guint left_at;         /* index of its picture */
  double scale;          /* pixels per point */
} Work;

/* Returns "talk-03.png" for "talk.png". */
static char *
number_path (const char *path, guint number, guint n)
{
  const char *slash = strrchr (path, '/'), *dot = strrchr (path, '.');
  gsize stem = dot != NULL && (slash == NULL || dot > slash) ? (gsize)(dot - path) : strlen (path);

  return g_strdup_printf ("%.*s-%0*u%s", (int)stem, path, n > 9 ? (n > 99 ? 3 : 2) : 1, number,
                          path + stem);
}

/* Fails if a numbered file exists: the file dialog asked only about the file without a number. */
static gboolean
check_files (const Work *work, GError **error)
{
  const IplFigureRequest *request = work->request;
  guint n = ipl_story_n_stops (request->story);

  for (guint i = 1;
       request->spares && work->animation == NULL && !work->slides->many_pages && i <= n; i++)
    {
      g_autofree char *path = number_path (request->path, i, n);
      g_autofree char *shown = NULL;

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        continue;
      shown = ipl_path_shown (path);
      return ipl_fail (error, IPL_ERROR_VALUE,
                       "A picture is written for each step, and %s exists already: choose another "
                       "name, or a PDF.",
                       shown);
    }
  return TRUE;
}

/* Sets the slide to the content of a picture. */
static void
set_slide (Work *work, IplStoryPicture *picture)
{
  const IplPaper *page = &work->request->page;
  IplView view;

  ipl_story_picture_get_view (picture, work->request->figure_style, work->request->sampled, &view);
  ipl_slide_invalidate (work->slide);
  ipl_slide_set (work->slide, picture->point.to, &view, &work->style, page->width_pt,
                 page->height_pt);
}

/* Returns the slide of the stop before a transition as a surface of page size. */
static cairo_surface_t *
get_left (Work *work, guint at)
{
  IplStoryPicture *picture = &g_array_index (work->pictures, IplStoryPicture, at);
  const IplPaper *page = &work->request->page;
  cairo_t *cr;

  if (work->left != NULL && work->left_at == at)
    return work->left;
  g_clear_pointer (&work->left, cairo_surface_destroy);
  work->left
      = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int)ceil (page->width_pt * work->scale),
                                    (int)ceil (page->height_pt * work->scale));
  work->left_at = at;
  cairo_surface_set_device_scale (work->left, work->scale, work->scale);
  cr = cairo_create (work->left);
  set_slide (work, picture);
  ipl_slide_paint_point (work->slide, &picture->point, NULL, NULL, NULL, cr);
  cairo_destroy (cr);
  return work->left;
}

static void
draw (guint i, cairo_t *cr, gpointer data)
{
  Work *work = data;
  IplStoryPicture *picture = &g_array_index (work->pictures, IplStoryPicture, i);
  cairo_surface_t *left = picture->point.fades ? get_left (work, picture->before) : NULL;

  set_slide (work, picture);
  ipl_slide_paint_point (work->slide, &picture->point, left, NULL, NULL, cr);
}

/* Returns the caption of the stop. */
static char *
describe (guint i, gpointer data)
{
  const Work *work = data;
  const IplStoryPicture *picture = &g_array_index (work->pictures, IplStoryPicture, i);

  return g_strdup (picture->point.to->caption);
}

static void
report_drawn (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  ipl_job_progress (data, IPL_STORY_SOLVING + (1 - IPL_STORY_SOLVING) * fraction, seconds_left,
                    sentence);
}

static gboolean
write_film (Work *work, GError **error)
{
  const IplFigureRequest *request = work->request;
  g_autofree char *comment
      = request->provenance != NULL ? ipl_provenance_text (request->provenance) : NULL;
  IplFilm film = { .page = request->page,
                   .fps = request->fps,
                   .n = work->pictures->len,
                   .draw = draw,
                   .data = work,
                   .comment = comment,
                   .times = (const guint *)work->times->data };

  return ipl_film_write (&film, work->animation, request->path, report_drawn, work->job,
                         ipl_job_get_cancellable (work->job), error);
}

/* Writes @n slides from @first on to one file. */
static gboolean
write_slides_to (Work *work, const char *path, guint first, guint n, GError **error)
{
  const IplFigureRequest *request = work->request;
  IplPages pages = { .page = request->page,
                     .title = request->story->title,
                     .draw = draw,
                     .describe = describe,
                     .data = work,
                     .provenance = request->provenance };

  if (!ipl_pages_write (&pages, first, n, work->slides, path, error))
    return FALSE;
  g_ptr_array_add (work->paths, g_strdup (path));
  return TRUE;
}

/* Writes a picture for each stop. */
static gboolean
write_pictures (Work *work, GError **error)
{
  const char *path = work->request->path;
  guint n = work->pictures->len;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *numbered = number_path (path, i + 1, n);
      g_autofree char *sentence = g_strdup_printf ("Drawing slide %u of %u", i + 1, n);

      ipl_job_progress (work->job, IPL_STORY_SOLVING + (1 - IPL_STORY_SOLVING) * i / n, -1.0,
                        sentence);
      if (g_cancellable_set_error_if_cancelled (ipl_job_get_cancellable (work->job), error)
          || !write_slides_to (work, numbered, i, 1, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_slides (Work *work, GError **error)
{
  const IplFigureRequest *request = work->request;

  if (!work->slides->many_pages)
    return write_pictures (work, error);
  ipl_job_progress (work->job, IPL_STORY_SOLVING, -1.0, "Drawing the slides");
  return write_slides_to (work, request->path, 0, work->pictures->len, error);
}

static gboolean
make (Work *work, GError **error)
{
  const IplFigureRequest *request = work->request;
  guint w, h;

  if (!ipl_text_has_font (error)
      || !ipl_story_check_stops (request->story, request->figure_style, request->sampled, error)
      || !check_files (work, error))
    return FALSE;
  ipl_style_init (&work->style, request->style.theme, request->page.font_pt);
  work->style.look = request->style.look;
  work->pictures = ipl_story_pictures_new (request, "picture", work->job, work->times, error);
  if (work->pictures == NULL)
    return FALSE;
  if (work->animation == NULL)
    return write_slides (work, error);
  ipl_film_get_size (&(IplFilm){ .page = request->page }, work->animation, &w, &h);
  work->scale = w / request->page.width_pt;
  if (!write_film (work, error))
    return FALSE;
  g_ptr_array_add (work->paths, g_strdup (request->path));
  return TRUE;
}

/* Writes the slides of a story, or a film of it.
 * @slides: (nullable): format of slides; %NULL for a film
 * @result: (inout): receives the files */
gboolean
ipl_story_file_write (const IplFigureRequest *request, const IplFormat *slides, IplJob *job,
                      IplFileResult *result, GError **error)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (IplSlide) slide = ipl_slide_new ();
  Work work = { .job = job,
                .request = request,
                .slides = slides,
                .animation = slides == NULL ? ipl_animation_format_of (request->path) : NULL,
                .times = times,
                .paths = g_ptr_array_new (),
                .slide = slide,
                .scale = 1 };
  gboolean written = make (&work, error);

  result->what = "The story";
  g_clear_pointer (&work.pictures, g_array_unref);
  g_clear_pointer (&work.left, cairo_surface_destroy);
  g_ptr_array_add (work.paths, NULL);
  g_strfreev (result->paths);
  result->paths = (char **)g_ptr_array_free (work.paths, FALSE);
  return written;
}
