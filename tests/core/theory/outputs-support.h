/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of several outputs, their kernels and alignments by slow loops. */
#pragma once

#include "core/case/case.h"
#include "core/case/setting.h"

IplCase *test_case_of_outputs (gsize P, gsize P_test, guint L, const guint *H, gsize N0, guint K,
                               guint32 seed);
void test_make_classes (IplCase *self, guint last);
double test_slow_output_kernel (const IplCase *the_case, double s0_squared, const double *U,
                                const double *a, guint k, const double *b, guint l);
double *test_slow_output_inverse (const IplCase *the_case, const IplSetting *setting,
                                  const double *U, double *log_det);
double *test_slow_output_means (const IplCase *the_case, const IplSetting *setting, const double *U,
                                const IplExamples *examples);
double *test_turn_matrix (gsize n, guint K, const double *Q, const double *U);
void test_turn_labels (double *y, gsize count, guint K, const double *Q);
double test_slow_alignment (gsize n, const double *kernel, const double *labels, gboolean centred);
