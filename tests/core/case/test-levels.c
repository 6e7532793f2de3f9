/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One network at all three levels of a case file: weights, the attention they make, and the path
 * features these make. Whatever the shape, all three give the features of a plain loop over paths,
 * layers and tokens, and the same theory. */
#include "core/case/case-io.h"
#include "core/files/npz.h"
#include "core/theory/saddle.h"
#include <math.h>
#include <string.h>

#define SHAPES 300

typedef struct
{
  guint L;
  guint H[4];
  gsize Pi, T, N0, G; /* G = 0: combined weights */
  gsize count[2];     /* training, test */
  IplReadout readout;
  double *x[2];    /* [count x T x N0] */
  double *w[4][2]; /* combined and NULL: [H x N0 x N0]; or query, key: [H x G x N0] */
  double *O[2][4]; /* [count x H x T query x T key] */
  double *xi[2];   /* [count x Pi x N0] */
} Network;

static const char *const sets[] = { "train", "test" };
static const char *const readout_names[]
    = { [IPL_READOUT_MEAN] = "mean", [IPL_READOUT_LAST] = "last", [IPL_READOUT_FIRST] = "first" };

static double *
numbers (gsize n)
{
  double *values = g_new (double, n);

  for (gsize i = 0; i < n; i++)
    values[i] = g_test_rand_double_range (-1.7, 1.7);
  return values;
}

/* How much query t looks at key s: O[t * T + s]. */
static void
make_attention (const Network *self, guint l, guint h, const double *x, double *O)
{
  gsize T = self->T, N0 = self->N0, G = self->G, one = (G > 0 ? G : N0) * N0;

  for (gsize t = 0; t < T; t++)
    {
      double sum = 0;

      for (gsize s = 0; s < T; s++)
        {
          const double *key = x + s * N0, *query = x + t * N0;
          const double *w = self->w[l][0] + h * one;
          double logit = 0;

          for (gsize i = 0; G == 0 && i < N0; i++)
            for (gsize j = 0; j < N0; j++)
              logit += key[i] * w[i * N0 + j] * query[j];
          for (gsize g = 0; g < G; g++)
            {
              double q = 0, k = 0;

              for (gsize i = 0; i < N0; i++)
                {
                  q += w[g * N0 + i] * query[i];
                  k += self->w[l][1][h * one + g * N0 + i] * key[i];
                }
              logit += q * k / sqrt ((double)G);
            }
          O[t * T + s] = exp (logit);
          sum += O[t * T + s];
        }
      for (gsize s = 0; s < T; s++)
        O[t * T + s] /= sum;
    }
}

/* xi^p = sum_t x_t alpha_t with alpha = O^1 .. O^L r, of every path of one example. */
static void
make_features (const Network *self, guint set, gsize example)
{
  gsize T = self->T, N0 = self->N0;
  g_autofree double *alpha = g_new (double, 2 * T);

  for (gsize p = 0; p < self->Pi; p++)
    {
      double *xi = self->xi[set] + (example * self->Pi + p) * N0, *next = alpha + T;
      gsize rest = p;

      for (gsize t = 0; t < T; t++)
        alpha[t] = self->readout == IPL_READOUT_MEAN   ? 1.0 / (double)T
                   : self->readout == IPL_READOUT_LAST ? t + 1 == T
                                                       : t == 0;
      for (guint l = self->L; l-- > 0; rest /= self->H[l])
        {
          gsize h = rest % self->H[l];
          const double *O = self->O[set][l] + (example * self->H[l] + h) * T * T;

          for (gsize s = 0; s < T; s++)
            {
              next[s] = 0;
              for (gsize t = 0; t < T; t++)
                next[s] += O[t * T + s] * alpha[t];
            }
          memcpy (alpha, next, T * sizeof *alpha);
        }
      for (gsize i = 0; i < N0; i++)
        {
          xi[i] = 0;
          for (gsize t = 0; t < T; t++)
            xi[i] += alpha[t] * self->x[set][(example * T + t) * N0 + i];
        }
    }
}

static Network *
network_new (guint k)
{
  Network *self = g_new0 (Network, 1);

  self->L = (guint)g_test_rand_int_range (1, 5);
  self->T = k % 3 == 0 ? 1 : (gsize)g_test_rand_int_range (2, 7);
  self->N0 = (gsize)g_test_rand_int_range (1, 6);
  self->G = (gsize)g_test_rand_int_range (0, 4);
  self->readout = (IplReadout)(k / 3 % 3);
  self->Pi = 1;
  for (guint l = 0; l < self->L; l++)
    {
      gsize one = (self->G > 0 ? self->G : self->N0) * self->N0;

      /* No two layers in a row are alike. */
      self->H[l] = (guint)g_test_rand_int_range (1, 4);
      if (l > 0 && self->H[l] == self->H[l - 1])
        self->H[l] = self->H[l] % 3 + 1;
      self->Pi *= self->H[l];
      for (guint i = 0; i < (self->G > 0 ? 2 : 1); i++)
        self->w[l][i] = numbers (self->H[l] * one);
    }
  for (guint set = 0; set < 2; set++)
    {
      gsize count = self->count[set] = (gsize)g_test_rand_int_range (1, 6), T = self->T;

      self->x[set] = numbers (count * T * self->N0);
      self->xi[set] = g_new (double, count * self->Pi * self->N0);
      for (guint l = 0; l < self->L; l++)
        {
          self->O[set][l] = g_new (double, count * self->H[l] * T * T);
          for (gsize i = 0; i < count * self->H[l]; i++)
            make_attention (self, l, (guint)(i % self->H[l]),
                            self->x[set] + i / self->H[l] * T * self->N0,
                            self->O[set][l] + i * T * T);
        }
      for (gsize i = 0; i < count; i++)
        make_features (self, set, i);
    }
  return self;
}

