/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hierarchies of latents: their sets, sequences and refusals, and which neuron tells which latent.
 */
#include "core/hierarchy/latent-hierarchy.h"
#include "support.h"
#include <gsl/gsl_statistics_double.h>
#include <math.h>

static const IplHierarchyShape paper = { .n_levels = 2,
                                         .n_latents = { 10, 20 },
                                         .n_parts = 2,
                                         .n_classes = 20,
                                         .vocabulary = 100,
                                         .length = 30,
                                         .seed = 1 };

static IplLatentHierarchy *
make (const IplHierarchyShape *shape)
{
  return TEST_OK (ipl_latent_hierarchy_new (shape, &error));
}

/* Sets hold distinct things of the level below, and no two sets of a level the same. */
static void
check_sets (const guint *sets, guint count, guint k, guint below)
{
  for (guint s = 0; s < count; s++)
    for (guint i = 0; i < k; i++)
      {
        g_assert_cmpuint (sets[s * k + i], <, below);
        for (guint j = 0; j < i; j++)
          g_assert_cmpuint (sets[s * k + i], !=, sets[s * k + j]);
      }
  for (guint s = 0; s < count; s++)
    for (guint other = 0; other < s; other++)
      {
        guint common = 0;

        for (guint i = 0; i < k; i++)
          for (guint j = 0; j < k; j++)
            common += sets[s * k + i] == sets[other * k + j];
        g_assert_cmpuint (common, <, k);
      }
}

TEST (test_sets, "/latent-hierarchy/sets")
{
  static const struct
  {
    guint n_levels, n_parts;
  } of[] = { { 1, 2 }, { 2, 2 }, { 2, 3 }, { 3, 2 } };

  for (guint i = 0; i < G_N_ELEMENTS (of); i++)
    {
      IplHierarchyShape shape = paper;
      g_autoptr (IplLatentHierarchy) self = NULL;

      shape.n_levels = of[i].n_levels;
      shape.n_parts = of[i].n_parts;
      shape.n_latents[2] = 30;
      self = make (&shape);
      for (guint k = 0; k < shape.n_levels; k++)
        check_sets (self->parts + self->first[k] * shape.n_parts, shape.n_latents[k], shape.n_parts,
                    k == 0 ? 99 : shape.n_latents[k - 1]);
      check_sets (self->class_parts, 20, shape.n_parts, shape.n_latents[shape.n_levels - 1]);
    }
}

/* The latents and tokens of a class, found anew from its sets: level by level, as sets. */
TEST (test_sequences, "/latent-hierarchy/sequences")
{
  g_autoptr (IplLatentHierarchy) self = make (&paper);

  for (guint class = 0; class < 20; class ++)
    {
      const guint *tokens = self->tokens + class * 30;
      const double *has = self->has + class * self->n_latents;
      gboolean high[20] = { FALSE }, low[10] = { FALSE }, words[100] = { FALSE };
      guint n = 0, seen = 0;

      for (guint i = 0; i < 2; i++)
        high[self->class_parts[class * 2 + i]] = TRUE;
      for (guint h = 0; h < 20; h++)
        for (guint i = 0; i < 2 && high[h]; i++)
          low[self->parts[(10 + h) * 2 + i]] = TRUE;
      for (guint k = 0; k < 10; k++)
        for (guint i = 0; i < 2 && low[k]; i++)
          words[self->parts[k * 2 + i]] = TRUE;
      for (guint k = 0; k < 30; k++)
        g_assert_cmpfloat (has[k], ==, k < 10 ? low[k] : high[k - 10]);
      for (guint m = 0; m < 100; m++)
        n += words[m];
      /* Right-aligned, each word once, padded with the last token. */
      for (guint t = 0; t < 30; t++)
        {
          if (t < 30 - n)
            g_assert_cmpuint (tokens[t], ==, 99);
          else
            {
              g_assert_true (words[tokens[t]]);
              words[tokens[t]] = FALSE;
              seen++;
            }
        }
      g_assert_cmpuint (seen, ==, n);
    }
  g_assert_cmpuint (ipl_latent_hierarchy_level (self, 0), ==, 0);
  g_assert_cmpuint (ipl_latent_hierarchy_level (self, 9), ==, 0);
  g_assert_cmpuint (ipl_latent_hierarchy_level (self, 10), ==, 1);
  g_assert_cmpuint (ipl_latent_hierarchy_level (self, 29), ==, 1);
}

/* As many classes as there are sets, and one more. */
TEST (test_all_sets, "/latent-hierarchy/all-sets")
{
  IplHierarchyShape shape = {
    .n_levels = 1, .n_latents = { 4 }, .n_parts = 2, .n_classes = 6, .vocabulary = 10, .length = 4
  };
  g_autoptr (IplLatentHierarchy) self = make (&shape);

  check_sets (self->class_parts, 6, 2, 4);
  shape.n_classes = 7;
  TEST_REFUSED (ipl_latent_hierarchy_new (&shape, &error), IPL_ERROR_VALUE, "6 different",
                "2 of 4");
}

/* Too long, too few words, too few latents: of the 45 pairs of ten. */
TEST (test_refused, "/latent-hierarchy/refused")
{
  static const struct
  {
    guint n_parts, vocabulary, high;
    const char *words;
  } shapes[] = {
    { 4, 100, 20, "64 tokens" },
    { 2, 2, 20, "2 of 1" },
    { 2, 100, 46, "45 different" },
  };

  for (guint k = 0; k < G_N_ELEMENTS (shapes); k++)
    {
      IplHierarchyShape shape = paper;

      shape.n_parts = shapes[k].n_parts;
      shape.vocabulary = shapes[k].vocabulary;
      shape.n_latents[1] = shapes[k].high;
      TEST_REFUSED (ipl_latent_hierarchy_new (&shape, &error), IPL_ERROR_VALUE, shapes[k].words);
    }
}

