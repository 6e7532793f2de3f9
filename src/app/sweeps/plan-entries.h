/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/sweeps/plan-rows.h"

G_BEGIN_DECLS

#define IPL_PLAN_MAX_ENTRIES 20

/* The entries of the dialog, in the order of ipl_plan_rows(). */
typedef struct
{
  guint n;
  GtkWidget *entries[IPL_PLAN_MAX_ENTRIES];
  GtkWidget *labels[IPL_PLAN_MAX_ENTRIES];
  char *offered[IPL_PLAN_MAX_ENTRIES]; /* what stands in an entry that nobody has typed in */
} IplPlanEntries;

void ipl_plan_entries_add (IplPlanEntries *self, GtkGrid *grid, GtkGrid *scheduler_grid);
void ipl_plan_entries_clear (IplPlanEntries *self);
GtkEntry *ipl_plan_entries_find (IplPlanEntries *self, const char *id);
void ipl_plan_entries_show (IplPlanEntries *self, IplPlanComputed computed);
void ipl_plan_entries_offer (IplPlanEntries *self, IplSession *session, IplPlanComputed computed);
gboolean ipl_plan_entries_read (IplPlanEntries *self, IplPlanComputed computed, const char *planned,
                                IplPlanRequest *request, GError **error);

G_END_DECLS
