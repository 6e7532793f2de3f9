/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "figures/kit/rect.h"
#include "figures/view/panel.h"

G_BEGIN_DECLS

#define IPL_WEB_MAX_PARTS 8

/**
 * IplWebPart:
 * @panel: what is there
 * @area: where, in points
 *
 * A panel's place in a drawing, where the keyboard can stand.
 */
typedef struct
{
  const IplPanel *panel;
  IplRect area;
} IplWebPart;

/**
 * IplWebDrawing:
 * @id: a name in the page: letters, digits and hyphens
 * @title: its heading
 * @width, @height: its size in points
 * @n_parts: number of @parts
 * @parts: its panels
 * @set: says which frame is drawn, and in which colours
 * @get_view: what that frame shows
 * @paint: draws it
 * @light: draws what is lit on top of it
 * @find: what is at a place, and in which panel
 * @free: frees @data
 * @data: for these five
 *
 * A figure of a page, which is drawn, pointed at and lit as the window's figures are.
 */
typedef struct
{
  char *id;
  char *title;
  double width;
  double height;
  guint n_parts;
  IplWebPart parts[IPL_WEB_MAX_PARTS];
  void (*set) (gpointer data, guint frame, IplTheme theme);
  const IplView *(*get_view) (gpointer data);
  void (*paint) (cairo_t *cr, gpointer data);
  void (*light) (gpointer data, const IplTarget *target, cairo_t *cr);
  const IplPanel *(*find) (gpointer data, double x, double y, IplTarget *target);
  GDestroyNotify free;
  gpointer data;
} IplWebDrawing;

void ipl_web_drawing_free (IplWebDrawing *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplWebDrawing, ipl_web_drawing_free)

G_END_DECLS
