/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Panels of joint dynamics: they draw at every size and moment, say what they show, point at tokens
 * and classes, and a click chooses the class whose weights are drawn. */

#include <math.h>
#include <string.h>

#include "../test.h"
#include "figures/plot/panel-calls.h"
#include "core/experiments/joint-experiment.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters.h"
#include "figures/output/export.h"
#include "figures/panels/panel-table.h"
#include "figures/output/figure.h"
#include "figure-once.h"

static const char *const ids[] = { "joint-course",  "joint-attention", "joint-prediction",
                                   "joint-weights", "joint-curves",    "joint-invariant",
                                   "loss",          "entropy",         "joint-correlation" };

static void
progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
}

static void
show (gconstpointer so_far, double fraction, gpointer data)
{
}

static IplExperimentResult *
compute (const IplParameters *parameters, IplExperimentResult *before)
{
  g_autoptr (GError) error = NULL;
  IplExperimentRun run
      = { .work = { .threads = 1, .progress = progress, .show = show }, .before = before };
  IplExperimentResult *result = parameters->experiment->compute (parameters, &run, &error);

  g_assert_no_error (error);
  return result;
}

static IplJointParameters *
init (IplParameters *parameters)
{
  ipl_parameters_init (parameters, "joma-joint");
  return ipl_parameters_edit_specific (parameters);
}

/* All kinds of attention, from one moment on, at every size. */
TEST (test_drawn, "/figures/joint/drawn")
{
  const double sizes[][2] = { { 300, 200 }, { 120, 260 }, { 900, 150 }, { 12, 9 }, { 1, 1 } };

  for (guint c = 0; c < 4; c++)
    {
      IplParameters parameters;
      IplJointParameters *own = init (&parameters);
      g_autoptr (IplExperimentResult) result = NULL;
      IplTarget highlighted = IPL_TARGET_NONE;

      own->joint.attention = g_intern_string (ipl_joint_attentions[c % 3]);
      own->joint.steps = c == 3 ? 1 : 600;
      own->joint.start_sd = c == 3 ? 0 : 0.3;
      own->shown_class = 400; /* more than there are: the last */
      result = compute (&parameters, NULL);
      highlighted = ipl_target_entry (3, 2);
      for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
        for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
          for (int end = 0; end < 2; end++)
            {
              IplView view = view_of_dynamics (result, end ? -1 : 0);

              view.display.shared_limits = s % 2 == 0;
              g_assert_true (ipl_panel_fits (ipl_panel_find (ids[i]), &view));
              figure_once_check (ipl_panel_find (ids[i]), &view,
                                 s % 2 ? IPL_THEME_DARK : IPL_THEME_LIGHT, sizes[s][0], sizes[s][1],
                                 &highlighted);
            }
    }
}

static char *
describe (const char *id, const IplView *view)
{
  return ipl_figure_describe (ipl_panel_find (id), view);
}

TEST (test_words, "/figures/joint/words")
{
  IplParameters parameters;
  g_autoptr (IplExperimentResult) result = NULL;
  init (&parameters);
  result = compute (&parameters, NULL);
  IplView early = view_of_dynamics (result, 500), late = view_of_dynamics (result, -1);
  g_autofree char *then = describe ("joint-prediction", &early);
  g_autofree char *now = describe ("joint-prediction", &late);
  g_autofree char *correlation = describe ("joint-correlation", &late);
  g_autofree char *invariant = describe ("joint-invariant", &late);

  g_assert_nonnull (strstr (then, "step 500 of 2000"));
  g_assert_null (strstr (then, "z is proportional"));
  g_assert_nonnull (
      strstr (now, "z is proportional to the prediction from V, with another slope."));
  g_assert_nonnull (strstr (now, "orrelation 0.99"));
  g_assert_nonnull (strstr (correlation, "with the prediction 0.994"));
  g_assert_nonnull (strstr (invariant, "only approximately constant"));
}

