/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks on tokens: labels by rules written anew here, the best predictor beside the enumeration of
 * all sequences, heads by what they attend to, and what the theory makes of each task. */
#include <math.h>
#include <string.h>

#include "core/base/random-stream.h"
#include "core/case/features.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters.h"
#include "core/tasks/token-task.h"
#include "core/theory/solution.h"
#include "support.h"
#include "token-tasks/token-support.h"

static const char *const ids[]
    = { "copy", "induction", "even-pairs", "parity", "state-tracking", "regular-language", NULL };

/* The class of a sequence by the words of the task, 0 where the task has no such sequence. */
static int
label (const char *id, guint T, guint n, const guint8 *s)
{
  guint count = 0;

  if (strcmp (id, "copy") == 0)
    return s[T - 2] == 0 ? 1 : -1;
  if (strcmp (id, "even-pairs") == 0)
    {
      for (guint t = 0; t + 1 < T; t++)
        count += s[t] != s[t + 1];
      return count % 2 == 0 ? 1 : -1;
    }
  if (strcmp (id, "parity") == 0)
    {
      for (guint t = 0; t < n; t++)
        count += s[t];
      for (guint t = n; t < T; t++)
        {
          guint sum = 0;

          for (guint u = 1; u <= t - n + 1; u++)
            sum += s[u];
          if (s[t] != sum % 2)
            return 0;
        }
      return count % 2 == 0 ? 1 : -1;
    }
  if (strcmp (id, "state-tracking") == 0)
    return s[T - 1] == 0 ? 1 : -1;
  if (strcmp (id, "regular-language") == 0)
    return T >= 2 && s[T - 2] == 0 && s[T - 1] == 1 ? 1 : -1;
  /* induction */
  for (guint t = 0; t + 1 < T; t++)
    count += s[t] == s[T - 1];
  if (count != 1 || s[T - 1] == 0)
    return 0;
  for (guint t = 0; t + 2 < T; t++)
    if (s[t] == s[T - 1])
      return s[t + 1] == 0 ? 1 : -1;
  return 0;
}

/* How probable a sequence is among those of its class, up to a factor. */
static double
weight (const char *id, const IplTokenTask *task, guint T, const guint8 *s)
{
  double product = 1;

  for (guint t = 0; t + 1 < T && strcmp (id, "state-tracking") == 0; t++)
    product *= s[t] == s[t + 1] ? task->stay : 1 - task->stay;
  return product;
}

/* Bayes' rule over all sequences. */
static double
enumerate (const char *id, const IplTokenTask *task, const double *p)
{
  guint V = ipl_token_task_get_symbols (task), T = (guint)ipl_token_task_get_T (task);
  double seen[2] = { 0 }, all[2] = { 0 };
  guint8 s[16] = { 0 };

  while (TRUE)
    {
      int y = label (id, T, task->n_tokens, s);
      double one = weight (id, task, T, s);
      guint t = 0;

      if (y != 0)
        all[y < 0] += one;
      for (guint u = 0; u < T; u++)
        one *= p[u * V + s[u]];
      if (y != 0)
        seen[y < 0] += one;
      while (t < T && ++s[t] == V)
        s[t++] = 0;
      if (t == T)
        break;
    }
  return seen[0] / all[0] / (seen[0] / all[0] + seen[1] / all[1]);
}

TEST (test_best, "/token-tasks/best")
{
  for (guint i = 0; ids[i] != NULL; i++)
    for (guint n = 3; n <= 6; n += 3)
      for (guint scratchpad = 0; scratchpad < (strcmp (ids[i], "parity") == 0 ? 2 : 1);
           scratchpad++)
        {
          IplParameters parameters;
          IplTokenTask *task = ipl_parameters_edit_specific (&parameters);
          g_autofree gpointer prepared = NULL;
          IplRandomStream stream;

          ipl_parameters_init (&parameters, ids[i]);
          task->n_tokens = n;
          task->scratchpad = scratchpad > 0;
          if (task->kind->prepare != NULL)
            prepared = task->kind->prepare (task, NULL);
          ipl_random_stream_init (&stream, 7, IPL_STREAM_TOKEN_TASK, n);
          for (guint k = 0; k < 20; k++)
            {
              guint V = ipl_token_task_get_symbols (task), T = (guint)ipl_token_task_get_T (task);
              double p[16 * 4];

              for (guint t = 0; t < T; t++)
                {
                  double sum = 0;

                  for (guint v = 0; v < V; v++)
                    sum += p[t * V + v] = pow (gsl_rng_uniform (&stream.rng), 3);
                  for (guint v = 0; v < V; v++)
                    p[t * V + v] /= sum;
                }
              test_assert_close (task->kind->infer (task, prepared, p), enumerate (ids[i], task, p),
                                 1e-12);
            }
        }
}

