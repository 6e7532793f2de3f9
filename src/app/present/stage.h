/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "figures/story/slide.h"
#include "session/session.h"

#define IPL_TYPE_STAGE (ipl_stage_get_type ())
G_DECLARE_FINAL_TYPE (IplStage, ipl_stage, IPL, STAGE, GtkWidget)

IplStage *ipl_stage_new (IplSession *session, const IplStory *story, guint at, gboolean follows);
IplSession *ipl_stage_get_session (IplStage *self);
const IplStory *ipl_stage_get_story (IplStage *self);
guint ipl_stage_get_at (IplStage *self);
gboolean ipl_stage_is_on_way (IplStage *self);
void ipl_stage_go_to (IplStage *self, guint at);
void ipl_stage_step (IplStage *self, int direction);
void ipl_stage_finish (IplStage *self);
void ipl_stage_toggle_blank (IplStage *self);
gboolean ipl_stage_is_blank (IplStage *self);
const IplPanel *ipl_stage_find (IplStage *self, double x, double y, IplTarget *target);
void ipl_stage_point (IplStage *self, double x, double y, gboolean shown);
