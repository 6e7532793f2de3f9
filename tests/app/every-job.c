/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs on the smallest of tasks that last until they are stopped. */
#include "every-job.h"

#include "core/parameters/parameters.h"
#include "app/window/window.h"
#include "figures/output/export.h"
#include "figures/panels/panel-table.h"
#include "runs/sweep-run.h"

#define N_FILES 4000

static gboolean
runs (IplWindow *window, const char *id)
{
  return ipl_session_get_status (session_of (window), id)->running;
}

/* As many widths and temperatures as there can be. */
static void
prepare_solve (IplParameters *parameters)
{
  parameters->n_widths = parameters->n_temperatures = IPL_MAX_LIST;
  for (guint i = 0; i < IPL_MAX_LIST; i++)
    {
      for (guint l = 0; l <= IPL_MAX_LAYERS; l++)
        parameters->widths[i].N[l] = 10 + i;
      parameters->widths[i].gp = FALSE;
      parameters->temperatures[i] = 0.01 * (i + 1);
    }
}

static void
start_solve (IplWindow *window)
{
  IplParameters parameters = *ipl_session_get_parameters (session_of (window));

  /* Nothing of what has been solved can be used again. */
  parameters.current.variances[0] *= 1.01;
  ipl_session_change (session_of (window), &parameters, NULL);
}

static void
stop_solve (IplWindow *window)
{
  ipl_session_stop (session_of (window));
}

static gboolean
is_solving (IplWindow *window)
{
  return runs (window, "solve");
}

static void
prepare_sampling (IplParameters *parameters)
{
  parameters->draws = IPL_MAX_DRAWS;
  parameters->warmup = IPL_MIN_WARMUP;
  parameters->sampler_chains = 2;
}

static void
start_sampling (IplWindow *window)
{
  ipl_session_sample (session_of (window));
}

static gboolean
is_sampling (IplWindow *window)
{
  return ipl_session_is_sampling (session_of (window)) && is_solving (window);
}

/* What the command line runs; its request stays the test's. */
static void
start_sweep (IplWindow *window)
{
  static IplSweepRequest request;
  static IplSetting setting;
  const IplSolveResult *solved = ipl_session_get_solve_result (session_of (window));

  g_assert_nonnull (solved);
  if (request.the_case == NULL)
    {
      request.the_case = ipl_case_ref (solved->the_case);
      setting = solved->current->setting;
      ipl_posterior_options_init (&request.options);
      request.options.chains = 2;
      request.options.warmup = IPL_MIN_WARMUP;
      request.n = 1;
      request.settings = &setting;
      request.sample = TRUE;
      request.draws = IPL_MAX_DRAWS;
      request.threads = 1;
    }
  ipl_session_start (session_of (window), "sweep", &request);
}

static void
stop_sweep (IplWindow *window)
{
  ipl_session_give_up (session_of (window), "sweep");
}

static gboolean
is_sweeping (IplWindow *window)
{
  return runs (window, "sweep");
}

static gboolean
has_built_in_case (IplWindow *window)
{
  const IplParameters *parameters = ipl_session_get_parameters (session_of (window));

  return g_str_equal (parameters->experiment->id, "hmc2") && is_solved (window);
}

/* Of a case that is made from a seed, for as many seeds as there can be. */
static void
start_seeds (IplWindow *window)
{
  IplParameters parameters;

  if (!has_built_in_case (window))
    {
      act (window, "open-example", "hmc2");
      wait_for (window, has_built_in_case, "a built-in case");
    }
  parameters = *ipl_session_get_parameters (session_of (window));
  parameters.n_seeds = IPL_MAX_SEEDS;
  ipl_session_change (session_of (window), &parameters, NULL);
  ipl_session_follow_seeds (session_of (window));
}

static void
stop_seeds (IplWindow *window)
{
  ipl_session_give_up (session_of (window), "seeds");
}

static gboolean
is_following_seeds (IplWindow *window)
{
  return runs (window, "seeds");
}

/* Of as many widths and temperatures as takes minutes. */
static void
start_map (IplWindow *window)
{
  g_autoptr (GError) error = NULL;

  if (!has_built_in_case (window))
    {
      act (window, "open-example", "hmc2");
      wait_for (window, has_built_in_case, "a built-in case");
    }
  ipl_session_solve_map (session_of (window), "N=10:100000:400", "T=0.001:1:400", NULL, &error);
  g_assert_no_error (error);
}

static void
stop_map (IplWindow *window)
{
  ipl_session_give_up (session_of (window), "map");
}

static gboolean
is_mapping (IplWindow *window)
{
  return runs (window, "map");
}

static void
prepare_training (IplParameters *parameters)
{
  ipl_parameters_edit_trainable (parameters)->training.steps = 100000000;
}

