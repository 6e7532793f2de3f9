/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results belong to their settings: they are shown again when these come back, and are spoken of
 * before they are lost. */
#include <string.h>

#include "core/experiments/experiment-table.h"
#include "core/experiments/markov-chain-experiment.h"
#include "core/experiments/text-parameters.h"
#include "core/parameters/parameters.h"
#include "session-support.h"
#include "../tiny-glyphs.h"

/* What is shown of draws, a map and a mean; references. */
typedef struct
{
  IplPosteriorSummary *posterior;
  const IplMap *map;
  const IplSeedMean *seeds;
} Shown;

static Shown
look (IplSession *session)
{
  return (Shown){ (IplPosteriorSummary *)ipl_session_get_posterior (session),
                  ipl_session_get_map (session), ipl_session_get_seeds (session) };
}

static void
assert_same (IplSession *session, const Shown *shown)
{
  Shown now;

  wait_for (session, "solve");
  now = look (session);
  g_assert_nonnull (now.posterior);
  g_assert_true (now.posterior == shown->posterior);
  g_assert_true (now.map == shown->map);
  g_assert_true (now.seeds == shown->seeds);
}

static void
change_case (IplSession *session, guint n_tokens, double variance)
{
  IplParameters parameters = *parameters_of (session);

  ipl_parameters_edit_markov_chain (&parameters)->n_tokens = n_tokens;
  parameters.current.variances[0] = variance;
  change (session, &parameters);
}

static void
prepare (IplSession *session)
{
  IplParameters parameters = *parameters_of (session);

  parameters.n_widths = 2;
  parameters.sampler_chains = 2;
  parameters.warmup = 60;
  parameters.draws = 40;
  parameters.n_seeds = 2;
  change (session, &parameters);
}

TEST (test_shown_again, "/session-held/shown-again")
{
  g_autoptr (IplSession) session = ipl_session_new ();
  g_autoptr (GError) error = NULL;
  guint n_tokens;
  double variance;
  Shown shown;

  prepare (session);
  n_tokens = ipl_parameters_get_markov_chain (parameters_of (session))->n_tokens;
  variance = parameters_of (session)->current.variances[0];
  ipl_session_follow_seeds (session);
  wait_for (session, "seeds");
  g_assert_true (ipl_session_solve_map (session, "N=10,20", NULL, NULL, &error));
  wait_for (session, "map");
  ipl_session_sample (session);
  wait_for (session, "solve");
  shown = look (session);
  g_assert_true (shown.posterior != NULL && shown.map != NULL && shown.seeds != NULL);
  ipl_posterior_summary_ref (shown.posterior);

  /* Another case, with results of its own, and back by undo, redo and by hand. */
  change_case (session, n_tokens + 1, variance);
  g_assert_null (ipl_session_get_posterior (session));
  g_assert_null (ipl_session_get_map (session));
  g_assert_null (ipl_session_get_seeds (session));
  ipl_session_sample_here (session);
  wait_for (session, "solve");
  g_assert_true (ipl_session_get_posterior (session) != shown.posterior);
  ipl_session_undo (session);
  assert_same (session, &shown);
  ipl_session_redo (session);
  wait_for (session, "solve");
  g_assert_nonnull (ipl_session_get_posterior (session));
  change_case (session, n_tokens, variance);
  assert_same (session, &shown);
  /* The same case at another variance. */
  change_case (session, n_tokens, 2 * variance);
  g_assert_null (ipl_session_get_posterior (session));
  ipl_session_undo (session);
  assert_same (session, &shown);
  /* More draws go on with these. */
  ipl_session_add_draws (session);
  wait_for (session, "solve");
  g_assert_cmpuint (ipl_session_get_posterior (session)->n_draws, ==, 80);

  ipl_posterior_summary_unref (shown.posterior);
}

/* @ends: whether the session ends; else another case is opened
 * @words: (nullable): a part of what the user is asked; NULL for nothing */
static void
assert_loss (IplSession *session, gboolean ends, const char *words)
{
  g_autofree char *loss = ipl_session_describe_loss (session, ends);

  if (words == NULL)
    g_assert_null (loss);
  else
    g_assert_nonnull (strstr (loss, words));
}

