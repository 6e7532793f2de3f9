/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sequences of the classes of joint dynamics as a case of attention paths (THEORY.md section 11.4):
 *
 *   xi^h = sqrt(M) sum_m e_m b^h_m,    b^h_m = s(z^h_m) c_m  (of softmax, over its sum)
 *
 * c_m the share of token m in the sequence. The last head has learned nothing: b_m = c_m.
 */

#include "core/dynamics/learned-paths.h"

#include <gsl/gsl_randist.h>
#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/random-stream.h"
#include "core/case/case-io.h"

/* Streams of sequences lie beyond those of first weights, of tests beyond those for training. */
#define TRAIN_STREAMS (G_GUINT64_CONSTANT (1) << 32)
#define TEST_STREAMS (G_GUINT64_CONSTANT (1) << 33)

void
ipl_learned_paths_init (IplLearnedPaths *self)
{
  *self = (IplLearnedPaths){ .n_learned = 3,
                             .ratio = 2,
                             .n_tokens = 30,
                             .n_train = 100,
                             .n_test = 1000,
                             .width = 20,
                             .temperature = 0.01,
                             .n_moments = 26 };
  ipl_joint_settings_init (&self->joint);
}

void
ipl_learned_sequences_clear (IplLearnedSequences *self)
{
  g_clear_pointer (&self->y, g_free);
  g_clear_pointer (&self->share, g_free);
}

/* Draws sequences, each from a random number stream of its own: a class of the half that its label
 * tells, then its tokens. @X: [M x K] frequencies. */
gboolean
ipl_learned_paths_draw (const IplLearnedPaths *self, const double *X, gsize M, gsize K,
                        gboolean test, IplLearnedSequences *sequences, GError **error)
{
  gsize count = test ? self->n_test : self->n_train, lower = K / 2;
  double p[IPL_JOINT_MAX_SIDE];
  guint drawn[IPL_JOINT_MAX_SIDE];

  *sequences = (IplLearnedSequences){ .M = M, .count = count };
  sequences->y = ipl_memory_try_doubles ((double)count, "the labels", error);
  sequences->share = ipl_memory_try_doubles ((double)count * (double)M, "the sequences", error);
  if (sequences->y == NULL || sequences->share == NULL)
    {
      ipl_learned_sequences_clear (sequences);
      return FALSE;
    }
  for (gsize e = 0; e < count; e++)
    {
      gboolean upper = e % 2 == 0;
      IplRandomStream stream;
      gsize i;

      ipl_random_stream_init (&stream, self->joint.seed, IPL_STREAM_JOINT,
                              (test ? TEST_STREAMS : TRAIN_STREAMS) + e);
      i = gsl_rng_uniform_int (&stream.rng, upper ? K - lower : lower) + (upper ? lower : 0);
      for (gsize m = 0; m < M; m++)
        p[m] = X[m * K + i];
      gsl_ran_multinomial (&stream.rng, M, self->n_tokens, p, drawn);
      sequences->y[e] = upper ? 1 : -1;
      for (gsize m = 0; m < M; m++)
        sequences->share[e * M + m] = (double)drawn[m] / self->n_tokens;
    }
  return TRUE;
}

/* @joint: what it learns: the same frequencies, with first weights and a temperature of its own. */
void
ipl_learned_paths_settings (const IplLearnedPaths *self, guint head, IplJointSettings *joint)
{
  *joint = self->joint;
  joint->start = head;
  joint->temperature *= pow (self->ratio, head);
}

/* What a head gathers from a sequence: [M] */
static void
gather (const IplJointSettings *joint, const double *z, gsize M, const double *share, double *xi)
{
  gboolean softmax = strcmp (joint->attention, "softmax") == 0;
  double largest = -INFINITY, sum = 0;

  for (gsize m = 0; m < M; m++)
    if (z != NULL && share[m] > 0)
      largest = fmax (largest, z[m]);
  for (gsize m = 0; m < M; m++)
    {
      xi[m] = share[m] > 0 && z != NULL ? share[m] * ipl_joint_token_weight (joint, z[m], largest)
                                        : share[m];
      sum += xi[m];
    }
  for (gsize m = 0; m < M; m++)
    xi[m] *= sqrt ((double)M) / (softmax && z != NULL ? sum : 1);
}

static gboolean
fill (IplExamples *examples, const char *name, const IplLearnedPaths *self, const double *const *z,
      const IplLearnedSequences *sequences, GError **error)
{
  gsize H = self->n_learned + 1, M = sequences->M;

  examples->name = g_strdup (name);
  examples->count = sequences->count;
  examples->y = ipl_memory_try_copy (sequences->y, (double)sequences->count, sizeof (double),
                                     "the labels", error);
  examples->xi = ipl_memory_try_doubles ((double)sequences->count * (double)H * (double)M,
                                         "the path features", error);
  if (examples->y == NULL || examples->xi == NULL)
    return FALSE;
  for (guint h = 0; h < H; h++)
    {
      IplJointSettings joint;

      ipl_learned_paths_settings (self, h, &joint);
      for (gsize e = 0; e < sequences->count; e++)
        gather (&joint, h < self->n_learned ? z[h] : NULL, M, sequences->share + e * M,
                examples->xi + (e * H + h) * M);
    }
  return TRUE;
}

/* "T = 0.5", "T = 1", "untaught": heads and paths at once, for there is one layer. */
static void
name_heads (const IplLearnedPaths *self, IplCase *the_case)
{
  guint H = self->n_learned + 1;

  the_case->path_names = g_new0 (char *, H + 1);
  the_case->short_names = g_new0 (char *, H + 1);
  the_case->head_names = g_new0 (char *, H + 1);
  for (guint h = 0; h < H; h++)
    {
      IplJointSettings joint;

      ipl_learned_paths_settings (self, h, &joint);
      the_case->path_names[h] = h < self->n_learned
                                    ? g_strdup_printf ("T = %.3g", joint.temperature)
                                    : g_strdup ("untaught");
      the_case->short_names[h] = g_strdup_printf ("%u", h + 1);
      the_case->head_names[h] = g_strdup (the_case->path_names[h]);
    }
}

/* A case of one layer: n_learned heads whose attention is that of @z, and one that attends to every
 * token alike. @z: [M] logits of every head that learns. */
IplCase *
ipl_learned_paths_case (const IplLearnedPaths *self, const double *const *z,
                        const IplLearnedSequences *train, const IplLearnedSequences *test,
                        GError **error)
{
  guint H = self->n_learned + 1;
  g_autoptr (IplCase) the_case = NULL;

  if (!ipl_case_check_size (train->count, test->count, H, train->M, error))
    return NULL;
  the_case = ipl_case_alloc ();
  the_case->name = g_strdup ("learned paths");
  the_case->L = 1;
  the_case->H[0] = H;
  the_case->Pi = H;
  the_case->N0 = train->M;
  the_case->readout = IPL_READOUT_LAST;
  the_case->temperature = self->temperature;
  for (guint l = 0; l < 3; l++)
    the_case->variances[l] = 1;
  the_case->seed = self->joint.seed;
  the_case->n_tests = 1;
  the_case->tests = g_new0 (IplExamples, 1);
  if (!fill (&the_case->train, "train", self, z, train, error)
      || !fill (&the_case->tests[0], "test", self, z, test, error))
    return NULL;
  name_heads (self, the_case);
  ipl_case_finish_names (the_case);
  return g_steal_pointer (&the_case);
}
