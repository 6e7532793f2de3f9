/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gsl/gsl_rng.h>

#include "../test.h"
#include "core/base/error.h"
#include "core/case/case.h"
#include "core/files/npz.h"
#include "core/case/setting.h"
#include "core/theory/solution.h"

/* Asserts that an error is of @domain and @code and that its sentence has each of the names, which
 * are those of files, arrays, fields or numbers; the wording is left to the sentence. Clears it. */
void test_assert_error (GError **error, GQuark domain, gint code, ...) G_GNUC_NULL_TERMINATED;

/* Calls whose last argument is &error. The value of one that succeeds: */
#define TEST_OK(call)                                                                              \
  (__extension__({                                                                                 \
    GError *error = NULL;                                                                          \
    __auto_type value_ = (call);                                                                   \
                                                                                                   \
    g_assert_no_error (error);                                                                     \
    g_assert_true (!!value_);                                                                      \
    value_;                                                                                        \
  }))
/* One that fails with an IplError code and the names that test_assert_error() wants. */
#define TEST_REFUSED(call, code, ...)                                                              \
  G_STMT_START                                                                                     \
  {                                                                                                \
    GError *error = NULL;                                                                          \
    gboolean succeeds = !!(call);                                                                  \
                                                                                                   \
    g_assert_false (succeeds);                                                                     \
    test_assert_error (&error, IPL_ERROR, code, ##__VA_ARGS__, NULL);                              \
  }                                                                                                \
  G_STMT_END
/* One that has been cancelled; @cancelled is such a cancellable. */
#define TEST_CANCELLED(call)                                                                       \
  G_STMT_START                                                                                     \
  {                                                                                                \
    GError *error = NULL;                                                                          \
    g_autoptr (GCancellable) cancelled = g_cancellable_new ();                                     \
    gboolean succeeds;                                                                             \
                                                                                                   \
    g_cancellable_cancel (cancelled);                                                              \
    succeeds = !!(call);                                                                           \
    g_assert_false (succeeds);                                                                     \
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);                                      \
    g_clear_error (&error);                                                                        \
  }                                                                                                \
  G_STMT_END

/* The central difference of @value, an expression, in a variable that is left as it was. */
#define TEST_SLOPE(variable, h, value)                                                             \
  (__extension__({                                                                                 \
    const double before_ = (variable);                                                             \
    double up_, down_;                                                                             \
                                                                                                   \
    (variable) = before_ + (h);                                                                    \
    up_ = (value);                                                                                 \
    (variable) = before_ - (h);                                                                    \
    down_ = (value);                                                                               \
    (variable) = before_;                                                                          \
    (up_ - down_) / (2 * (h));                                                                     \
  }))

/* A thread that cancels after some microseconds, to be joined. */
GThread *test_cancel_later (GCancellable *cancellable, gulong us);

/* A standard normal number. */
double test_gaussian (GRand *rand);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (gsl_rng, gsl_rng_free)

/* Numbers of heads, in the place of the arguments L and H. */
#define HEADS(...) G_N_ELEMENTS (((const guint[]){ __VA_ARGS__ })), ((const guint[]){ __VA_ARGS__ })
/* Gaussian path features and labels, small enough for slow implementations. */
IplCase *test_random_case (gsize P, gsize P_test, guint L, const guint *H, gsize N0, guint32 seed);
/* The same examples with path p now being path order[p]; order may be longer than Pi (copies). */
IplCase *test_case_with_paths (const IplCase *the_case, guint L, const guint *H,
                               const guint *order);
/* That of the case at one width of all layers; 0: the GP limit. */
IplSetting test_setting (const IplCase *the_case, guint width);
void test_random_setting (IplSetting *setting, const IplCase *the_case, guint32 seed);

/* A file of tests/data. */
char *test_reference_path (const char *name);
/* A case of tests/data, and what the authors' code says of it. */
void test_load_reference (const char *name, IplCase **the_case, IplNpz **answers);

/* The theory at a setting, where it converges, and its GP limit. */
IplSolution *test_solve (IplCase *the_case, const IplSetting *setting);
IplSolution *test_solve_gp (IplCase *the_case, const IplSetting *setting);

/* Gaussian labels of K outputs instead of a case's own, and classes 0, 1, .., n - 1, 0, .. in
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
/* Closer to each other than @tolerance. */
#define test_assert_close(a, b, tolerance) g_assert_cmpfloat_with_epsilon (a, b, tolerance)
/* Bit for bit. */
void test_assert_same (gsize n, const double *a, const double *b);
double test_largest (gsize n, const double *a);