/* Another case is opened: results are there after undo, and closing alone would lose them. */
TEST (test_other_case, "/session-held/other-case")
{
  g_autoptr (IplSession) session = ipl_session_new ();
  g_autoptr (GError) error = NULL;
  guint n_tokens;
  Shown shown;

  prepare (session);
  n_tokens = ipl_parameters_get_markov_chain (parameters_of (session))->n_tokens;
  ipl_session_follow_seeds (session);
  wait_for (session, "seeds");
  g_assert_true (ipl_session_solve_map (session, "N=10,20", NULL, NULL, &error));
  wait_for (session, "map");
  ipl_session_sample (session);
  wait_for (session, "solve");
  shown = look (session);
  ipl_posterior_summary_ref (shown.posterior);
  assert_loss (session, FALSE, "Results and changes");
  change_case (session, n_tokens + 1, 1.0);
  /* Undo leads from another case to these parameters, and from there to the results. */
  assert_loss (session, FALSE, NULL);
  assert_loss (session, TRUE, "Results of other parameters");
  ipl_session_add_ghost (session);
  g_assert_cmpuint (ipl_session_count_ghosts (session), ==, 1);
  ipl_session_open_experiment (session, "hmc-classes");
  wait_for (session, "solve");
  g_assert_cmpuint (ipl_session_count_ghosts (session), ==, 0);
  g_assert_null (ipl_session_get_posterior (session));
  assert_loss (session, TRUE, "Results of other parameters");
  ipl_session_undo (session);
  ipl_session_undo (session);
  assert_same (session, &shown);
  assert_loss (session, TRUE, "Results and changes");
  /* The user was asked before the results themselves are left. */
  ipl_session_open_experiment (session, "hmc-classes");
  wait_for (session, "solve");
  assert_loss (session, TRUE, NULL);
  ipl_session_undo (session);
  assert_same (session, &shown);
  ipl_posterior_summary_unref (shown.posterior);
}

/* Draws so far belong to their parameters too. */
TEST (test_stopped_by_change, "/session-held/stopped-by-change")
{
  g_autoptr (IplSession) session = ipl_session_new ();
  IplParameters parameters;
  guint n_draws;

  prepare (session);
  parameters = *parameters_of (session);
  parameters.draws = 100000;
  change (session, &parameters);
  ipl_session_sample_here (session);
  wait_until (ipl_session_get_posterior (session) != NULL
              && ipl_session_get_posterior (session)->n_draws > 20);
  n_draws = ipl_session_get_posterior (session)->n_draws;
  assert_loss (session, FALSE, "undo restores its results so far");
  assert_loss (session, TRUE, "Its results so far will be lost");
  change_case (session, 5, 1.0);
  g_assert_null (ipl_session_get_posterior (session));
  ipl_session_undo (session);
  wait_for (session, "solve");
  g_assert_nonnull (ipl_session_get_posterior (session));
  g_assert_cmpuint (ipl_session_get_posterior (session)->n_draws, >=, n_draws);
  g_assert_false (ipl_session_is_sampling (session));
}

/* Of nine cases that were sampled eight are kept, and the session reports which one is not. */
TEST (test_bounded, "/session-held/bounded")
{
  g_autoptr (IplSession) session = ipl_session_new ();
  g_autofree char *loss = NULL, *said = NULL;

  prepare (session);
  g_signal_connect (session, "message", G_CALLBACK (note_message), &said);
  for (guint i = 0; i < 9; i++)
    {
      g_assert_null (said);
      change_case (session, 4 + i, 1.0);
      ipl_session_sample_here (session);
      wait_for (session, "solve");
    }
  g_assert_cmpstr (said, ==,
                   "Results of Tokens = 4 were dropped: the last 8 of each kind are kept.");
  loss = ipl_session_describe_loss (session, TRUE);
  g_assert_nonnull (strstr (loss, "Results of other parameters"));
  for (guint i = 9; i > 0; i--)
    {
      change_case (session, 3 + i, 1.0);
      g_assert_true ((ipl_session_get_posterior (session) != NULL) == (i > 1));
    }
}

/* A mean over seeds is of the temperatures that it was taken at, and of the limits drawn now. */
TEST (test_curves, "/session-held/curves")
{
  g_autoptr (IplSession) session = ipl_session_new ();
  IplParameters parameters;
  guint n_lines;

  prepare (session);
  parameters = *parameters_of (session);
  parameters.n_temperatures = 2;
  parameters.temperatures[0] = 0.1;
  parameters.temperatures[1] = 1;
  parameters.gp_paths = "1,2";
  change (session, &parameters);
  ipl_session_follow_seeds (session);
  wait_for (session, "seeds");
  g_assert_nonnull (ipl_session_get_seeds (session));
  n_lines = ipl_session_get_seeds (session)->n_lines;
  /* A limit of paths that are no more ticked goes from it. */
  parameters.gp_paths = "";
  change (session, &parameters);
  g_assert_cmpuint (ipl_session_get_seeds (session)->n_lines, ==, n_lines - 1);
  parameters.temperatures[1] = 2;
  ipl_session_change (session, &parameters, NULL);
  g_assert_null (ipl_session_get_seeds (session));
  ipl_session_undo (session);
  g_assert_nonnull (ipl_session_get_seeds (session));
}

