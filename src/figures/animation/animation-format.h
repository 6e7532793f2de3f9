/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

#include "core/base/file-save.h"

G_BEGIN_DECLS

/**
 * IplAnimationTarget:
 * @path: the file; replaced at once when it is whole, untouched otherwise
 * @width: of every frame, in pixels, a multiple of the format's
 * @height: likewise
 * @fps: frames a second; what a frame's time is counted in
 * @comment: (nullable): where it comes from, plain text, which the file says
 * @cancellable: (nullable): ends waiting for others
 *
 * What is to be written. Its strings stay as they are until it is.
 */
typedef struct
{
  const char *path;
  guint width;
  guint height;
  double fps;
  const char *comment;
  GCancellable *cancellable;
} IplAnimationTarget;

typedef struct _IplAnimationFormat IplAnimationFormat;

/**
 * IplAnimationWriter:
 * @format: what it is written as
 * @target: where it goes and how large it is
 * @save: the file on its way to the disk
 * @shown: frames' times so far
 * @own: the format's
 *
 * A file of moving pictures on its way.
 */
typedef struct
{
  const IplAnimationFormat *format;
  IplAnimationTarget target;
  IplFileSave *save;
  guint64 shown;
  gpointer own;
} IplAnimationWriter;

/**
 * IplAnimationFormat:
 * @id: its name on the command line and its file extension
 * @title: what lists call it
 * @multiple: width and height are multiples of so many pixels
 * @largest: the longest side that it takes, in pixels
 * @fastest: the most frames a second that are shown as such everywhere
 * @check: (nullable): whether it can be written on this machine; an error says what to do
 * @open: begins a file
 * @add: adds a frame, an image surface of %CAIRO_FORMAT_RGB24 that is shown for @frames frames'
 * time
 * @finish: writes what is left
 * @free: ends it, finished or not; after @open in any case
 *
 * A file format of moving pictures. To add one: a file that exports an entry, and a line in the
 * table of animation-format.c.
 */
struct _IplAnimationFormat
{
  const char *id;
  const char *title;
  guint multiple;
  guint largest;
  double fastest;
  gboolean (*check) (GError **error);
  gboolean (*open) (IplAnimationWriter *writer, GError **error);
  gboolean (*add) (IplAnimationWriter *writer, cairo_surface_t *frame, guint frames,
                   GError **error);
  gboolean (*finish) (IplAnimationWriter *writer, GError **error);
  void (*free) (IplAnimationWriter *writer);
};

extern const IplAnimationFormat ipl_animation_gif;
extern const IplAnimationFormat ipl_animation_webp;
extern const IplAnimationFormat ipl_animation_mp4;
extern const IplAnimationFormat ipl_animation_webm;

const IplAnimationFormat *const *ipl_animation_formats (guint *n);
const IplAnimationFormat *ipl_animation_format_of (const char *path);
char *ipl_animation_format_list (void);

G_END_DECLS
