/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "figures/kit/recorder.h"
#include "figures/pages/page-size.h"
#include "figures/pages/provenance.h"
#include "figures/view/target.h"

/* A drawing with one or more pages. */
typedef struct
{
  IplPaper page;        /* size of each page, and resolution of a PNG */
  gboolean transparent; /* leaves the background of a PNG transparent */
  const char *title;    /* title in the metadata of the file */
  /* (nullable): provenance for the metadata */
  const IplProvenance *provenance;
  const char *warnings; /* (nullable): deviations of the model from the assumptions of the theory,
                           one line */
  void (*draw) (guint page, cairo_t *cr, gpointer data); /* draws a page in points */
  /* (nullable): returns a description of a page in a few sentences, plain text (transfer full),
   * for screen readers */
  char *(*describe) (guint page, gpointer data);
  /* (nullable): for an SVG with hovered items: sets the classes of a target of @panel, its own
   * name first, and its sentence (transfer full). Returns TRUE if the target is an item. Such an
   * SVG has no other description */
  gboolean (*name_item) (const char *panel, const IplTarget *target, char **classes,
                         char **sentence, gpointer data);
  gpointer data; /* passed to the three functions above */
} IplPages;

/* Suffix of the name of a drawing that another file includes. */
#define IPL_GRAPHICS "-graphics.pdf"

/* A format of still pages: a file in this folder and a row in pages.c. */
typedef struct
{
  const char *id;        /* name in commands and settings, and file extension */
  const char *title;     /* name in the export dialog */
  gboolean many_pages;   /* a file holds any number of pages */
  gboolean has_pixels;   /* the resolution matters */
  gboolean has_outlines; /* text can be drawn as shapes, see #IplPaper */
  /* makes @n pages from @first on as the content of a file named @name with an extension;
   * @graphics: (out): content of the file @name IPL_GRAPHICS, if it includes one */
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
                          const IplRecorder *recorder, const char *format, GError **error);