/* Where nobody else has written the file since. */
static IplSessionSave *
save_expecting (IplSession *session, const char *path, GError **error)
{
  g_autofree char *json = ipl_session_to_json (session);
  IplSessionSave *saved = ipl_session_save_new (session, json);

  ipl_session_save_expect (saved, session, path);
  if (ipl_session_save_write (saved, path, NULL, NULL, error))
    ipl_session_was_saved (session, saved, path);
  return saved;
}

/* Saved before its draws have come back, a session has them all the same; a file that another
 * session has written since is not replaced. */
TEST (test_saved_at_once, "/session-held/saved-at-once")
{
  g_autofree char *path = g_build_filename (home, "a.interplay", NULL);
  g_autofree char *other = g_build_filename (home, "b.interplay", NULL);
  g_autoptr (IplSession) session = ipl_session_new (), again = ipl_session_new ();
  g_autoptr (IplSessionSave) first = NULL, second = NULL, third = NULL, last = NULL;
  g_autoptr (IplNpz) before = NULL, after = NULL;
  g_autoptr (IplSessionFile) file = NULL;
  g_autoptr (GError) error = NULL;
  guint reported = 0;

  prepare (session);
  ipl_session_set_folder (session, home);
  ipl_session_set_folder (again, home);
  ipl_session_update_needs (session, &reported, IPL_NEEDS_HEADS);
  ipl_session_sample (session);
  wait_for (session, "solve");
  wait_for (session, "heads");
  first = save_expecting (session, path, &error);
  g_assert_no_error (error);
  open_file (again, path);
  second = save_expecting (again, other, &error);
  g_assert_no_error (error);
  file = ipl_session_file_open (other, NULL, NULL);
  g_assert_nonnull (strstr (file->document, "\"draws\""));
  g_assert_cmpuint (file->members->len, >, 0);
  for (guint i = 0; i < file->members->len; i++)
    g_assert_null (strchr (((IplSessionMember *)file->members->pdata[i])->from, '/'));
  before = ipl_npz_open (path, NULL, NULL);
  after = ipl_npz_open (other, NULL, NULL);
  g_assert_nonnull (ipl_npz_lookup (before, "posterior_U_mean"));
  g_assert_nonnull (ipl_npz_lookup (before, "pruning/head_score"));
  for (guint i = 0; i < ipl_npz_get_n (before); i++)
    g_assert_nonnull (ipl_npz_lookup (after, ipl_npz_get (before, i)->name));

  open_file (again, path);
  change_case (again, 5, 1.0);
  third = save_expecting (again, path, &error);
  g_assert_no_error (error);
  change_case (session, 6, 1.0);
  last = save_expecting (session, path, &error);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG);
  g_assert_true (ipl_session_is_unsaved (session));
  ipl_session_update_needs (session, &reported, 0);
}

static void
make_tiny (IplSession *session)
{
  IplParameters parameters;

  set_tiny_glyphs (&parameters);
  parameters.n_widths = 1;
  parameters.fine_tune_steps = 2;
  ipl_session_begin_experiment (session, &parameters);
  wait_for (session, "solve");
}

static const IplPruning *
pruning_of (IplSession *session)
{
  return view_of (session).pruning;
}

