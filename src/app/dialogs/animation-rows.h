/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "figures/animation/animation-format.h"
#include "figures/pages/paper.h"
#include "figures/view/panel.h"
#include "session/session.h"

#define IPL_TYPE_ANIMATION_ROWS (ipl_animation_rows_get_type ())
G_DECLARE_FINAL_TYPE (IplAnimationRows, ipl_animation_rows, IPL, ANIMATION_ROWS, GtkBox)

void ipl_animation_rows_set_widths (IplAnimationRows *self, const IplParameters *parameters);
gboolean ipl_animation_rows_check (IplSession *session, const IplPanel *panel,
                                   GError **error);
void ipl_animation_rows_start (IplAnimationRows *self, IplSession *session, const IplPanel *panel,
                               const IplStyle *style, const IplPaper *page,
                               const IplAnimationFormat *format, const char *path);
void ipl_animation_rows_stop (IplAnimationRows *self);
