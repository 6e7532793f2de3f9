/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

#include "core/base/work.h"
#include "figures/animation/animation-format.h"
#include "figures/pages/paper.h"

/* Pictures that follow each other, however they come about. */
typedef struct
{
  IplPaper page; /* size and resolution of its frames */
  double fps;    /* frames a second */
  guint n;       /* frames, at least 1 */
  guint hold;    /* for how many frames' time the first one and the last stand still, at least 1 */
  void (*draw) (guint frame, cairo_t *cr, gpointer data); /* draws a frame in points, all of it */
  gpointer data;                                          /* for @draw */
  const char *comment; /* (nullable): where it comes from, plain text, which the file says */
  /* (nullable): [n] for how many frames' time each is shown, in place of @hold */
  const guint *times;
} IplFilm;

void ipl_film_get_size (const IplFilm *self, const IplAnimationFormat *format, guint *width,
                        guint *height);
cairo_surface_t *ipl_film_render (const IplFilm *self, guint frame, guint width, guint height);
gboolean ipl_film_write (const IplFilm *self, const IplAnimationFormat *format, const char *path,
                         IplProgressFunc progress, gpointer progress_data,
                         GCancellable *cancellable, GError **error);

gboolean ipl_ffmpeg_check (GError **error);
