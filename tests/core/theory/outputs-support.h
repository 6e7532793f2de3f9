/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of several outputs, their kernels and alignments by slow loops. */
#pragma once

#include "core/case/case.h"
#include "core/case/setting.h"

IplCase *test_case_of_outputs (gsize P, gsize P_test, guint L, const guint *H, gsize N0, guint K,
                               guint32 seed);
void test_make_classes (IplCase *self, guint last);
double *test_rotate_matrix (gsize n, guint K, const double *Q, const double *U);
void test_rotate_labels (double *y, gsize count, guint K, const double *Q);
/* <K, Y> / |K| |Y| of a kernel [P K x P K] summed over outputs and the labels' y y^T; @centred:
 * both about their means. */
double test_slow_alignment (gsize P, gsize K, const double *kernel, const double *y,
                            gboolean centred);
