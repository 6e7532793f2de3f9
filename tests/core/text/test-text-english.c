/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A real English text: the attention of a layer becomes sparse, and then denser again, as that of
 * the paper's does. The text is the King James Bible of Debian's packages bible-kjv and
 * bible-kjv-text, which the program "bible" prints, or a file named by INTERPLAY_TEXT.
 */
#include "core/text/text-run.h"

#include <math.h>
#include <string.h>

#include "core/base/parallel.h"

/* The paper's network, with the most frequent words only and three times its rate: what takes it
 * 2000 steps and then tens of thousands is seen in minutes. */
#define VOCABULARY 1000
#define RATE 3e-4
#define STEPS 4000
/* Moments that are averaged. */
#define AVERAGED 10
/* How many times the scatter of single moments both ways are. */
#define TIMES 10

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
entropy_at (const IplTrajectory *trajectory, guint s)
{
  return *ipl_trajectory_get (trajectory, "entropy", s);
}

/* Of the moments from @s on. */
static double
mean_entropy (const IplTrajectory *trajectory, guint s)
{
  double sum = 0;

  for (guint i = 0; i < AVERAGED; i++)
    sum += entropy_at (trajectory, s + i);
  return sum / AVERAGED;
}

/* The moment from which on the mean is least. */
static guint
find_least (const IplTrajectory *trajectory)
{
  guint least = 0;

  for (guint s = 0; s + AVERAGED <= trajectory->S; s++)
    if (mean_entropy (trajectory, s) < mean_entropy (trajectory, least))
      least = s;
  return least;
}

/* Of one moment about its neighbours, from @first on: (a - 2 b + c)^2 has six times its variance,
 * and what changes evenly has no part in it. */
static double
find_scatter (const IplTrajectory *trajectory, guint first)
{
  double sum = 0;

  for (guint s = first + 1; s + 1 < trajectory->S; s++)
    {
      double bend = entropy_at (trajectory, s - 1) - 2 * entropy_at (trajectory, s)
                    + entropy_at (trajectory, s + 1);

      sum += bend * bend;
    }
  return sqrt (sum / (6.0 * (trajectory->S - first - 2)));
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
  double first, least, last, scatter;
  guint dip;

  g_assert_no_error (error);
  if (corpus == NULL)
    {
      g_test_skip ("there is no program “bible” (Debian's bible-kjv), and no INTERPLAY_TEXT");
      return;
    }
  g_assert_cmpuint (corpus->n_train, >, 200000);
  ipl_transformer_shape_init_text (&training.shape, 1, corpus->V);
  ipl_transformer_config_init (&training.config);
  training.config.learning_rate = RATE;
  run = ipl_text_run_new (corpus, &training, control.threads, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (ipl_text_run_go_on (run, STEPS, &control, &error));
  g_assert_no_error (error);
  trajectory = run->trajectory;
  for (guint s = 0; s < trajectory->S; s++)
    g_test_message ("step %6.0f  loss %.3f  validation %.3f  entropy %.3f", trajectory->time[s],
                    *ipl_trajectory_get (trajectory, "loss", s),
                    *ipl_trajectory_get (trajectory, "validation_loss", s),
                    entropy_at (trajectory, s));
  dip = find_least (trajectory);
  first = entropy_at (trajectory, 0);
  least = mean_entropy (trajectory, dip);
  last = mean_entropy (trajectory, trajectory->S - AVERAGED);
  scatter = find_scatter (trajectory, dip);
  g_test_message ("%.3f, least %.3f from step %.0f on, at last %.3f; scatter %.3f", first, least,
                  trajectory->time[dip], last, scatter);
  g_assert_cmpfloat (trajectory->time[dip], >, 0);
  g_assert_cmpfloat (trajectory->time[dip + AVERAGED], <, STEPS / 2);
  g_assert_cmpfloat (first - least, >, TIMES * scatter);
  g_assert_cmpfloat (last - least, >, TIMES * scatter);
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
