/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Even pairs by gradient descent (Huang, Liang and Yang, arXiv:2505.00926): attention first, then
 * the linear layer in the direction of the largest margin (THEORY.md section 7.8). */
#include "core/dynamics/even-pairs-dynamics.h"

#include <math.h>
#include <string.h>

#include "core/base/units.h"

#define MAX_LENGTH IPL_EVEN_PAIRS_MAX_LENGTH
#define MAX_FEATURES (2 * MAX_LENGTH)

/* Moments are spaced by a factor. */
#define MOMENTS 160

/* Sweeps of the dual problem of the largest margin, and its relative accuracy. */
#define MARGIN_SWEEPS 2000
#define MARGIN_TOLERANCE 1e-6

/* Slopes are fitted over the last tenth of the steps. */
#define FITTED_FROM 0.9

/* The features are E^w_l, one for each symbol w at each position l: number 2 l + w. */
typedef struct
{
  const IplEvenPairsDynamics *parameters;
  gsize d; /* features, 2 per position */
  gsize n; /* sequences of all lengths */
  double u[MAX_FEATURES];
  double W[MAX_FEATURES * MAX_FEATURES]; /* [key x query] logits of attention */
  double *z;                             /* [n x d] sequences as attention weighs their tokens */
  double *y;                             /* [n] labels */
  double *alpha;                         /* [n] dual variables of the largest margin */
} Model;

static void
model_clear (Model *self)
{
  g_free (self->z);
  g_free (self->y);
  g_free (self->alpha);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Model, model_clear)

static void
model_init (Model *self, const IplEvenPairsDynamics *parameters)
{
  self->parameters = parameters;
  self->d = 2 * (gsize)parameters->length;
  self->n = ((gsize)2 << parameters->length) - 2;
  self->z = g_new0 (double, self->n *self->d);
  self->y = g_new0 (double, self->n);
  self->alpha = g_new0 (double, self->n);
}

/* Feature of token @l of the sequence whose bits are @bits. */
static gsize
feature (gsize bits, guint l)
{
  return 2 * l + ((bits >> l) & 1);
}

/* Attention of the last token of a sequence of @length. */
static void
attend (const Model *self, gsize bits, guint length, double *phi)
{
  gsize query = feature (bits, length - 1);
  double largest = -INFINITY, sum = 0;

  for (guint l = 0; l < length; l++)
    {
      phi[l] = self->W[feature (bits, l) * self->d + query];
      largest = MAX (largest, phi[l]);
    }
  for (guint l = 0; l < length; l++)
    sum += phi[l] = exp (phi[l] - largest);
  for (guint l = 0; l < length; l++)
    phi[l] /= sum;
}

/* The numbers of a step. */
typedef struct
{
  double loss;            /* mean over the sequences of a length, summed over lengths */
  gsize n_right;          /* sequences whose class is right */
  double first_equal;     /* attention on the first token of the longest sequences, if it equals the
                             last symbol */
  double first_unequal;   /* and if it differs */
  double u[MAX_FEATURES]; /* gradients */
  double W[MAX_FEATURES * MAX_FEATURES];
} Step;

/* Adds a sequence: T = sum_l phi_l u_l, loss log (1 + exp (-y T)). */
static void
add_sequence (Model *self, gsize index, gsize bits, guint length, Step *step)
{
  double phi[MAX_LENGTH], T = 0, share = 1 / (double)((gsize)1 << length), slope;
  gsize query = feature (bits, length - 1);
  gboolean equal = (bits & 1) == ((bits >> (length - 1)) & 1);
  double y = equal ? 1 : -1, *z = self->z + index * self->d;

  attend (self, bits, length, phi);
  memset (z, 0, self->d * sizeof (double));
  for (guint l = 0; l < length; l++)
    {
      z[feature (bits, l)] = phi[l];
      T += phi[l] * self->u[feature (bits, l)];
    }
  self->y[index] = y;
  slope = -y / (1 + exp (y * T)) * share;
  step->loss += share * (y * T > 0 ? log1p (exp (-y * T)) : log1p (exp (y * T)) - y * T);
  step->n_right += y * T > 0;
  if (length == self->parameters->length)
    *(equal ? &step->first_equal : &step->first_unequal) += 2 * share * phi[0];
  for (guint l = 0; l < length; l++)
    {
      gsize key = feature (bits, l);

      step->u[key] += slope * phi[l];
      step->W[key * self->d + query] += slope * phi[l] * (self->u[key] - T);
    }
}

static void
fill_step (Model *self, Step *step)
{
  gsize index = 0;

  *step = (Step){ 0 };
  for (guint length = 1; length <= self->parameters->length; length++)
    for (gsize bits = 0; bits < (gsize)1 << length; bits++)
      add_sequence (self, index++, bits, length, step);
}

static double
norm (const double *x, gsize n)
{
  double sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sqrt (sum);
}

/* The cosine of u with the direction of the largest margin at the present attention, w = sum_i
 * alpha_i y_i z_i, by coordinate ascent of the dual; NaN if the sequences are not separable. */
