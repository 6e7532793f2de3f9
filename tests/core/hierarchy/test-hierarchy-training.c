/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Transformers on hierarchies of latents: what is recorded, that threads and interruptions change
 * no number, and the experiment that stops, is cancelled and goes on. */
#include "core/hierarchy/hierarchy-training-private.h"
#include "core/hierarchy/latent-hierarchy.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters.h"
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include "dynamics/trajectory-support.h"
#include "support.h"

static const IplHierarchyTraining tiny = { .shape = { .n_levels = 2,
                                                      .n_latents = { 5, 6, 1, 1 },
                                                      .n_parts = 2,
                                                      .n_classes = 8,
                                                      .vocabulary = 12,
                                                      .length = 9,
                                                      .seed = 3 },
                                           .layers = 2,
                                           .d = 16,
                                           .learning_rate = 3e-3,
                                           .weight_decay = 1e-4,
                                           .seeds = 3,
                                           .steps = 60,
                                           .reports = 6 };

static void
stop_after (gconstpointer so_far, double fraction, gpointer data)
{
  const IplTrajectory *result = so_far;

  if (result->S >= 3)
    g_cancellable_cancel (data);
}

static IplHierarchyRun *
new_run (const IplHierarchyTraining *training)
{
  return TEST_OK (ipl_hierarchy_run_new (training, &error));
}

static void
train (IplHierarchyRun *run, guint steps, guint threads, GCancellable *stop)
{
  TEST_OK (ipl_hierarchy_run_train (run, steps,
                                    &(IplWork){ .threads = threads,
                                                .stop = stop,
                                                .show = stop != NULL ? stop_after : NULL,
                                                .data = stop },
                                    &error));
}

TEST (test_recorded, "/hierarchy-training/recorded")
{
  g_autoptr (IplHierarchyRun) run = new_run (&tiny);
  g_autoptr (IplLatentHierarchy) hierarchy = ipl_latent_hierarchy_new (&tiny.shape, NULL);
  const IplTrajectory *t = ipl_hierarchy_run_get_trajectory (run);
  double first, last, means[2], best[11];

  train (run, 60, 2, NULL);
  g_assert_cmpuint (t->S, ==, 7);
  for (guint S = 0; S < 7; S++)
    {
      g_assert_cmpfloat (t->time[S], ==, 10 * S);
      ipl_latent_correlation_best (11, 48, ipl_trajectory_get (t, "latent_correlation", S), best,
                                   NULL);
      for (guint k = 0; k < 11; k++)
        {
          double recorded = ipl_trajectory_get (t, "best_correlation", S)[k];

          g_assert_true (recorded == best[k] || (isnan (recorded) && isnan (best[k])));
        }
      ipl_latent_correlation_levels (hierarchy, best, means);
      for (guint level = 0; level < 2; level++)
        g_assert_cmpfloat (ipl_trajectory_get (t, "level_correlation", S)[level], ==, means[level]);
    }
  first = *ipl_trajectory_get (t, "loss", 0);
  last = *ipl_trajectory_get (t, "loss", 6);
  g_test_message ("loss %g to %g, accuracy %g", first, last,
                  *ipl_trajectory_get (t, "accuracy", 6));
  /* Eight classes, about which nothing is known at first. */
  g_assert_cmpfloat (first, >, 1.5);
  g_assert_cmpfloat (last, <, 0.5);
  /* Causal attention over nine tokens has at most the entropy ln(9!)/9. */
  for (guint l = 0; l < 2; l++)
    g_assert_cmpfloat (ipl_trajectory_get (t, "entropy", 0)[l], <, lgamma (10) / 9 + 1e-6);
  for (gsize k = 0; k < hierarchy->n_latents; k++)
    g_assert_cmpfloat (ipl_trajectory_get (t, "latent_level", 0)[k], ==, k < 5 ? 1 : 2);
}

/* Chance is that of what each block's neurons do at the end, by ten shuffles. */
TEST (test_chance, "/hierarchy-training/chance")
{
  g_autoptr (IplHierarchyRun) run = new_run (&tiny);
  const IplTrajectory *t = ipl_hierarchy_run_get_trajectory (run);
  gsize hidden = run->network.hidden, layers = tiny.layers, classes = tiny.shape.n_classes;
  g_autofree double *activations = g_new (double, classes *hidden);

  train (run, 20, 1, NULL);
  for (guint seed = 0; seed < tiny.seeds; seed++)
    for (gsize block = 0; block < layers; block++)
      {
        const IplHierarchyMember *member = &run->members[seed];
        const double *levels
            = ipl_trajectory_get (t, "level_chance", t->S - 1) + (seed * layers + block) * 2;
        const double *latents = ipl_trajectory_get (t, "best_chance", t->S - 1) + seed * 11;
        double chance[11], means[2];

        for (gsize i = 0; i < classes * hidden; i++)
          activations[i] = member->pooled[(i / hidden * layers + block) * hidden + i % hidden];
        ipl_latent_correlation_chance (member->hierarchy, hidden, activations, 10,
                                       member->hierarchy->shape.seed, chance);
        ipl_latent_correlation_levels (member->hierarchy, chance, means);
        g_assert_cmpmem (levels, sizeof means, means, sizeof means);
        for (guint k = 0; k < 11 && block == 0; k++)
          g_assert_true (latents[k] == chance[k] || (isnan (latents[k]) && isnan (chance[k])));
      }
}

/* Drawn batches; stopped after the third moment, kept in files, and gone on with, as it is and from
 * there: the same as in one go. */
