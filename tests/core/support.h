/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../test.h"
#include "core/case/case.h"
#include "core/files/npz.h"
#include "core/case/setting.h"
#include "core/theory/solution.h"

/* Asserts that an error is of @domain and @code and that its sentence has each of the names, which
 * are those of files, arrays, fields or numbers; the wording is left to the sentence. Clears it. */
void test_assert_error (GError **error, GQuark domain, gint code, ...) G_GNUC_NULL_TERMINATED;

/* A thread that cancels after some microseconds, to be joined. */
GThread *test_cancel_later (GCancellable *cancellable, gulong us);

/* A standard normal number. */
double test_gaussian (GRand *rand);
/* Gaussian path features and labels, small enough for slow implementations. */
IplCase *test_random_case (gsize P, gsize P_test, guint L, const guint *H, gsize N0, guint32 seed);
/* The same examples with path p now being path order[p]; order may be longer than Pi (copies). */
IplCase *test_case_with_paths (const IplCase *the_case, guint L, const guint *H,
                               const guint *order);
void test_random_setting (IplSetting *setting, const IplCase *the_case, guint32 seed);

/* A file of tests/data. */
char *test_reference_path (const char *name);
/* A case of tests/data, and what the authors' code says of it. */
void test_load_reference (const char *name, IplCase **the_case, IplNpz **answers);

/* The theory at a setting, where it converges, and its GP limit. */
IplSolution *test_solve (IplCase *the_case, const IplSetting *setting);
IplSolution *test_solve_gp (IplCase *the_case, const IplSetting *setting);

/* Gaussian labels of K outputs in the place of a case's own, and classes 0, 1, .., n - 1, 0, .. in
 * the place of these. */
void test_set_outputs (IplCase *self, guint K, guint32 seed);
void test_set_classes (IplCase *self, guint n);

/* The kernel between outputs k and l of two examples, by the letter of THEORY.md sections 3, 18. */
double test_slow_entry (const IplCase *the_case, double s0_squared, const double *U,
                        const double *a, guint k, const double *b, guint l);
/* Over (example, output): [P K x P K]. */
void test_slow_kernel (const IplCase *the_case, double s0_squared, const double *U, double *K);
/* In place lower Cholesky factor of a row-major matrix; FALSE where it is not positive. */
gboolean test_slow_cholesky (gsize n, double *A);
void test_slow_inverse (gsize n, const double *A, double *inverse);
double test_slow_log_det (gsize n, const double *A);
/* @mean: [count x K]; @covariance: (nullable): [count x K x K] */
void test_slow_predictor (const IplCase *the_case, const IplSetting *setting, const double *U,
                          const IplExamples *examples, double *mean, double *covariance);
double test_slow_energy (const IplCase *the_case, const IplSetting *setting, const double *U);
/* [Pi x Pi] symmetric and positive: B B^T + 1 of random B. */
double *test_random_order (gsize Pi, guint32 seed);
double test_largest_difference (gsize n, const double *a, const double *b);
/* Of no two numbers more than @tolerance apart. */
void test_assert_near (gsize n, const double *a, const double *b, double tolerance);
/* Bit for bit. */
void test_assert_same (gsize n, const double *a, const double *b);
double test_largest (gsize n, const double *a);
/* Batch means: the error of a mean over correlated draws, @stride apart. */
double test_mean_and_error (const double *x, guint n, guint stride, double *error);
