/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a case will be, and what it takes, beside the case that is made. */
#include "support.h"

#include "core/case/case-cost.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters.h"

static void
assert_same_shape (const IplCase *outline, const IplCase *made)
{
  g_assert_cmpuint (outline->L, ==, made->L);
  for (guint l = 0; l < made->L; l++)
    g_assert_cmpuint (outline->H[l], ==, made->H[l]);
  g_assert_cmpuint (outline->Pi, ==, made->Pi);
  g_assert_cmpuint (outline->N0, ==, made->N0);
  g_assert_cmpuint (outline->T, ==, made->T);
  g_assert_cmpuint (outline->train.count, ==, made->train.count);
  g_assert_cmpuint (outline->n_tests, ==, made->n_tests);
  for (guint k = 0; k < made->n_tests; k++)
    {
      g_assert_cmpuint (outline->tests[k].count, ==, made->tests[k].count);
      g_assert_cmpstr (outline->tests[k].name, ==, made->tests[k].name);
    }
  for (gsize p = 0; p < made->Pi; p++)
    g_assert_cmpstr (outline->path_names[p], ==, made->path_names[p]);
  g_assert_true (g_strv_equal ((const char *const *)outline->head_names,
                               (const char *const *)made->head_names));
}

/* Of every experiment that makes a case without a file. */
static void
test_built_in (void)
{
  guint n;
  const IplExperiment *const *experiments = ipl_experiments (&n);

  for (guint i = 0; i < n; i++)
    {
      IplParameters parameters;
      g_autoptr (IplCase) outline = NULL, made = NULL;
      IplCost cost = { 0 };

      if (experiments[i]->make_case == NULL)
        continue;
      g_test_message ("%s", experiments[i]->id);
      g_assert_nonnull (experiments[i]->outline);
      if (!experiments[i]->built_in)
        continue;
      ipl_parameters_init (&parameters, experiments[i]->id);
      outline = ipl_parameters_outline (&parameters, 1, &cost, NULL, NULL);
      made = ipl_parameters_make_case (&parameters, FALSE, 1, NULL, NULL);
      g_assert_nonnull (outline);
      assert_same_shape (outline, made);
      g_assert_null (outline->train.xi);
      g_assert_cmpfloat (cost.seconds, >, 0);
      g_assert_cmpfloat (cost.held, >=, ipl_cost_examples_bytes (made));
      g_assert_cmpfloat (cost.bytes, >=, cost.held);
    }
}

/* Parts of one name are one part; what is kept stays in use for those that follow. */
static void
test_add (void)
{
  IplCost cost = { 0 };

  ipl_cost_add (&cost, "a", 1, 100, 50);
  ipl_cost_add (&cost, "b", 2, 0, 20);
  ipl_cost_add (&cost, "a", 3, 10, 0);
  g_assert_cmpuint (cost.n_parts, ==, 2);
  g_assert_cmpfloat (cost.parts[0].seconds, ==, 4);
  g_assert_cmpfloat (cost.seconds, ==, 6);
  g_assert_cmpfloat (cost.held, ==, 110);
  g_assert_cmpfloat (cost.bytes, ==, 150);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/outline/built-in", test_built_in);
  g_test_add_func ("/cost/add", test_add);
  return g_test_run ();
}
