/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* An animation format, a row of the table in animation-format.c. */
typedef struct
{
  const char *id;    /* name on the command line, and file extension */
  const char *title; /* name in lists */
  guint multiple;    /* width and height are multiples of this number of pixels */
  guint largest;     /* maximum side in pixels */
  double fastest;    /* maximum frames per second that all programs play correctly */
  guint samples; /* number of leading frames from which ffmpeg derives the palette; 0 for none */
  const char *const *options; /* %NULL-terminated output options of ffmpeg */
  /* (nullable): writes the provenance into a file, if ffmpeg does not
   * @fd: the complete file, open for reading and writing
   * Returns: 0 or an errno value */
  int (*add_comment) (int fd, const char *comment);
} IplAnimationFormat;

const IplAnimationFormat *ipl_animation_formats (guint *n);
const IplAnimationFormat *ipl_animation_format_of (const char *path);
char *ipl_animation_format_list (void);
