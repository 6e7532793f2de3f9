/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/attention/attention-scan.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/theory/energy.h"

double
ipl_attention_prior (const IplAttentionModel *self, const double *w, double *gradient)
{
  if (gradient != NULL)
    cblas_daxpy ((blasint)self->n, 2 / self->prior.variance, w, 1, gradient, 1);
  return cblas_ddot ((blasint)self->n, w, 1, w, 1) / self->prior.variance;
}

/* Adds dE/dxi to dxi: [P x Pi x N0], of an energy over a plain kernel of the case,
 * evaluated at U: [rows of U x rows of U]. dE/dxi^p_m = 2 c sum_kl sum_qn M[(k,m),(l,n)]
 * U_(p,k),(q,l) xi^q_n */
static gboolean
add_feature_gradient (IplEnergy *energy, const double *U, double *dxi, GError **error)
{
  const IplKernel *kernel = energy->kernel;
  gsize r = kernel->rows.count, Pi = kernel->rows.Pi, N0 = kernel->N0, D = Pi * N0;
  gsize R = kernel->outputs, P = kernel->P;
  double scale = 2 * kernel->scale * energy->s0_squared;
  double *part, *mixed, *M;
  g_autofree double *space
      = ipl_try_parts ("The gradient in path features", error, { &part, (double)(Pi * Pi) },
                       { &mixed, (double)r * (double)D }, { &M, (double)r * (double)r });

  if (space == NULL)
    return FALSE;
  ipl_energy_invert (energy);
  for (guint l = 0; l < R; l++)
    for (guint k = 0; k < R; k++)
      {
        ipl_kernel_copy_block (kernel, U, k, l, 1, part);
        ipl_kernel_mix (r, Pi, N0, part, kernel->Xi, mixed, energy->cancellable);
        for (gsize m = 0; m < r; m++)
          memcpy (M + m * r, energy->inverse + (k * r + m) * P + l * r, r * sizeof *M);
        cblas_dger (CblasRowMajor, (blasint)r, (blasint)r, -1, energy->alpha + k * r, 1,
                    energy->alpha + l * r, 1, M, (blasint)r);
        cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (blasint)r, (blasint)D, (blasint)r,
                     scale, M, (blasint)r, mixed, (blasint)D, 1, dxi, (blasint)D);
      }
  return TRUE;
}

/* Adds dE/dxi at the saddle point U of a plain kernel. */
static gboolean
add_at_saddle (const IplAttentionModel *self, IplKernel *kernel, const double *U, double *dxi,
               GCancellable *cancellable, GError **error)
{
  const IplSetting *setting = &self->setting;
  g_autoptr (IplEnergy) energy
      = ipl_energy_new (kernel, setting->variances[0], setting->temperature, TRUE, error);
  double value;

  if (energy == NULL)
    return FALSE;
  energy->cancellable = cancellable;
  if (!ipl_energy_evaluate (energy, U, &value))
    return !g_cancellable_set_error_if_cancelled (cancellable, error)
           && ipl_energy_set_singular (energy, error);
  return add_feature_gradient (energy, U, dxi, error);
}

/* By the envelope theorem only the explicit derivative counts: the derivative in A is 0. */
static gboolean
add_gradient (IplAttentionModel *self, const IplSaddle *saddle, double *gradient,
              GCancellable *cancellable, GError **error)
{
  IplCase *the_case = self->the_case;
  g_autoptr (IplKernel) plain = ipl_kernel_prepare_plain (the_case, cancellable, error);
  g_autofree double *dxi = NULL;

  if (plain == NULL)
    return FALSE;
  dxi = ipl_try_new0 (double, (double)the_case->train.count *(double)(the_case->Pi * the_case->N0),
                      "The gradient in path features", error);
  if (dxi == NULL || !add_at_saddle (self, plain, saddle->U, dxi, cancellable, error))
    return FALSE;
  return ipl_attention_model_pull_back (self, dxi, gradient, cancellable, error);
}

