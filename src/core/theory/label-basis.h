/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

/* An orthonormal basis of the outputs of a case in which the smallest possible number have
 * labels, the first @rank, at least 1 (THEORY.md section 18.3). Returns (transfer full): [K x
 * K], row a: basis vector a in terms of the outputs. NULL: IPL_ERROR_MEMORY */
double *ipl_label_basis_new (const IplCase *the_case, guint *rank, GError **error);

/* (transfer full): U over all K outputs: [paths K x paths K], from @labelled: [paths rank x paths
 * rank] and @unlabelled: [paths x paths], that of each other output of the basis. NULL:
 * IPL_ERROR_MEMORY */
double *ipl_label_basis_transform_back (gsize paths, guint K, guint rank, const double *basis,
                                        const double *labelled, const double *unlabelled,
                                        GError **error);
