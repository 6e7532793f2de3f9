/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The attention of a transformer as paths: what heads gather, whose next words the sequences have,
 * and the theory in a limit that is known. */
#include "core/text/text-paths.h"
#include "core/theory/solution.h"

#include <math.h>
#include <string.h>

#define LENGTH 6
#define WIDTH 8
#define HEADS 2
#define CLASSES 3

static IplTextCorpus *
new_corpus (void)
{
  const IplTextOptions options = { .fold_case = TRUE, .validation = 0.3 };
  gsize length;
  double entropy;
  g_autofree char *text = ipl_text_grammar_write (1, 3000, &length, &entropy);

  return ipl_text_corpus_new (text, length, "invented", &options, NULL, NULL);
}

static IplTextTraining
get_training (const IplTextCorpus *corpus)
{
  IplTextTraining training = { .batch = 4, .paragraph = 1 };

  ipl_transformer_shape_init_text (&training.shape, 2, corpus->V);
  ipl_transformer_config_init (&training.config);
  training.shape.heads = HEADS;
  training.shape.d = WIDTH;
  training.shape.hidden = WIDTH;
  training.shape.L = LENGTH;
  return training;
}

static IplTextPaths
get_paths (void)
{
  IplTextPaths paths;

  ipl_text_paths_init (&paths);
  paths.n_classes = CLASSES;
  paths.n_train = 30;
  paths.n_test = 21;
  return paths;
}

/* The attention times the embedding of each word with its position, by a loop. */
static void
test_gathered (void)
{
  g_autoptr (IplTextCorpus) corpus = new_corpus ();
  const IplTextTraining training = get_training (corpus);
  const IplTransformerShape *shape = &training.shape;
  g_autoptr (IplTransformer) network = ipl_transformer_new (shape, 5, NULL);
  IplTransformerBatch batch = { .count = 3, .length = LENGTH, .tokens = corpus->tokens };
  float gathered[3 * HEADS * WIDTH], attention[3 * 2 * HEADS * LENGTH * LENGTH];
  IplTransformerLayout layout;
  double scale = shape->scaled ? sqrt (WIDTH) : 1;

  ipl_transformer_layout_init (&layout, shape);
  g_assert_true (ipl_transformer_gather (network, &batch, 0, gathered, 1, NULL, NULL));
  g_assert_true (ipl_transformer_attention (network, &batch, attention, 1, NULL, NULL));
  for (guint e = 0; e < 3; e++)
    for (guint h = 0; h < HEADS; h++)
      for (guint i = 0; i < WIDTH; i++)
        {
          double sum = 0;

          for (guint s = 0; s < LENGTH; s++)
            {
              double angle = s * pow (10000, -(double)(i / 2 * 2) / WIDTH);
              double position = i % 2 == 0 ? sin (angle) : cos (angle);
              gsize word = corpus->tokens[e * LENGTH + s];

              sum += (double)attention[((e * 2 * HEADS + h) * LENGTH + LENGTH - 1) * LENGTH + s]
                     * (scale * (double)network->parameters[layout.embedding + word * WIDTH + i]
                        + (shape->positions ? position : 0));
            }
          g_assert_cmpfloat_with_epsilon ((double)gathered[(e * HEADS + h) * WIDTH + i], sum, 1e-5);
        }
}

/* Of each class as many, and each sequence is one that its word follows in the text. */
static void
test_case (void)
{
  g_autoptr (IplTextCorpus) corpus = new_corpus ();
  const IplTextTraining training = get_training (corpus);
  g_autoptr (IplTransformer) network = ipl_transformer_new (&training.shape, 5, NULL);
  IplTextPaths paths = get_paths ();
  g_autoptr (IplCase) the_case = ipl_text_paths_case (&paths, corpus, network, 1, NULL, NULL);
  const IplExamples *examples = &the_case->train;
  guint found = 0;

  g_assert_cmpuint (the_case->Pi, ==, HEADS);
  g_assert_cmpuint (the_case->labels.outputs, ==, CLASSES);
  g_assert_cmpuint (examples->count, ==, 30);
  g_assert_cmpuint (the_case->tests[0].count, ==, 21);
  for (guint k = 0; k < CLASSES; k++)
    g_assert_cmpstr (the_case->output_names[k], ==, corpus->words[IPL_TEXT_SPECIAL + k]);
  for (guint e = 0; e < 30; e++)
    {
      gboolean is_there = FALSE;

      g_assert_cmpuint (ipl_labels_find_class (&the_case->labels, examples->y + e * CLASSES), ==,
                        e % CLASSES);
      for (gsize i = LENGTH; i < corpus->n_train && !is_there; i++)
        if (corpus->tokens[i] == IPL_TEXT_SPECIAL + e % CLASSES)
          {
            IplTransformerBatch batch
                = { .count = 1, .length = LENGTH, .tokens = corpus->tokens + i - LENGTH };
            float gathered[HEADS * WIDTH];

            g_assert_true (ipl_transformer_gather (network, &batch, 0, gathered, 1, NULL, NULL));
            is_there = TRUE;
            for (guint j = 0; j < HEADS * WIDTH; j++)
              is_there = is_there
                         && fabs ((double)gathered[j] - examples->xi[e * HEADS * WIDTH + j]) < 1e-6;
          }
      found += is_there;
    }
  g_assert_cmpuint (found, ==, 30);
}

