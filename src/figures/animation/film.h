/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

#include "core/base/work.h"
#include "figures/animation/animation-format.h"
#include "figures/pages/page-size.h"

/* A sequence of frames. */
typedef struct
{
  IplPaper page; /* size and resolution of the frames */
  double fps;    /* frames per second */
  guint n;       /* number of frames, at least 1 */
  guint hold;    /* repetitions of the first and of the last frame, at least 1 */
  void (*draw) (guint frame, cairo_t *cr, gpointer data); /* draws a complete frame in points */
  gpointer data;                                          /* passed to @draw */
  const char *comment; /* (nullable): provenance for the metadata, plain text */
  /* (nullable): [n] repetitions of each frame, instead of @hold */
  const guint *times;
} IplFilm;

void ipl_film_get_size (const IplFilm *self, const IplAnimationFormat *format, guint *width,
                        guint *height);
cairo_surface_t *ipl_film_render (const IplFilm *self, guint frame, guint width, guint height);
gboolean ipl_film_write (const IplFilm *self, const IplAnimationFormat *format, const char *path,
                         IplProgressFunc progress, gpointer progress_data,
                         GCancellable *cancellable, GError **error);

gboolean ipl_ffmpeg_check (GError **error);
