/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "figures/pages/paper.h"
#include "figures/pages/provenance.h"
#include "figures/story/slide.h"

#define IPL_WEB_MAX_PARTS 8

/* A panel's place in a drawing, where the keyboard can stand. */
typedef struct
{
  const IplPanel *panel; /* what is there */
  IplRect area;          /* where, in points */
} IplWebPart;

/* A figure of a page, which is drawn, hovered and highlighted as the window's figures are. */
typedef struct
{
  char *id;                            /* a name in the page: letters, digits and hyphens */
  char *title;                         /* its heading */
  IplPaper page;                       /* its size */
  IplLook look;                        /* whose conventions it follows */
  guint n_parts;                       /* number of @parts */
  IplWebPart parts[IPL_WEB_MAX_PARTS]; /* its panels */
  guint n;                             /* number of @views */
  IplView *views;        /* [n] what it shows, a frame each; what they borrow stays borrowed */
  guint frame;           /* which of them is drawn */
  const IplPanel *panel; /* (nullable): a panel or a composite ... */
  IplFigure *figure;     /* (nullable): and its figure */
  IplSlide *slide;       /* (nullable): ... or a stop of a story */
  IplStoryPoint point;   /* the stop of @slide (a reference), as a point of its story */
} IplWebDrawing;

IplWebDrawing *ipl_web_panel_new (const IplPanel *panel, guint n, const IplView *views,
                                  const IplPaper *page, IplLook look);
IplWebDrawing *ipl_web_slide_new (const IplStop *stop, const IplView *view, const IplPaper *page,
                                  IplLook look);
void ipl_web_drawing_free (IplWebDrawing *self);
void ipl_web_drawing_set (IplWebDrawing *self, guint frame, IplTheme theme);
const IplView *ipl_web_drawing_get_view (const IplWebDrawing *self);
void ipl_web_drawing_paint (cairo_t *cr, gpointer self);
void ipl_web_drawing_light (const IplWebDrawing *self, const IplTarget *target, cairo_t *cr);
const IplPanel *ipl_web_drawing_find (const IplWebDrawing *self, double x, double y,
                                      IplTarget *target);

typedef void (*IplWebPaint) (cairo_t *cr, gpointer data);

char *ipl_web_svg (double width, double height, IplWebPaint paint, gpointer data, GError **error);
char *ipl_web_svg_inside (const char *svg);

/**
 * IplWebStrings:
 *
 * The texts of a page, each in two versions, light and dark: drawings, what is highlighted, words,
 * tables. Texts are split into pieces at tags, lines and colours, and a page holds each piece once:
 * the same figure at another width, or in other colours, has most pieces in common. A piece that
 * differs between the versions is a pair, so that both are one list of pieces.
 */
typedef struct _IplWebStrings IplWebStrings;

IplWebStrings *ipl_web_strings_new (void);
void ipl_web_strings_free (IplWebStrings *self);
guint ipl_web_strings_add (IplWebStrings *self, const char *light, const char *dark);
void ipl_web_strings_write (IplWebStrings *self, JsonBuilder *json, GByteArray *pixels);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplWebStrings, ipl_web_strings_free)

/**
 * IplWebImages:
 *
 * The pictures of matrices in a page's drawings, each light and dark. They are kept as what they
 * are made from, numbers of colours, so that both versions are the same numbers; of a symmetric
 * matrix half of them, and of a matrix and its transpose those of one.
 */
typedef struct _IplWebImages IplWebImages;

IplWebImages *ipl_web_images_new (void);
void ipl_web_images_free (IplWebImages *self);
int ipl_web_images_add (IplWebImages *self, const char *light, const char *dark);
void ipl_web_images_write (IplWebImages *self, JsonBuilder *json, GByteArray *pixels);

void ipl_web_write_list (JsonBuilder *json, const guint *values, guint n);

/* Longer tables are cut: they are for reading, and the command line writes all numbers. */
#define IPL_WEB_MOST_LINES 400

char *ipl_web_table (const IplPanel *panel, const IplView *view);
void ipl_web_html_begin_stop (GString *html, guint number, guint n_figures, const char *title,
                              const char *text);
void ipl_web_html_add_figure (GString *html, guint number, const IplWebDrawing *drawing,
                              const char *svg);
void ipl_web_html_add_limit (GString *html, guint most);
void ipl_web_html_add_warnings (GString *html, const IplWebDrawing *drawing);
void ipl_web_html_end_stop (GString *html);
GBytes *ipl_web_html_page (const char *title, const IplProvenance *made, const char *body,
                           const char *data, const char *pixels, GError **error);

/* More things than these are not hovered in a page: each is drawn highlighted at each width. */
#define IPL_WEB_MOST_TARGETS 1200

/**
 * IplWebTargets:
 *
 * The things that can be hovered in some figures of a page, by number from 1; 0 is nothing.
 */
typedef struct _IplWebTargets IplWebTargets;

IplWebTargets *ipl_web_targets_new (void);
void ipl_web_targets_free (IplWebTargets *self);
gboolean ipl_web_targets_is_full (const IplWebTargets *self);
guint ipl_web_targets_n (const IplWebTargets *self);
const IplTarget *ipl_web_targets_get (const IplWebTargets *self, guint number,
                                      const IplPanel **panel);
guint ipl_web_targets_find (const IplWebTargets *self, const IplTarget *target);
char *ipl_web_targets_map (IplWebTargets *self, const IplWebDrawing *drawing);
void ipl_web_targets_walk (IplWebTargets *self, const IplWebDrawing *drawing);
char *ipl_web_targets_steps (const IplWebTargets *self, const IplWebDrawing *drawing, guint part);

/* A place of a map is so many points wide and high. */
#define IPL_WEB_GRID 1.5

typedef struct
{
  char *label; /* what the slider calls it, such as "100", plain text */
  int row;     /* the row of the sweep that it is, or -1 */
} IplWebFrame;

/* A part of a page: figures that are linked, at one width after the other. A page of a case has
 * one, that of a story one for each stop. */
typedef struct
{
  char *title;         /* its heading, plain text */
  char *text;          /* (nullable): what is said of it, plain text */
  GArray *frames;      /* (element-type IplWebFrame): what the slider goes through, at least one */
  guint first;         /* the frame that is shown first */
  GPtrArray *drawings; /* (element-type IplWebDrawing): its figures */
} IplWebStop;

/* @fraction: of the stop */
typedef void (*IplWebProgress) (double fraction, gpointer data);

IplWebStop *ipl_web_stop_new (const char *title, const char *text);
void ipl_web_stop_free (IplWebStop *self);
void ipl_web_stop_add_frame (IplWebStop *self, const char *label, int row);
gboolean ipl_web_stop_write (const IplWebStop *self, guint number, IplWebStrings *strings,
                             JsonBuilder *json, GString *html, IplWebProgress progress,
                             gpointer data, GCancellable *cancellable, GError **error);
