/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "figures/kit/scribe.h"
#include "figures/pages/paper.h"
#include "figures/pages/provenance.h"
#include "figures/view/target.h"

/* A drawing of several pages. */
typedef struct
{
  IplPaper page;        /* size of each, and resolution of a PNG */
  gboolean transparent; /* whether a PNG shows what is behind it */
  const char *title;    /* what the file is called in itself */
  /* (nullable): where what is drawn comes from, which the file says too */
  const IplProvenance *made;
  const char *warnings; /* (nullable): what of its model lies outside the theory, on one line */
  void (*draw) (guint page, cairo_t *cr, gpointer data); /* draws a page in points */
  /* (nullable): what a page shows in a few sentences, plain text (transfer full), for whoever does
   * not see it */
  char *(*describe) (guint page, gpointer data);
  /* (nullable): of an SVG whose items are hovered: the classes of a target that @panel draws, its
   * own name first, and its sentence (transfer full); whether it is one. The SVG says nothing else
   * of itself then */
  gboolean (*name_item) (const char *panel, const IplTarget *target, char **classes,
                         char **sentence, gpointer data);
  gpointer data; /* for these three */
} IplPages;

/* The end of the name of a drawing that another file includes. */
#define IPL_GRAPHICS "-graphics.pdf"

/* A format of still pages: a file in this folder and a line in pages.c. */
typedef struct
{
  const char *id;      /* its word on command lines and in settings, and the ending of its files */
  const char *title;   /* what the export dialog calls it */
  gboolean many_pages; /* whether one file holds any number of pages */
  gboolean has_pixels; /* whether a resolution matters */
  gboolean has_outlines; /* whether text may be kept or drawn, see #IplPaper */
  /* makes @n pages from @first as the content of a file that will be called @name and an ending;
   * @graphics: (out): the content of the file @name IPL_GRAPHICS, where it includes one */
  GBytes *(*make) (const IplPages *pages, guint first, guint n, const char *name, GBytes **graphics,
                   GError **error);
} IplFormat;

gboolean ipl_pages_write (const IplPages *self, guint first, guint n, const IplFormat *format,
                          const char *path, GError **error);

cairo_surface_t *ipl_pages_render (const IplPages *self, guint i);

extern const IplFormat ipl_format_png;
extern const IplFormat ipl_format_svg;
extern const IplFormat ipl_format_pdf;
extern const IplFormat ipl_format_tex;

const IplFormat *const *ipl_formats (guint *n);
gboolean ipl_format_parse (const char *text, const IplFormat **format);
char *ipl_format_list (const char *before, const char *between, const char *last);
char *ipl_length_text (double pt);
cairo_status_t ipl_vector_append (void *bytes, const unsigned char *data, unsigned int length);
gboolean ipl_vector_draw (const IplPages *self, guint first, guint n, cairo_surface_t *surface,
                          const IplScribe *scribe, const char *format, GError **error);
