/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacked blocks that learn a latent tree: its states, gradients by differences, and the run with
 * stationary gradients. */
#include "core/hierarchy/stacked-private.h"
#include "support.h"

#include <math.h>

static IplTrajectory *
run (const IplStacked *settings)
{
  return TEST_OK (ipl_stacked_run (settings, NULL, &error));
}

/* Their probabilities are those of the formula of the tree. */
TEST (test_states, "/stacked/states")
{
  g_auto (IplStackedModel) model = { 0 };
  IplStacked settings;
  double sum = 0, ones = 0;

  ipl_stacked_init (&settings);
  settings.tree.flip[1] = 0.2;
  settings.tree.root_one = 0.3;
  g_assert_true (ipl_stacked_model_init (&model, &settings, NULL));
  for (gsize n = 0; n < model.N; n++)
    {
      sum += model.p[n];
      ones += model.root[2 * n + 1];
      test_assert_close (model.root[2 * n] + model.root[2 * n + 1], model.p[n], 1e-15);
      test_assert_close (model.joint[n], model.root[2 * n + 1], 1e-15);
    }
  test_assert_close (sum, 1, 1e-13);
  test_assert_close (ones, 0.3, 1e-13);
  for (guint l = 0; l < 8; l++)
    for (guint m = 0; m < 8; m++)
      {
        double both = 0, one = 0;

        for (gsize n = 0; n < model.N; n++)
          {
            both += model.p[n] * model.x[8 * n + l] * model.x[8 * n + m];
            one += model.p[n] * model.x[8 * n + m];
          }
        test_assert_close (
            both / one,
            ipl_latent_tree_cooccurrence (&settings.tree, ipl_latent_tree_height (l, m)), 1e-13);
      }
}

TEST (test_gradient, "/stacked/gradient")
{
  const double h = 3e-6;

  for (guint c = 0; c < 6; c++)
    {
      g_auto (IplStackedModel) model = { 0 };
      g_autofree double *state = NULL, *gradient = NULL;
      IplStacked settings;

      ipl_stacked_init (&settings);
      settings.blocks = 1 + c % 3;
      settings.unit = g_intern_string (ipl_stacked_units[c / 3]);
      settings.units = 3;
      settings.tree.depth = c < 3 ? 3 : 2;
      settings.start_sd = 0.6;
      g_assert_true (ipl_stacked_model_init (&model, &settings, NULL));
      state = g_new (double, model.size);
      gradient = g_new (double, model.size);
      ipl_stacked_model_start (&model, state);
      ipl_stacked_model_forward (&model, state);
      ipl_stacked_model_backward (&model, state, NULL, gradient);
      for (gsize i = 0; i < model.size; i++)
        test_assert_close (TEST_SLOPE (state[i], h, ipl_stacked_model_forward (&model, state)),
                           gradient[i], 5e-9);
    }
}

static double
last (const IplTrajectory *self, const char *name, gsize k)
{
  return ipl_trajectory_get (self, name, self->S - 1)[k];
}

/* Gradients that are held for a step are the gradients; held for ever they are not; and attention
 * gets sparse, then dense with the gradient as it is alone. */
TEST (test_stationary, "/stacked/stationary")
{
  g_autoptr (IplTrajectory) same = NULL, held = NULL;
  IplStacked settings;

  ipl_stacked_init (&settings);
  settings.steps = 1500;
  held = run (&settings);
  settings.hold = 1;
  same = run (&settings);
  for (gsize l = 0; l < 2; l++)
    {
      g_assert_cmpfloat (last (same, "distance", l), ==, 0);
      g_assert_cmpfloat (last (held, "distance", l), >, 0.9);
    }
  g_assert_cmpfloat (last (same, "loss", 0), ==, last (held, "loss", 0));
  g_assert_cmpfloat (last (same, "loss", 0), ==, last (same, "loss_stationary", 0));
  g_assert_cmpfloat (last (held, "loss_least", 0), <, last (held, "loss", 0));
  g_assert_cmpfloat (last (held, "loss", 0), <, 0.36);
  g_assert_cmpfloat (last (held, "loss_stationary", 0), >, 10);
  g_assert_cmpfloat (*ipl_trajectory_get (held, "gradient_cosine", 0), ==, 1);
  g_assert_cmpfloat (fabs (last (held, "gradient_cosine", 0)), <, 0.3);
  for (guint s = 1, least = 0; s < held->S; s++)
    {
      if (ipl_trajectory_get (held, "entropy", s)[1]
          < ipl_trajectory_get (held, "entropy", least)[1])
        least = s;
      g_assert_cmpfloat (ipl_trajectory_get (held, "entropy_stationary", s)[1], <=,
                         ipl_trajectory_get (held, "entropy_stationary", s - 1)[1] + 0.01);
      if (s + 1 == held->S)
        g_assert_cmpfloat (last (held, "entropy", 1), >,
                           ipl_trajectory_get (held, "entropy", least)[1] + 0.2);
    }
}

TEST (test_refused, "/stacked/refused")
{
  g_autoptr (IplTrajectory) short_run = NULL;
  IplStacked settings;

  ipl_stacked_init (&settings);
  settings.tree.depth = 4;
  TEST_REFUSED (ipl_stacked_validate (&settings, &error), IPL_ERROR_VALUE, "at most 3");
  settings.tree.depth = 1;
  TEST_REFUSED (ipl_stacked_validate (&settings, &error), IPL_ERROR_VALUE, "2 tokens");
  settings.queries = 2;
  settings.tree.flip[0] = 0;
  settings.steps = 1;
  g_assert_true (ipl_stacked_validate (&settings, NULL));
  short_run = run (&settings);
  g_assert_true (isfinite (last (short_run, "loss", 0)));
  TEST_CANCELLED (ipl_stacked_run (&settings, &(IplWork){ .cancellable = cancelled }, &error));
}
