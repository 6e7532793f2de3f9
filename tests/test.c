/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "test.h"

#include <stdarg.h>

typedef struct
{
  char *path;
  void (*run) (void);
  void (*run_row) (gconstpointer row);
  gconstpointer row;
  gboolean slow;
} Test;

#define MAX_TESTS 200
#define MAX_HOOKS 4

static Test tests[MAX_TESTS];
static guint n_tests;
static void (*before[MAX_HOOKS]) (void), (*after[MAX_HOOKS]) (void);
static guint n_before, n_after;

static void
add_test (const Test *test)
{
  g_assert_cmpuint (n_tests, <, MAX_TESTS);
  tests[n_tests++] = *test;
}

void
test_add (const char *path, void (*run) (void), gboolean slow)
{
  add_test (&(Test){ .path = g_strdup (path), .run = run, .slow = slow });
}

void
test_add_row (void (*run) (gconstpointer row), gconstpointer row, const char *path, ...)
{
  va_list args;

  va_start (args, path);
  add_test (&(Test){ .path = g_strdup_vprintf (path, args), .run_row = run, .row = row });
  va_end (args);
}

void
test_add_before (void (*run) (void))
{
  g_assert_cmpuint (n_before, <, MAX_HOOKS);
  before[n_before++] = run;
}

void
test_add_after (void (*run) (void))
{
  g_assert_cmpuint (n_after, <, MAX_HOOKS);
  after[n_after++] = run;
}

static void
run_test (gconstpointer data)
{
  const Test *test = data;

  if (test->run != NULL)
    test->run ();
  else
    test->run_row (test->row);
  test_remove_folder ();
}

int
test_main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  while (n_before > 0)
    before[--n_before]();
  for (guint i = 0; i < n_tests; i++)
    if (!tests[i].slow || g_test_slow ())
      g_test_add_data_func (tests[i].path, &tests[i], run_test);
  status = g_test_run ();
  for (guint i = 0; i < n_after; i++)
    after[i]();
  return status;
}
