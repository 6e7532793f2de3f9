/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/base/window-command.h"
#include "app/panels/figure-press.h"
#include "figures/story/slide.h"
#include "document/document.h"

#define IPL_TYPE_PRESENTATION (ipl_presentation_get_type ())
G_DECLARE_FINAL_TYPE (IplPresentation, ipl_presentation, IPL, PRESENTATION, GtkWidget)

/* Presents a story, one step at a time, with transitions at the frame rate of the screen. The
 * static part of a step is a texture that is redrawn when results, size or theme change.
 * Highlights, the caption and the pointer ring are drawn over it. */
struct _IplPresentation
{
  GtkWidget parent_instance;
  IplDocument *document;
  const IplStory *story;
  guint at;
  /* TRUE if steps show the parameters of the session instead of the stored ones */
  gboolean follows;
  const IplStop *from; /* steps of the transition; equal without one */
  const IplStop *to;   /* with the shown parameters */
  gboolean waits;      /* TRUE until the case of the story is open */
  IplSlide *slide;     /* slide of @to */
  GdkTexture *texture; /* (nullable): its static part */
  GdkTexture *before;  /* (nullable): picture that fades out */
  /* (nullable): pixels of @before, for a transition that is interrupted */
  cairo_surface_t *before_surface;
  int texture_width, texture_height, texture_scale;
  guint tick;
  gint64 began;   /* start of the transition; 0 before its first frame */
  double share;   /* elapsed share of its duration */
  guint reported; /* quantities that the session was asked for, #IplNeeds */
  gboolean blank;
  gboolean click_waits; /* TRUE while a press waits for its release to become a click */
  gboolean points;      /* TRUE if the ring is shown, at (x, y) */
  double x, y;
};

IplPresentation *ipl_presentation_new (IplDocument *document, const IplStory *story, guint at,
                                       gboolean follows);
void ipl_presentation_go_to (IplPresentation *self, guint at);
void ipl_presentation_step (IplPresentation *self, int direction);
void ipl_presentation_finish (IplPresentation *self);
void ipl_presentation_toggle_blank (IplPresentation *self);
const IplPanel *ipl_presentation_find (IplPresentation *self, double x, double y,
                                       IplTarget *target);
void ipl_presentation_point (IplPresentation *self, double x, double y, gboolean shown);

/* presentation-input.c */
void ipl_presentation_add_input (IplPresentation *self);
void ipl_presentation_add_shortcuts (GPtrArray *shortcuts);

/* presentation-draw.c */
double ipl_presentation_get_end_time (IplPresentation *self);
gboolean ipl_presentation_set_slide (IplPresentation *self);
cairo_surface_t *ipl_presentation_render_all (IplPresentation *self);
void ipl_presentation_snapshot (GtkWidget *widget, GtkSnapshot *snapshot);
