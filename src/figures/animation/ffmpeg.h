/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

#include "figures/animation/animation-format.h"

/* A request to write a file. Its strings stay as they are until the file is written. */
typedef struct
{
  const char *path;          /* the file; replaced at once when it is complete */
  guint width;               /* of every frame, in pixels, a multiple of the format's */
  guint height;              /* likewise */
  double fps;                /* frames a second; what a frame's time is counted in */
  const char *comment;       /* (nullable): where it comes from, plain text, which the file says */
  GCancellable *cancellable; /* (nullable): stops it within 0.3 s */
} IplFfmpegTarget;

/* The program ffmpeg while it writes a file. */
typedef struct _IplFfmpeg IplFfmpeg;

gboolean ipl_ffmpeg_check (GError **error);
IplFfmpeg *ipl_ffmpeg_start (const IplAnimationFormat *format, const IplFfmpegTarget *target,
                             GError **error);
gboolean ipl_ffmpeg_add (IplFfmpeg *self, cairo_surface_t *frame, guint times, GError **error);
gboolean ipl_ffmpeg_finish (IplFfmpeg *self, GError **error);
void ipl_ffmpeg_free (IplFfmpeg *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplFfmpeg, ipl_ffmpeg_free)
