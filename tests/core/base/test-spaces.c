/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workspaces that are kept for the next as long as anybody holds them. */
#include <string.h>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/spaces.h"

#define LARGE 100000.0

static gpointer
take (IplSpaces *spaces, double a, double b, double **first, double **second)
{
  gpointer space = ipl_spaces_try (spaces, "A test", NULL, { first, a }, { second, b });

  g_assert_nonnull (space);
  memset (*first, 1, (gsize)a * sizeof (double));
  memset (*second, 2, (gsize)b * sizeof (double));
  g_assert_true (*first + (gsize)a <= *second);
  return space;
}

static void
test_kept (void)
{
  g_autoptr (IplSpaces) spaces = ipl_spaces_new ();
  IplSpacesHold *hold = ipl_spaces_hold (spaces), *other = ipl_spaces_hold (spaces);
  double *a, *b;
  gpointer first = take (spaces, LARGE, 10, &a, &b), second = take (spaces, LARGE, 10, &a, &b);

  g_assert_true (first != second);
  ipl_spaces_give (spaces, first);
  g_assert_cmpuint (ipl_spaces_count_idle (spaces), ==, 1);
  /* As much in other parts is as good; more is not. */
  g_assert_true (take (spaces, 10, LARGE, &a, &b) == first);
  ipl_spaces_give (spaces, first);
  gpointer more = take (spaces, LARGE, 20000, &a, &b);

  g_assert_true (more != first);
  g_assert_cmpuint (ipl_spaces_count_idle (spaces), ==, 1);
  ipl_spaces_give (spaces, more);
  ipl_spaces_release (hold);
  g_assert_cmpuint (ipl_spaces_count_idle (spaces), ==, 2);
  ipl_spaces_release (other);
  g_assert_cmpuint (ipl_spaces_count_idle (spaces), ==, 0);
  /* Nobody holds them any longer. */
  ipl_spaces_give (spaces, second);
  g_assert_cmpuint (ipl_spaces_count_idle (spaces), ==, 0);
  ipl_spaces_give (spaces, NULL);
}

static void
test_small (void)
{
  g_autoptr (IplSpaces) spaces = ipl_spaces_new ();
  G_GNUC_UNUSED g_autoptr (IplSpacesHold) hold = ipl_spaces_hold (spaces);
  double *a, *b;

  ipl_spaces_give (spaces, take (spaces, 3, 5, &a, &b));
  g_assert_cmpuint (ipl_spaces_count_idle (spaces), ==, 0);
}

static void
test_refused (void)
{
  g_autoptr (IplSpaces) spaces = ipl_spaces_new ();
  g_autoptr (GError) error = NULL;
  double *a;

  g_assert_null (ipl_spaces_try (spaces, "A test", &error, { &a, 1e18 }));
  g_assert_error (error, IPL_ERROR, IPL_ERROR_MEMORY);
}

static void
use_one (gsize index, gpointer data)
{
  double *a, *b;
  gpointer space = take (data, LARGE, (double)(10 + 1000 * (index % 2)), &a, &b);

  for (gsize i = 0; i < (gsize)LARGE; i += 100)
    a[i] = (double)index;
  for (gsize i = 0; i < (gsize)LARGE; i += 100)
    g_assert_cmpfloat (a[i], ==, (double)index);
  ipl_spaces_give (data, space);
}

static void
test_threads (void)
{
  g_autoptr (IplSpaces) spaces = ipl_spaces_new ();
  G_GNUC_UNUSED g_autoptr (IplSpacesHold) hold = ipl_spaces_hold (spaces);

  ipl_parallel_for (200, 4, use_one, spaces, NULL);
  g_assert_cmpuint (ipl_spaces_count_idle (spaces), <=, 8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/spaces/kept", test_kept);
  g_test_add_func ("/spaces/small", test_small);
  g_test_add_func ("/spaces/refused", test_refused);
  g_test_add_func ("/spaces/threads", test_threads);
  return g_test_run ();
}
