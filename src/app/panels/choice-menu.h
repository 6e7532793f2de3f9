/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "figures/view/panel.h"
#include "session/session.h"

GMenuModel *ipl_choice_menu_new (const IplChoice *choice, gboolean with_next);
gboolean ipl_output_menu_update (GtkMenuButton *button, GtkLabel *label, IplSession *session,
                                 const IplPanel *panel, IplCaseInfo **listed);
