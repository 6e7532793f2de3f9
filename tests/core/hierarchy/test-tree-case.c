/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sequences of a latent tree as a case: their statistics, path features beside attention that is
 * worked out from the states, what U makes of it, documents and refusals. */
#include "core/base/error.h"
#include "core/hierarchy/tree-case.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters-json.h"
#include "core/parameters/parameters.h"
#include "core/theory/solution.h"
#include <math.h>
#include <string.h>

#define LEVEL(h) (h)

static IplTreeCase
small (void)
{
  return (IplTreeCase){ .tree = { 3, { 0.1, 0.05, 0.2 }, 0.5 },
                        .class_level = 2,
                        .noise_parallel = 0,
                        .noise_perpendicular = 0,
                        .beta = 10,
                        .n_train = 20,
                        .n_test = 4000,
                        .n_features = 8,
                        .n_layers = 2,
                        .n_heads = { 2, 2 },
                        .heads = { { LEVEL (1), IPL_TREE_HEAD_BLANK }, { LEVEL (2), LEVEL (3) } },
                        .seed = 11 };
}

static IplCase *
make (const IplTreeCase *self)
{
  GError *error = NULL;
  IplCase *the_case = ipl_tree_case_generate (self, "tree", TRUE, 2, NULL, &error);

  g_assert_no_error (error);
  return the_case;
}

/* The state of token @m of a sequence without noise. */
static gboolean
state (const IplCase *the_case, const IplExamples *examples, gsize i, guint m)
{
  return examples->x[(i * the_case->T + 1 + m) * the_case->N0] > 0;
}

/* Signs of two tokens agree on average as the tree says; in class -1 tokens whose ancestors stand
 * on different sides of the class's level disagree as much. Within five standard deviations. */
static void
test_states (void)
{
  IplTreeCase self = small ();
  g_autoptr (IplCase) the_case = make (&self);
  const IplExamples *tests = &the_case->tests[0];
  guint half = 2000;

  for (guint minus = 0; minus < 2; minus++)
    for (guint l = 0; l < 8; l++)
      for (guint m = 0; m < l; m++)
        {
          double R = ipl_latent_tree_correlation (&self.tree, ipl_latent_tree_height (l, m));
          double sum = 0;

          /* Level 2: which pair of a quadruple a token is in. */
          if (minus && ((l >> 1) & 1) != ((m >> 1) & 1))
            R = -R;
          for (gsize i = minus * half; i < (minus + 1) * half; i++)
            {
              g_assert_cmpfloat (tests->y[i], ==, minus ? -1 : 1);
              sum += state (the_case, tests, i, l) == state (the_case, tests, i, m) ? 1 : -1;
            }
          g_assert_cmpfloat (fabs (sum / half - R), <, 5 * sqrt ((1 - R * R) / half));
        }
}

/* The attention a token pays by its definition: 10 for each of "so many levels up" and "in my
 * state", less 10 for another state, 15 for the beginning. @O[key][query]. */
static void
attend (const IplCase *the_case, const IplExamples *examples, gsize i, guint head, double O[9][9])
{
  for (guint query = 0; query < 9; query++)
    {
      double sum = 0;

      for (guint key = 0; key < 9; key++)
        {
          double logit = 0;

          if (head != IPL_TREE_HEAD_BLANK && query == 0)
            logit = key == 0 ? 30 : 0;
          else if (head != IPL_TREE_HEAD_BLANK && key == 0)
            logit = 15;
          else if (head != IPL_TREE_HEAD_BLANK)
            logit = (ipl_latent_tree_height (key - 1, query - 1) == head ? 10 : 0)
                    + (state (the_case, examples, i, key - 1)
                               == state (the_case, examples, i, query - 1)
                           ? 10
                           : -10);
          O[key][query] = exp (logit);
          sum += O[key][query];
        }
      for (guint key = 0; key < 9; key++)
        O[key][query] /= sum;
    }
}

