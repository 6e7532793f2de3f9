/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one-shot task from plain values to case, trained network and gallery. */
#include "core/parameters/parameters.h"
#include "core/parameters/parameters-json.h"
#include "core/case/case-io.h"
#include "core/fields/training-fields.h"
#include "core/network/trained-network.h"
#include "core/tasks/one-shot-private.h"
#include "core/tasks/one-shot-task.h"
#include "core/theory/solution.h"
#include <math.h>
#include <string.h>

#include "attention/attention-support.h"
#include "images/image-support.h"
#include "files/npz-support.h"
#include "support.h"

#define TOKENS IPL_ONE_SHOT_T
#define WIDTH IPL_ONE_SHOT_N0

/* Turned ones counted. */
static gsize
count_classes (const IplOneShot *task)
{
  return (gsize)task->n_classes * task->n_turns;
}

static IplImageTask *
small_task (void)
{
  IplImageTask *task = g_new0 (IplImageTask, 1);

  ipl_image_task_init (task);
  task->glyphs = (IplGlyphs){ .n_alphabets = 5, .n_characters = 4, .n_drawings = 6 };
  task->seed = G_MAXUINT64 - 1;
  task->n_train = 40;
  task->n_test = 30;
  return task;
}

TEST (test_json, "/one-shot-task/json")
{
  static const struct
  {
    const char *json, *expected;
    gint code;
  } wrong[] = {
    { "one-shot glyphs", "cannot be read", IPL_ERROR_FORMAT },
    { "[1]", "cannot be read", IPL_ERROR_FORMAT },
    { "{\"n_train\": 1}", "training sequences", IPL_ERROR_VALUE },
    { "{\"n_train\": \"many\"}", "“n_train”", IPL_ERROR_VALUE },
    { "{\"seed\": -1}", "“seed”", IPL_ERROR_VALUE },
    { "{\"files\": \"a.zip\"}", "“files”", IPL_ERROR_VALUE },
    { "{\"files\": [7]}", "“files”", IPL_ERROR_VALUE },
    { "{\"glyphs\": {\"alphabets\": 0}}", "alphabets", IPL_ERROR_VALUE },
    { "{\"rotate\": 1}", "“rotate”", IPL_ERROR_VALUE },
  };
  g_autofree IplImageTask *a = small_task ();
  g_autofree IplImageTask *b = g_new0 (IplImageTask, 1);
  g_autofree char *json = NULL;

  a->files[0] = "/tmp/ä \"b\".zip";
  a->extras[0] = "/tmp/t10k.gz";
  a->holdout = "Korean, Early_Aramaic";
  a->rotate = FALSE;
  a->within_alphabet = TRUE;
  json = ipl_image_task_to_json (a);
  TEST_OK (ipl_image_task_from_json (b, json, &error));
  g_assert_true (ipl_image_task_equal (a, b));
  b->n_test++;
  g_assert_false (ipl_image_task_equal (a, b));
  g_assert_true (ipl_image_task_same_training (a, b));
  b->rotate = TRUE;
  g_assert_false (ipl_image_task_same_training (a, b));
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    TEST_REFUSED (ipl_image_task_from_json (b, wrong[i].json, &error), wrong[i].code,
                  wrong[i].expected);
}

/* The same images are read once, whatever asks for them. */
TEST (test_shared, "/one-shot-task/shared")
{
  g_autofree IplImageTask *task = small_task ();
  g_autoptr (IplOneShotTask) one = NULL, same = NULL, more = NULL, other = NULL;
  g_autofree float *x = g_new (float, 30 * IPL_ONE_SHOT_TOKENS);
  g_autofree float *again = g_new (float, 30 * IPL_ONE_SHOT_TOKENS);
  float y[30], y_again[30];

  one = TEST_OK (ipl_one_shot_task_get (task, 1, NULL, &error));
  same = TEST_OK (ipl_one_shot_task_get (task, 2, NULL, &error));
  g_assert_true (one == same);
  task->n_test = 60;
  more = TEST_OK (ipl_one_shot_task_get (task, 1, NULL, &error));
  g_assert_true (more != one);
  g_assert_true (more->set == one->set);
  g_assert_true (more->train == one->train);
  g_assert_cmpuint (more->task.n_test, ==, 60);
  task->seed = 4;
  other = TEST_OK (ipl_one_shot_task_get (task, 1, NULL, &error));
  g_assert_true (other->set != one->set);

  /* Turned characters are trained on, not tested; five alphabets of which one is held out. */
  g_assert_cmpuint (count_classes (one->train), ==, 4 * 16);
  g_assert_cmpuint (count_classes (one->upright), ==, 16);
  g_assert_cmpuint (count_classes (one->test), ==, 4);
  g_assert_cmpuint (g_strv_length (one->holdout), ==, 1);

  /* Training, held-out and test sequences are streams of their own. */
  ipl_one_shot_task_train_source (0, 30, x, y, one);
  ipl_one_shot_task_holdout_source (0, 30, again, y_again, one);
  g_assert_cmpint (memcmp (x, again, 30 * IPL_ONE_SHOT_TOKENS * sizeof *x), !=, 0);
  ipl_one_shot_task_test_tokens (one, 0, x, NULL);
  g_assert_cmpint (memcmp (x, again, 30 * IPL_ONE_SHOT_TOKENS * sizeof *x), !=, 0);
  ipl_one_shot_task_test_tokens (same, 0, again, y_again);
  g_assert_cmpmem (x, 30 * IPL_ONE_SHOT_TOKENS * sizeof *x, again,
                   30 * IPL_ONE_SHOT_TOKENS * sizeof *x);
  ipl_one_shot_task_forget ();
}

