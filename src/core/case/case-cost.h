/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/cost.h"
#include "core/case/case-import.h"
#include "core/case/case.h"

G_BEGIN_DECLS

/* The part of a cost in which cases are made. */
#define IPL_COST_MAKING "making the case"

IplCase *ipl_case_outline (const char *path, const IplCaseImport *import, guint threads,
                           IplCost *cost, GCancellable *cancellable, GError **error);
double ipl_cost_examples_bytes (const IplCase *outline);
gsize ipl_cost_count_examples (const IplCase *outline);

G_END_DECLS
