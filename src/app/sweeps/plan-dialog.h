/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/sweeps/plan-rows.h"
#include "app/sweeps/submit-row.h"
#include "session/session.h"

#define IPL_TYPE_PLAN_DIALOG (ipl_plan_dialog_get_type ())
G_DECLARE_FINAL_TYPE (IplPlanDialog, ipl_plan_dialog, IPL, PLAN_DIALOG, GtkWindow)

IplPlanDialog *ipl_plan_dialog_new (GtkWindow *parent, IplSession *session);
char *ipl_plan_dialog_get_commands (IplPlanDialog *self);
gboolean ipl_plan_dialog_is_working (IplPlanDialog *self);
const char *ipl_plan_dialog_get_planned (IplPlanDialog *self);