/* A trained network's curve, and what its heads are worth after a short fine-tune. */
TEST (test_trained, "/session-held/trained")
{
  g_autoptr (IplSession) session = ipl_session_new ();
  const IplTrainResult *trained;
  const IplPruning *tuned;
  g_autofree char *made = NULL, *loss = NULL, *last_loss = NULL;
  IplParameters parameters;
  guint reported = 0;

  make_tiny (session);
  ipl_session_update_needs (session, &reported, IPL_NEEDS_HEADS | IPL_NEEDS_PRUNING);
  ipl_session_train (session);
  /* A training goes on where another case is opened, and not where the session ends. */
  loss = ipl_session_describe_loss (session, FALSE);
  last_loss = ipl_session_describe_loss (session, TRUE);
  g_assert_true (loss == NULL || strstr (loss, "rain") == NULL);
  g_assert_nonnull (strstr (last_loss, "rain"));
  wait_for (session, "train");
  wait_for (session, "solve");
  trained = ipl_session_get_train_result (session);
  g_assert_true (trained != NULL && trained->is_saved);
  /* So few steps on so few images teach it nothing. */
  made = ipl_session_describe_training (session);
  g_assert_true (g_str_has_prefix (made, "30 steps, held-out accuracy 0."));
  g_assert_true (g_str_has_suffix (made, ", no better than guessing"));
  ipl_session_prune (session);
  wait_for (session, "heads");
  tuned = pruning_of (session);
  g_assert_cmpuint (tuned->fine_tune_steps, ==, 2);
  /* Another width has not been pruned after a fine-tune. */
  ipl_session_change_width (session, 30, FALSE);
  wait_for (session, "solve");
  wait_until (pruning_of (session) != tuned);
  ipl_session_undo (session);
  wait_for (session, "solve");
  wait_until (pruning_of (session) == tuned);
  parameters = *parameters_of (session);
  ipl_parameters_edit_trainable (&parameters)->task.n_test++;
  ipl_parameters_edit_trainable (&parameters)->network = "";
  change (session, &parameters);
  g_assert_null (ipl_session_get_train_result (session));
  ipl_session_undo (session);
  wait_for (session, "solve");
  g_assert_true (ipl_session_get_train_result (session) == trained);
  wait_until (pruning_of (session) == tuned);
  ipl_session_update_needs (session, &reported, 0);
}

static void
run_text_on (IplSession *session, guint steps)
{
  IplParameters parameters = *parameters_of (session);

  ((IplTextParameters *)ipl_parameters_edit_specific (&parameters))->steps = steps;
  ipl_session_change (session, &parameters, NULL);
  g_assert_false (ipl_session_get_status (session, "solve")->running);
  ipl_session_run (session);
}

static void
run_text (IplSession *session, guint steps)
{
  run_text_on (session, steps);
  wait_for (session, "solve");
}

/* An example that takes long waits for the user, also after undo; what it has computed is shown
 * again without being computed. */
TEST (test_waits, "/session-held/waits")
{
  g_autoptr (IplSession) session = ipl_session_new ();
  g_autofree char *text = NULL, *status = NULL, *loss = NULL;
  const IplExperimentResult *own;

  ipl_session_run (session);
  wait_for (session, "solve");
  ipl_session_open_experiment (session, "joma-text");
  g_assert_false (ipl_session_get_status (session, "solve")->running);
  text = ipl_session_describe_run (session);
  g_assert_cmpstr (
      text, ==, "Nothing is computed yet. Run (Ctrl+R) takes about two minutes with the defaults.");
  status = ipl_session_describe (session);
  g_assert_cmpstr (status, ==, "");
  g_assert_false (ipl_session_can_resume (session));
  run_text (session, 20);
  own = ipl_session_get_solve_result (session)->dynamics;
  g_assert_true (own->complete);
  run_text (session, 30);
  g_assert_true (ipl_session_get_solve_result (session)->dynamics != own);
  loss = ipl_session_describe_loss (session, TRUE);
  g_assert_nonnull (strstr (loss, "Results of other parameters"));
  ipl_session_undo (session);
  g_assert_true (ipl_session_get_solve_result (session)->dynamics == own);
  g_assert_false (ipl_session_get_status (session, "solve")->running);
  g_assert_false (ipl_session_needs_run (session));
  /* A look at what runs does not end it, nor does it show up where other parameters have theirs. */
  run_text_on (session, 100000);
  ipl_session_show_time (session, 0);
  g_assert_true (ipl_session_get_status (session, "solve")->running);
  ipl_session_undo (session);
  ipl_session_undo (session);
  for (guint i = 0; i < 100; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (10000);
    }
  g_assert_true (ipl_session_get_status (session, "solve")->running);
  g_assert_true (ipl_session_get_solve_result (session)->dynamics == own);
  ipl_session_stop (session);
  wait_for (session, "solve");
  g_assert_true (ipl_session_get_solve_result (session)->dynamics == own);
  /* Opened again while it runs, it waits again. */
  ipl_session_open_experiment (session, "joma-text");
  ipl_session_run (session);
  g_assert_true (ipl_session_get_status (session, "solve")->running);
  ipl_session_open_experiment (session, "joma-text");
  wait_for (session, "solve");
  g_assert_true (ipl_session_needs_run (session));
  g_assert_null (ipl_session_get_solve_result (session));
  ipl_session_open_experiment (session, "parity");
  wait_for (session, "solve");
  ipl_session_undo (session);
  g_assert_false (ipl_session_get_status (session, "solve")->running);
  g_assert_true (ipl_session_needs_run (session));
}
