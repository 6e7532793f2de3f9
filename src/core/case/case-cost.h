/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/cost.h"
#include "core/case/case-io.h"
#include "core/case/case.h"

/* The part of a cost in which cases are made. */
#define IPL_COST_MAKING "making the case"

IplCase *ipl_case_outline (const char *path, const IplCaseImport *import, guint threads,
                           IplCost *cost, GCancellable *cancellable, GError **error);
double ipl_cost_examples_bytes (const IplCase *outline);
gsize ipl_cost_count_examples (const IplCase *outline);

/* Seconds of one number of attention on one thread: its share of the softmax. */
double ipl_cost_softmax_seconds (void);
/* Seconds of contracting [@rest x @queries] partial paths with attention [@queries x @T]. */
double ipl_cost_extend_seconds (double rest, double queries, double T);
/* Seconds of large products of so many floating-point operations. */
double ipl_cost_product_seconds (double flops);

double ipl_cost_features (const IplCase *outline, guint threads, double *bytes);