/* Ridge regression of two dimensions by its normal equations. */
TEST (test_ridge, "/token-tasks/ridge")
{
  IplParameters parameters;
  IplTokenTask *task = ipl_parameters_edit_specific (&parameters);
  g_autoptr (IplCase) the_case = NULL;
  double sum = 0;

  ipl_parameters_init (&parameters, "context-regression");
  task->noise = 0.5;
  the_case = test_make_case (&parameters, TRUE);
  for (gsize i = 0; i < the_case->tests[0].count; i++)
    {
      const double *x = the_case->tests[0].x + i * the_case->T * the_case->N0;
      const double *query = x + (the_case->T - 1) * the_case->N0;
      /* w has variance 1 / 2 in each dimension. */
      double a = 2 * 0.25, b = 0, c = 2 * 0.25, u = 0, v = 0, best;

      for (gsize t = 0; t + 1 < the_case->T; t++)
        {
          const double *token = x + t * the_case->N0;

          a += token[0] * token[0];
          b += token[0] * token[1];
          c += token[1] * token[1];
          u += token[0] * token[2];
          v += token[1] * token[2];
        }
      best = (query[0] * (c * u - b * v) + query[1] * (a * v - b * u)) / (a * c - b * b);
      test_assert_close (task->kind->predict (task, the_case->N0, x), best, 1e-8);
      sum += pow (the_case->tests[0].y[i] - best, 2);
      g_assert_cmpfloat (query[2], ==, 0);
    }
  test_assert_close (the_case->best_score, sum / (double)the_case->tests[0].count, 1e-8);
}

/* The symbols of sequences without noise have the label that they are given. */
TEST (test_labels, "/token-tasks/labels")
{
  for (guint i = 0; ids[i] != NULL; i++)
    {
      IplParameters parameters;
      IplTokenTask *task = ipl_parameters_edit_specific (&parameters);
      g_autoptr (IplCase) the_case = NULL;
      int sum = 0;

      ipl_parameters_init (&parameters, ids[i]);
      task->noise = 0;
      task->scratchpad = TRUE;
      the_case = test_make_case (&parameters, TRUE);
      for (gsize e = 0; e < the_case->tests[0].count; e++)
        {
          const double *x = the_case->tests[0].x + e * the_case->T * the_case->N0;
          guint8 s[64];

          for (gsize t = 0; t < the_case->T; t++)
            for (guint v = 0; v < ipl_token_task_get_symbols (task); v++)
              if (x[t * the_case->N0 + v] == 1)
                s[t] = (guint8)v;
          g_assert_cmpint (label (ids[i], (guint)the_case->T, task->n_tokens, s), ==,
                           (int)the_case->tests[0].y[e]);
          sum += (int)the_case->tests[0].y[e];
        }
      g_assert_cmpint (sum, ==, 0);
      g_assert_cmpfloat (the_case->best_score, ==, 1);
    }
}

/* The key that a head attends to from query @t, or -1 for none alone. */
static int
expected_key (IplKitHead kind, const guint8 *s, int t, int T)
{
  int found = -1;

  switch (kind)
    {
    case IPL_KIT_FIRST:
      return 0;
    case IPL_KIT_LAST:
      return T - 1;
    case IPL_KIT_PREVIOUS:
      return t == 0 ? 0 : t - 1;
    case IPL_KIT_NEXT:
      return t == T - 1 ? T - 1 : t + 1;
    case IPL_KIT_SELF:
    case IPL_KIT_RECENT:
      return t;
    case IPL_KIT_ENDS:
      return s[0] == s[t] ? 0 : t;
    case IPL_KIT_MATCH:
      for (int u = 0; u < T; u++)
        if (u != t && s[u] == s[t])
          {
            if (found >= 0)
              return -1;
            found = u;
          }
      return found;
    default:
      return -1;
    }
}

TEST (test_heads, "/token-tasks/heads")
{
  static const guint8 s[] = { 2, 0, 1, 3, 0, 2 };
  enum
  {
    T = 6,
    N0 = 4 + T
  };
  IplKitTokens tokens = { T, N0, 4, 1, 40, 40, 1 };
  double x[T * N0] = { 0 }, O[T * T];

  for (guint t = 0; t < T; t++)
    x[t * N0 + s[t]] = x[t * N0 + 4 + t] = 1;
  for (guint kind = 0; kind <= IPL_KIT_BLANK; kind++)
    {
      IplLayerHeads heads = { .n_layers = 1, .n_heads = { 1 }, .heads = { { kind } } };
      IplLayerWeights weights[IPL_MAX_LAYERS] = { { NULL } };
      g_autofree char *name = ipl_kit_head_name (kind);
      guint again;

      g_assert_true (ipl_kit_head_parse (name, &again));
      g_assert_cmpuint (again, ==, kind);
      g_assert_true (ipl_kit_fill_weights (&tokens, &heads, weights, NULL));
      ipl_features_attention_matrix (weights, 0, T, N0, x, O);
      for (int t = 0; t < T; t++)
        {
          int key = expected_key (kind, s, t, T);

          if (key >= 0)
            g_assert_cmpfloat (O[key * T + t], >, 1 - 1e-9);
          else if (kind == IPL_KIT_UNIFORM || kind == IPL_KIT_BLANK)
            test_assert_close (O[t], 1.0 / T, 1e-12);
        }
      ipl_layer_weights_clear (weights, 1);
    }
  g_assert_false (ipl_kit_head_parse ("best", &(guint){ 0 }));
}

