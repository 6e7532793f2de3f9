/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/shown-paths.h"

G_BEGIN_DECLS

gboolean ipl_head_course_has (const IplView *view, const char *name);
guint ipl_head_course_layer (const IplTrajectory *self, gsize head);
char *ipl_head_course_head_text (const IplTrajectory *self, gsize head);
void ipl_head_course_shown_paths (const IplView *view, IplShownPaths *shown);
char *ipl_head_course_path_text (const IplTrajectory *self, gsize path);

G_END_DECLS