static void
test_features (void)
{
  IplTreeCase self = small ();
  g_autoptr (IplCase) the_case = make (&self);
  const IplExamples *train = &the_case->train;

  for (gsize i = 0; i < 20; i++)
    for (gsize p = 0; p < 4; p++)
      {
        double first[9][9], second[9][9];
        const double *xi = train->xi + (i * 4 + p) * the_case->N0;

        attend (the_case, train, i, self.heads[0][p / 2], first);
        attend (the_case, train, i, self.heads[1][p % 2], second);
        for (gsize k = 0; k < the_case->N0; k++)
          {
            double expected = 0;

            for (guint s = 0; s < 9; s++)
              for (guint u = 0; u < 9; u++)
                for (guint t = 0; t < 9; t++)
                  expected
                      += train->x[(i * 9 + s) * the_case->N0 + k] * first[s][u] * second[u][t] / 9;
            g_assert_cmpfloat_with_epsilon (xi[k], expected, 1e-12);
          }
      }
  g_assert_cmpstr (the_case->path_names[0], ==, "level 1, level 2");
  g_assert_cmpstr (the_case->path_names[2], ==, "blank, level 2");
}

/* More sequences, fewer threads: the first ones stay what they were. */
static void
test_same (void)
{
  IplTreeCase self = small (), more = small ();
  g_autoptr (IplCase) a = make (&self), b = NULL;

  more.n_test = 5000;
  b = ipl_tree_case_generate (&more, "tree", TRUE, 1, NULL, NULL);
  g_assert_cmpmem (a->train.xi, 20 * 4 * a->N0 * sizeof (double), b->train.xi,
                   20 * 4 * a->N0 * sizeof (double));
  g_assert_cmpmem (a->tests[0].x, 2000 * 9 * a->N0 * sizeof (double), b->tests[0].x,
                   2000 * 9 * a->N0 * sizeof (double));
}

static void
solve (IplParameters *parameters, guint64 seed, double *U, double *accuracy, double *gp_accuracy)
{
  GError *error = NULL;
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplKernel) kernel = NULL;
  g_autoptr (IplSolution) solution = NULL, gp = NULL;
  IplTreeCase *own = ipl_parameters_edit_own (parameters);
  IplSetting setting;

  own->seed = seed;
  the_case = parameters->experiment->make_case (ipl_parameters_get_own (parameters),
                                                "hierarchy-paths", FALSE, 2, NULL, &error);
  g_assert_no_error (error);
  kernel = ipl_kernel_new (the_case, NULL);
  ipl_setting_init_for_case (&setting, the_case, 10);
  solution = ipl_solution_solve (the_case, kernel, &setting, NULL, NULL, NULL);
  g_assert_true (solution->converged);
  gp = ipl_solution_gp (the_case, kernel, &setting, NULL, 0, NULL, NULL);
  for (gsize p = 0; p < the_case->Pi; p++)
    U[p] = solution->U[p * the_case->Pi + p];
  *accuracy = solution->tests[0].accuracy;
  *gp_accuracy = gp->tests[0].accuracy;
}

/* Does U single out the path that joins the levels? Yes, in narrow networks; and not where the
 * class is told at a level that no head joins. */
static void
test_singled_out (void)
{
  IplParameters parameters;
  IplTreeCase *own = ipl_parameters_edit_own (&parameters);
  double U[4], accuracy, gp, sum = 0, others = 0;

  ipl_parameters_init (&parameters, "hierarchy-paths");
  for (guint seed = 1; seed <= 3; seed++)
    {
      solve (&parameters, seed, U, &accuracy, &gp);
      g_test_message ("seed %u: U %.2f %.2f %.2f %.2f, accuracy %.3f, GP %.3f", seed, U[0], U[1],
                      U[2], U[3], accuracy, gp);
      for (guint p = 1; p < 4; p++)
        g_assert_cmpfloat (U[0], >, 2 * U[p]);
      g_assert_cmpfloat (accuracy, >, gp + 0.05);
    }
  own->class_level = 4;
  for (guint seed = 1; seed <= 3; seed++)
    {
      solve (&parameters, seed, U, &accuracy, &gp);
      sum += U[0] / 3;
      others += (U[1] + U[2] + U[3]) / 9;
    }
  g_assert_cmpfloat (sum, <, 2 * others);
}

