/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Training on a text reads it in columns, records what a slow twin finds too, and goes on from
 * memory and from files as if it had never ended. */
#include "core/text/text-run.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "core/text/text-corpus.h"
#include "support.h"
#include "dynamics/trajectory-support.h"

#define WORDS 6000
#define BATCH 4
#define LENGTH 12
#define LAYERS 2
#define N_HEADS 2

static IplTextCorpus *
invented (void)
{
  const IplTextOptions options = { .validation = 0.2 };
  gsize length;
  g_autofree char *text = ipl_text_grammar_write (5, WORDS, &length, NULL);
  IplTextCorpus *corpus = ipl_text_corpus_new (text, length, "invented", &options, NULL, NULL);

  g_assert_nonnull (corpus);
  return corpus;
}

static IplTextTraining
small (const IplTextCorpus *corpus)
{
  IplTextTraining training = { .batch = BATCH, .paragraph = 2 };

  ipl_transformer_shape_init_text (&training.shape, LAYERS, corpus->V);
  training.shape.heads = N_HEADS;
  training.shape.d = 16;
  training.shape.hidden = 24;
  training.shape.L = LENGTH;
  ipl_transformer_config_init (&training.config);
  training.config.learning_rate = 3e-3;
  training.config.dropout = 0.1;
  training.config.clip_norm = 0.5;
  training.config.seed = 3;
  return training;
}

static IplTextRun *
begin (IplTextCorpus *corpus)
{
  const IplTextTraining training = small (corpus);

  return TEST_OK (ipl_text_run_new (corpus, &training, 2, NULL, &error));
}

static void
go_on (IplTextRun *run, guint64 steps)
{
  const IplTextRunControl control = { .threads = 2 };

  TEST_OK (ipl_text_run_train (run, steps, &control, &error));
  g_assert_cmpuint (run->trainer->step, ==, steps);
}

/* Every tenth step, then a twentieth of the steps so far at most, in round numbers; and every
 * moment of a long run is one of a short run. */
TEST (test_moments, "/text-run/moments")
{
  guint64 at = 0;
  guint n = 1;

  g_assert_cmpuint (ipl_text_run_next_moment (0), ==, 10);
  g_assert_cmpuint (ipl_text_run_next_moment (399), ==, 400);
  g_assert_cmpuint (ipl_text_run_next_moment (400), ==, 420);
  g_assert_cmpuint (ipl_text_run_next_moment (1000), ==, 1050);
  g_assert_cmpuint (ipl_text_run_next_moment (2000), ==, 2100);
  g_assert_cmpuint (ipl_text_run_next_moment (4000), ==, 4200);
  g_assert_cmpuint (ipl_text_run_next_moment (40000), ==, 42000);
  while (at < 58000)
    {
      guint64 next = ipl_text_run_next_moment (at);

      g_assert_cmpuint (next, >, at);
      g_assert_cmpuint (next - at, <=, MAX (10, at / 20));
      for (guint64 between = MAX (at + 1, next - MIN (next, 30)); between < next; between++)
        g_assert_cmpuint (ipl_text_run_next_moment (between), ==, next);
      at = next;
      n++;
    }
  g_assert_cmpuint (ipl_text_run_count_moments (58000), ==, n);
  g_assert_cmpuint (n, <, 200);
  g_assert_cmpuint (ipl_text_run_count_moments (1), ==, 2);
}

/* Mean over sequences, each by itself. */
static double
slow_loss (const IplTransformer *network, const guint32 *tokens, const guint32 *targets, gsize n)
{
  double loss = 0;

  for (gsize i = 0; i < n; i++)
    {
      const IplTransformerBatch batch = {
        .count = 1, .length = LENGTH, .tokens = tokens + i * LENGTH, .targets = targets + i * LENGTH
      };
      IplTransformerScores scores;

      g_assert_true (ipl_transformer_evaluate (network, &batch, &scores, 1, NULL, NULL));
      loss += scores.loss / (double)n;
    }
  return loss;
}

/* At step 0: the loss of the first rows of the columns, that of the validation sequences, and the
 * entropy of rows of attention that sum to 1 and do not look ahead. */
