/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Does the theory find the good head of the hidden Markov chain by itself? Minima of the free
 * energy of attention from four kinds of starts, at every P: weak attention, followed up from few
 * examples; random attention, the lowest of several; the good head itself, at several sharpnesses,
 * the minimum that keeps most of it; and that minimum followed down from the most examples. Beside
 * them what the good head gives as it stands in the paper. Small chains, whose weights can be
 * searched. */
#include "bench.h"

#include "core/attention/attention-minimum.h"
#include "core/attention/attention-order.h"
#include "core/attention/free-energy.h"
#include "core/attention/lbfgs.h"
#include "core/base/random.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters.h"
#include "core/tasks/markov-chain.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SIZES 5
#define RANDOM_STARTS 4
#define NUDGE 0.01 /* of every start, over the prior's deviation */
#define SPREAD 2.0 /* of random starts */
#define TEST_SIZE 500

static const guint sizes[SIZES] = { 25, 50, 100, 200, 400 };
/* Of the good head, as parts of the paper's. */
static const double sharpness[] = { 0.1, 0.2, 0.4 };

typedef enum
{
  ALL_FREE,
  UPPER_UNIFORM, /* layer 2 stays uniform, as on the good path */
  LOWER_GOOD,    /* the first head of layer 1 stays the good head */
} Frozen;

typedef struct
{
  const char *words;
  guint tokens, paths, N;
  double stay, variance, temperature;
  Frozen frozen;
  guint seed;
} Question;

static const Question questions[] = {
  { "one path", 8, 1, 20, 0.9, 0.3, 0.5, ALL_FREE, 1 },
  { "one path, other examples", 8, 1, 20, 0.9, 0.3, 0.5, ALL_FREE, 2 },
  { "one path", 8, 1, 3, 0.9, 0.3, 0.5, ALL_FREE, 1 },
  { "one path", 8, 1, 100, 0.9, 0.3, 0.5, ALL_FREE, 1 },
  { "one path", 8, 1, 1000, 0.9, 0.3, 0.5, ALL_FREE, 1 },
  { "one path", 8, 1, 100000, 0.9, 0.3, 0.5, ALL_FREE, 1 },
  { "wide prior", 8, 1, 20, 0.9, 3, 0.5, ALL_FREE, 1 },
  { "narrow prior", 8, 1, 20, 0.9, 0.05, 0.5, ALL_FREE, 1 },
  { "layer 2 stays uniform", 8, 1, 20, 0.9, 0.3, 0.5, UPPER_UNIFORM, 1 },
  { "layer 2 stays uniform", 8, 1, 1000, 0.9, 0.3, 0.5, UPPER_UNIFORM, 1 },
  { "layer 2 stays uniform, other examples", 8, 1, 20, 0.9, 0.3, 0.5, UPPER_UNIFORM, 2 },
  { "layer 2 stays uniform, wide prior", 8, 1, 20, 0.9, 3, 0.5, UPPER_UNIFORM, 1 },
  { "layer 2 stays uniform, wide prior", 8, 1, 1000, 0.9, 3, 0.5, UPPER_UNIFORM, 1 },
  { "layer 1 stays good", 8, 1, 20, 0.9, 0.3, 0.5, LOWER_GOOD, 1 },
  { "four paths", 8, 4, 20, 0.9, 0.3, 0.5, ALL_FREE, 1 },
  { "the paper's stays", 8, 1, 20, 0.7, 0.3, 0.5, ALL_FREE, 1 },
  { "the paper's stays", 8, 1, 20, 0.7, 0.3, 0.1, ALL_FREE, 1 },
  { "the paper's stays", 16, 1, 20, 0.7, 0.3, 0.5, ALL_FREE, 1 },
  { "the paper's stays, layer 2 stays uniform", 16, 1, 20, 0.7, 3, 0.5, UPPER_UNIFORM, 1 },
  { "the paper's stays, layer 2 stays uniform", 16, 1, 1000, 0.7, 3, 0.5, UPPER_UNIFORM, 1 },
  { "the paper's stays, layer 2 stays uniform", 16, 1, 5, 0.7, 3, 0.5, UPPER_UNIFORM, 1 },
  { "the same, other examples", 16, 1, 20, 0.7, 3, 0.5, UPPER_UNIFORM, 2 },
};

/* A minimum, and what it is worth. */
typedef struct
{
  double F, order, accuracy;
  double *w; /* [n] */
} Found;

