/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/panels/figure-press.h"
#include "figures/kit/symbol.h"

#define IPL_TYPE_FIGURE_AREA (ipl_figure_area_get_type ())
G_DECLARE_FINAL_TYPE (IplFigureArea, ipl_figure_area, IPL, FIGURE_AREA, GtkWidget)

/* Shows one figure of a session: the static part as a texture that is drawn anew when results,
 * size or theme change, the highlighted part on top of it in every frame.
 */
struct _IplFigureArea
{
  GtkWidget parent_instance;
  const IplPanel *panel;
  IplSession *session;
  IplFigure *figure; /* of the panel */
  GdkTexture *texture;
  int texture_width;
  int texture_height;
  int texture_scale;
  GPtrArray *signs;       /* where the texture has text with symbols */
  GArray *taken;          /* of IplRect, in points: what is not to be covered */
  GArray *marks;          /* the same of marks of plots, which may be rather than text */
  IplView drawn;          /* what the texture shows */
  guint told;             /* what the session knows to be in sight, #IplNeeds */
  gboolean undescribed;   /* since it was last seen */
  gboolean click_waits;   /* for the release of the button that is pressed */
  gboolean enlarged;      /* whether it is alone on its page for now */
  IplLearningCurve curve; /* that the texture shows */
  gint64 drawn_usec;
};

void ipl_figure_area_set_panel (IplFigureArea *self, const IplPanel *panel);
void ipl_figure_area_set_session (IplFigureArea *self, IplSession *session);
IplFigure *ipl_figure_area_get_figure (IplFigureArea *self);
GdkTexture *ipl_figure_area_render (IplFigureArea *self, double scale);
GBytes *ipl_figure_area_get_drawing (IplFigureArea *self);
void ipl_figure_area_offer_tip (IplFigureArea *self, double x, double y);
char *ipl_figure_area_tell_at (IplFigureArea *self, double x, double y);

/* figure-area-input.c */
gboolean ipl_figure_area_find_place (gpointer area, double x, double y, IplFigurePlace *place);
void ipl_figure_area_add_input (IplFigureArea *self);
void ipl_figure_area_add_shortcuts (GPtrArray *shortcuts);