TEST (test_first, "/text-run/first")
{
  g_autoptr (IplTextCorpus) corpus = invented ();
  g_autoptr (IplTextRun) run = begin (corpus);
  const IplTextTraining training = small (corpus);
  g_autoptr (IplTransformer) network
      = ipl_transformer_new (&training.shape, training.config.seed, NULL);
  const IplTrajectory *trajectory = run->trajectory;
  gsize rows = corpus->n_train / BATCH,
        n_validation = MIN ((corpus->n_validation - 1) / LENGTH, 200);
  g_autofree guint32 *tokens = g_new (guint32, n_validation * LENGTH);
  g_autofree guint32 *targets = g_new (guint32, n_validation * LENGTH);
  const double *attention = ipl_trajectory_get (trajectory, "attention", 0);
  const guint32 *sentence = run->shown;

  g_assert_cmpuint (run->n_shown, ==, LENGTH);
  /* The second paragraph begins behind the second end of one. */
  g_assert_cmpuint (sentence[-1], ==, IPL_TEXT_END);
  g_assert_true (sentence > corpus->tokens + corpus->n_train);
  for (gsize i = 0; i < BATCH * LENGTH; i++)
    {
      tokens[i] = corpus->tokens[i / LENGTH * rows + i % LENGTH];
      targets[i] = corpus->tokens[i / LENGTH * rows + i % LENGTH + 1];
    }
  /* Single precision, a mean of 48 terms of size 6: a few ulp of 6 each. */
  test_assert_close (*ipl_trajectory_get (trajectory, "loss", 0),
                     slow_loss (network, tokens, targets, BATCH), 1e-5);
  for (gsize i = 0; i < n_validation * LENGTH; i++)
    {
      gsize begin
          = i / LENGTH * (corpus->n_validation - 1 - LENGTH) / (n_validation - 1) + i % LENGTH;

      tokens[i] = corpus->tokens[corpus->n_train + begin];
      targets[i] = corpus->tokens[corpus->n_train + begin + 1];
    }
  test_assert_close (*ipl_trajectory_get (trajectory, "validation_loss", 0),
                     slow_loss (network, tokens, targets, n_validation), 1e-5);
  for (gsize row = 0; row < LAYERS * N_HEADS * LENGTH; row++)
    {
      double sum = 0;

      for (gsize s = 0; s < LENGTH; s++)
        {
          double a = attention[row * LENGTH + s];

          g_assert_true (s <= row % LENGTH ? a > 0 : a == 0);
          sum += a;
        }
      test_assert_close (sum, 1, 1e-6);
    }
  /* At most that of uniform attention, ln(T!)/T. */
  for (guint l = 0; l < LAYERS; l++)
    {
      double entropy = ipl_trajectory_get (trajectory, "entropy", 0)[l];
      double rank = ipl_trajectory_get (trajectory, "stable_rank", 0)[l];

      g_assert_cmpfloat (entropy, <, lgamma (LENGTH + 1) / LENGTH + 1e-6);
      g_assert_cmpfloat (entropy, >, 0.5);
      g_assert_cmpfloat (rank, >=, 1);
      g_assert_cmpfloat (rank, <=, 16);
    }
}

/* Kept at step 17, between two moments, it goes on from its file to the last bit. */
TEST (test_resume, "/text-run/resume")
{
  g_autoptr (IplTextCorpus) corpus = invented ();
  const IplTextTraining training = small (corpus);
  g_autoptr (IplTextRun) whole = begin (corpus), first = begin (corpus), second = NULL;
  g_autofree char *path = test_path ("run.safetensors");
  g_autoptr (IplTrajectory) a = NULL, b = NULL;

  go_on (whole, 45);
  go_on (first, 17);
  TEST_OK (ipl_text_run_save (first, "a run", path, &error));
  TEST_REFUSED (ipl_text_run_load (path, "another run", corpus, &training, NULL, &error),
                IPL_ERROR_VALUE, "another run");
  second = TEST_OK (ipl_text_run_load (path, "a run", corpus, &training, NULL, &error));
  g_assert_cmpuint (second->trainer->step, ==, 17);
  go_on (second, 45);
  go_on (first, 45);
  test_same_trajectory (whole->trajectory, second->trajectory);
  test_same_trajectory (whole->trajectory, first->trajectory);
  a = TEST_OK (ipl_text_run_record_now (whole, 2, NULL, &error));
  b = TEST_OK (ipl_text_run_record_now (second, 1, NULL, &error));
  test_same_trajectory (a, b);
  g_assert_cmpuint (a->S, ==, whole->trajectory->S + 1);
  g_assert_cmpfloat (a->time[a->S - 1], ==, 45);
}

static void
cancel_at (gpointer data)
{
  g_cancellable_cancel (data);
}

