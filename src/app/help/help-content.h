/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "figures/help/help-page.h"

typedef void (*IplHelpFound) (GtkWidget *widget, gpointer data);

GtkWidget *ipl_help_content_new (const IplHelpPage *page, const char *const *terms,
                                 IplHelpFound found, gpointer data);
