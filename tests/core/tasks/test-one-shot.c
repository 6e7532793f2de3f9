/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one-shot task: tokens against NumPy, chances, streams, what is held out, and the case. */
#include <math.h>
#include <string.h>

#include "images/image-support.h"
#include "tasks/one-shot-support.h"
#include "files/npz-support.h"
#include "core/images/image-set.h"
#include "core/tasks/one-shot-private.h"

#include "support.h"

#define TOKENS IPL_ONE_SHOT_T
#define WIDTH IPL_ONE_SHOT_N0

/* Of a standard normal; what is beyond is not chance in a few dozen looks. */
#define Z_LIMIT 4.5

/* (table - table.mean ()) / table.std () in NumPy; single precision holds 6e-8 of it. */
TEST (test_positions, "/one-shot/positions")
{
  static const struct
  {
    guint t, i;
    double value;
  } known[] = { { 0, 0, -0.667205641 },   { 0, 1, 1.03289045 },  { 1, 0, 0.763375895 },
                { 1, 1, 0.2513602 },      { 7, 10, 1.02613667 }, { 23, 33, 0.988120796 },
                { 47, 62, -0.656550272 }, { 47, 63, 1.03285706 } };
  float table[TOKENS * WIDTH];
  double sum = 0, squares = 0;

  ipl_one_shot_positions (TOKENS, table);
  for (gsize k = 0; k < G_N_ELEMENTS (known); k++)
    test_assert_close (table[known[k].t * WIDTH + known[k].i], known[k].value, 2e-7);
  for (guint i = 0; i < TOKENS * WIDTH; i++)
    {
      sum += table[i];
      squares += (double)table[i] * table[i];
    }
  test_assert_close (sum / (TOKENS * WIDTH), 0, 1e-7);
  test_assert_close (squares / (TOKENS * WIDTH), 1, 1e-7);
}

/* Korean/character01/0643_01.png by Pillow and NumPy in double: every ninth number of a few
 * patches. */
TEST (test_published_tokens, "/one-shot/tokens-known")
{
  static const struct
  {
    guint patch;
    double values[8];
  } known[] = {
    { 1,
      { 0.502945915, 0.502945915, 0.502945915, 0.502945915, 0.502945915, -1.24195944, -2.06476033,
        -0.759627875 } },
    { 5,
      { 0.54699617, 0.54699617, 0.54699617, 0.54699617, 0.54699617, 0.54699617, -0.616255566,
        -2.47745834 } },
    { 6,
      { 0.401148221, 0.431894911, 0.431894911, 0.431894911, 0.431894911, 0.431894911, 0.431894911,
        0.401148221 } },
    { 9,
      { 0.523384337, 0.523384337, 0.523384337, 0.523384337, 0.523384337, 0.523384337, -0.621695465,
        -2.36944885 } },
  };
  g_autofree char *path = test_reference_path ("images_background_small1.zip");
  guint8 small[32 * 32];
  float tokens[IPL_ONE_SHOT_IMAGE];
  g_autoptr (IplImageSet) set
      = TEST_OK (ipl_image_set_load ((const char *const[]){ path, NULL }, NULL, &error));

  g_assert_cmpstr (set->alphabet_names[2], ==, "Korean");
  ipl_image_resize (ipl_image_set_pixels (set, set->class_first[set->alphabet_first[2]]), 105, 105,
                    small, 32, 32);
  ipl_one_shot_image_tokens (small, set->mean, set->sd, tokens);
  for (gsize k = 0; k < G_N_ELEMENTS (known); k++)
    for (guint i = 0; i < 8; i++)
      test_assert_close (tokens[known[k].patch * WIDTH + 9 * i], known[k].values[i], 3e-7);
}

TEST (test_rotation, "/one-shot/turn")
{
  guint8 from[32 * 32], to[32 * 32], back[32 * 32];

  for (guint i = 0; i < 32 * 32; i++)
    from[i] = (guint8)(i * 37 >> 3);
  for (guint k = 0; k < 4; k++)
    {
      ipl_one_shot_rotate (from, k, to);
      ipl_one_shot_rotate (to, (4 - k) % 4, back);
      g_assert_cmpmem (from, sizeof from, back, sizeof back);
    }
  /* Counter-clockwise: the right upper corner becomes the left upper one. */
  ipl_one_shot_rotate (from, 1, to);
  g_assert_cmpuint (to[0], ==, from[31]);
  g_assert_cmpuint (to[31], ==, from[32 * 32 - 1]);
  g_assert_cmpuint (to[31 * 32], ==, from[0]);
}

