/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

GtkWindow *ipl_examples_window_new (GtkWindow *parent);
void ipl_examples_window_show (GtkWindow *self, const char *page);
