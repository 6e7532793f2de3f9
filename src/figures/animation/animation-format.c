/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formats of moving pictures, one line each, and what writing them has in common. */
#include "figures/animation/animation-format.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/io-error.h"

static const IplAnimationFormat *const formats[]
    = { &ipl_animation_gif, &ipl_animation_webp, &ipl_animation_mp4, &ipl_animation_webm };

/* @n: (out): how many
 * Returns: all of them */
const IplAnimationFormat *const *
ipl_animation_formats (guint *n)
{
  *n = G_N_ELEMENTS (formats);
  return formats;
}

/* Returns: (nullable): the format that its ending stands for, in any case */
const IplAnimationFormat *
ipl_animation_format_of (const char *path)
{
  const char *dot = strrchr (path, '.');

  for (guint i = 0; dot != NULL && i < G_N_ELEMENTS (formats); i++)
    if (g_ascii_strcasecmp (dot + 1, formats[i]->id) == 0)
      return formats[i];
  return NULL;
}

/* Returns: (transfer full): ".gif, .webp, .mp4 or .webm", for sentences */
char *
ipl_animation_format_list (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    g_string_append_printf (text, "%s.%s",
                            i == 0                           ? ""
                            : i + 1 < G_N_ELEMENTS (formats) ? ", "
                                                             : " or ",
                            formats[i]->id);
  return g_string_free (text, FALSE);
}

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
 * @target: where it goes and how large it is
 * Returns: (transfer full) (nullable): to be closed or abandoned */
IplAnimationWriter *
ipl_animation_writer_open (const IplAnimationFormat *format, const IplAnimationTarget *target,
                           GError **error)
{
  g_return_val_if_fail (target->width > 0 && target->width % format->multiple == 0, NULL);
  g_return_val_if_fail (target->height > 0 && target->height % format->multiple == 0, NULL);
  IplFileSave *save
      = check (format, target, error) ? ipl_file_save_begin (target->path, error) : NULL;
  IplAnimationWriter *self;

  if (save == NULL)
    return NULL;
  self = g_new (IplAnimationWriter, 1);
  *self = (IplAnimationWriter){ .format = format, .target = *target, .save = save };
  if (format->open (self, error))
    return self;
  ipl_animation_writer_abandon (self);
  return NULL;
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
  if (!self->format->add (self, frame, frames, error))
    return FALSE;
  self->shown += frames;
  return TRUE;
}

/* Gives the file its name. On error nothing is left behind and a file of that name is as it was.
 * @self: a file with a frame at least
 * Returns: whether the file is there and on the disk */
gboolean
ipl_animation_writer_close (IplAnimationWriter *self, GError **error)
{
  gboolean done = !g_cancellable_set_error_if_cancelled (self->target.cancellable, error)
                  && self->format->finish (self, error)
                  && ipl_file_save_commit (g_steal_pointer (&self->save), error);

  ipl_animation_writer_abandon (self);
  return done;
}

/* Drops what has been written; a file of that name is as it was. */
void
ipl_animation_writer_abandon (IplAnimationWriter *self)
{
  self->format->free (self);
  g_clear_pointer (&self->save, ipl_file_save_abandon);
  g_free (self);
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