typedef struct
{
  const IplCase *the_case;
  const Question *question;
  IplSetting setting;
  IplAttentionPrior prior;
  IplAttentionOrder order;
  gsize n;
  double *good;     /* [n] the good head in its place, all else 0 */
  gboolean *frozen; /* [n] */
  gsl_rng *rng;
} Study;

typedef struct
{
  IplAttentionModel *model;
  IplSaddle *saddle;
  const gboolean *frozen;
  double *w;
} Descent;

static double
evaluate (const double *v, double *gradient, gpointer data)
{
  Descent *self = data;
  double value, scale = sqrt (self->model->prior.variance);

  for (gsize i = 0; i < self->model->n; i++)
    self->w[i] = scale * v[i];
  if (!ipl_attention_free_energy (self->model, self->w, &self->saddle, &value, gradient, NULL,
                                  NULL))
    return INFINITY;
  for (gsize i = 0; i < self->model->n; i++)
    gradient[i] *= self->frozen[i] ? 0 : scale;
  return value;
}

/* F, order parameter and accuracy at w. */
static Found
read_point (const Study *self, IplAttentionModel *model, double *w)
{
  IplAttentionMinimum here = { .w = w };
  g_autoptr (IplSolution) solution = NULL;
  Found found = { .w = w };

  if (!ipl_attention_free_energy (model, w, &here.saddle, &found.F, NULL, NULL, NULL))
    g_error ("the free energy is not defined at a point");
  solution = ipl_attention_minimum_solve (&here, model, NULL, NULL);
  found.accuracy = solution->tests[0].accuracy;
  ipl_attention_order_measure (&self->order, model->the_case->weights, &found.order, NULL);
  ipl_saddle_free (here.saddle);
  return found;
}

/* From near w: [n], which is then where it ends; weights that are frozen stay. */
static Found
descend (const Study *self, IplAttentionModel *model, double *w)
{
  Descent descent = { model, NULL, self->frozen, w };
  double scale = sqrt (self->prior.variance);
  g_autofree double *v = g_new (double, self->n);
  IplLbfgsResult result;

  for (gsize i = 0; i < self->n; i++)
    v[i] = w[i] / scale + (self->frozen[i] ? 0 : NUDGE * ipl_random_gaussian (self->rng));
  if (!ipl_lbfgs_minimize (self->n, evaluate, &descent, v, 1e-3, 200, NULL, &result, NULL))
    g_error ("no descent");
  ipl_saddle_free (descent.saddle);
  for (gsize i = 0; i < self->n; i++)
    w[i] = scale * v[i];
  return read_point (self, model, w);
}

/* The good head times @factor, or random weights, where they are free. */
static double *
start (const Study *self, double factor, double deviation)
{
  double *w = g_new (double, self->n);

  for (gsize i = 0; i < self->n; i++)
    w[i] = self->frozen[i]
               ? (self->question->frozen == LOWER_GOOD ? self->good[i] : 0)
               : factor * self->good[i]
                     + deviation * sqrt (self->prior.variance) * ipl_random_gaussian (self->rng);
  return w;
}

static void
keep (Found *best, Found now, gboolean better)
{
  if (best->w == NULL || better)
    {
      g_free (best->w);
      *best = now;
    }
  else
    g_free (now.w);
}

static IplCase *
make_case (const Question *question)
{
  IplParameters parameters;
  IplMarkovChain *chain;
  IplCase *the_case;
  GError *error = NULL;

  ipl_parameters_init (&parameters, "hmc4");
  chain = ipl_parameters_edit_own (&parameters);
  chain->n_tokens = question->tokens;
  chain->n_features = 2;
  chain->noise_parallel = chain->noise_perpendicular = 0.3;
  chain->stay_plus = question->stay;
  chain->stay_minus = 1 - question->stay;
  chain->n_train = sizes[SIZES - 1];
  chain->n_test = TEST_SIZE;
  chain->seed = question->seed;
  chain->n_heads[0] = chain->n_heads[1] = question->paths == 4 ? 2 : 1;
  the_case = parameters.experiment->make_case (chain, "hmc", TRUE, 1, NULL, &error);
  if (the_case == NULL)
    g_error ("%s", error->message);
  return the_case;
}

