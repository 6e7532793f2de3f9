/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/help/help-page.h"

G_BEGIN_DECLS

typedef void (*IplHelpFound) (GtkWidget *widget, gpointer data);

GtkWidget *ipl_help_content_new (const IplHelpPage *page, const char *const *terms,
                                 IplHelpFound found, gpointer data);

G_END_DECLS