TEST (test_refused, "/one-shot-task/refused")
{
  g_autofree IplImageTask *task = small_task ();
  const char *folder = test_folder ();
  g_autofree char *text = test_put (folder, "notes.txt", "no images here", 14);

  TEST_REFUSED (ipl_image_task_add_file (task, text, &error), IPL_ERROR_FORMAT, "notes.txt");
  TEST_REFUSED (ipl_image_task_add_extra (task, "/no/such/file.gz", &error), IPL_ERROR_IO,
                "file.gz");
  g_assert_cmpstr (task->files[0], ==, "");
  task->holdout = "Klingon";
  TEST_REFUSED (ipl_one_shot_task_get (task, 1, NULL, &error), IPL_ERROR_MISSING, "Klingon");
  task->holdout = "";
  task->n_test = 0;
  TEST_REFUSED (ipl_one_shot_task_get (task, 1, NULL, &error), IPL_ERROR_VALUE, "test sequences");
  task->files[0] = "/no/such/images.zip";
  task->n_test = 30;
  TEST_REFUSED (ipl_one_shot_task_get (task, 1, NULL, &error), IPL_ERROR_IO, "images.zip");
}

/* An IDX set of six classes of noise beside its labels. */
static char *
put_noise (void)
{
  enum
  {
    N = 60,
    SIDE = 10
  };
  guint8 pixels[N * SIDE * SIDE], digits[N];
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);

  for (guint i = 0; i < N * SIDE * SIDE; i++)
    pixels[i] = (guint8)g_rand_int_range (rand, 0, 256);
  for (guint i = 0; i < N; i++)
    digits[i] = (guint8)(i % 6);
  return test_put_idx ("noise", N, SIDE, pixels, digits);
}

/* IDX files: as a further test set two classes, as the task itself classes held out. */
TEST (test_idx_files, "/one-shot-task/idx")
{
  g_autofree char *images = put_noise ();
  g_autofree IplImageTask *task = small_task ();
  g_autoptr (IplOneShotTask) extra = NULL, own = NULL, chosen = NULL;

  TEST_OK (ipl_image_task_add_extra (task, images, &error));
  TEST_REFUSED (ipl_image_task_add_extra (task, images, &error), IPL_ERROR_VALUE, "there already");
  extra = TEST_OK (ipl_one_shot_task_get (task, 1, NULL, &error));
  g_assert_cmpuint (extra->n_extra, ==, 1);
  g_assert_cmpuint (count_classes (extra->extra[0]), ==, 2);
  g_assert_nonnull (strstr (extra->extra_names[0], "noise"));

  TEST_OK (ipl_image_task_add_file (task, images, &error));
  own = TEST_OK (ipl_one_shot_task_get (task, 1, NULL, &error));
  g_assert_cmpuint (count_classes (own->upright), ==, 4);
  g_assert_cmpuint (count_classes (own->test), ==, 2);
  task->holdout = "0, 2, 5";
  chosen = TEST_OK (ipl_one_shot_task_get (task, 1, NULL, &error));
  g_assert_cmpuint (count_classes (chosen->test), ==, 3);
  g_assert_cmpstr (chosen->holdout[1], ==, "2");
  task->holdout = "seven";
  TEST_REFUSED (ipl_one_shot_task_get (task, 1, NULL, &error), IPL_ERROR_MISSING, "seven");
}

static IplTrainedNetwork *
random_network (guint outputs)
{
  const IplTrainedShape shape = { .L = 2,
                                  .H = { 2, 3 },
                                  .G = 5,
                                  .N = { 7, 9, 6 },
                                  .N0 = WIDTH,
                                  .T = outputs > 1 ? 16 * (outputs + 1) : TOKENS,
                                  .readout = IPL_READOUT_MEAN,
                                  .outputs = outputs };
  /* Logits of some size, so that attention differs from place to place. */

  return TEST_OK (ipl_trained_network_new (&shape, 2, 11, &error));
}

