/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#define IPL_TYPE_SUBMIT_ROW (ipl_submit_row_get_type ())
G_DECLARE_FINAL_TYPE (IplSubmitRow, ipl_submit_row, IPL, SUBMIT_ROW, GtkBox)

void ipl_submit_row_set_folder (IplSubmitRow *self, const char *folder);
