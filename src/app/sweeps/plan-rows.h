/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "session/session.h"
#include "sweeps/plan-request.h"

G_BEGIN_DECLS

/* What a sweep computes, in the order of the dialog's list. */
typedef enum
{
  IPL_PLAN_THEORY,
  IPL_PLAN_SAMPLED,
  IPL_PLAN_PRUNED,
  IPL_PLAN_TRAINED,
} IplPlanComputed;

/* One entry of the dialog. To add one: a row in plan-rows.c. */
typedef struct
{
  const char *id;    /* its name */
  const char *label; /* with a mnemonic */
  const char *hint;  /* (nullable): what stands in an empty entry */
  const char *tip;   /* what it means */
  int row;           /* its place in the grid */
  guint uses; /* what is computed where it is asked, a bit of #IplPlanComputed each; 0: always */
  gboolean scheduler; /* whether it is among what only a scheduler is asked */
  gboolean (*read) (const char *text, IplPlanRequest *request, GError **error);
} IplPlanRow;

const IplPlanRow *ipl_plan_rows (guint *n);
gboolean ipl_plan_row_is_used (const IplPlanRow *row, IplPlanComputed computed);
char *ipl_plan_row_offer (const IplPlanRow *row, IplSession *session, IplPlanComputed computed);

G_END_DECLS