/* None of a latent that all classes or none have, 0 of a neuron that is always the same. */
static double
slow_correlation (const double *a, gsize a_stride, const double *b, gsize b_stride, guint n)
{
  return gsl_stats_sd (a, a_stride, n) < 1e-10 ? NAN
         : gsl_stats_sd (b, b_stride, n) < 1e-10
             ? 0
             : gsl_stats_correlation (a, a_stride, b, b_stride, n);
}

/* Neurons 0 and 1 tell latents 3 and 12, neuron 2 tells the absence of latent 3, 3 is dead, 4
 * always the same; the rest are noise. */
static double *
make_activations (const IplLatentHierarchy *hierarchy, gsize n)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  double *activations = g_new (double, 20 * n);

  for (gsize c = 0; c < 20; c++)
    {
      double *row = activations + c * n;
      const double *has = hierarchy->has + c * hierarchy->n_latents;

      for (gsize i = 0; i < n; i++)
        row[i] = MAX (0, g_rand_double_range (rand, -1, 1));
      row[0] = 3 * has[3];
      row[1] = 0.1 + 7 * has[12];
      row[2] = 1 - has[3];
      row[3] = 0;
      row[4] = 0.3;
    }
  return activations;
}

TEST (test_correlation, "/latent-hierarchy/correlation")
{
  const gsize n = 50;
  g_autoptr (IplLatentHierarchy) self = make (&paper);
  g_autofree double *activations = make_activations (self, n);
  g_autofree double *correlations = g_new (double, self->n_latents *n);
  double best[30], means[2], sums[2] = { 0 };
  guint neurons[30], counts[2] = { 0 };

  ipl_latent_correlation (self, n, activations, NULL, correlations);
  for (gsize k = 0; k < 30; k++)
    for (gsize i = 0; i < n; i++)
      {
        double expected = slow_correlation (self->has + k, 30, activations + i, n, 20);
        double found = correlations[k * n + i];

        g_assert_cmpint (isnan (expected), ==, isnan (found));
        if (!isnan (expected))
          test_assert_close (found, expected, 1e-13);
      }
  ipl_latent_correlation_best (30, n, correlations, best, neurons);
  test_assert_close (best[3], 1, 1e-14);
  g_assert_cmpuint (neurons[3], ==, 0);
  test_assert_close (best[12], 1, 1e-14);
  g_assert_cmpuint (neurons[12], ==, 1);
  test_assert_close (correlations[3 * n + 2], -1, 1e-14);
  ipl_latent_correlation_levels (self, best, means);
  for (guint k = 0; k < 30; k++)
    if (!isnan (best[k]))
      {
        sums[k >= 10] += best[k];
        counts[k >= 10]++;
      }
  /* One of the twenty high latents at least is in no class: 40 places among 20 are seldom all. */
  g_assert_cmpuint (counts[1], <, 20);
  for (guint level = 0; level < 2; level++)
    test_assert_close (means[level], sums[level] / counts[level], 1e-14);
}

#define MANY 4 /* latents */

/* All orders of the classes: the mean over them of the largest correlation with each latent. */
static void
sum_orders (const IplLatentHierarchy *self, gsize n, const double *activations, guint *classes,
            guint from, double *sums)
{
  guint C = self->shape.n_classes;
  double correlations[2 * MANY], best[MANY];

  if (from + 1 < C)
    {
      for (guint c = from; c < C; c++)
        {
          guint at = classes[from];

          classes[from] = classes[c];
          classes[c] = at;
          sum_orders (self, n, activations, classes, from + 1, sums);
          classes[c] = classes[from];
          classes[from] = at;
        }
      return;
    }
  ipl_latent_correlation (self, n, activations, classes, correlations);
  ipl_latent_correlation_best (self->n_latents, n, correlations, best, NULL);
  for (gsize k = 0; k < self->n_latents; k++)
    sums[k] += best[k];
}

/* Of few classes chance is known exactly, and the mean over shuffles comes to it. */
TEST (test_exact_chance, "/latent-hierarchy/exact-chance")
{
  const IplHierarchyShape shape = { .n_levels = 1,
                                    .n_latents = { 4 },
                                    .n_parts = 2,
                                    .n_classes = 6,
                                    .vocabulary = 10,
                                    .length = 4,
                                    .seed = 3 };
  const double activations[] = { 1, 0.3, 0, 2.5, 0, 0.1, 0.7, 0.2, 3, 0, 0, 1.1 };
  const guint orders = 720, shuffles = 4000;
  g_autoptr (IplLatentHierarchy) self = ipl_latent_hierarchy_new (&shape, NULL);
  guint classes[] = { 0, 1, 2, 3, 4, 5 };
  double sums[MANY] = { 0 }, chance[MANY], half[MANY];

  g_assert_nonnull (self);
  g_assert_cmpuint (self->n_latents, <=, MANY);
  sum_orders (self, 2, activations, classes, 0, sums);
  ipl_latent_correlation_chance (self, 2, activations, shuffles, 5, chance);
  ipl_latent_correlation_chance (self, 2, activations, shuffles / 2, 5, half);
  for (gsize k = 0; k < self->n_latents; k++)
    {
      /* A correlation is within 1, and its deviation from shuffle to shuffle below 0.6. */
      test_assert_close (chance[k], sums[k] / orders, 5 * 0.6 / sqrt (shuffles));
      test_assert_close (half[k], chance[k], 5 * 0.6 / sqrt (shuffles));
      g_assert_cmpfloat (half[k], !=, chance[k]);
    }
}
