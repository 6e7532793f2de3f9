/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <glib.h>

#include "figures/kit/recorder.h"
#include "figures/kit/style.h"

/* Extents of Pango markup in points, independent of resolution. */
typedef struct
{
  double w, h;                       /* logical extents */
  double ink_x, ink_y, ink_w, ink_h; /* relative to the top left corner of the logical box */
} IplTextSize;

/* TRUE if a font exists, without which Pango cannot draw or measure. */
gboolean ipl_text_has_font (GError **error);

void ipl_text_measure (const IplStyle *style, const char *markup, double size, IplTextSize *out);
double ipl_text_width (const IplStyle *style, const char *markup, double size);
double ipl_text_height (const IplStyle *style, double size);
void ipl_text_draw (cairo_t *cr, const IplStyle *style, const char *markup, double size,
                    IplColor color, double x, double y, double anchor_x, double anchor_y);
void ipl_text_draw_on (cairo_t *cr, const IplStyle *style, const char *markup, double size,
                       IplColor color, double x, double y);
double ipl_text_baseline (const IplStyle *style, const char *markup, double size);
double ipl_text_ascent (const IplStyle *style, double size);
void ipl_text_draw_up_within (cairo_t *cr, const IplStyle *style, const char *markup, double size,
                              IplColor color, double x, double y, double top, double bottom);
void ipl_text_draw_fitted (cairo_t *cr, const IplStyle *style, const char *markup, double size,
                           IplColor color, double x, double y, double max_width);
char *ipl_text_break_lines (const IplStyle *style, const char *text, double size, double width,
                            gsize *laid_out);
double ipl_text_draw_wrapped (cairo_t *cr, const IplStyle *style, const char *text, double size,
                              IplColor color, double x, double y, double width);
void ipl_text_record_mark (cairo_t *cr, double x, double y, double w, double h);
void ipl_text_record_place (cairo_t *cr, double x, double y, double w, double h);

void ipl_cell_text_draw (cairo_t *cr, const IplStyle *style, const char *markup, double size,
                         IplColor cell, double x, double y);

/* A character of a text with its style. */
typedef struct
{
  gunichar sign;
  gboolean italic;
  gboolean bold;
  int script; /* 1 superscript, -1 subscript */
} IplLetter;

GArray *ipl_markup_letters (const char *markup);
char *ipl_markup_plain (const char *markup);
