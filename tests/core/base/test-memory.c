/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Allocations of sizes that files and users decide. */
#include "core/base/memory.h"
#include "support.h"

#include <math.h>

/* Asked for before anything is allocated, as the system gives more than it has. */
TEST (test_available, "/memory/available")
{
  double available = ipl_memory_available ();
  GError *error = NULL;

  g_assert_cmpfloat (available, >, 1e6);
  g_assert_true (ipl_memory_check (1e6, "Little", NULL, &error));
  g_assert_false (ipl_memory_check (1.5 * available, "All of it", "have less", &error));
  g_assert_error (error, IPL_ERROR, IPL_ERROR_MEMORY);
  g_assert_true (g_str_has_prefix (error->message, "All of it would take about "));
  g_assert_true (g_str_has_suffix (error->message, " are available: have less."));
  g_clear_error (&error);
  g_assert_null (ipl_memory_try_doubles (1.5 * available / 8, "All of it", &error));
  test_assert_error (&error, IPL_ERROR, IPL_ERROR_MEMORY, NULL);
}

TEST (test_allocations, "/memory/allocations")
{
  double *a, *b, *c;
  g_autofree double *space = ipl_try_parts ("Parts", NULL, { &a, 3 }, { &b, 0 }, { &c, 16 });
  g_autofree double *copy = NULL;
  g_autofree guint *zeros = ipl_try_new0 (guint, 100, "Zeros", NULL);

  g_assert_true (a == space && b >= a + 3 && c >= b);
  for (guint i = 0; i < 3; i++)
    a[i] = i;
  for (guint i = 0; i < 16; i++)
    c[i] = -1;
  g_assert_cmpfloat (a[2], ==, 2);
  copy = ipl_memory_try_copy (a, 3, sizeof *a, "A copy", NULL);
  g_assert_cmpmem (copy, 3 * sizeof *copy, a, 3 * sizeof *a);
  for (guint i = 0; i < 100; i++)
    g_assert_cmpuint (zeros[i], ==, 0);
  /* Products that no integer holds. */
  TEST_REFUSED (ipl_memory_try (1e300, 8, "Far too much", &error), IPL_ERROR_MEMORY,
                "Far too much");
  g_assert_null (ipl_memory_try_doubles (INFINITY, "More", NULL));
  g_assert_null (ipl_memory_try_doubles (NAN, "Nothing one can say", NULL));
}
