/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which symbol is asked for, as classes: by Bayes' rule over all sequences, and the labels. */
#include <string.h>

#include "core/base/random-stream.h"
#include "core/tasks/token-task.h"
#include "token-tasks/token-support.h"
#include "support.h"

/* The symbol that is asked for, V where the task has no such sequence. */
static guint
requested_symbol (const char *id, guint V, guint T, const guint8 *s)
{
  guint at = T, count = 0;

  if (strcmp (id, "copy") == 0)
    return s[T - 2];
  for (guint t = 0; t + 1 < T; t++)
    if (s[t] == s[T - 1])
      {
        at = t;
        count++;
      }
  return count == 1 && at + 2 < T ? s[at + 1] : V;
}

/* Which symbol, by Bayes' rule over all sequences. */
TEST (test_which_symbol, "/token-classes/which-symbol")
{
  const char *const tasks[] = { "copy", "induction" };

  for (guint i = 0; i < 2; i++)
    for (guint n = 3; n <= 5; n++)
      {
        IplParameters parameters;
        IplTokenTask *task = ipl_parameters_edit_specific (&parameters);
        IplRandomStream stream;
        double p[5 * 4], probability[4], sum = 0, seen[4] = { 0 }, all[4] = { 0 }, total = 0;
        guint8 s[5] = { 0 };
        guint t;

        ipl_parameters_init (&parameters, tasks[i]);
        test_set_flag (&parameters, "which-symbol", "yes");
        task->n_tokens = n;
        g_assert_cmpuint (ipl_token_task_get_classes (task), ==, 4);
        ipl_random_stream_init (&stream, 8, IPL_STREAM_TOKEN_TASK, n);
        for (guint k = 0; k < n * 4; k++)
          p[k] = gsl_rng_uniform (&stream.rng);
        for (guint u = 0; u < n; u++)
          {
            double row = p[4 * u] + p[4 * u + 1] + p[4 * u + 2] + p[4 * u + 3];

            for (guint v = 0; v < 4; v++)
              p[4 * u + v] /= row;
          }
        do
          {
            guint k = requested_symbol (tasks[i], 4, n, s);
            double one = 1;

            for (guint u = 0; u < n; u++)
              one *= p[4 * u + s[u]];
            if (k < 4)
              {
                seen[k] += one;
                all[k]++;
              }
            for (t = 0; t < n && ++s[t] == 4; t++)
              s[t] = 0;
          }
        while (t < n);
        task->kind->infer_all (task, p, probability);
        for (guint k = 0; k < 4; k++)
          {
            total += seen[k] / all[k];
            sum += probability[k];
          }
        for (guint k = 0; k < 4; k++)
          test_assert_close (probability[k] / sum, seen[k] / all[k] / total, 1e-12);
      }
}

/* Symbols as classes: labels are what is asked for, and nothing is lost without noise. */
TEST (test_classes, "/token-classes/labels")
{
  const char *const tasks[] = { "copy", "induction" };

  for (guint i = 0; i < 2; i++)
    {
      IplParameters parameters;
      g_autoptr (IplCase) the_case = NULL;
      guint counts[4] = { 0 };

      ipl_parameters_init (&parameters, tasks[i]);
      test_set_flag (&parameters, "which-symbol", "yes");
      test_set_flag (&parameters, "noise", "0");
      the_case = test_make_case (&parameters, TRUE);
      g_assert_cmpuint (the_case->labels.outputs, ==, 4);
      g_assert_cmpfloat (the_case->best_score, ==, 1);
      for (gsize e = 0; e < the_case->tests[0].count; e++)
        {
          const double *x = the_case->tests[0].x + e * the_case->T * the_case->N0;
          guint class = ipl_labels_find_class (&the_case->labels, the_case->tests[0].y + 4 * e);
          guint8 s[64] = { 0 };

          for (gsize t = 0; t < the_case->T; t++)
            for (guint v = 0; v < 4; v++)
              if (x[t * the_case->N0 + v] == 1)
                s[t] = (guint8)v;
          g_assert_cmpuint (requested_symbol (tasks[i], 4, (guint)the_case->T, s), ==, class);
          counts[class]++;
        }
      for (guint k = 0; k < 4; k++)
        g_assert_cmpuint (counts[k], ==, the_case->tests[0].count / 4);
    }
}