/* A sequence put together by hand from its parts. */
static void
check_sequence (guint shots)
{
  g_autoptr (IplImageSet) set = test_noise_set (2, 4, 5, 40, 23, 8);
  const IplOneShotOptions options = { .seed = 3, .shots = shots, .rotate = TRUE };
  g_autoptr (IplOneShot) task = test_one_shot (set, NULL, &options, 2);
  const float *positions = task->positions;
  const float *labels = ipl_one_shot_get_label_vectors (task);
  gsize size = 16 * WIDTH * (shots + 1), K = shots > 2 ? shots : 1;
  g_autofree float *batch = g_new (float, 40 * size), *y = g_new (float, 40 * K);
  g_autofree double *doubles = g_new (double, 40 * size), *y_double = g_new (double, 40 * K);

  g_assert_cmpuint (ipl_one_shot_get_size (task), ==, size);
  ipl_one_shot_fill (task, 77, 1000, 40, batch, y);
  ipl_one_shot_fill_doubles (task, 77, 1000, 40, doubles, y_double);
  for (guint i = 0; i < 40; i++)
    {
      IplOneShotSequence sequence;

      ipl_one_shot_draw (task, 77, 1000 + i, &sequence);
      for (guint k = 0; k < K; k++)
        {
          guint asked_for = sequence.labels[sequence.match];
          double label = shots > 2 ? (k == asked_for) - 1.0 / shots : 2 * (double)asked_for - 1;

          g_assert_cmpfloat (y[i * K + k], ==, (float)label);
          g_assert_cmpfloat (y_double[i * K + k], ==, label);
        }
      for (guint k = 0; k <= shots; k++)
        {
          guint shot = k < shots ? k : sequence.match;
          const float *label = labels + (k < shots ? sequence.labels[k] : shots) * WIDTH;
          guint8 small[32 * 32], turned[32 * 32], shown[32 * 32];
          float own[IPL_ONE_SHOT_IMAGE];

          g_assert_cmpuint (sequence.images[k], >=, set->class_first[sequence.classes[shot]]);
          g_assert_cmpuint (sequence.images[k], <, set->class_first[sequence.classes[shot] + 1]);
          ipl_image_resize (ipl_image_set_pixels (set, sequence.images[k]), 40, 23, small, 32, 32);
          ipl_one_shot_rotate (small, sequence.turns[shot], turned);
          ipl_one_shot_image (task, &sequence, k, shown);
          g_assert_cmpmem (shown, sizeof shown, turned, sizeof turned);
          ipl_one_shot_image_tokens (turned, 0.5, 0.25, own);
          for (guint t = 0; t < 16; t++)
            for (guint j = 0; j < WIDTH; j++)
              {
                gsize at = i * size + (16 * k + t) * WIDTH + j;
                double sum
                    = (double)own[t * WIDTH + j] + positions[(16 * k + t) * WIDTH + j] + label[j];

                test_assert_close (batch[at], sum, 1e-6);
                g_assert_true ((double)batch[at] == doubles[at]);
              }
        }
    }
}

TEST (test_sequence, "/one-shot/sequence")
{
  check_sequence (2);
  check_sequence (3);
  check_sequence (8);
}

