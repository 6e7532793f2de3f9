/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

#include "core/base/file-save.h"

/* A request to write a file. Its strings stay as they are until the file is written. */
typedef struct
{
  const char *path;          /* the file; replaced at once when it is whole, untouched otherwise */
  guint width;               /* of every frame, in pixels, a multiple of the format's */
  guint height;              /* likewise */
  double fps;                /* frames a second; what a frame's time is counted in */
  const char *comment;       /* (nullable): where it comes from, plain text, which the file says */
  GCancellable *cancellable; /* (nullable): ends waiting for others */
} IplAnimationTarget;

typedef struct _IplAnimationFormat IplAnimationFormat;

/* A file of moving pictures on its way. */
typedef struct
{
  const IplAnimationFormat *format; /* what it is written as */
  IplAnimationTarget target;        /* where it goes and how large it is */
  IplFileSave *save;                /* the file on its way to the disk */
  guint64 shown;                    /* frames' times so far */
  gpointer own;                     /* the format's */
} IplAnimationWriter;

/* A file format of moving pictures. To add one: a file that exports an entry, and a line in the
 * table of animation-format.c. */
struct _IplAnimationFormat
{
  const char *id;    /* its name on the command line and its file extension */
  const char *title; /* what lists call it */
  guint multiple;    /* width and height are multiples of so many pixels */
  guint largest;     /* the longest side that it takes, in pixels */
  double fastest;    /* the most frames a second that are shown as such everywhere */
  /* (nullable): whether it can be written on this machine; an error says what to do */
  gboolean (*check) (GError **error);
  gboolean (*open) (IplAnimationWriter *writer, GError **error); /* begins a file */
  /* adds a frame, an image surface of %CAIRO_FORMAT_RGB24 that is shown for @frames frames' time */
  gboolean (*add) (IplAnimationWriter *writer, cairo_surface_t *frame, guint frames,
                   GError **error);
  gboolean (*finish) (IplAnimationWriter *writer, GError **error); /* writes what is left */
  void (*free) (IplAnimationWriter *writer); /* ends it, finished or not; after @open in any case */
};

extern const IplAnimationFormat ipl_animation_gif;
extern const IplAnimationFormat ipl_animation_webp;
extern const IplAnimationFormat ipl_animation_mp4;
extern const IplAnimationFormat ipl_animation_webm;

const IplAnimationFormat *const *ipl_animation_formats (guint *n);
const IplAnimationFormat *ipl_animation_format_of (const char *path);
char *ipl_animation_format_list (void);
