/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The story "What each task needs", whose stops are of several experiments: each number that a
 * caption says is the theory's, the Gaussian process's or the best predictor's of its case. */
#include "../test.h"
#include "core/experiments/case-file-experiment.h"
#include "core/parameters/parameters.h"
#include "core/theory/solution.h"
#include "figures/story/story.h"

#include <string.h>

static const IplStory *story;

BEFORE_TESTS (load_story)
{
  g_autoptr (GError) error = NULL;

  story = ipl_shipped_story_load ("tasks", &error);
  g_assert_no_error (error);
}

AFTER_TESTS (free_story)
{
  ipl_story_unref (story);
}

/* Accuracy at the width shown, of the Gaussian process and of the best predictor. */
static void
solve (const IplParameters *parameters, double score[3])
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplCase) the_case = ipl_parameters_make_case (parameters, FALSE, 2, NULL, &error);
  g_autoptr (IplKernel) kernel = NULL;
  g_autoptr (IplSolution) solution = NULL, gp = NULL;

  g_assert_no_error (error);
  kernel = ipl_kernel_prepare (the_case, NULL, &error);
  solution = ipl_solution_solve (the_case, kernel, &parameters->current, NULL, 1, NULL, &error);
  g_assert_no_error (error);
  gp = ipl_solution_new (kernel, &parameters->current, NULL, NULL, 0, NULL, &error);
  g_assert_no_error (error);
  score[0] = solution->tests[0].accuracy;
  score[1] = gp->tests[0].accuracy;
  score[2] = the_case->best_score;
}

TEST (test_numbers, "/story-tasks/numbers")
{
  g_autoptr (GRegex) number = g_regex_new ("\\d\\.\\d{3}", 0, 0, NULL);

  for (guint i = 0; i < ipl_story_n_stops (story); i++)
    {
      const IplStop *stop = ipl_story_get_stop (story, i);
      g_autoptr (GMatchInfo) match = NULL;
      double score[3];
      guint n = 0;

      g_assert_cmpuint (stop->parameters->current.N[0], ==, 10);
      solve (stop->parameters, score);
      g_test_message ("stop %u: %.3f, %.3f, %.3f", i + 1, score[0], score[1], score[2]);
      g_regex_match (number, stop->caption, 0, &match);
      for (; g_match_info_matches (match); g_match_info_next (match, NULL), n++)
        {
          g_autofree char *said = g_match_info_fetch (match, 0);
          gboolean found = FALSE;

          for (guint k = 0; k < 3; k++)
            {
              g_autofree char *text = g_strdup_printf ("%.3f", score[k]);

              found = found || strcmp (said, text) == 0;
            }
          if (!found)
            g_error ("stop %u says %s", i + 1, said);
        }
      g_assert_cmpuint (n, >=, 2);
    }
}

/* The stops are of one experiment each; the document keeps them. */
TEST (test_experiments, "/story-tasks/experiments")
{
  static const char *const ids[]
      = { "copy", "induction", "induction", "parity", "regular-language" };
  g_autofree char *json = ipl_story_to_json (story);
  g_autoptr (GError) error = NULL;
  g_autoptr (IplStory) again = (IplStory *)ipl_story_from_json (json, &error);
  IplParameters other;

  g_assert_no_error (error);
  g_assert_cmpuint (ipl_story_n_stops (story), ==, G_N_ELEMENTS (ids));
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      const IplParameters *parameters = ipl_story_get_stop (story, i)->parameters;

      g_assert_cmpstr (parameters->experiment->id, ==, ids[i]);
      g_assert_true (ipl_parameters_equal (parameters, ipl_story_get_stop (again, i)->parameters));
      g_assert_true (ipl_story_is_of (story, parameters));
    }
  ipl_parameters_init (&other, "hmc4");
  g_assert_false (ipl_story_is_of (story, &other));
  g_assert_true (ipl_story_accepts (story, &other));
  ipl_parameters_init (&other, "file");
  ipl_parameters_set_file (&other, "/mine/case.npz");
  g_assert_false (ipl_story_accepts (story, &other));
}