/* A network's own forward pass, through all its weights in single precision. */
static void
assert_answers (const IplOneShotTask *one_shot, const IplCase *the_case,
                const IplTrainedNetwork *network, guint test)
{
  gsize count = the_case->tests[test].count, n = the_case->Pi * the_case->N0;
  gsize K = the_case->labels.outputs;
  g_autofree float *x = g_new (float, count * the_case->T * the_case->N0);
  g_autofree float *f = g_new (float, count * K);
  g_autofree float *y = g_new (float, count * K);
  double scale = 0, worst = 0;

  ipl_one_shot_task_test_tokens (one_shot, test, x, y);
  g_assert_true (ipl_trained_network_predict (network, count, x, f, 1, NULL, NULL));
  for (gsize i = 0; i < count * K; i++)
    {
      double sum = 0;

      g_assert_cmpfloat (y[i], ==, (float)the_case->tests[test].y[i]);
      for (gsize j = 0; j < n; j++)
        sum += the_case->trained->readout[i % K * n + j] * the_case->tests[test].xi[i / K * n + j];
      scale = MAX (scale, fabs (sum));
      worst = MAX (worst, fabs (sum - f[i]));
    }
  g_test_message ("largest output %g, largest difference %g", scale, worst);
  g_assert_cmpfloat (scale, >, 1e-3);
  /* Sums of some thousand terms of single precision. */
  g_assert_cmpfloat (worst, <, 1e-4 * scale);
}

/* Path features with the network's weights are its forward pass; written and read again they give
 * the same theory. */
TEST (test_case, "/one-shot-task/case")
{
  g_autofree char *images = put_noise ();
  g_autofree char *path = test_path ("case.npz");
  g_autofree IplImageTask *task = small_task ();
  g_autoptr (IplTrainedNetwork) network = random_network (1);
  g_autofree double *U = ipl_trained_network_order (network, NULL);
  g_autoptr (IplOneShotTask) one_shot = NULL;
  g_autoptr (IplCase) the_case = NULL, read = NULL;
  g_autoptr (IplSolution) solution = NULL, solution_read = NULL;

  TEST_OK (ipl_image_task_add_extra (task, images, &error));
  one_shot = TEST_OK (ipl_one_shot_task_get (task, 1, NULL, &error));
  the_case = TEST_OK (
      ipl_one_shot_task_make_case (one_shot, "small", network, TRUE, TRUE, 2, NULL, &error));
  g_assert_cmpuint (the_case->Pi, ==, 6);
  g_assert_cmpuint (the_case->n_tests, ==, 2);
  assert_answers (one_shot, the_case, network, 0);
  assert_answers (one_shot, the_case, network, 1);
  g_assert_cmpmem (U, 36 * sizeof *U, the_case->trained->U, 36 * sizeof *U);
  g_assert_cmpuint (the_case->trained->N[2], ==, 6);

  TEST_OK (ipl_case_save (the_case, path, &error));
  read = TEST_OK (ipl_case_load (path, FALSE, 1, NULL, &error));
  /* How it was read. */
  for (guint i = 0; i < read->notes->len; i++)
    g_test_message ("%s", (char *)read->notes->pdata[i]);
  g_assert_cmpuint (read->notes->len, ==, 2);
  g_assert_cmpint (read->level, ==, IPL_LEVEL_WEIGHTS);
  g_assert_cmpmem (U, 36 * sizeof *U, read->trained->U, 36 * sizeof *U);
  test_assert_same (6 * WIDTH, read->trained->readout, the_case->trained->readout);
  g_assert_cmpuint (read->trained->N[1], ==, 9);
  test_assert_near (30 * 6 * WIDTH, read->tests[1].xi, the_case->tests[1].xi, 1e-13);
  IplSetting setting = test_setting (the_case, 20);
  solution = test_solve (the_case, &setting);
  solution_read = test_solve (read, &setting);
  /* Both to the solver's criterion. */
  test_assert_near (36, solution->U, solution_read->U, 1e-6 * test_largest (36, solution->U));
}

/* Three shots: three outputs that are the network's, in the case and in its file; and a network of
 * one output is refused. */
