/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support.h"

typedef struct
{
  const char *path;
  void (*run) (void);
  gboolean slow;
} Test;

#define MAX_TESTS 40

static Test tests[MAX_TESTS];
static guint n_tests;

void
test_add (const char *path, void (*run) (void), gboolean slow)
{
  g_assert_cmpuint (n_tests, <, MAX_TESTS);
  tests[n_tests++] = (Test){ path, run, slow };
}

static void
run_test (gconstpointer data)
{
  ((const Test *)data)->run ();
  test_remove_folder ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < n_tests; i++)
    if (!tests[i].slow || g_test_slow ())
      g_test_add_data_func (tests[i].path, &tests[i], run_test);
  return g_test_run ();
}
