/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* A file format of moving pictures, a row of the table in animation-format.c. */
typedef struct
{
  const char *id;    /* its name on the command line and its file extension */
  const char *title; /* what lists call it */
  guint multiple;    /* width and height are multiples of so many pixels */
  guint largest;     /* the longest side that it takes, in pixels */
  double fastest;    /* the most frames a second that are shown as such everywhere */
  guint samples;     /* frames that ffmpeg is given beforehand to choose colours from, 0 for none */
  const char *const *options; /* %NULL-terminated: of ffmpeg, for the output */
  /* (nullable): writes where a file comes from into it, where ffmpeg does not
   * @fd: the file, complete, to be read and written
   * Returns: 0 or an error code */
  int (*add_comment) (int fd, const char *comment);
} IplAnimationFormat;

const IplAnimationFormat *ipl_animation_formats (guint *n);
const IplAnimationFormat *ipl_animation_format_of (const char *path);
char *ipl_animation_format_list (void);
