/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/animation/film.h"

#include <math.h>

#include "core/base/error.h"
#include "figures/animation/ffmpeg.h"
#include "figures/kit/text.h"

/* TRUE if the format takes pictures of this size at this rate. */
static gboolean
check (const IplAnimationFormat *format, const IplFfmpegTarget *target, GError **error)
{
  guint longest = MAX (target->width, target->height);

  if (longest > format->largest)
    return ipl_fail (
        error, IPL_ERROR_VALUE,
        "Frames of %u by %u pixels are too large for a %s, whose sides have at most %u "
        "pixels; ask for fewer dpi.",
        target->width, target->height, format->title, format->largest);
  if (!(target->fps > 0 && target->fps <= format->fastest))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "%g frames a second cannot be shown by a %s; at most %g can.", target->fps,
                     format->title, format->fastest);
  return ipl_ffmpeg_check (error);
}

static guint
count_pixels (double points, double dpi, guint multiple)
{
  return MAX (multiple, (guint)lround (points / 72 * dpi / multiple) * multiple);
}

/* Its page at its resolution, to the nearest size that the format takes.
 * @format: what it is to be written as
 * @width: (out): of its frames, in pixels
 * @height: (out): likewise */
void
ipl_film_get_size (const IplFilm *self, const IplAnimationFormat *format, guint *width,
                   guint *height)
{
  *width = count_pixels (self->page.width_pt, self->page.dpi, format->multiple);
  *height = count_pixels (self->page.height_pt, self->page.dpi, format->multiple);
}

/* Returns: (transfer full): the frame, of CAIRO_FORMAT_RGB24, in an error state where there is no
 *   memory for it */
cairo_surface_t *
ipl_film_render (const IplFilm *self, guint frame, guint width, guint height)
{
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int)width, (int)height);
  cairo_t *cr = cairo_create (surface);

  cairo_scale (cr, width / self->page.width_pt, height / self->page.height_pt);
  self->draw (frame, cr, self->data);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static guint
count_times (const IplFilm *self, guint frame)
{
  if (self->times != NULL)
    return MAX (self->times[frame], 1);
  return frame == 0 || frame + 1 == self->n ? MAX (self->hold, 1) : 1;
}

static gboolean
add_frame (const IplFilm *self, IplFfmpeg *ffmpeg, const IplFfmpegTarget *target, guint frame,
           guint times, GError **error)
{
  cairo_surface_t *surface = ipl_film_render (self, frame, target->width, target->height);
  cairo_status_t status = cairo_surface_status (surface);
  gboolean added = FALSE;

  if (status != CAIRO_STATUS_SUCCESS)
    g_set_error (error, IPL_ERROR, IPL_ERROR_MEMORY,
                 "A frame of %u by %u pixels could not be drawn (%s); ask for fewer dpi.",
                 target->width, target->height, cairo_status_to_string (status));
  else
    added = !g_cancellable_set_error_if_cancelled (target->cancellable, error)
            && ipl_ffmpeg_add (ffmpeg, surface, times, error);
  cairo_surface_destroy (surface);
  return added;
}

/* Frames from all of the film, of which ffmpeg chooses the colours. */
static gboolean
add_samples (const IplFilm *self, IplFfmpeg *ffmpeg, const IplFfmpegTarget *target, guint n,
             GError **error)
{
  for (guint i = 0; i < n; i++)
    if (!add_frame (self, ffmpeg, target, i * (self->n - 1) / (n - 1), 1, error))
      return FALSE;
  return TRUE;
}

static gboolean
add_frames (const IplFilm *self, IplFfmpeg *ffmpeg, const IplFfmpegTarget *target,
            IplFilmProgress progress, gpointer progress_data, GError **error)
{
  gint64 begin_usec = g_get_monotonic_time ();

  for (guint i = 0; i < self->n; i++)
    {
      double seconds = 1e-6 * (double)(g_get_monotonic_time () - begin_usec);
      g_autofree char *sentence = g_strdup_printf ("Drawing frame %u of %u", i + 1, self->n);

      if (progress != NULL)
        progress ((double)i / self->n, i > 0 ? seconds / i * (self->n - i) : -1.0, sentence,
                  progress_data);
      if (!add_frame (self, ffmpeg, target, i, count_times (self, i), error))
        return FALSE;
    }
  if (progress != NULL)
    progress (1.0, -1.0, "Writing the file", progress_data);
  return TRUE;
}

/* Draws the frames one after another, and writes them.
 * @path: the file; replaced at once when it is complete, untouched otherwise
 * @progress: (nullable): called with the progress
 * Returns: whether the file was written */
gboolean
ipl_film_write (const IplFilm *self, const IplAnimationFormat *format, const char *path,
                IplFilmProgress progress, gpointer progress_data, GCancellable *cancellable,
                GError **error)
{
  IplFfmpegTarget target
      = { .path = path, .fps = self->fps, .comment = self->comment, .cancellable = cancellable };
  g_autoptr (IplFfmpeg) ffmpeg = NULL;

  ipl_film_get_size (self, format, &target.width, &target.height);
  if (!ipl_text_has_font (error) || !check (format, &target, error))
    return FALSE;
  ffmpeg = ipl_ffmpeg_start (format, &target, error);
  return ffmpeg != NULL && add_samples (self, ffmpeg, &target, format->samples, error)
         && add_frames (self, ffmpeg, &target, progress, progress_data, error)
         && !g_cancellable_set_error_if_cancelled (cancellable, error)
         && ipl_ffmpeg_finish (ffmpeg, error);
}
