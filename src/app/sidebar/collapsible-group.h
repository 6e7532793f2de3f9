/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#define IPL_TYPE_FOLD (ipl_fold_get_type ())
G_DECLARE_FINAL_TYPE (IplFold, ipl_fold, IPL, FOLD, GtkWidget)

void ipl_fold_set_title (IplFold *self, const char *title);
void ipl_fold_set_expanded (IplFold *self, gboolean expanded);
gboolean ipl_fold_get_expanded (IplFold *self);
const char *ipl_fold_get_group (IplFold *self);
void ipl_fold_set_resets (IplFold *self, gboolean resets);
void ipl_fold_show_values (IplFold *self);
