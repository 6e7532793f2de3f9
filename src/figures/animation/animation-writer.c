/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/animation/animation-writer.h"

#include "core/base/error.h"

struct _IplAnimationWriter
{
  const IplAnimationFormat *format;
  IplAnimationTarget target;
  gpointer own; /* the format's */
};

/* Whether the format takes pictures of this size at this rate. */
static gboolean
check (const IplAnimationFormat *format, const IplAnimationTarget *target, GError **error)
{
  guint longest = MAX (target->width, target->height);

  if (longest > format->largest)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                   "Frames of %u by %u pixels are too large for a %s, whose sides have at most %u "
                   "pixels; ask for fewer dpi.",
                   target->width, target->height, format->title, format->largest);
      return FALSE;
    }
  if (!(target->fps > 0 && target->fps <= format->fastest))
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                   "%g frames a second cannot be shown by a %s; at most %g can.", target->fps,
                   format->title, format->fastest);
      return FALSE;
    }
  return format->check == NULL || format->check (error);
}

/* Begins a file.
 * @target: where it goes and how large it is; @target->path is copied
 * Returns: (transfer full) (nullable): to be closed or abandoned */
IplAnimationWriter *
ipl_animation_writer_open (const IplAnimationFormat *format, const IplAnimationTarget *target,
                           GError **error)
{
  g_return_val_if_fail (target->width > 0 && target->width % format->multiple == 0, NULL);
  g_return_val_if_fail (target->height > 0 && target->height % format->multiple == 0, NULL);
  IplAnimationWriter *self;
  gpointer own;

  if (!check (format, target, error))
    return NULL;
  own = format->open (target, error);
  if (own == NULL)
    return NULL;
  self = g_new0 (IplAnimationWriter, 1);
  self->format = format;
  self->target = *target;
  self->own = own;
  return self;
}

/* Adds a frame after those before.
 * @frame: an image surface of CAIRO_FORMAT_RGB24 and of the target's size
 * @frames: how long it is shown, in frames' times, at least 1
 * Returns: whether that went well; the file is to be abandoned otherwise */
gboolean
ipl_animation_writer_add (IplAnimationWriter *self, cairo_surface_t *frame, guint frames,
                          GError **error)
{
  g_return_val_if_fail (cairo_image_surface_get_format (frame) == CAIRO_FORMAT_RGB24, FALSE);
  g_return_val_if_fail (cairo_image_surface_get_width (frame) == (int)self->target.width, FALSE);
  g_return_val_if_fail (cairo_image_surface_get_height (frame) == (int)self->target.height, FALSE);
  g_return_val_if_fail (frames > 0, FALSE);

  if (g_cancellable_set_error_if_cancelled (self->target.cancellable, error))
    return FALSE;
  cairo_surface_flush (frame);
  return self->format->add (self->own, frame, frames, error);
}

/* Gives the file its name. On error nothing is left behind and a file of that name is as it was.
 * @self: a file with a frame at least
 * Returns: whether the file is there and on the disk */
gboolean
ipl_animation_writer_close (IplAnimationWriter *self, GError **error)
{
  gboolean done;

  if (g_cancellable_set_error_if_cancelled (self->target.cancellable, error))
    {
      ipl_animation_writer_abandon (self);
      return FALSE;
    }
  done = self->format->close (self->own, error);
  g_free (self);
  return done;
}

/* Drops what has been written; a file of that name is as it was. */
void
ipl_animation_writer_abandon (IplAnimationWriter *self)
{
  self->format->abandon (self->own);
  g_free (self);
}