/* Stopped or given up, it goes on as if it had not been. */
TEST (test_ended, "/text-run/ended")
{
  g_autoptr (IplTextCorpus) corpus = invented ();
  g_autoptr (IplTextRun) whole = begin (corpus), run = begin (corpus);
  g_autoptr (GCancellable) stop = g_cancellable_new (), cancellable = g_cancellable_new ();
  IplTextRunControl control = { .threads = 2, .stop = stop, .stepped = cancel_at, .data = stop };

  go_on (whole, 30);
  TEST_OK (ipl_text_run_train (run, 30, &control, &error));
  g_assert_cmpuint (run->trainer->step, ==, 1);
  control = (IplTextRunControl){
    .threads = 2, .cancellable = cancellable, .stepped = cancel_at, .data = cancellable
  };
  TEST_CANCELLED (ipl_text_run_train (run, 30, &control, &error));
  g_assert_cmpuint (run->trainer->step, ==, 2);
  go_on (run, 9);
  /* Given up while the moment of step 10 is recorded. */
  g_cancellable_reset (cancellable);
  TEST_CANCELLED (ipl_text_run_train (run, 10, &control, &error));
  g_assert_cmpuint (run->trainer->step, ==, 10);
  g_assert_cmpuint (run->trajectory->S, ==, 1);
  go_on (run, 30);
  test_same_trajectory (whole->trajectory, run->trajectory);
}

/* More than how frequent words are is learned, and nothing that cannot be. */
TEST (test_learned, "/text-run/learned")
{
  const IplTextOptions options = { .validation = 0.1 };
  gsize length;
  double entropy;
  g_autofree char *text = ipl_text_grammar_write (1, 60000, &length, &entropy);
  g_autoptr (IplTextCorpus) corpus
      = ipl_text_corpus_new (text, length, "invented", &options, NULL, NULL);
  IplTextTraining training = small (corpus);
  const IplTextRunControl control = { .threads = 2 };
  g_autoptr (IplTextRun) run = NULL;
  const IplTrajectory *trajectory;
  double loss;

  training.shape.d = training.shape.hidden = 32;
  training.batch = 16;
  training.config.learning_rate = 1e-2;
  training.config.dropout = 0;
  run = ipl_text_run_new (corpus, &training, 2, NULL, NULL);
  g_assert_true (ipl_text_run_train (run, 600, &control, NULL));
  trajectory = run->trajectory;
  loss = *ipl_trajectory_get (trajectory, "validation_loss", trajectory->S - 1);
  g_test_message ("loss %.3f, least %.3f, of single words %.3f", loss, entropy,
                  ipl_text_corpus_word_entropy (corpus));
  g_assert_cmpfloat (loss, <, ipl_text_corpus_word_entropy (corpus) - 1);
  /* Four standard errors of the mean of 2400 words with a spread of 1.5 nats or so. */
  g_assert_cmpfloat (loss, >, entropy - 4 * 1.5 / sqrt (2400));
}

/* A step so long that nothing is a number any more is said, and nothing goes on. */
TEST (test_diverged, "/text-run/diverged")
{
  g_autoptr (IplTextCorpus) corpus = invented ();
  IplTextTraining training = small (corpus);
  const IplTextRunControl control = { .threads = 2 };
  g_autoptr (IplTextRun) run = NULL;
  g_autoptr (IplTrajectory) trajectory = NULL;

  training.config.clip_norm = 0;
  run = TEST_OK (ipl_text_run_new (corpus, &training, 2, NULL, &error));
  /* More than can be asked for. */
  run->trainer->config.learning_rate = 1e38;
  TEST_OK (ipl_text_run_train (run, 20, &control, &error));
  g_assert_true (run->diverged);
  g_assert_cmpuint (run->trainer->step, <, 20);
  trajectory = TEST_OK (ipl_text_run_record_now (run, 2, NULL, &error));
  g_assert_nonnull (strstr (trajectory->message, "Training diverged at step "));
}

static void
assert_refused (const char *text, IplTextTraining *training, const char *words)
{
  const IplTextOptions options = { .validation = 0.2 };
  g_autoptr (IplTextCorpus) corpus
      = ipl_text_corpus_new (text, strlen (text), "a.txt", &options, NULL, NULL);

  training->shape.V = training->shape.classes = corpus->V;
  TEST_REFUSED (ipl_text_run_new (corpus, training, 1, NULL, &error), IPL_ERROR_VALUE, words);
}

TEST (test_refused, "/text-run/refused")
{
  g_autoptr (IplTextCorpus) corpus = invented ();
  IplTextTraining training = small (corpus);
  g_autoptr (GString) text = g_string_new ("");

  assert_refused ("one two three", &training, "“a.txt” has 4 words");
  for (guint i = 0; i < 58; i++)
    g_string_append_printf (text, "w%u ", i);
  assert_refused (text->str, &training, "“a.txt” has 48 words to train on");
  training.batch = 1;
  assert_refused (text->str, &training, "“a.txt” has 11 words to validate on");
  training.shape.heads = 3;
  assert_refused (text->str, &training, "3 heads");
}