TEST (test_streams, "/one-shot/streams")
{
  g_autoptr (IplImageSet) set = test_noise_set (3, 4, 6, 20, 20, 8);
  const IplOneShotOptions options = { .seed = 3 }, others = { .seed = 4 };
  g_autoptr (IplOneShot) one = test_one_shot (set, NULL, &options, 1);
  g_autoptr (IplOneShot) two = test_one_shot (set, NULL, &options, 3);
  g_autoptr (IplOneShot) three = test_one_shot (set, NULL, &others, 2);
  g_autofree float *a = g_new (float, 100 * IPL_ONE_SHOT_TOKENS);
  g_autofree float *b = g_new (float, 100 * IPL_ONE_SHOT_TOKENS);
  float y[100], z[100];
  guint differ = 0;

  ipl_one_shot_fill (one, 5, 0, 100, a, y);
  for (guint i = 100; i-- > 0;)
    ipl_one_shot_fill (two, 5, i, 1, b + i * IPL_ONE_SHOT_TOKENS, z + i);
  g_assert_cmpmem (a, 100 * IPL_ONE_SHOT_TOKENS * sizeof *a, b,
                   100 * IPL_ONE_SHOT_TOKENS * sizeof *b);
  g_assert_cmpmem (y, sizeof y, z, sizeof z);
  ipl_one_shot_fill (two, 6, 0, 100, b, z);
  for (guint i = 0; i < 100; i++)
    differ += memcmp (a + i * IPL_ONE_SHOT_TOKENS, b + i * IPL_ONE_SHOT_TOKENS,
                      IPL_ONE_SHOT_TOKENS * sizeof *a)
              != 0;
  g_assert_cmpuint (differ, >, 95);
  g_assert_cmpmem (ipl_one_shot_get_label_vectors (one), 3 * WIDTH * sizeof (float),
                   ipl_one_shot_get_label_vectors (two), 3 * WIDTH * sizeof (float));
  g_assert_true (memcmp (ipl_one_shot_get_label_vectors (one),
                         ipl_one_shot_get_label_vectors (three), WIDTH * sizeof (float))
                 != 0);
}

/* Mean and variance of the label vectors of many seeds. */
TEST (test_labels, "/one-shot/labels")
{
  double sum = 0, squares = 0, n = 300.0 * 3 * WIDTH;

  for (guint seed = 0; seed < 300; seed++)
    {
      float labels[3 * WIDTH];

      ipl_one_shot_label_vectors (seed, 2, labels);
      for (guint i = 0; i < 3 * WIDTH; i++)
        {
          sum += labels[i];
          squares += (double)labels[i] * labels[i];
        }
    }
  g_assert_cmpfloat (fabs (sum) / sqrt (n), <, Z_LIMIT);
  g_assert_cmpfloat (fabs (squares - n) / sqrt (2 * n), <, Z_LIMIT);
}

/* |z| of a count of something with probability p. */
static double
z_score (guint count, guint n, double p)
{
  return fabs (count - n * p) / sqrt (n * p * (1 - p));
}

TEST (test_balance, "/one-shot/balance")
{
  g_autoptr (IplImageSet) set = test_noise_set (2, 3, 4, 8, 8, 8);
  const IplOneShotOptions options = { 0 };
  g_autoptr (IplOneShot) task = test_one_shot (set, NULL, &options, 2);
  const guint n = 60000;
  guint plus = 0, first = 0, one = 0, both = 0, query[4][4] = { { 0 } }, pairs[6][6] = { { 0 } };

  for (guint i = 0; i < n; i++)
    {
      IplOneShotSequence s;

      ipl_one_shot_draw (task, 1, i, &s);
      plus += s.y > 0;
      first += s.match == 0;
      one += s.labels[0] == 1;
      both += s.y > 0 && s.match == 0;
      g_assert_cmpuint (s.labels[0] + s.labels[1], ==, 1);
      g_assert_cmpuint (s.classes[0], !=, s.classes[1]);
      g_assert_cmpuint (s.images[2], !=, s.images[s.match]);
      g_assert_cmpuint (s.images[2] / 4, ==, s.classes[s.match]);
      g_assert_cmpuint (s.turns[0] + s.turns[1], ==, 0);
      pairs[s.classes[0]][s.classes[1]]++;
      query[s.images[s.match] % 4][s.images[2] % 4]++;
    }
  g_assert_cmpfloat (z_score (plus, n, 0.5), <, Z_LIMIT);
  g_assert_cmpfloat (z_score (first, n, 0.5), <, Z_LIMIT);
  g_assert_cmpfloat (z_score (one, n, 0.5), <, Z_LIMIT);
  g_assert_cmpfloat (z_score (both, n, 0.25), <, Z_LIMIT);
  for (guint a = 0; a < 6; a++)
    for (guint b = 0; b < 6; b++)
      if (a != b)
        g_assert_cmpfloat (z_score (pairs[a][b], n, 1 / 30.0), <, Z_LIMIT);
  for (guint a = 0; a < 4; a++)
    for (guint b = 0; b < 4; b++)
      if (a != b)
        g_assert_cmpfloat (z_score (query[a][b], n, 1 / 12.0), <, Z_LIMIT);
}