TEST (test_case_of_classes, "/one-shot-task/case-of-classes")
{
  g_autofree char *path = test_path ("case.npz");
  g_autofree IplImageTask *task = small_task ();
  g_autoptr (IplTrainedNetwork) network = random_network (3), one = random_network (1);
  g_autofree double *U = ipl_trained_network_order (network, NULL);
  g_autoptr (IplOneShotTask) one_shot = NULL;
  g_autoptr (IplCase) the_case = NULL, read = NULL;

  task->shots = 3;
  task->n_test = 1030; /* more than are held at once */
  one_shot = TEST_OK (ipl_one_shot_task_get (task, 1, NULL, &error));
  the_case = TEST_OK (
      ipl_one_shot_task_make_case (one_shot, "three", network, TRUE, FALSE, 2, NULL, &error));
  g_assert_cmpint (the_case->labels.kind, ==, IPL_LABELS_CLASSES);
  g_assert_cmpuint (the_case->labels.outputs, ==, 3);
  g_assert_cmpuint (the_case->T, ==, 64);
  assert_answers (one_shot, the_case, network, 0);
  g_assert_cmpmem (U, 18 * 18 * sizeof *U, the_case->trained->U, 18 * 18 * sizeof *U);
  TEST_OK (ipl_case_save (the_case, path, &error));
  read = TEST_OK (ipl_case_load (path, FALSE, 1, NULL, &error));
  g_assert_cmpmem (U, 18 * 18 * sizeof *U, read->trained->U, 18 * 18 * sizeof *U);
  test_assert_same (18 * WIDTH, read->trained->readout, the_case->trained->readout);
  TEST_REFUSED (ipl_one_shot_task_make_case (one_shot, "three", one, TRUE, TRUE, 2, NULL, &error),
                IPL_ERROR_SHAPE);
}

TEST (test_gallery, "/one-shot-task/gallery")
{
  g_autofree IplImageTask *task = small_task ();
  g_autoptr (IplTrainedNetwork) network = random_network (1);
  g_autoptr (IplOneShotTask) one_shot = ipl_one_shot_task_get (task, 1, NULL, NULL);
  g_autoptr (IplCase) the_case
      = ipl_one_shot_task_make_case (one_shot, "small", network, TRUE, TRUE, 1, NULL, NULL);
  g_autoptr (IplTaskGallery) gallery
      = ipl_task_gallery_new (one_shot, the_case, 0, 26, 6, NULL, NULL);
  g_autofree float *f = g_new (float, 30);
  g_autofree float *x = g_new (float, 30 * IPL_ONE_SHOT_TOKENS);
  const double *tokens = the_case->tests[0].x + 27 * IPL_ONE_SHOT_TOKENS;
  const float *attention;

  g_assert_cmpuint (gallery->n, ==, 4); /* the set ends there */
  ipl_one_shot_task_test_tokens (one_shot, 0, x, NULL);
  g_assert_true (ipl_trained_network_predict (network, 30, x, f, 1, NULL, NULL));
  for (guint i = 0; i < 4; i++)
    {
      const IplTaskExample *example = &gallery->examples[i];

      g_assert_cmpint (example->sequence.y, ==, (int)the_case->tests[0].y[26 + i]);
      g_assert_cmpfloat (fabs (gallery->answers[i] - f[26 + i]), <, 1e-3);
      g_assert_cmpstr (example->class_names[0], !=, example->class_names[1]);
    }

  attention
      = gallery->attention + (gallery->H[0] + gallery->H[1] + gallery->H[0] + 2) * TOKENS * TOKENS;
  for (guint t = 0; t < TOKENS; t += 5)
    {
      double row[TOKENS];

      test_slow_attention (&the_case->weights[1], 2, TOKENS, WIDTH, tokens, t, row);
      for (guint s = 0; s < TOKENS; s++)
        test_assert_close (attention[t * TOKENS + s], row[s], 1e-6);
    }
}

TEST (test_trained_refused, "/one-shot-task/trained-refused")
{
  g_autofree char *path = test_path ("case.npz");
  g_autoptr (IplCase) the_case = test_random_case (8, 5, HEADS (2), 3, 1);

  the_case->trained = g_new0 (IplCaseTrained, 1);
  the_case->trained->N[0] = 4;
  the_case->trained->N[1] = 0; /* no width */
  the_case->trained->U = g_new0 (double, 4);
  the_case->trained->readout = g_new0 (double, 6);
  TEST_OK (ipl_case_save (the_case, path, &error));
  TEST_REFUSED (ipl_case_load (path, FALSE, 1, NULL, &error), IPL_ERROR_VALUE, "trained_widths[1]");
  the_case->trained->N[1] = 4;
  the_case->trained->U[3] = NAN;
  TEST_OK (ipl_case_save (the_case, path, &error));
  TEST_REFUSED (ipl_case_load (path, FALSE, 1, NULL, &error), IPL_ERROR_VALUE, "trained_u");
}