/* Three layers and three levels: the path that goes up level by level. */
static void
test_three_levels (void)
{
  IplParameters parameters;
  IplTreeCase *own = ipl_parameters_edit_own (&parameters);
  const IplField *heads;
  double U[8], accuracy, gp;
  GError *error = NULL;

  ipl_parameters_init (&parameters, "hierarchy-paths");
  heads = &parameters.experiment->groups[1].fields[parameters.experiment->groups[1].n_fields - 1];
  g_assert_true (
      ipl_field_set_text (heads, own, "level-1,random:level-2,random:level-3,random", &error));
  own->class_level = 3;
  own->tree.flip[1] = own->tree.flip[2] = 0.02;
  own->tree.flip[3] = 0.05;
  solve (&parameters, 1, U, &accuracy, &gp);
  g_test_message ("U %.2f %.2f %.2f %.2f %.2f %.2f %.2f %.2f, accuracy %.3f, GP %.3f", U[0], U[1],
                  U[2], U[3], U[4], U[5], U[6], U[7], accuracy, gp);
  for (guint p = 1; p < 8; p++)
    g_assert_cmpfloat (U[0], >, 2 * U[p]);
  g_assert_cmpfloat (accuracy, >, gp + 0.1);
}

static void
test_document (void)
{
  static const char *const experiments[] = { "hierarchy-paths", "joma-tree" };

  for (guint i = 0; i < G_N_ELEMENTS (experiments); i++)
    {
      IplParameters parameters, again;
      g_autofree char *json = NULL;
      GError *error = NULL;
      const IplFieldGroup *tree;

      ipl_parameters_init (&parameters, experiments[i]);
      tree = &parameters.experiment->groups[0];
      for (guint f = 0; f < tree->n_fields; f++)
        ipl_field_set_number (&tree->fields[f], ipl_parameters_edit_own (&parameters),
                              f == 0 ? 3 : 0.01 * (f + 1));
      json = ipl_parameters_to_json (&parameters);
      g_assert_true (ipl_parameters_from_json (&again, json, &error));
      g_assert_no_error (error);
      g_assert_true (ipl_parameters_equal (&parameters, &again));
    }
}

static void
assert_refused (IplTreeCase *self, const char *sentence)
{
  GError *error = NULL;

  g_assert_null (ipl_tree_case_generate (self, "tree", FALSE, 1, NULL, &error));
  g_assert_error (error, IPL_ERROR, IPL_ERROR_VALUE);
  g_assert_cmpstr (error->message, ==, sentence);
  g_error_free (error);
}

static void
test_refused (void)
{
  IplTreeCase self = small ();
  IplParameters parameters;
  const IplField *heads;
  GError *error = NULL;

  self.class_level = 4;
  assert_refused (&self, "The class cannot be told at level 4 of a tree of depth 3: choose a level "
                         "from 1 to 3, or a deeper tree.");
  self = small ();
  self.heads[1][0] = 5;
  assert_refused (&self, "Head 1 of layer 2 joins tokens at level 5, but the tree's depth is 3.");
  ipl_parameters_init (&parameters, "hierarchy-paths");
  heads = &parameters.experiment->groups[1].fields[parameters.experiment->groups[1].n_fields - 1];
  g_assert_false (
      ipl_field_set_text (heads, ipl_parameters_edit_own (&parameters), "level-1:level-7", &error));
  g_assert_cmpstr (error->message, ==,
                   "--heads: Give heads by commas and layers by colons, such as "
                   "level-1,random:level-2,random: at most 3 layers of 4 heads, each random, blank "
                   "or a level from level-1 to level-6, not “level-1:level-7”.");
  g_error_free (error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tree-case/states", test_states);
  g_test_add_func ("/tree-case/features", test_features);
  g_test_add_func ("/tree-case/same", test_same);
  g_test_add_func ("/tree-case/singled-out", test_singled_out);
  g_test_add_func ("/tree-case/three-levels", test_three_levels);
  g_test_add_func ("/tree-case/document", test_document);
  g_test_add_func ("/tree-case/refused", test_refused);
  return g_test_run ();
}