static void
start_training (IplWindow *window)
{
  ipl_session_train (session_of (window));
}

static void
stop_training (IplWindow *window)
{
  ipl_session_stop_training (session_of (window));
}

static gboolean
is_training (IplWindow *window)
{
  return ipl_session_is_training (session_of (window));
}

static void
prepare_heads (IplParameters *parameters)
{
  parameters->fine_tune_steps = 100000;
}

static void
start_heads (IplWindow *window)
{
  ipl_session_prune (session_of (window));
}

static void
stop_heads (IplWindow *window)
{
  ipl_session_stop_heads (session_of (window));
}

static gboolean
is_pruning (IplWindow *window)
{
  return ipl_session_is_pruning (session_of (window)) && runs (window, "heads");
}

static guint n_exports;

static void
on_exported (GObject *source, GAsyncResult *result, gpointer data)
{
  G_GNUC_UNUSED g_autofree char *path = ipl_export_job_finish (result, NULL);

  n_exports--;
}

/* As large as a slide at 300 dpi, which takes a second to compress. */
static void
start_export (IplWindow *window)
{
  g_autofree char *path = g_build_filename (folder, "long.png", NULL);
  IplStyle style;
  IplPaper paper;
  IplView view;

  g_assert_true (ipl_session_get_view (session_of (window), &view));
  g_assert_true (ipl_paper_init (&paper, "slide", &ipl_panel_all, &view, 0.0, 300.0, NULL));
  ipl_style_init (&style, IPL_THEME_LIGHT, paper.font_pt);
  n_exports++;
  ipl_export_job_start (&ipl_panel_all, &view, &style, &paper, NULL, &ipl_format_png, path,
                        on_exported, NULL);
}

/* A web page of several widths. */
static void
start_file (IplWindow *window)
{
  g_autofree char *path = g_build_filename (folder, "long.html", NULL);

  ipl_window_export_web (window, path);
}

static void
stop_file (IplWindow *window)
{
  act (window, "stop", NULL);
}

static gboolean
is_writing_file (IplWindow *window)
{
  return runs (window, "file");
}

/* So many files that it takes a while to find what they are. */
static void
start_open (IplWindow *window)
{
  g_autofree char *path = g_build_filename (folder, "one-of-many.txt", NULL);
  g_autofree const char **paths = g_new0 (const char *, N_FILES + 1);

  g_assert_true (g_file_set_contents (path, "a b c\n", -1, NULL));
  for (guint i = 0; i < N_FILES; i++)
    paths[i] = path;
  ipl_session_open_paths (session_of (window), paths, NULL);
}

static gboolean
is_opening (IplWindow *window)
{
  return runs (window, "open");
}

static void
stop_nothing (IplWindow *window)
{
}

static gboolean
is_exporting (IplWindow *window)
{
  return n_exports > 0;
}

/* A transformer learns for minutes. */
static void
start_dynamics (IplWindow *window)
{
  act (window, "open-example", "joma-text");
  act (window, "run", NULL);
}

static gboolean
is_computing (IplWindow *window)
{
  const IplExperiment *experiment = ipl_session_get_parameters (session_of (window))->experiment;

  return g_str_equal (experiment->id, "joma-text") && is_solving (window)
         && ipl_session_get_opening (session_of (window)) == NULL;
}

const Job *
every_job (guint *n)
{
  static const Job jobs[] = {
    { "solve", prepare_solve, NULL, start_solve, stop_solve, is_solving },
    { "sample", prepare_sampling, NULL, start_sampling, stop_solve, is_sampling },
    { "sweep", NULL, NULL, start_sweep, stop_sweep, is_sweeping },
    { "seeds", NULL, "hmc2", start_seeds, stop_seeds, is_following_seeds },
    { "map", NULL, "hmc2", start_map, stop_map, is_mapping },
    { "train", prepare_training, NULL, start_training, stop_training, is_training },
    { "heads", prepare_heads, NULL, start_heads, stop_heads, is_pruning },
    { "dynamics", NULL, "joma-text", start_dynamics, stop_solve, is_computing },
    { "file", NULL, NULL, start_file, stop_file, is_writing_file },
    { "open", NULL, NULL, start_open, stop_solve, is_opening },
    { "export", NULL, NULL, start_export, stop_nothing, is_exporting },
  };
  guint n_runs;
  const IplRun *const *table = ipl_runs (&n_runs);

  for (guint i = 0; i < n_runs; i++)
    {
      gboolean known = FALSE;

      for (guint k = 0; k < G_N_ELEMENTS (jobs); k++)
        known = known || g_str_equal (jobs[k].id, table[i]->id);
      if (!known)
        g_error ("nobody knows how to start a long “%s” (tests/app/every-job.c)", table[i]->id);
    }
  *n = G_N_ELEMENTS (jobs);
  return jobs;
}