static double
margin_cosine (Model *self, double *w)
{
  double inner = 0, largest = 0;

  memset (w, 0, self->d * sizeof (double));
  for (gsize i = 0; i < self->n; i++)
    for (gsize k = 0; k < self->d; k++)
      w[k] += self->alpha[i] * self->y[i] * self->z[i * self->d + k];
  for (guint sweep = 0; sweep < MARGIN_SWEEPS; sweep++)
    {
      largest = 0;
      for (gsize i = 0; i < self->n; i++)
        {
          const double *z = self->z + i * self->d;
          double margin = 0, square = 0, change;

          for (gsize k = 0; k < self->d; k++)
            {
              margin += self->y[i] * w[k] * z[k];
              square += z[k] * z[k];
            }
          change = MAX (-self->alpha[i], (1 - margin) / square);
          largest = MAX (largest, fabs (change) * square);
          self->alpha[i] += change;
          for (gsize k = 0; k < self->d; k++)
            w[k] += change * self->y[i] * z[k];
        }
      if (largest < MARGIN_TOLERANCE)
        break;
    }
  for (gsize k = 0; k < self->d; k++)
    inner += self->u[k] * w[k];
  return largest < 1e-2 ? inner / (norm (self->u, self->d) * norm (w, self->d)) : NAN;
}

const IplRecordedArray ipl_even_pairs_recorded[] = {
  { "loss", "" },
  { "accuracy", "" },
  { "norm_u", "", .words = "norm of the linear layer" },
  { "norm_W", "", .words = "norm of attention logits" },
  { "first_equal", "", .words = "attention on an equal first token" },
  { "first_unequal", "", .words = "attention on an unequal first token" },
  { "margin_cosine", "", .words = "cosine with the largest margin" },
  { "loss_slope", "", .is_constant = TRUE, .words = "slope of log loss" },
  { "norm_slope", "", .is_constant = TRUE, .words = "slope of the linear layer's norm" },
  { "theorem_loss_slope", "", .is_constant = TRUE, .words = "slope of log loss by the theorem" },
  { NULL },
};

static gboolean
record (IplTrajectory *trajectory, Model *self, guint at, const Step *step, GError **error)
{
  double w[MAX_FEATURES];

  if (!ipl_trajectory_append (trajectory, at, error))
    return FALSE;
  *ipl_trajectory_edit (trajectory, "loss") = step->loss;
  *ipl_trajectory_edit (trajectory, "accuracy") = (double)step->n_right / (double)self->n;
  *ipl_trajectory_edit (trajectory, "norm_u") = norm (self->u, self->d);
  *ipl_trajectory_edit (trajectory, "norm_W") = norm (self->W, self->d * self->d);
  *ipl_trajectory_edit (trajectory, "first_equal") = step->first_equal;
  *ipl_trajectory_edit (trajectory, "first_unequal") = step->first_unequal;
  *ipl_trajectory_edit (trajectory, "margin_cosine") = margin_cosine (self, w);
  return TRUE;
}

/* Sums of least squares of a value against log t. */
typedef struct
{
  double n, x, y, xx, xy;
} Fit;

static void
fit_add (Fit *self, double t, double value)
{
  double x = log (t);

  self->n++;
  self->x += x;
  self->y += value;
  self->xx += x * x;
  self->xy += x * value;
}

/* NAN of fewer than three points. */
static double
fit_slope (const Fit *self)
{
  return self->n > 2
             ? (self->n * self->xy - self->x * self->y) / (self->n * self->xx - self->x * self->x)
             : NAN;
}

/* From W = 0 and u = 0. Records after step 1, and then at steps spaced by a factor. */
IplTrajectory *
ipl_even_pairs_run (const IplEvenPairsDynamics *parameters, GCancellable *cancellable,
                    void (*progress) (double fraction, gpointer data), gpointer data,
                    GError **error)
{
  g_autoptr (IplTrajectory) trajectory = ipl_trajectory_new (IPL_CLOCK_STEPS);
  g_auto (Model) model = { NULL };
  double factor = pow (parameters->steps, 1.0 / MOMENTS), next = 1, slopes[2];
  const double theorem = -1;
  Fit loss = { 0 }, norm_u = { 0 };
  Step step;

  ipl_trajectory_add_recorded (trajectory, ipl_even_pairs_recorded, "", NULL);
  model_init (&model, parameters);
  for (guint t = 0;; t++)
    {
      fill_step (&model, &step);
      if (t > 0 && t >= FITTED_FROM * parameters->steps)
        {
          fit_add (&loss, t, log (step.loss));
          fit_add (&norm_u, t, norm (model.u, model.d));
        }
      if (t > 0 && (t >= next || t == parameters->steps))
        {
          if (!record (trajectory, &model, t, &step, error)
              || g_cancellable_set_error_if_cancelled (cancellable, error))
            return NULL;
          if (progress != NULL)
            progress (t / (double)parameters->steps, data);
          next = MAX (next * factor, t + 1);
        }
      else if (t % 1000 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (t == parameters->steps)
        break;
      for (gsize k = 0; k < model.d; k++)
        model.u[k] -= parameters->rate * step.u[k];
      for (gsize k = 0; k < model.d * model.d; k++)
        model.W[k] -= parameters->rate * parameters->attention_rate * step.W[k];
    }
  slopes[0] = fit_slope (&loss);
  slopes[1] = fit_slope (&norm_u);
  if (!ipl_trajectory_add_constant (trajectory, "loss_slope", 0, NULL, &slopes[0], error)
      || !ipl_trajectory_add_constant (trajectory, "norm_slope", 0, NULL, &slopes[1], error)
      || !ipl_trajectory_add_constant (trajectory, "theorem_loss_slope", 0, NULL, &theorem, error))
    return NULL;
  return g_steal_pointer (&trajectory);
}