TEST (test_resumes, "/hierarchy-training/goes-on")
{
  IplHierarchyTraining training = tiny, elsewise = tiny, more;
  g_autofree char *path = test_path ("kept");
  g_autofree char *second = g_strconcat (path, ".2", NULL);
  g_autoptr (GCancellable) stop = g_cancellable_new ();
  g_autoptr (IplHierarchyRun) whole = NULL, begun = NULL, loaded = NULL;

  training.batch = 5;
  whole = new_run (&training);
  begun = new_run (&training);
  train (whole, 60, 2, NULL);
  train (begun, 60, 2, stop);
  TEST_OK (ipl_hierarchy_run_save (begun, path, &error));
  loaded = TEST_OK (ipl_hierarchy_run_load (&training, path, NULL, &error));
  g_assert_cmpuint (ipl_hierarchy_run_get_trajectory (loaded)->S, ==, 3);
  train (loaded, 60, 2, NULL);
  test_same_trajectory (ipl_hierarchy_run_get_trajectory (whole),
                        ipl_hierarchy_run_get_trajectory (loaded));
  train (begun, 60, 2, NULL);
  test_same_trajectory (ipl_hierarchy_run_get_trajectory (whole),
                        ipl_hierarchy_run_get_trajectory (begun));
  more = training;
  more.steps = 90;
  g_assert_true (ipl_hierarchy_run_can_go_on (whole, &more));
  more.steps = 50;
  g_assert_false (ipl_hierarchy_run_can_go_on (whole, &more));
  g_assert_false (ipl_hierarchy_run_can_go_on (whole, &tiny));
  /* Of something else, which is left alone. */
  elsewise.learning_rate = 1e-3;
  TEST_REFUSED (ipl_hierarchy_run_load (&elsewise, path, NULL, &error), IPL_ERROR_VALUE);
  g_assert_true (g_file_set_contents (second, "nonsense", -1, NULL));
  TEST_REFUSED (ipl_hierarchy_run_load (&training, path, NULL, &error), IPL_ERROR_FORMAT);
  ipl_hierarchy_run_remove_others (begun, path);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (test_folder ()), ==, 0);
}

/* What an experiment's run was told. */
typedef struct
{
  guint progress, shown;
  GCancellable *cancel_at; /* (nullable): cancelled at the third progress */
  double left;
} Record;

static void
on_progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  Record *record = data;

  record->left = seconds_left;
  if (++record->progress == 3 && record->cancel_at != NULL)
    g_cancellable_cancel (record->cancel_at);
}

static void
on_shown (gconstpointer so_far, double fraction, gpointer data)
{
  const IplExperimentResult *result = so_far;
  Record *record = data;

  record->shown++;
  g_assert_false (result->complete);
  g_assert_cmpuint (result->trajectory->S, >, 0);
}

static void
init_tiny (IplParameters *parameters)
{
  ipl_parameters_init (parameters, "joma-hierarchy");
  *(IplHierarchyTraining *)ipl_parameters_edit_specific (parameters) = tiny;
}

TEST (test_experiment, "/hierarchy-training/experiment")
{
  IplParameters parameters;
  Record record = { 0 };
  g_autoptr (GCancellable) stop = g_cancellable_new (), cancellable = g_cancellable_new ();
  g_autoptr (IplExperimentResult) whole = NULL, stopped = NULL, gone_on = NULL, again = NULL;
  IplExperimentRun run
      = { .work = { .threads = 2, .progress = on_progress, .show = on_shown, .data = &record } };

  init_tiny (&parameters);
  whole = TEST_OK (parameters.experiment->compute (&parameters, &run, &error));
  g_assert_true (whole->complete);
  g_assert_cmpuint (record.progress, ==, 6);

  /* Stopped: what there is, and on from there. */
  record = (Record){ .cancel_at = stop };
  run.work.stop = stop;
  stopped = TEST_OK (parameters.experiment->compute (&parameters, &run, &error));
  g_assert_false (stopped->complete);
  g_assert_cmpuint (stopped->trajectory->S, ==, 4);
  run.before = stopped;
  run.work.stop = NULL;

  /* Cancelled meanwhile: the networks go back to where they came from. */
  record = (Record){ .cancel_at = cancellable };
  run.work.cancellable = cancellable;
  ((IplHierarchyTraining *)ipl_parameters_edit_specific (&parameters))->steps = 80;
  TEST_CANCELLED (parameters.experiment->compute (&parameters, &run, &error));

  record = (Record){ 0 };
  run.work.cancellable = NULL;
  init_tiny (&parameters);
  ((IplHierarchyTraining *)ipl_parameters_edit_specific (&parameters))->steps = 80;
  gone_on = TEST_OK (parameters.experiment->compute (&parameters, &run, &error));
  g_assert_true (gone_on->complete);
  /* It went on: fewer moments than from the beginning. */
  g_assert_cmpuint (record.progress, <, 6);
  test_assert_same (4, gone_on->trajectory->time, stopped->trajectory->time);
  g_assert_cmpfloat (*ipl_trajectory_get (gone_on->trajectory, "loss", 3), ==,
                     *ipl_trajectory_get (whole->trajectory, "loss", 3));

  /* Its networks are taken: begins anew, with the same numbers. */
  record = (Record){ 0 };
  init_tiny (&parameters);
  again = TEST_OK (parameters.experiment->compute (&parameters, &run, &error));
  test_same_trajectory (again->trajectory, whole->trajectory);
}

TEST (test_threads, "/hierarchy-training/threads")
{
  g_autoptr (IplHierarchyRun) one = new_run (&tiny), three = new_run (&tiny);

  train (one, 20, 1, NULL);
  train (three, 20, 3, NULL);
  test_same_trajectory (ipl_hierarchy_run_get_trajectory (one),
                        ipl_hierarchy_run_get_trajectory (three));
}
