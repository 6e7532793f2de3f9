/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/base/widget-helpers.h"
#include "app/panels/figure-area.h"
#include "figures/view/display-choice.h"
#include "figures/view/panel.h"
#include "document/document.h"

#define IPL_TYPE_PANEL_VIEW (ipl_panel_view_get_type ())
G_DECLARE_FINAL_TYPE (IplPanelView, ipl_panel_view, IPL, PANEL_VIEW, GtkWidget)

void ipl_panel_view_set_panel (IplPanelView *self, const IplPanel *panel);
void ipl_panel_view_set_session (IplPanelView *self, IplDocument *document);
void ipl_panel_view_set_enlarged (IplPanelView *self, gboolean enlarged);
IplFigureArea *ipl_panel_view_get_area (IplPanelView *self);
void ipl_panel_view_add_shortcuts (GPtrArray *shortcuts);

/* A command of the menu of a panel: an action of the window for the panel of its target. */
typedef struct
{
  const char *action;
  const char *keys; /* (nullable): key of the focused panel */
  const char *title, *label;
  gboolean begins_section;
} IplPanelCommand;

const IplPanelCommand *ipl_panel_view_get_commands (guint *n);
char *ipl_panel_command_get_action (const IplPanelCommand *command, const char *panel);

GMenuModel *ipl_choice_menu_new (const IplChoice *choice);
void ipl_output_menu_update (GtkMenuButton *button, GtkLabel *label, IplDocument *document,
                             const IplPanel *panel, IplCaseInfo **listed);