static void
study_init (Study *self, const Question *question, const IplCase *the_case)
{
  gsize head = the_case->N0 * the_case->N0;
  g_autoptr (IplAttentionModel) model = NULL;

  *self = (Study){ .the_case = the_case, .question = question };
  ipl_setting_init_for_case (&self->setting, the_case, question->N);
  self->setting.temperature = question->temperature;
  self->prior = (IplAttentionPrior){ IPL_ATTENTION_SOFTMAX, 0, question->variance };
  model = ipl_attention_model_new (the_case, 0, &self->setting, &self->prior, NULL);
  self->n = model->n;
  self->good = g_new0 (double, self->n);
  self->frozen = g_new0 (gboolean, self->n);
  ipl_attention_model_own_weights (model, the_case, self->good);
  /* The heads beside the good one are uniform, as at 0, and random. */
  memset (self->good + head, 0, (self->n - head) * sizeof *self->good);
  for (gsize i = 0; i < self->n; i++)
    self->frozen[i] = question->frozen == UPPER_UNIFORM
                          ? i >= model->first[1]
                          : question->frozen == LOWER_GOOD && i < head;
  ipl_attention_order_init (&self->order, the_case, NULL);
  self->rng = ipl_random_generator_new (question->seed, 1);
}

static void
study_clear (Study *self)
{
  ipl_attention_order_clear (&self->order);
  gsl_rng_free (self->rng);
  g_free (self->good);
  g_free (self->frozen);
}

/* Minima of three kinds of starts at a size, and the good head as it stands. */
static void
search (const Study *self, guint P, double *weak, Found found[3], double *F0, double *given)
{
  g_autoptr (IplAttentionModel) model
      = ipl_attention_model_new (self->the_case, P, &self->setting, &self->prior, NULL);
  g_autofree double *none = start (self, 0, 0);

  *F0 = read_point (self, model, none).F;
  *given = read_point (self, model, self->good).accuracy;
  found[0] = descend (self, model, weak);
  for (guint k = 0; k < RANDOM_STARTS; k++)
    {
      Found now = descend (self, model, start (self, 0, SPREAD));

      keep (&found[1], now, now.F < found[1].F);
    }
  for (guint k = 0; k < G_N_ELEMENTS (sharpness); k++)
    {
      Found now = descend (self, model, start (self, sharpness[k], 0));

      keep (&found[2], now, now.order > found[2].order);
    }
}

static void
say (const Found *found, double F0)
{
  printf ("  %9.1f %5.2f %5.3f", found->F - F0, found->order, found->accuracy);
}

static void
study (const Question *question)
{
  g_autoptr (IplCase) the_case = make_case (question);
  Found found[SIZES][4] = { 0 };
  double F0[SIZES], given[SIZES], none, seconds = bench_seconds ();
  g_autofree double *weak = NULL, *down = NULL;
  Study self;

  study_init (&self, question, the_case);
  weak = start (&self, 0, 0);
  for (guint s = 0; s < SIZES; s++)
    search (&self, sizes[s], weak, found[s], &F0[s], &given[s]);
  down = g_memdup2 (found[SIZES - 1][2].w, self.n * sizeof *down);
  for (guint s = SIZES; s-- > 0;)
    {
      g_autoptr (IplAttentionModel) model
          = ipl_attention_model_new (the_case, sizes[s], &self.setting, &self.prior, NULL);
      g_autofree double *zero = g_new0 (double, self.n);

      found[s][3] = descend (&self, model, down);
      none = read_point (&self, model, zero).order;
    }
  printf ("%s: %u tokens, N = %u, stay %g, s_w^2 = %g, T = %g; m = %.2f without attention\n",
          question->words, question->tokens, question->N, question->stay, question->variance,
          question->temperature, none);
  printf ("%5s  %-21s  %-21s  %-21s  %-21s  %s\n", "P", "   weak, followed up",
          "   lowest of random", "   near the good head", "   that, followed down", "given");
  for (guint s = 0; s < SIZES; s++)
    {
      printf ("%5u", sizes[s]);
      for (guint k = 0; k < 4; k++)
        say (&found[s][k], F0[s]);
      printf ("  %5.3f\n", given[s]);
      g_free (found[s][1].w);
      g_free (found[s][2].w);
    }
  printf ("%.0f s\n\n", bench_seconds () - seconds);
  fflush (stdout);
  study_clear (&self);
}

/* Questions by their numbers, or all. */
int
main (int argc, char **argv)
{
  printf ("F less that without attention, order parameter m, test accuracy; given: accuracy with "
          "the paper's good head\n\n");
  for (guint q = 0; q < G_N_ELEMENTS (questions); q++)
    if (argc == 1 || (argc == 2 && g_ascii_strtoull (argv[1], NULL, 10) == q))
      study (&questions[q]);
  return 0;
}
