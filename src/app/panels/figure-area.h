/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/panels/figure-press.h"
#include "figures/kit/symbol-meanings.h"

#define IPL_TYPE_FIGURE_AREA (ipl_figure_area_get_type ())
G_DECLARE_FINAL_TYPE (IplFigureArea, ipl_figure_area, IPL, FIGURE_AREA, GtkWidget)

/* Shows one figure of a session. The static part is a texture that is redrawn when results, size or
 * theme change; highlights are drawn over it in every frame. */
struct _IplFigureArea
{
  GtkWidget parent_instance;
  const IplPanel *panel;
  IplDocument *document;
  IplFigure *figure; /* figure of @panel */
  GdkTexture *texture;
  int texture_width;
  int texture_height;
  int texture_scale;
  GPtrArray *signs; /* texts with symbols on the texture */
  GArray *occupied; /* (element-type IplRect): places in points that captions must not cover */
  /* (element-type IplRect): places of marks, which captions cover rather than text */
  GArray *marks;
  IplView drawn;          /* view of the texture */
  guint reported;         /* quantities that the session was asked for, #IplNeeds */
  gboolean undescribed;   /* TRUE if the accessible description is outdated */
  gboolean click_waits;   /* TRUE while a press waits for its release to become a click */
  gboolean enlarged;      /* TRUE while it is the only visible panel of its page */
  IplLearningCurve curve; /* learning curve of the texture */
  gint64 drawn_usec;
};

void ipl_figure_area_set_panel (IplFigureArea *self, const IplPanel *panel);
void ipl_figure_area_set_session (IplFigureArea *self, IplDocument *document);
IplFigure *ipl_figure_area_get_figure (IplFigureArea *self);
GdkTexture *ipl_figure_area_render (IplFigureArea *self, double scale);
GBytes *ipl_figure_area_get_drawing (IplFigureArea *self);
void ipl_figure_area_offer_tip (IplFigureArea *self, double x, double y);
char *ipl_figure_area_describe_symbols_at (IplFigureArea *self, double x, double y);

/* figure-area-input.c */
gboolean ipl_figure_area_find_place (gpointer area, double x, double y, IplFigurePlace *place);
void ipl_figure_area_add_input (IplFigureArea *self);
void ipl_figure_area_add_shortcuts (GPtrArray *shortcuts);