static void
network_free (Network *self)
{
  for (guint l = 0; l < self->L; l++)
    for (guint i = 0; i < 2; i++)
      {
        g_free (self->w[l][i]);
        g_free (self->O[i][l]);
      }
  for (guint set = 0; set < 2; set++)
    {
      g_free (self->x[set]);
      g_free (self->xi[set]);
    }
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Network, network_free)

static void
add (IplNpz *npz, const char *name, const char *set, const double *values, guint ndim,
     const gsize *shape)
{
  g_autofree char *full = set != NULL ? g_strdup_printf ("%s_%s", name, set) : g_strdup (name);

  ipl_npz_add_numbers (npz, full, values, ndim, shape);
}

/* The network as the arrays of a case file of one level. */
static IplNpz *
arrays_of (const Network *self, IplLevel level)
{
  IplNpz *npz = ipl_npz_new ();
  double heads[4];
  gsize layers = self->L;

  for (guint l = 0; l < self->L; l++)
    heads[l] = self->H[l];
  add (npz, "heads", NULL, heads, 1, &layers);
  ipl_npz_add_text (npz, "readout", readout_names[self->readout]);
  for (guint set = 0; set < 2; set++)
    {
      gsize count = self->count[set];
      g_autofree double *y = g_new (double, count);

      for (gsize i = 0; i < count; i++)
        y[i] = i % 2 == 0 ? 1 : -1;
      add (npz, "y", sets[set], y, 1, &count);
      if (level == IPL_LEVEL_PATHS)
        add (npz, "xi", sets[set], self->xi[set], 3, (gsize[]){ count, self->Pi, self->N0 });
      else
        add (npz, "x", sets[set], self->x[set], 3, (gsize[]){ count, self->T, self->N0 });
      for (guint l = 0; level == IPL_LEVEL_ATTENTION && l < self->L; l++)
        {
          g_autofree char *name = g_strdup_printf ("attn_%s_%u", sets[set], l + 1);

          add (npz, name, NULL, self->O[set][l], 4,
               (gsize[]){ count, self->H[l], self->T, self->T });
        }
    }
  for (guint l = 0; level == IPL_LEVEL_WEIGHTS && l < self->L; l++)
    for (guint i = 0; i < 2 && self->w[l][i] != NULL; i++)
      {
        g_autofree char *name = g_strdup_printf (self->G == 0 ? "w_%u"
                                                 : i == 0     ? "wq_%u"
                                                              : "wk_%u",
                                                 l + 1);

        add (npz, name, NULL, self->w[l][i], 3,
             (gsize[]){ self->H[l], self->G > 0 ? self->G : self->N0, self->N0 });
      }
  return npz;
}

/* Logits of order N0 lose N0 rounding errors, which pass through L softmaxes. */
static void
compare (const Network *self, const IplExamples *examples, guint set, IplLevel level)
{
  double tolerance = level == IPL_LEVEL_PATHS
                         ? 0
                         : 0x1p-52 * 4 * (double)(20 * (self->N0 + self->G) + self->T) * self->L;

  g_assert_cmpuint (examples->count, ==, self->count[set]);
  for (gsize i = 0; i < self->count[set] * self->Pi * self->N0; i++)
    if (!(fabs (examples->xi[i] - self->xi[set][i]) <= tolerance))
      g_error ("level %d, L %u, T %" G_GSIZE_FORMAT ", readout %d, %s: number %" G_GSIZE_FORMAT
               " of the features is %.17g, not %.17g",
               level, self->L, self->T, self->readout, sets[set], i, examples->xi[i],
               self->xi[set][i]);
}

static double
action_of (IplCase *the_case)
{
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
  g_autoptr (IplSaddle) saddle = NULL;
  g_autoptr (GError) error = NULL;
  IplSetting setting;

  ipl_setting_init_for_case (&setting, the_case, 10);
  setting.temperature = 0.5;
  saddle = ipl_saddle_solve (the_case, kernel, &setting, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (saddle->converged);
  return saddle->action;
}

static void
test_levels (void)
{
  static const IplLevel levels[] = { IPL_LEVEL_PATHS, IPL_LEVEL_ATTENTION, IPL_LEVEL_WEIGHTS };

  for (guint k = 0; k < SHAPES; k++)
    {
      g_autoptr (Network) network = network_new (k);
      double action[G_N_ELEMENTS (levels)];

      for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (IplCase) the_case = NULL;

          g_autoptr (IplNpz) arrays = arrays_of (network, levels[i]);

          the_case = ipl_case_from_arrays (arrays, "shapes", FALSE, 1 + k % 2, NULL, &error);
          g_assert_no_error (error);
          g_assert_cmpint (the_case->level, ==, levels[i]);
          g_assert_cmpuint (the_case->Pi, ==, network->Pi);
          compare (network, &the_case->train, 0, levels[i]);
          compare (network, &the_case->tests[0], 1, levels[i]);
          action[i] = action_of (the_case);
        }
      /* Features that agree to 1e-12 have actions that do, at a temperature of 0.5. */
      for (guint i = 1; i < G_N_ELEMENTS (levels); i++)
        g_assert_cmpfloat (fabs (action[i] - action[0]), <=, 1e-10 * (1 + fabs (action[0])));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/levels/shapes", test_levels);
  return g_test_run ();
}