TEST (test_pointed, "/figures/joint/pointed")
{
  IplParameters parameters;
  IplJointParameters *own = init (&parameters);
  g_autoptr (IplExperimentResult) result = compute (&parameters, NULL);
  IplView view = view_of_dynamics (result, -1);
  const IplPanel *panel = ipl_panel_find ("joint-attention");
  gboolean seen[20][20] = { { FALSE } };
  IplStyle style;
  gpointer layout;
  IplTarget next = IPL_TARGET_NONE;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  for (double y = 0; y < 200; y += 2)
    for (double x = 0; x < 300; x += 2)
      {
        IplTarget target = IPL_TARGET_NONE;

        if (ipl_figure_pick (panel, &view, &style, 300, 200, x, y, &target))
          seen[ipl_target_get (&target, IPL_PART_ROW)][ipl_target_get (&target, IPL_PART_COMPONENT)]
              = TRUE;
      }
  for (int m = 0; m < 20; m++)
    for (int i = 0; i < 20; i++)
      g_assert_true (seen[m][i]);
  /* A drag across the map chooses one class after the other, and nothing outside of it. */
  layout = ipl_panel_layout (panel, &view, &style, 300, 200);
  g_assert_true (ipl_panel_edit (panel, layout, &view, &style, 150, 100, 150, 100, &parameters));
  g_assert_cmpuint (own->shown_class, >, 5);
  g_assert_true (ipl_panel_edit (panel, layout, &view, &style, 150, 100, 1000, 100, &parameters));
  g_assert_cmpuint (own->shown_class, ==, 20);
  g_assert_true (ipl_panel_edit (panel, layout, &view, &style, 150, 100, -1000, 100, &parameters));
  g_assert_cmpuint (own->shown_class, ==, 1);
  g_assert_false (ipl_panel_edit (panel, layout, &view, &style, 1, 1, 150, 100, &parameters));
  ipl_panel_free_layout (panel, layout);
  next = ipl_panel_step (panel, &next, &view, 1, 0);
  g_assert_cmpint (ipl_target_get (&next, IPL_PART_ROW), ==, 0);
  next = ipl_panel_step (panel, &next, &view, 1, 1);
  g_assert_cmpint (ipl_target_get (&next, IPL_PART_ROW), ==, 1);
  g_assert_cmpint (ipl_target_get (&next, IPL_PART_COMPONENT), ==, 1);
}

/* A name that ends in a number is apart from the value behind it. */
TEST (test_described, "/figures/joint/said")
{
  IplParameters parameters;
  IplJointParameters *own = init (&parameters);
  g_autoptr (IplExperimentResult) result = NULL;
  IplView view;
  const IplPanel *panel = ipl_panel_find ("joint-weights");
  IplTarget target = IPL_TARGET_NONE;
  g_autofree char *describe = NULL;
  IplStyle style;

  own->joint.steps = 100;
  result = compute (&parameters, NULL);
  view = view_of_dynamics (result, -1);
  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  g_assert_true (ipl_figure_pick (panel, &view, &style, 600, 300, 100, 150, &target));
  describe = ipl_figure_describe_target (panel, &target, &view);
  g_assert_nonnull (strstr (describe, "V at step 0 = "));
  g_assert_nonnull (strstr (describe, ", V at step 100 = "));
}

/* More steps go on from what there is; another class needs no new step; both are what a run of its
 * own gives. */
TEST (test_resumes, "/figures/joint/goes-on")
{
  IplParameters parameters;
  IplJointParameters *own = init (&parameters);
  g_autoptr (IplExperimentResult) first = NULL, second = NULL, alone = NULL;

  own->joint.steps = 1000;
  first = compute (&parameters, NULL);
  g_assert_true (first->complete);
  own->joint.steps = 2000;
  own->shown_class = 7;
  second = compute (&parameters, first);
  alone = compute (&parameters, NULL);
  g_assert_cmpuint (second->trajectory->S, ==, alone->trajectory->S);
  for (guint i = 0; i < alone->trajectory->arrays->len; i++)
    {
      const IplTrajectoryArray *a = alone->trajectory->arrays->pdata[i];
      const IplTrajectoryArray *b = second->trajectory->arrays->pdata[i];
      gsize bytes = (a->in_time ? alone->trajectory->S : 1) * a->size * sizeof (double);

      g_assert_cmpmem (a->values, bytes, b->values, bytes);
    }
}
