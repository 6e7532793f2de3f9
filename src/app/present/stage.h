/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/base/command.h"
#include "app/panels/figure-press.h"
#include "figures/story/slide.h"
#include "session/session.h"

#define IPL_TYPE_STAGE (ipl_stage_get_type ())
G_DECLARE_FINAL_TYPE (IplStage, ipl_stage, IPL, STAGE, GtkWidget)

/* Presents a story, one step at a time, with transitions at the frame rate of the screen. The
 * static part of a step is a texture that is redrawn when results, size or theme change.
 * Highlights, the caption and the pointer ring are drawn over it. */
struct _IplStage
{
  GtkWidget parent_instance;
  IplSession *session;
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
  gint64 began; /* start of the transition; 0 before its first frame */
  double share; /* elapsed share of its duration */
  guint told;   /* quantities that the session was asked for, #IplNeeds */
  gboolean blank;
  gboolean click_waits; /* TRUE while a press waits for its release to become a click */
  gboolean points;      /* TRUE if the ring is shown, at (x, y) */
  double x, y;
};

IplStage *ipl_stage_new (IplSession *session, const IplStory *story, guint at, gboolean follows);
void ipl_stage_go_to (IplStage *self, guint at);
void ipl_stage_step (IplStage *self, int direction);
void ipl_stage_finish (IplStage *self);
void ipl_stage_toggle_blank (IplStage *self);
const IplPanel *ipl_stage_find (IplStage *self, double x, double y, IplTarget *target);
void ipl_stage_point (IplStage *self, double x, double y, gboolean shown);

/* stage-input.c */
void ipl_stage_add_input (IplStage *self);
void ipl_stage_add_shortcuts (GPtrArray *shortcuts);

/* stage-draw.c */
double ipl_stage_get_end_time (IplStage *self);
gboolean ipl_stage_set_slide (IplStage *self);
cairo_surface_t *ipl_stage_render_all (IplStage *self);
void ipl_stage_snapshot (GtkWidget *widget, GtkSnapshot *snapshot);