/* Accuracy of the theory at width 10 and in the GP limit. */
static void
solve (IplParameters *parameters, double *accuracy, double *gp_accuracy)
{
  g_autoptr (IplCase) the_case = test_make_case (parameters, FALSE);
  IplSetting setting = test_setting (the_case, 10);
  g_autoptr (IplSolution) solution = test_solve (the_case, &setting);
  g_autoptr (IplSolution) gp = test_solve_gp (the_case, &setting);

  *accuracy = solution->tests[0].accuracy;
  *gp_accuracy = gp->tests[0].accuracy;
  g_test_message ("%s: N = 10 %.3f, GP %.3f, best %.3f", parameters->experiment->id, *accuracy,
                  *gp_accuracy, the_case->best_score);
}

/* Chance within five standard errors of 1000 sequences. */
static void
assert_chance (double accuracy)
{
  test_assert_close (accuracy, 0.5, 5 * 0.5 / sqrt (1000));
}

/* Two layers of heads do what neither does alone; a scratchpad does what fixed heads cannot. */
TEST (test_truths, "/token-tasks/truths")
{
  IplParameters parameters;
  double accuracy, gp;

  ipl_parameters_init (&parameters, "induction");
  solve (&parameters, &accuracy, &gp);
  g_assert_cmpfloat (accuracy, >, 0.75);
  g_assert_cmpfloat (accuracy, >, gp);
  test_set_flag (&parameters, "heads", "next,random");
  solve (&parameters, &accuracy, &gp);
  assert_chance (accuracy);
  test_set_flag (&parameters, "heads", "match,random");
  solve (&parameters, &accuracy, &gp);
  assert_chance (accuracy);

  ipl_parameters_init (&parameters, "induction");
  test_set_flag (&parameters, "which-symbol", "yes");
  solve (&parameters, &accuracy, &gp);
  g_assert_cmpfloat (accuracy, >, 0.6);
  test_set_flag (&parameters, "heads", "next,random");
  solve (&parameters, &accuracy, &gp);
  g_assert_cmpfloat (accuracy, <, 1.0 / 3 + 0.06);
  test_set_flag (&parameters, "heads", "match,random");
  solve (&parameters, &accuracy, &gp);
  g_assert_cmpfloat (accuracy, <, 1.0 / 3 + 0.06);

  ipl_parameters_init (&parameters, "even-pairs");
  test_set_flag (&parameters, "heads", "ends");
  solve (&parameters, &accuracy, &gp);
  g_assert_cmpfloat (accuracy, >, 0.9);
  test_set_flag (&parameters, "heads", "first,previous,uniform");
  solve (&parameters, &accuracy, &gp);
  assert_chance (accuracy);

  ipl_parameters_init (&parameters, "parity");
  solve (&parameters, &accuracy, &gp);
  assert_chance (accuracy);
  test_set_flag (&parameters, "scratchpad", "yes");
  solve (&parameters, &accuracy, &gp);
  g_assert_cmpfloat (accuracy, >, 0.9);
}

static void
assert_refused (const IplTokenTask *task, const char *words)
{
  TEST_REFUSED (ipl_token_task_generate (task, "case", FALSE, 1, NULL, &error), IPL_ERROR_VALUE,
                words);
}

/* A language that has every sequence, or none, of a length; tables that are none; few features. */
TEST (test_refused, "/token-tasks/refused")
{
  static const struct
  {
    const char *accepting, *transitions, *words;
  } languages[] = {
    { NULL, NULL, "of 1 symbols" }, { "0,1,2", NULL, "of 1 symbols" },     { "3", NULL, "“3”" },
    { "2", "1,0;1,x;1,0", "“x”" },  { "2", "1,0;1;1,0", "state 1 are 1" },
  };
  IplParameters parameters;
  IplTokenTask *task = ipl_parameters_edit_specific (&parameters);

  for (guint k = 0; k < G_N_ELEMENTS (languages); k++)
    {
      ipl_parameters_init (&parameters, "regular-language");
      task->n_tokens = 1;
      if (languages[k].accepting != NULL)
        task->accepting = languages[k].accepting;
      if (languages[k].transitions != NULL)
        task->transitions = languages[k].transitions;
      assert_refused (task, languages[k].words);
    }
  ipl_parameters_init (&parameters, "copy");
  task->n_features = 2;
  assert_refused (task, "4 features");
}
