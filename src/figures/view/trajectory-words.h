/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/target.h"
#include "figures/view/view.h"

char *ipl_trajectory_time_text (const IplTrajectory *self, double time);
char *ipl_trajectory_part_text (const IplTrajectoryArray *array, gsize k, const char *one);
void ipl_trajectory_append_array (GString *text, const IplTrajectoryArray *array, guint moment,
                                  gsize most);
gboolean ipl_target_get_moment (const IplTarget *self, const IplView *view, guint *moment);
char *ipl_trajectory_begin_sentence (const IplTrajectory *self, guint moment, GString *numbers);
void ipl_target_append_moment (GString *text, const IplTarget *self, const IplView *view,
                               gboolean brief);
void ipl_describe_moment (GString *text, const IplView *view);