/* Of a network as wide as can be U is that of the prior: 1 an output, and nothing beside it. */
static void
test_wide (void)
{
  g_autoptr (IplTextCorpus) corpus = new_corpus ();
  const IplTextTraining training = get_training (corpus);
  g_autoptr (IplTextRun) run = ipl_text_run_new (corpus, &training, 1, NULL, NULL);
  IplTextPaths paths = get_paths ();
  g_autoptr (IplTrajectory) trajectory = ipl_text_paths_new_trajectory (&paths, HEADS);
  g_autoptr (IplTrajectory) narrow = NULL;
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplKernel) kernel = NULL;
  g_autoptr (IplSolution) solution = NULL;
  IplSetting setting;
  const double *U;

  paths.width = 1000000;
  paths.temperature = 1;
  g_assert_true (ipl_text_paths_record (&paths, run, trajectory, 1, NULL, NULL));
  U = ipl_trajectory_get (trajectory, "U", 0);
  for (guint g = 0; g < HEADS; g++)
    for (guint h = 0; h < HEADS; h++)
      g_assert_cmpfloat_with_epsilon (U[g * HEADS + h], g == h ? CLASSES : 0, 1e-3);
  g_assert_cmpfloat_with_epsilon (*ipl_trajectory_get (trajectory, "accuracy", 0),
                                  *ipl_trajectory_get (trajectory, "accuracy_gp", 0), 1e-9);
  /* A narrow one has another. */
  paths.width = 5;
  paths.temperature = 0.01;
  narrow = ipl_text_paths_new_trajectory (&paths, HEADS);
  g_assert_true (ipl_text_paths_record (&paths, run, narrow, 1, NULL, NULL));
  U = ipl_trajectory_get (narrow, "U", 0);
  g_assert_cmpfloat (fabs (U[0] - CLASSES), >, 0.5);
  /* It is that of the case by itself, the entries of each class with itself added up. */
  the_case = ipl_text_paths_case (&paths, corpus, run->trainer->network, 1, NULL, NULL);
  kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  ipl_setting_init_for_case (&setting, the_case, paths.width);
  setting.components = 1;
  solution = ipl_solution_solve (the_case, kernel, &setting, NULL, NULL, NULL);
  for (guint g = 0; g < HEADS; g++)
    for (guint h = 0; h < HEADS; h++)
      {
        double sum = 0;

        for (guint k = 0; k < CLASSES; k++)
          sum += solution->U[(g * CLASSES + k) * HEADS * CLASSES + h * CLASSES + k];
        g_assert_cmpfloat_with_epsilon (U[g * HEADS + h], sum, 1e-9 * fabs (U[0]));
      }
}

static void
test_moments (void)
{
  IplTextPaths paths = get_paths ();
  guint64 before = 0;

  g_assert_cmpuint (ipl_text_paths_moment (&paths, 1500, 0), ==, 0);
  g_assert_cmpuint (ipl_text_paths_moment (&paths, 1500, paths.n_moments - 1), ==, 1500);
  for (guint s = 1; s < paths.n_moments; s++)
    {
      guint64 step = ipl_text_paths_moment (&paths, 1500, s);

      g_assert_cmpuint (step, >, before);
      before = step;
    }
}

static void
test_refused (void)
{
  g_autoptr (IplTextCorpus) corpus = new_corpus ();
  const IplTextTraining training = get_training (corpus);
  g_autoptr (IplTransformer) network = ipl_transformer_new (&training.shape, 5, NULL);
  IplTextPaths paths = get_paths ();
  g_autoptr (GError) error = NULL;

  paths.n_test = 2000;
  g_assert_null (ipl_text_paths_case (&paths, corpus, network, 1, NULL, &error));
  g_assert_nonnull (strstr (error->message, "ask for fewer sequences or classes"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text-paths/gathered", test_gathered);
  g_test_add_func ("/text-paths/case", test_case);
  g_test_add_func ("/text-paths/wide", test_wide);
  g_test_add_func ("/text-paths/moments", test_moments);
  g_test_add_func ("/text-paths/refused", test_refused);
  return g_test_run ();
}
