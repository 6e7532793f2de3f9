/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "session/session.h"
#include "sweeps/plan-request.h"

/* The kinds of sweep, in the order of the dialog's list. */
typedef enum
{
  IPL_PLAN_THEORY,
  IPL_PLAN_SAMPLED,
  IPL_PLAN_PRUNED,
  IPL_PLAN_TRAINED,
  /* no entry of the list: the parts of an experiment in time */
  IPL_PLAN_PARTS,
} IplPlanComputed;

/* One entry of the dialog. To add one: a row in plan-rows.c. */
typedef struct _IplPlanRow IplPlanRow;
struct _IplPlanRow
{
  const char *id;    /* its name */
  const char *label; /* with a mnemonic */
  const char *hint;  /* (nullable): what stands in an empty entry */
  const char *tip;   /* what it means */
  int row;           /* its place in the grid */
  guint uses; /* what is computed where it is asked, a bit of #IplPlanComputed each; 0: always */
  gboolean scheduler; /* whether it is among what only a scheduler is asked */
  gboolean (*read) (const IplPlanRow *row, const char *text, IplPlanRequest *request,
                    GError **error);
  gsize offset;    /* where it is read to, in a request */
  guint low, high; /* of a count */
};

#define IPL_PLAN_MAX_ENTRIES 20

/* The entries of the dialog, each with the id of its row as its name. */
typedef struct
{
  guint n;
  GtkWidget *entries[IPL_PLAN_MAX_ENTRIES];
  GtkWidget *labels[IPL_PLAN_MAX_ENTRIES];
  char *offered[IPL_PLAN_MAX_ENTRIES]; /* what stands in an entry that nobody has typed in */
} IplPlanEntries;

/* TRUE where U of the theory is what is computed, or is the first part of it. */
gboolean ipl_plan_is_solved (IplPlanComputed computed);
void ipl_plan_entries_add (IplPlanEntries *self, GtkGrid *grid, GtkGrid *scheduler_grid);
void ipl_plan_entries_clear (IplPlanEntries *self);
GtkEntry *ipl_plan_entries_find (IplPlanEntries *self, const char *id);
void ipl_plan_entries_show (IplPlanEntries *self, IplPlanComputed computed);
void ipl_plan_entries_offer (IplPlanEntries *self, IplSession *session, IplPlanComputed computed);
gboolean ipl_plan_entries_read (IplPlanEntries *self, IplPlanComputed computed, const char *planned,
                                IplPlanRequest *request, GError **error);
