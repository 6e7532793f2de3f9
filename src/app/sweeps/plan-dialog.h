/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/sweeps/plan-entries.h"
#include "app/sweeps/submit-row.h"
#include "session/session.h"

G_BEGIN_DECLS

#define IPL_TYPE_PLAN_DIALOG (ipl_plan_dialog_get_type ())
G_DECLARE_FINAL_TYPE (IplPlanDialog, ipl_plan_dialog, IPL, PLAN_DIALOG, GtkWindow)

IplPlanDialog *ipl_plan_dialog_new (GtkWindow *parent, IplSession *session);
GtkEntry *ipl_plan_dialog_get_entry (IplPlanDialog *self, const char *id);
void ipl_plan_dialog_set_computed (IplPlanDialog *self, IplPlanComputed computed);
guint ipl_plan_dialog_get_n_computed (IplPlanDialog *self);
void ipl_plan_dialog_set_folder (IplPlanDialog *self, const char *path);
char *ipl_plan_dialog_get_commands (IplPlanDialog *self);
gboolean ipl_plan_dialog_is_ready (IplPlanDialog *self);
gboolean ipl_plan_dialog_is_working (IplPlanDialog *self);
const char *ipl_plan_dialog_get_cost (IplPlanDialog *self);
const char *ipl_plan_dialog_get_error (IplPlanDialog *self);
const char *ipl_plan_dialog_get_planned (IplPlanDialog *self);
IplSubmitRow *ipl_plan_dialog_get_submit_row (IplPlanDialog *self);
void ipl_plan_dialog_plan (IplPlanDialog *self);
void ipl_plan_dialog_stop (IplPlanDialog *self);

G_END_DECLS
