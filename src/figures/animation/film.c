/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/animation/film.h"

#include <math.h>

#include "core/base/error.h"
#include "figures/kit/text.h"

/* TRUE if the format takes pictures of this size at this rate. */
static gboolean
check (const IplAnimationFormat *format, const IplAnimationTarget *target, GError **error)
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
  return format->check == NULL || format->check (error);
}

/* For formats: appends to the file. */
gboolean
ipl_animation_writer_put (IplAnimationWriter *self, gconstpointer bytes, gsize n, GError **error)
{
  int code = ipl_file_save_write (self->save, bytes, n);

  if (code != 0)
    ipl_set_io_error (error, "written", self->target.path, code);
  return code == 0;
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
add_frame (const IplFilm *self, IplAnimationWriter *writer, guint frame, GError **error)
{
  guint width = writer->target.width, height = writer->target.height;
  cairo_surface_t *surface = ipl_film_render (self, frame, width, height);
  cairo_status_t status = cairo_surface_status (surface);
  gboolean added = FALSE;

  if (status != CAIRO_STATUS_SUCCESS)
    g_set_error (error, IPL_ERROR, IPL_ERROR_MEMORY,
                 "A frame of %u by %u pixels could not be drawn (%s); ask for fewer dpi.", width,
                 height, cairo_status_to_string (status));
  else
    {
      guint times = count_times (self, frame);

      added = !g_cancellable_set_error_if_cancelled (writer->target.cancellable, error)
              && writer->format->add (writer, surface, times, error);
      writer->shown += times;
    }
  cairo_surface_destroy (surface);
  return added;
}

static gboolean
add_frames (const IplFilm *self, IplAnimationWriter *writer, IplFilmProgress progress,
            gpointer progress_data, GError **error)
{
  gint64 begin_usec = g_get_monotonic_time ();

  for (guint i = 0; i < self->n; i++)
    {
      double seconds = 1e-6 * (double)(g_get_monotonic_time () - begin_usec);
      g_autofree char *sentence = g_strdup_printf ("Drawing frame %u of %u", i + 1, self->n);

      if (progress != NULL)
        progress ((double)i / self->n, i > 0 ? seconds / i * (self->n - i) : -1.0, sentence,
                  progress_data);
      if (!add_frame (self, writer, i, error))
        return FALSE;
    }
  if (progress != NULL)
    progress (1.0, -1.0, "Writing the file", progress_data);
  return TRUE;
}

/* Draws the frames one after another, and writes them.
 * @path: the file; replaced at once when it is whole, untouched otherwise
 * @progress: (nullable): called with the progress
 * Returns: whether the file was written */
gboolean
ipl_film_write (const IplFilm *self, const IplAnimationFormat *format, const char *path,
                IplFilmProgress progress, gpointer progress_data, GCancellable *cancellable,
                GError **error)
{
  IplAnimationWriter writer = {
    .format = format,
    .target
    = { .path = path, .fps = self->fps, .comment = self->comment, .cancellable = cancellable },
  };
  IplAnimationTarget *target = &writer.target;
  gboolean done;

  ipl_film_get_size (self, format, &target->width, &target->height);
  if (!ipl_text_has_font (error) || !check (format, target, error))
    return FALSE;
  writer.save = ipl_file_save_begin (path, error);
  if (writer.save == NULL)
    return FALSE;
  done = format->open (&writer, error) && add_frames (self, &writer, progress, progress_data, error)
         && !g_cancellable_set_error_if_cancelled (cancellable, error)
         && format->finish (&writer, error)
         && ipl_file_save_commit (g_steal_pointer (&writer.save), error);
  format->free (&writer);
  g_clear_pointer (&writer.save, ipl_file_save_abandon);
  return done;
}
