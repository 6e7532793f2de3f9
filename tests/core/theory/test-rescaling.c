/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The theory's answer does not depend on the units of U, features or labels: rescaled questions
 * have the rescaled answer, however far from 1 their numbers are. */
#include "core/theory/solution.h"
#include <math.h>
#include <string.h>

#include "support.h"

/* What multiplies the parts of a question that stays the same up to units: K, T and y^2 all grow
 * by one factor. */
typedef struct
{
  double xi;
  double y;
  double temperature;
  double variances[IPL_MAX_LAYERS + 2];
} Units;

static void
units_init (Units *self)
{
  self->xi = self->y = self->temperature = 1;
  for (guint i = 0; i < IPL_MAX_LAYERS + 2; i++)
    self->variances[i] = 1;
}

/* The factor of s_l^2 .. s_L^2 s_a^2, with l from 1: that of U_l; l = L + 1 is u_a. */
static double
factor_of_U (const Units *self, guint L, guint l)
{
  double factor = 1;

  for (guint i = l; i < L + 2; i++)
    factor *= self->variances[i];
  return factor;
}

static IplCase *
case_in_units (const IplCase *the_case, const Units *units)
{
  g_autofree guint *order = g_new (guint, the_case->Pi);
  IplCase *self;
  IplExamples *examples[2];

  for (guint p = 0; p < the_case->Pi; p++)
    order[p] = p;
  self = test_case_with_paths (the_case, the_case->L, the_case->H, order);
  examples[0] = &self->train;
  examples[1] = &self->tests[0];
  for (guint k = 0; k < 2; k++)
    {
      for (gsize i = 0; i < examples[k]->count * self->Pi * self->N0; i++)
        examples[k]->xi[i] *= units->xi;
      for (gsize m = 0; m < examples[k]->count; m++)
        examples[k]->y[m] *= units->y;
    }
  return self;
}

/* Entry by entry within the solver's tolerance of the largest. */
static void
assert_scaled (gsize n, const double *a, double factor, const double *b)
{
  double largest = test_largest (n, b);

  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat (fabs (a[i] * factor - b[i]), <=, IPL_SADDLE_TOLERANCE * largest);
}

/* What is read off U, in other units. */
static void
assert_readings (const IplSolution *base, const IplSolution *other, double y, double factor_K)
{
  gsize n = base->tests[0].count;

  assert_scaled (n, base->tests[0].mean, y, other->tests[0].mean);
  assert_scaled (n, base->tests[0].var, factor_K, other->tests[0].var);
  assert_scaled (base->P, base->overlap, 1, other->overlap);
  assert_scaled (base->P, base->eigenvalues, factor_K, other->eigenvalues);
}

/* The limit of infinite width likewise. */
static void
check_gp (IplCase *the_case, const IplSetting *setting, IplCase *other_case,
          const IplSetting *other_setting, double y, double factor_K)
{
  g_autoptr (IplSolution) base = test_solve_gp (the_case, setting);
  g_autoptr (IplSolution) other = test_solve_gp (other_case, other_setting);

  assert_readings (base, other, y, factor_K);
}

