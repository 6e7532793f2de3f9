/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A real English text: attention becomes sparse, and then that of the second of two layers denser
 * again, while the first is still at its least. The text is the King James Bible of Debian's
 * packages bible-kjv and bible-kjv-text, which the program "bible" prints, or a file named by
 * INTERPLAY_TEXT.
 */
#include "core/text/text-run.h"

#include <math.h>
#include <string.h>

#include "core/base/parallel.h"

/* A network small enough for minutes, at a rate ten times the paper's. */
#define WIDTH 64
#define VOCABULARY 1000
#define RATE 1e-3
#define STEPS 8000
/* Moments that are averaged: from one to the next entropy moves by some hundredths. */
#define AVERAGED 10

static IplTextCorpus *
read_text (GError **error)
{
  const IplTextOptions options = { .vocabulary = VOCABULARY, .fold_case = TRUE, .validation = 0.1 };
  const char *path = g_getenv ("INTERPLAY_TEXT");
  const char *argv[] = { "bible", "-l10000", "Gen1:1-Rev22:21", NULL };
  g_autofree char *program = g_find_program_in_path (argv[0]), *text = NULL;
  int status;

  if (path != NULL)
    return ipl_text_corpus_load (path, &options, NULL, error);
  if (program == NULL
      || !g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &text, NULL,
                        &status, NULL)
      || status != 0)
    return NULL;
  return ipl_text_corpus_new (text, strlen (text), "bible", &options, NULL, error);
}

static double
entropy_at (const IplTrajectory *trajectory, guint s, guint layer)
{
  return ipl_trajectory_get (trajectory, "entropy", s)[layer];
}

/* Of the moments from @s on. */
static double
mean_entropy (const IplTrajectory *trajectory, guint s, guint layer)
{
  double sum = 0;

  for (guint i = 0; i < AVERAGED; i++)
    sum += entropy_at (trajectory, s + i, layer);
  return sum / AVERAGED;
}

/* The least mean of a layer, and when. */
static double
find_least (const IplTrajectory *trajectory, guint layer, double *step)
{
  double least = INFINITY;

  for (guint s = 0; s + AVERAGED <= trajectory->S; s++)
    if (mean_entropy (trajectory, s, layer) < least)
      {
        least = mean_entropy (trajectory, s, layer);
        *step = trajectory->time[s + AVERAGED / 2];
      }
  return least;
}

static void
test_dip (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplTextCorpus) corpus = read_text (&error);
  const IplTextRunControl control = { .threads = ipl_parallel_default_threads () };
  IplTextTraining training = { .batch = 20, .paragraph = 1 };
  g_autoptr (IplTextRun) run = NULL;
  const IplTrajectory *trajectory;
  double first[2], least[2], last[2], step[2];

  g_assert_no_error (error);
  if (corpus == NULL)
    {
      g_test_skip ("there is no program “bible” (Debian's bible-kjv), and no INTERPLAY_TEXT");
      return;
    }
  g_assert_cmpuint (corpus->n_train, >, 200000);
  ipl_transformer_shape_init_text (&training.shape, 2, corpus->V);
  training.shape.d = training.shape.hidden = WIDTH;
  ipl_transformer_config_init (&training.config);
  training.config.learning_rate = RATE;
  training.config.clip_norm = 0.5;
  training.config.dropout = 0.2;
  training.config.seed = 1;
  run = ipl_text_run_new (corpus, &training, control.threads, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (ipl_text_run_go_on (run, STEPS, &control, &error));
  g_assert_no_error (error);
  trajectory = ipl_text_run_get_trajectory (run);
  for (guint s = 0; s < trajectory->S; s++)
    g_test_message ("step %6.0f  loss %.3f  validation %.3f  entropy %.3f %.3f",
                    trajectory->time[s], *ipl_trajectory_get (trajectory, "loss", s),
                    *ipl_trajectory_get (trajectory, "validation_loss", s),
                    entropy_at (trajectory, s, 0), entropy_at (trajectory, s, 1));
  for (guint l = 0; l < 2; l++)
    {
      first[l] = mean_entropy (trajectory, 0, l);
      least[l] = find_least (trajectory, l, &step[l]);
      last[l] = mean_entropy (trajectory, trajectory->S - AVERAGED, l);
      g_test_message ("layer %u: %.3f, least %.3f at step %.0f, at last %.3f", l + 1, first[l],
                      least[l], step[l], last[l]);
    }
  g_assert_cmpfloat (least[0], <, first[0] - 0.7);
  g_assert_cmpfloat (least[1], <, first[1] - 0.4);
  g_assert_cmpfloat (last[1], >, least[1] + 0.05);
  g_assert_cmpfloat (step[1], <, STEPS / 4);
  g_assert_cmpfloat (*ipl_trajectory_get (trajectory, "validation_loss", trajectory->S - 1), <,
                     ipl_text_corpus_word_entropy (corpus) - 0.8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text-english/dip", test_dip);
  return g_test_run ();
}
