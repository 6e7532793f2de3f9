/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Claims by the numbers of what is open: each holds where the numbers say so, and where they are
 * planted the other way the sentence says that they do not. */
#include "../test.h"
#include "core/experiments/joint-experiment.h"
#include "core/experiments/salience-experiment.h"
#include "core/parameters/parameters.h"
#include "document/claims.h"
#include "document-support.h"
#include <string.h>

static const IplClaim *
find_claim (const char *id)
{
  guint n;
  const IplClaim *claims = ipl_claims (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (claims[i].id, id) == 0)
      return &claims[i];
  g_assert_not_reached ();
}

/* @says: in the sentence; @shown: (out) */
static void
assert_claim (const char *id, const IplView *view, gboolean holds, const char *says,
              IplClaimView *shown)
{
  g_autofree char *text = NULL;

  g_assert_cmpint (ipl_claim_look (find_claim (id), view, shown, &text), ==, holds);
  g_assert_cmpint (strstr (text, "does not hold for the open case") == NULL, ==,
                   holds || strstr (text, "Not applicable"));
  if (strstr (text, says) == NULL)
    g_error ("“%s” does not say “%s”", text, says);
}

/* Of the sweep at hand: the limit against the narrowest width. */
TEST (test_reversal_of_sweep, "/claims/reversal-of-sweep")
{
  g_autoptr (IplDocument) document = open_small ();
  IplClaimView shown;
  IplView view = view_of (document);

  ((IplSolution *)view.gp)->tests[0].accuracy = 0.9;
  ((IplSolution *)view.sweep->rows[0])->tests[0].accuracy = 0.5;
  assert_claim ("reversal", &view, TRUE, "16 examples at T = 0.01: accuracy 0.900", &shown);
  g_assert_cmpfloat (shown.width, ==, 10);
  g_assert_cmpstr (shown.page, ==, "theory");
  ((IplSolution *)view.sweep->rows[0])->tests[0].accuracy = 0.9;
  ((IplSolution *)view.gp)->tests[0].accuracy = 0.5;
  assert_claim ("reversal", &view, FALSE, "accuracy 0.500 at infinite width", &shown);
}

/* Of a map over examples: gain and loss at one width, not at two. */
TEST (test_reversal_of_map, "/claims/reversal-of-map")
{
  g_autoptr (IplDocument) document = open_small ();
  g_autoptr (IplMap) map = NULL;
  IplClaimView shown;
  IplView view;

  ipl_document_preview_map (document, "N=5,20", "P=8,12,16", "");
  wait_for (document, "map");
  map = ipl_map_copy (ipl_document_get_map (document));
  view = view_of (document);
  view.map = map;
  for (guint i = 0; i < 6; i++)
    map->cells[i].numbers[IPL_MAP_GAIN] = 0.01;
  map->cells[1].numbers[IPL_MAP_GAIN] = 0.2;  /* N = 20: P = 8, ... */
  map->cells[5].numbers[IPL_MAP_GAIN] = -0.1; /* ... 16 */
  assert_claim ("reversal", &view, TRUE, "20 points at N = 20, P = 8, -10 at N = 20, P = 16",
                &shown);
  g_assert_cmpstr (shown.page, ==, "map");
  g_assert_cmpint (shown.quantity, ==, IPL_MAP_SHOWS_GAIN);
  g_assert_cmpint (ipl_target_get (&shown.target, IPL_PART_CELL), ==, 5);
  map->cells[1].numbers[IPL_MAP_GAIN] = -0.1;
  map->cells[3].numbers[IPL_MAP_GAIN] = -0.1;
  map->cells[5].numbers[IPL_MAP_GAIN] = 0.2;
  assert_claim ("reversal", &view, FALSE, "Gain over the Gaussian process", &shown);
  for (guint i = 0; i < 6; i++)
    map->cells[i].numbers[IPL_MAP_GAIN] = 0.2;
  assert_claim ("reversal", &view, FALSE, "Gain over the Gaussian process", &shown);
}

