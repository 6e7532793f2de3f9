/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "session/session.h"
#include "sweeps/plan-request.h"

G_BEGIN_DECLS

/**
 * IplPlanRow:
 * @id: its name
 * @label: with a mnemonic
 * @hint: (nullable): what stands in an empty entry
 * @tip: what it means
 * @row: its place in the grid
 * @scheduler: whether it is among what only a scheduler is asked
 * @read: takes what was typed into the request; an empty text is a default
 *
 * One entry of the dialog. To add one: a row in plan-rows.c.
 */
typedef struct
{
  const char *id;
  const char *label;
  const char *hint;
  const char *tip;
  int row;
  gboolean scheduler;
  gboolean (*read) (const char *text, IplPlanRequest *request, GError **error);
} IplPlanRow;

const IplPlanRow *ipl_plan_rows (guint *n);
char *ipl_plan_row_offer (const IplPlanRow *row, IplSession *session);

G_END_DECLS
