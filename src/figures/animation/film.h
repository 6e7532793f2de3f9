/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/animation/animation-format.h"
#include "figures/pages/paper.h"

G_BEGIN_DECLS

/**
 * IplFilm:
 * @page: size and resolution of its frames
 * @fps: frames a second
 * @n: frames, at least 1
 * @hold: for how many frames' time the first one and the last stand still, at least 1
 * @draw: draws a frame in points, all of it
 * @data: for @draw
 * @comment: (nullable): where it comes from, plain text, which the file says
 * @times: (nullable): [n] for how many frames' time each is shown, in place of @hold
 *
 * Pictures that follow each other, however they come about.
 */
typedef struct
{
  IplPaper page;
  double fps;
  guint n;
  guint hold;
  void (*draw) (guint frame, cairo_t *cr, gpointer data);
  gpointer data;
  const char *comment;
  const guint *times;
} IplFilm;

/* How far it is; @seconds_left is negative where it is not known. */
typedef void (*IplFilmProgress) (double fraction, double seconds_left, const char *sentence,
                                 gpointer data);

void ipl_film_get_size (const IplFilm *self, const IplAnimationFormat *format, guint *width,
                        guint *height);
cairo_surface_t *ipl_film_render (const IplFilm *self, guint frame, guint width, guint height);
gboolean ipl_film_write (const IplFilm *self, const IplAnimationFormat *format, const char *path,
                         IplFilmProgress progress, gpointer progress_data,
                         GCancellable *cancellable, GError **error);

gboolean ipl_animation_writer_put (IplAnimationWriter *self, gconstpointer bytes, gsize n,
                                   GError **error);

G_END_DECLS