/* Pairs within an alphabet, and turned classes beside each other. */
TEST (test_variants, "/one-shot/variants")
{
  g_autoptr (IplImageSet) set = test_noise_set (3, 4, 3, 8, 8, 8);
  const IplOneShotOptions within = { .within_alphabet = TRUE }, turned = { .rotate = TRUE },
                          all = { .within_alphabet = TRUE, .rotate = TRUE };
  g_autoptr (IplOneShot) one = test_one_shot (set, NULL, &within, 2);
  g_autoptr (IplOneShot) two = test_one_shot (set, NULL, &turned, 2);
  g_autoptr (IplOneShot) three = test_one_shot (set, NULL, &all, 2);
  guint same_character = 0, turns[4] = { 0 };

  g_assert_cmpuint (one->n_classes * one->n_turns, ==, 12);
  g_assert_cmpuint (two->n_classes * two->n_turns, ==, 48);
  for (guint i = 0; i < 20000; i++)
    {
      IplOneShotSequence s;

      ipl_one_shot_draw (one, 1, i, &s);
      g_assert_cmpuint (s.classes[0], !=, s.classes[1]);
      g_assert_cmpuint (set->class_alphabet[s.classes[0]], ==, set->class_alphabet[s.classes[1]]);
      ipl_one_shot_draw (three, 1, i, &s);
      g_assert_cmpuint (s.classes[0], !=, s.classes[1]);
      g_assert_cmpuint (s.turns[0], ==, s.turns[1]);
      g_assert_cmpuint (set->class_alphabet[s.classes[0]], ==, set->class_alphabet[s.classes[1]]);
      ipl_one_shot_draw (two, 1, i, &s);
      g_assert_true (s.classes[0] != s.classes[1] || s.turns[0] != s.turns[1]);
      same_character += s.classes[0] == s.classes[1];
      turns[s.turns[0]]++;
    }
  g_assert_cmpfloat (z_score (same_character, 20000, 3 / 47.0), <, Z_LIMIT);
  for (guint k = 0; k < 4; k++)
    g_assert_cmpfloat (z_score (turns[k], 20000, 0.25), <, Z_LIMIT);
}

TEST (test_no_leak, "/one-shot/no-leak")
{
  g_autoptr (IplImageSet) set = test_noise_set (5, 3, 3, 8, 8, 8);
  g_autoptr (GArray) train = NULL;
  g_autoptr (GArray) held_out = NULL;
  g_autoptr (IplOneShot) train_task = NULL;
  g_autoptr (IplOneShot) test_task = NULL;
  const IplOneShotOptions options = { 0 };

  g_assert_true (ipl_image_set_split (set, NULL, &train, &held_out, NULL));
  train_task = test_one_shot (set, train, &options, 1);
  test_task = test_one_shot (set, held_out, &options, 1);
  for (guint k = 0; k < 2; k++)
    for (guint i = 0; i < 5000; i++)
      {
        IplOneShotSequence s;

        ipl_one_shot_draw (k == 0 ? train_task : test_task, 1, i, &s);
        for (guint j = 0; j < 3; j++)
          g_assert_true ((set->class_alphabet[s.images[j] / 3] == 4) == (k == 1));
      }
}

TEST (test_refused, "/one-shot/refused")
{
  g_autoptr (IplImageSet) set = test_noise_set (2, 2, 3, 8, 8, 8);
  g_autoptr (IplImageSet) single = test_noise_set (2, 2, 1, 8, 8, 8);
  const IplOneShotOptions options = { 0 }, within = { .within_alphabet = TRUE };
  const guint twice[] = { 1, 1 }, far[] = { 0, 4 }, apart[] = { 0, 2 }, good[] = { 0, 1 };

  TEST_REFUSED (ipl_one_shot_new (set, 1, good, &options, 1, NULL, &error), IPL_ERROR_VALUE,
                "at least 2");
  TEST_REFUSED (ipl_one_shot_new (set, 2, twice, &options, 1, NULL, &error), IPL_ERROR_VALUE,
                "twice");
  TEST_REFUSED (ipl_one_shot_new (set, 2, far, &options, 1, NULL, &error), IPL_ERROR_VALUE,
                "class 4");
  TEST_REFUSED (ipl_one_shot_new (set, 2, apart, &within, 1, NULL, &error), IPL_ERROR_VALUE,
                "alphabet");
  TEST_REFUSED (ipl_one_shot_new (single, 2, good, &options, 1, NULL, &error), IPL_ERROR_VALUE,
                "single");
  TEST_CANCELLED (ipl_one_shot_new (set, 2, good, &options, 1, cancelled, &error));
}
