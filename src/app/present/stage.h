/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/base/command.h"
#include "app/panels/figure-press.h"
#include "figures/story/slide.h"
#include "session/session.h"

#define IPL_TYPE_STAGE (ipl_stage_get_type ())
G_DECLARE_FINAL_TYPE (IplStage, ipl_stage, IPL, STAGE, GtkWidget)

/* Presents a story: a stop fills it, and the way from one to the next is walked at the rate of the
 * screen. The static part of a stop is a texture that is drawn anew when results, size or theme
 * change; what is highlighted, what is said and the ring around what is hovered are drawn on top of
 * it.
 */
struct _IplStage
{
  GtkWidget parent_instance;
  IplSession *session;
  const IplStory *story;
  guint at;
  gboolean follows;                /* stops show what the session has, instead of what they say */
  const IplStop *from;             /* the stops between which it is; the same at a stop */
  const IplStop *to;               /* as it is shown */
  gboolean waits;                  /* for what the story is of to be opened */
  IplSlide *slide;                 /* of @to */
  GdkTexture *texture;             /* nullable: its static part */
  GdkTexture *before;              /* nullable: the picture that is replaced by it */
  cairo_surface_t *before_surface; /* nullable: its pixels, for a way that is broken off */
  int texture_width, texture_height, texture_scale;
  guint tick;
  gint64 began; /* of the way, 0 before its first frame */
  double share; /* of its time that has gone */
  guint told;   /* what the session knows to be in sight, #IplNeeds */
  gboolean blank;
  gboolean click_waits; /* for the release of the button that is pressed */
  gboolean points;      /* at (x, y) */
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