/* @base in other units is @setting in @units; exact where the units are powers of 4. */
static void
check_units (IplCase *the_case, const IplSetting *setting, const IplSolution *base,
             const Units *units, gboolean exact)
{
  g_autoptr (IplCase) other_case = case_in_units (the_case, units);
  g_autoptr (IplSolution) other = NULL;
  IplSetting other_setting = *setting;
  guint L = the_case->L, N = ipl_setting_largest_width (setting);
  double factor_K = units->xi * units->xi * units->variances[0] * factor_of_U (units, L, 1);
  double shift = (double)the_case->train.count * log (factor_K);
  gsize paths = 1;

  /* K, T and y^2 go together. */
  test_assert_close (factor_K / units->temperature, 1, 1e-12);
  test_assert_close (units->y * units->y / units->temperature, 1, 1e-12);

  other_setting.temperature *= units->temperature;
  for (guint i = 0; i < L + 2; i++)
    other_setting.variances[i] *= units->variances[i];
  for (guint l = L + 2; l-- > 1;)
    {
      shift -= setting->N[l - 1] * (double)paths * log (units->variances[l]);
      paths *= l >= 2 ? the_case->H[l - 2] : 1;
    }
  other = test_solve (other_case, &other_setting);

  g_assert_cmpfloat (other->relative_gradient, <=, IPL_SADDLE_TOLERANCE);
  assert_scaled (base->saddle->Pi * base->saddle->Pi, base->U, factor_of_U (units, L, 1), other->U);
  assert_scaled (1, &base->u_a, units->variances[L + 1], &other->u_a);
  assert_readings (base, other, units->y, factor_K);
  check_gp (the_case, setting, other_case, &other_setting, units->y, factor_K);
  g_assert_cmpfloat (fabs (base->action + shift / N - other->action), <=,
                     1e-12 * (fabs (base->action) + fabs (shift) + 1));
  if (!exact)
    return;
  g_assert_cmpuint (base->iterations, ==, other->iterations);
  for (gsize i = 0; i < base->saddle->Pi * base->saddle->Pi; i++)
    g_assert_cmpfloat (base->U[i] * factor_of_U (units, L, 1), ==, other->U[i]);
}

static const guint heads[] = { 2, 3 };

/* Exponents of c in what multiplies features, labels, temperature and the four variances. */
static const struct
{
  const char *name;
  int xi, y, temperature, variances[4];
  gboolean exact; /* where c is a power of 4 */
} changes[] = {
  { "s_1^2 against s_2^2 and s_a^2", 0, 0, 0, { 0, 2, -1, -1 }, TRUE },
  { "s_0^2 against s_a^2", 0, 0, 0, { 1, 0, 0, -1 } },
  { "all variances, temperature and labels", 0, 2, 4, { 1, 1, 1, 1 } },
  { "features against s_0^2", 1, 0, 0, { -2, 0, 0, 0 } },
  { "features against s_2^2", 1, 0, 0, { 0, 0, -2, 0 } },
  { "features, labels and temperature", 1, 1, 2, { 0, 0, 0, 0 } },
  { "labels, temperature and s_a^2", 0, 1, 2, { 0, 0, 0, 2 } },
};

TEST (test_changes, "/rescaling/changes")
{
  for (guint k = 0; k < G_N_ELEMENTS (changes); k++)
    {
      g_autoptr (IplCase) the_case = test_random_case (40, 20, 2, heads, 10, 7 + 10 * k);
      g_autoptr (IplSolution) base = NULL;
      IplSetting setting;

      g_test_message ("%s", changes[k].name);
      test_random_setting (&setting, the_case, 8 + 10 * k);
      base = test_solve (the_case, &setting);
      for (int power = -5; power <= 5; power++)
        for (int of_two = 0; of_two <= changes[k].exact; of_two++)
          {
            double c = of_two ? ldexp (1, 6 * power) : pow (10, power);
            Units units;

            units_init (&units);
            units.xi = pow (c, changes[k].xi);
            units.y = pow (c, changes[k].y);
            units.temperature = pow (c, changes[k].temperature);
            for (guint l = 0; l < 4; l++)
              units.variances[l] = pow (c, changes[k].variances[l]);
            check_units (the_case, &setting, base, &units, of_two);
          }
    }
}

/* Variances for which a solver once answered with the GP limit, after no step. */
TEST (test_large_variances, "/rescaling/large-variances")
{
  const guint widths[] = { 1, 10, 100 };
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplNpz) answers = NULL;

  test_load_reference ("hmc", &the_case, &answers);
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      g_autoptr (IplSolution) solution = NULL;
      IplSetting setting = test_setting (the_case, widths[i]);

      for (guint l = 1; l < 4; l++)
        setting.variances[l] = 1000;
      solution = test_solve (the_case, &setting);
      g_assert_cmpfloat (solution->action, <, 0);
    }
}
