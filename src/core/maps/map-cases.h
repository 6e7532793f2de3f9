/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cases of a map with their kernels: each is made once and kept as long as there is room. */
#pragma once

#include "core/maps/map-plan.h"
#include "core/theory/kernel.h"

typedef struct _IplMapCases IplMapCases;

IplMapCases *ipl_map_cases_new (const IplRunSettings *run, guint threads);
void ipl_map_cases_free (IplMapCases *self);
void ipl_map_cases_add (IplMapCases *self, const IplParameters *parameters, IplKernel *kernel);
IplKernel *ipl_map_cases_get (IplMapCases *self, guint case_cell, GCancellable *cancellable,
                              GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplMapCases, ipl_map_cases_free)
