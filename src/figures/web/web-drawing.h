/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/pages/paper.h"
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