gboolean
ipl_attention_free_energy (IplAttentionModel *self, const double *w, IplSaddle **saddle,
                           double *value, double *gradient, GCancellable *cancellable,
                           GError **error)
{
  g_autoptr (IplKernel) kernel = NULL;
  g_autoptr (IplSaddle) solved = NULL;

  if (!ipl_attention_model_set (self, w, cancellable, error))
    return FALSE;
  kernel = ipl_kernel_prepare (self->the_case, cancellable, error);
  if (kernel == NULL)
    return FALSE;
  solved = ipl_saddle_find (self->the_case, kernel, &self->setting, *saddle, 0, cancellable, error);
  if (solved == NULL)
    return FALSE;
  if (gradient != NULL)
    memset (gradient, 0, self->n * sizeof *gradient);
  *value = ipl_attention_prior (self, w, gradient)
           + ipl_setting_largest_width (&self->setting) * solved->action;
  if (gradient != NULL && !add_gradient (self, solved, gradient, cancellable, error))
    return FALSE;
  ipl_saddle_free (*saddle);
  *saddle = g_steal_pointer (&solved);
  return TRUE;
}

/* The free energy along the line w = x w_1 through attention weights, from the minimum of few
 * examples, near w = 0, to w_1, the lowest minimum at the most examples (THEORY.md section 19.4).
 */

/* The ends of the line. */
#define LOW -0.25
#define HIGH 1.5

static const char what[] = "The free energy through attention weights";

double
ipl_attention_line_position (guint point)
{
  return LOW + (HIGH - LOW) * point / (IPL_ATTENTION_LINE_POINTS - 1);
}

/* F at a point of the line, from the saddle point of the point before; NaN if F is not defined. */
static gboolean
evaluate (IplAttentionModel *model, const double *w, IplSaddle **saddle, double *value,
          GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;

  if (ipl_attention_free_energy (model, w, saddle, value, NULL, cancellable, &local))
    return TRUE;
  *value = NAN;
  if (g_error_matches (local, IPL_ERROR, IPL_ERROR_SINGULAR)
      || g_error_matches (local, IPL_ERROR, IPL_ERROR_VALUE))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* Passes the line in both directions and takes the lower of two minima in A. */
gboolean
ipl_attention_line_fill (IplAttentionModel *model, const double *end, double *F,
                         GCancellable *cancellable, GError **error)
{
  const guint n = IPL_ATTENTION_LINE_POINTS;
  g_autofree double *w = ipl_try_new0 (double, model->n, what, error);
  IplSaddle *saddle = NULL;
  double zero, value;
  gboolean ok
      = w != NULL && ipl_attention_free_energy (model, w, &saddle, &zero, NULL, cancellable, error);

  g_clear_pointer (&saddle, ipl_saddle_free);
  for (guint k = 0; ok && k < 2 * n; k++)
    {
      guint point = k < n ? k : 2 * n - 1 - k;
      double x = ipl_attention_line_position (point);

      for (gsize i = 0; i < model->n; i++)
        w[i] = x * end[i];
      ok = evaluate (model, w, &saddle, &value, cancellable, error);
      F[point] = k < n ? value - zero : fmin (value - zero, F[point]);
    }
  ipl_saddle_free (saddle);
  return ok;
}

/* The ends of the line are no minima. */
static gboolean
is_minimum (guint n, const double *F, guint i)
{
  return i > 0 && i + 1 < n && isfinite (F[i]) && !(F[i - 1] <= F[i]) && !(F[i + 1] <= F[i]);
}

double
ipl_attention_line_barrier (guint n, const double *F)
{
  guint deepest = n, second = n;
  double top = -INFINITY;

  for (guint i = 0; i < n; i++)
    if (is_minimum (n, F, i) && (deepest == n || F[i] < F[deepest]))
      {
        second = deepest;
        deepest = i;
      }
    else if (is_minimum (n, F, i) && (second == n || F[i] < F[second]))
      second = i;
  if (second == n)
    return NAN;
  for (guint i = MIN (deepest, second); i <= MAX (deepest, second); i++)
    top = isfinite (F[i]) ? MAX (top, F[i]) : INFINITY;
  return isfinite (top) ? top - F[second] : NAN;
}