/* Looks at a trajectory of these entropies, of @n layers at three moments. */
static void
look_at_entropy (const IplExperiment *experiment, gsize n, const double *entropy, gboolean holds,
                 const char *says, IplClaimView *shown)
{
  g_autoptr (IplTrajectory) trajectory = ipl_trajectory_new (IPL_CLOCK_STEPS);
  const IplExperimentResult own = { .experiment = experiment, .trajectory = trajectory };
  IplView view = { .the_case = NULL };

  ipl_trajectory_add (trajectory, "entropy", n > 1 ? 1 : 0, &n);
  for (guint s = 0; s < 3; s++)
    {
      g_assert_true (ipl_trajectory_append (trajectory, 10 * s, NULL));
      memcpy (ipl_trajectory_edit (trajectory, "entropy"), entropy + s * n, n * sizeof *entropy);
    }
  ipl_view_set_dynamics (&view, &own, -1);
  assert_claim ("attention", &view, holds, says, shown);
}

TEST (test_attention, "/claims/attention")
{
  static const double dips[] = { 2, 1, 1.6 }, falls[] = { 2, 1, 1.02 }, rises[] = { 1, 1.5, 2 };
  static const double layers[] = { 2, 2, 1.9, 0.5, 2.5, 1.5 };
  const IplExperiment *salience = &ipl_experiment_joma_salience;
  const IplView nothing = { .the_case = NULL };
  IplClaimView shown;

  look_at_entropy (salience, 1, dips, TRUE, "2 nats at first, has its minimum of 1 at step 10",
                   &shown);
  g_assert_cmpfloat (shown.time, ==, 10);
  g_assert_cmpstr (shown.page, ==, "salience");
  g_assert_cmpstr (shown.panel, ==, "entropy");
  look_at_entropy (salience, 1, falls, FALSE, "1.02 at the end", &shown);
  look_at_entropy (salience, 1, rises, FALSE, "1 at step 0", &shown);
  look_at_entropy (salience, 2, layers, TRUE, "of layer 2 is 2 nats", &shown);
  look_at_entropy (&ipl_experiment_joma_joint, 1, dips, TRUE, "1.6 at the end", &shown);
  g_assert_cmpstr (shown.page, ==, "joint");
  g_assert_cmpstr (shown.panel, ==, "joint-course");
  assert_claim ("reversal", &nothing, FALSE, "a case of attention paths", &shown);
}

/* Of two classes two paths, and with one path for all of them not. */
TEST (test_outputs, "/claims/outputs")
{
  g_autoptr (IplDocument) document = ipl_document_new ();
  const IplSolution *narrow;
  IplParameters parameters;
  IplClaimView shown;
  IplView view;
  gsize n;

  ipl_parameters_init (&parameters, "hmc-classes");
  change (document, &parameters);
  view = view_of (document);
  g_assert_true (ipl_claim_is_shown (find_claim ("outputs"), &view));
  narrow = view.sweep->rows[0];
  n = 3 * view.the_case->Pi;
  for (gsize p = 0; p < view.the_case->Pi; p++)
    for (gsize k = 0; k < 3; k++)
      narrow->U[(3 * p + k) * (n + 1)] = p == 0 ? 2 : 1;
  assert_claim ("outputs", &view, FALSE, "path “good” has the largest weight for all of them",
                &shown);
  narrow->U[(3 + 1) * (n + 1)] = 6;
  assert_claim ("outputs", &view, TRUE,
                "the largest weight for “stay 0.5” is on path “adversarial 1”, 6 times", &shown);
  g_assert_cmpint (ipl_target_get (&shown.target, IPL_PART_PATH), ==, 1);
  g_assert_cmpuint (ipl_target_get (&shown.target, IPL_PART_OUTPUT), ==, 1);
  assert_claim ("choice", &view, TRUE, "path “adversarial 1” weighs 8", &shown);
}
