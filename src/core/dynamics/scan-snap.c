/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scan and snap (Tian, Wang, Chen and Du, arXiv:2305.16380): attention moves to the tokens that
 * predict the next token, until the decoder has learned them (THEORY.md section 7.10). */
#include "core/dynamics/scan-snap.h"

#include <math.h>
#include <string.h>

#include "core/base/random-stream.h"
#include "core/base/units.h"

/* The first steps are all recorded; later moments have a constant ratio. */
#define FIRST_MOMENTS 100
#define LATER_MOMENTS 100

/* A model: normalized as in the paper, or with unnormalized attention, as in JoMA. */
typedef struct
{
  gboolean normalized;
  double *Y, *Y_speed, *Y_gradient; /* [context x M] logits of the decoder */
  double *Z, *Z_speed, *Z_gradient; /* [last x context] logits of attention */
  double loss;
} Layer;

typedef struct
{
  const IplScanSnap *parameters;
  gsize F;       /* next tokens in all */
  gsize T;       /* context tokens of a next token */
  gsize context; /* context tokens of all next tokens */
  gsize M;       /* all tokens */
  double *P;     /* [T] their frequencies: common tokens, then a next token's own */
  double *sum;   /* [T] cumulated */
  Layer layers[2];
  /* of one sequence */
  double *w; /* [T] frequency of each context token */
  double *h; /* [T] attention, normalized */
  double *g; /* [T] gradient of minus the loss by @h */
  double *e; /* [M] gradient of minus the loss by the decoder's output */
} Model;

static void
layer_init (Layer *self, const Model *model, gboolean normalized)
{
  gsize Y = model->context * model->M, Z = model->parameters->last_tokens * model->context;

  self->normalized = normalized;
  self->Y = g_new0 (double, 3 * Y);
  self->Y_speed = self->Y + Y;
  self->Y_gradient = self->Y_speed + Y;
  self->Z = g_new0 (double, 3 * Z);
  self->Z_speed = self->Z + Z;
  self->Z_gradient = self->Z_speed + Z;
}

static void
model_clear (Model *self)
{
  for (guint i = 0; i < 2; i++)
    {
      g_free (self->layers[i].Y);
      g_free (self->layers[i].Z);
    }
  g_free (self->P);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Model, model_clear)

/* Frequencies of distinct tokens rise in equal steps to that of a common one. */
static void
fill_frequencies (Model *self)
{
  guint C = self->parameters->common, D = self->parameters->distinct;
  double least = self->parameters->least, total = 0;

  for (gsize t = 0; t < self->T; t++)
    {
      self->P[t] = t < C || D == 1 ? 1 : least + (1 - least) * (double)(t - C) / (D - 1);
      total += self->P[t];
      self->sum[t] = total;
    }
  for (gsize t = 0; t < self->T; t++)
    {
      self->P[t] /= total;
      self->sum[t] /= total;
    }
}

/* All tokens: those of contexts, last tokens, next tokens. */
guint
ipl_scan_snap_vocabulary (const IplScanSnap *self)
{
  guint F = self->last_tokens * self->next_tokens;

  return self->common + self->distinct * F + self->last_tokens + F;
}

static void
model_init (Model *self, const IplScanSnap *parameters)
{
  self->parameters = parameters;
  self->F = (gsize)parameters->last_tokens * parameters->next_tokens;
  self->T = (gsize)parameters->common + parameters->distinct;
  self->context = parameters->common + parameters->distinct * self->F;
  self->M = ipl_scan_snap_vocabulary (parameters);
  self->P = g_new0 (double, 5 * self->T + self->M);
  self->sum = self->P + self->T;
  self->w = self->sum + self->T;
  self->h = self->w + self->T;
  self->g = self->h + self->T;
  self->e = self->g + self->T;
  fill_frequencies (self);
  for (guint i = 0; i < 2; i++)
    layer_init (&self->layers[i], self, i == 0);
}

/* The token of contexts that is number @t of those before next token @f. */
static gsize
token (const Model *self, gsize f, gsize t)
{
  return t < self->parameters->common ? t : t + f * self->parameters->distinct;
}

static double *
logits (const Model *self, const Layer *layer, gsize f)
{
  return layer->Z + f / self->parameters->next_tokens * self->context;
}

/* Attention on tokens that occur @w times: c_t = w_t e^{z_t} / sum. */
static void
attend (const Model *self, const Layer *layer, gsize f, const double *w, double *c)
{
  const double *z = logits (self, layer, f);
  double largest = -INFINITY, sum = 0;

  for (gsize t = 0; t < self->T; t++)
    largest = MAX (largest, w[t] > 0 ? z[token (self, f, t)] : largest);
  for (gsize t = 0; t < self->T; t++)
    sum += c[t] = w[t] > 0 ? w[t] * exp (z[token (self, f, t)] - largest) : 0;
  for (gsize t = 0; t < self->T; t++)
    c[t] /= sum;
}

/* Decodes h: e = e_f - softmax (Y^T h). Returns the loss. */
static double
decode (Model *self, const Layer *layer, gsize f)
{
  gsize M = self->M, target = M - self->F + f;
  double largest = -INFINITY, sum = 0, loss;

  memset (self->e, 0, M * sizeof (double));
  for (gsize t = 0; t < self->T; t++)
    for (gsize v = 0; v < M && self->h[t] > 0; v++)
      self->e[v] += self->h[t] * layer->Y[token (self, f, t) * M + v];
  for (gsize v = 0; v < M; v++)
    largest = MAX (largest, self->e[v]);
  loss = largest - self->e[target];
  for (gsize v = 0; v < M; v++)
    sum += self->e[v] = exp (self->e[v] - largest);
  for (gsize v = 0; v < M; v++)
    self->e[v] /= -sum;
  self->e[target] += 1;
  return loss + log (sum);
}

/* Adds the gradients of a sequence with tokens @self->w before next token @f. With h = c / |c|,
 * dh/dz_t = h_t (e_t - h_t h); with h = c it is c_t (e_t - c). */
static void
add_sequence (Model *self, Layer *layer, gsize f, double share)
{
  double *z = layer->Z_gradient + (logits (self, layer, f) - layer->Z), inner = 0, square = 0;

  attend (self, layer, f, self->w, self->h);
  for (gsize t = 0; t < self->T; t++)
    square += self->h[t] * self->h[t];
  for (gsize t = 0; t < self->T && layer->normalized; t++)
    self->h[t] /= sqrt (square);
  layer->loss += share * decode (self, layer, f);
  for (gsize t = 0; t < self->T; t++)
    {
      double *row = layer->Y_gradient + token (self, f, t) * self->M;
      const double *Y = layer->Y + token (self, f, t) * self->M;

      self->g[t] = 0;
      if (self->h[t] <= 0)
        continue;
      for (gsize v = 0; v < self->M; v++)
        {
          row[v] += share * self->h[t] * self->e[v];
          self->g[t] += Y[v] * self->e[v];
        }
      inner += self->h[t] * self->g[t];
    }
  for (gsize t = 0; t < self->T; t++)
    z[token (self, f, t)]
        += share * self->h[t] * (self->g[t] - (layer->normalized ? self->h[t] : 1) * inner);
}

static gsize
draw_token (const Model *self, gsl_rng *rng)
{
  double u = gsl_rng_uniform (rng);
  gsize low = 0, high = self->T - 1;

  while (low < high)
    {
      gsize middle = (low + high) / 2;

      if (u < self->sum[middle])
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

/* The gradients of a step: of its sequences, or of their expectation. */
static void
fill_gradients (Model *self, guint step)
{
  const IplScanSnap *p = self->parameters;
  IplRandomStream stream;

  ipl_random_stream_init (&stream, p->seed, IPL_STREAM_SCAN_SNAP, step);
  for (guint i = 0; i < 2; i++)
    {
      Layer *layer = &self->layers[i];

      memset (layer->Y_gradient, 0, self->context * self->M * sizeof (double));
      memset (layer->Z_gradient, 0, p->last_tokens * self->context * sizeof (double));
      layer->loss = 0;
    }
  for (gsize n = 0; n < (p->batch > 0 ? p->batch : self->F); n++)
    {
      gsize f = p->batch > 0 ? gsl_rng_uniform_int (&stream.rng, self->F) : n;

      memcpy (self->w, self->P, self->T * sizeof (double));
      if (p->batch > 0)
        memset (self->w, 0, self->T * sizeof (double));
      for (guint l = 0; l < p->length && p->batch > 0; l++)
        self->w[draw_token (self, &stream.rng)]++;
      for (guint i = 0; i < 2; i++)
        add_sequence (self, &self->layers[i], f, 1.0 / (p->batch > 0 ? p->batch : self->F));
    }
}

/* Descent with momentum: the gradient changes the velocity, which changes x. */
static void
move (double *x, double *speed, const double *gradient, gsize n, double momentum, double rate)
{
  for (gsize i = 0; i < n; i++)
    {
      speed[i] = momentum * speed[i] + gradient[i];
      x[i] += rate * speed[i];
    }
}

static void
descend (Model *self)
{
  const IplScanSnap *p = self->parameters;

  for (guint i = 0; i < 2; i++)
    {
      Layer *layer = &self->layers[i];

      move (layer->Y, layer->Y_speed, layer->Y_gradient, self->context * self->M, p->momentum,
            p->rate * p->ratio);
      move (layer->Z, layer->Z_speed, layer->Z_gradient, p->last_tokens * self->context,
            p->momentum, p->rate);
    }
}

const IplRecordedArray ipl_scan_snap_recorded[] = {
  { "loss", "" },
  { "attention", "ft", .words = "attention before each next token" },
  { "common", "", .words = "attention on common tokens" },
  { "distinct", "", .words = "attention on distinct tokens" },
  { "joma_distinct", "", .words = "attention on distinct tokens, by JoMA" },
  { "entropy", "", .words = "entropy of attention", .unit = IPL_NATS },
  { "gain", "g", .words = "growth of the relative gain" },
  { "growth", "", .words = "growth by the theorem" },
  { "growth_error", "", .words = "relative error of the theorem" },
  { "margin", "", .words = "logit of the next token over the rest" },
  { "theorem_margin", "", .words = "that logit by the theorem" },
  { "snap", "", .is_constant = TRUE,
    .words = "step at which the decoder has learned, by the theorem" },
  { "frequency", "t", .is_constant = TRUE, .words = "frequency of each token" },
  { "n_common", "", .is_constant = TRUE, .words = "number of common tokens" },
  { NULL },
};

/* Attention of every next token, in the limit of long sequences, and its means. */
static void
record_attention (IplTrajectory *trajectory, const Model *self)
{
  double *c = ipl_trajectory_edit (trajectory, "attention"), share = 1 / (double)self->F;
  double *common = ipl_trajectory_edit (trajectory, "common");
  double *distinct = ipl_trajectory_edit (trajectory, "distinct");
  double *joma = ipl_trajectory_edit (trajectory, "joma_distinct");
  double *entropy = ipl_trajectory_edit (trajectory, "entropy");

  *common = *distinct = *joma = *entropy = 0;
  for (gsize f = 0; f < self->F; f++, c += self->T)
    {
      attend (self, &self->layers[0], f, self->P, c);
      attend (self, &self->layers[1], f, self->P, self->h);
      for (gsize t = 0; t < self->T; t++)
        {
          *(t < self->parameters->common ? common : distinct) += share * c[t];
          *joma += t < self->parameters->common ? 0 : share * self->h[t];
          *entropy -= c[t] > 0 ? share * c[t] * log (c[t]) : 0;
        }
    }
}

/* The relative gain r = c_l^2 / c_l'^2 - 1 of the most frequent distinct token l over each other
 * l', over that at the start, and e^{2 z_l}, its value by the theorem; means over next tokens. */
static void
record_gain (IplTrajectory *trajectory, const Model *self)
{
  gsize last = self->T - 1, C = self->parameters->common, D = self->parameters->distinct;
  const double *c = ipl_trajectory_get (trajectory, "attention", trajectory->S - 1);
  double *gain = ipl_trajectory_edit (trajectory, "gain"), growth = 0, error = 0;

  for (gsize f = 0; f < self->F; f++)
    growth += exp (2 * logits (self, &self->layers[0], f)[token (self, f, last)]);
  growth /= (double)self->F;
  for (gsize t = C; t < last; t++)
    {
      double first = self->P[last] / self->P[t], *value = &gain[t - C];

      *value = 0;
      for (gsize f = 0; f < self->F; f++)
        {
          double now = c[f * self->T + last] / c[f * self->T + t];

          *value += (now * now - 1) / (first * first - 1) / (double)self->F;
        }
      error = MAX (error, fabs (*value / growth - 1));
    }
  *ipl_trajectory_edit (trajectory, "growth") = growth;
  *ipl_trajectory_edit (trajectory, "growth_error") = D > 1 ? error : NAN;
}

/* The logit of the next token over the mean of all others, in the limit of long sequences. */
static double
measure_margin (Model *self)
{
  const Layer *layer = &self->layers[0];
  double margin = 0;

  for (gsize f = 0; f < self->F; f++)
    {
      gsize target = self->M - self->F + f;
      double square = 0, own = 0, all = 0;

      attend (self, layer, f, self->P, self->h);
      for (gsize t = 0; t < self->T; t++)
        {
          const double *Y = layer->Y + token (self, f, t) * self->M;

          square += self->h[t] * self->h[t];
          own += self->h[t] * Y[target];
          for (gsize v = 0; v < self->M; v++)
            all += self->h[t] * Y[v];
        }
      margin += (own - (all - own) / (double)(self->M - 1)) / sqrt (square) / (double)self->F;
    }
  return margin;
}

/* Displacement by a constant gradient after @step steps, in learning rates, including the
 * build-up of momentum. */
static double
elapsed (const IplScanSnap *self, double step)
{
  double m = self->momentum;

  return (step - m * (1 - pow (m, step)) / (1 - m)) / (1 - m);
}

/* u of (M - 1) u + e^u - 1 = s: the logit of the next token over the others of a decoder that sees
 * one direction for each next token. */
static double
solve_margin (double M, double s)
{
  double u = MIN (s / M, log1p (s));

  for (guint i = 0; i < 60; i++)
    u -= ((M - 1) * u + expm1 (u) - s) / (M - 1 + exp (u));
  return u;
}

double
ipl_scan_snap_decoder_margin (const IplScanSnap *self, double step)
{
  double M = ipl_scan_snap_vocabulary (self), F = self->last_tokens * self->next_tokens;

  return solve_margin (M, self->rate * self->ratio * M / F * elapsed (self, step));
}

/* The step at which that decoder gives the next token half of all probability, e^u = M - 1: about
 * K ln M over the decoder's learning rate, K next tokens in all. */
double
ipl_scan_snap_time (const IplScanSnap *self)
{
  double M = ipl_scan_snap_vocabulary (self), F = self->last_tokens * self->next_tokens;
  double until = ((M - 1) * log (M - 1) + M - 2) * F / (M * self->rate * self->ratio);
  double low = 0, high = until + 1;

  for (guint i = 0; i < 200; i++)
    {
      double middle = (low + high) / 2;

      *(elapsed (self, middle) < until ? &low : &high) = middle;
    }
  return high;
}

static gboolean
record (IplTrajectory *trajectory, Model *self, guint at, GError **error)
{
  if (!ipl_trajectory_append (trajectory, at, error))
    return FALSE;
  *ipl_trajectory_edit (trajectory, "loss") = self->layers[0].loss;
  *ipl_trajectory_edit (trajectory, "margin") = measure_margin (self);
  *ipl_trajectory_edit (trajectory, "theorem_margin")
      = ipl_scan_snap_decoder_margin (self->parameters, at);
  record_attention (trajectory, self);
  record_gain (trajectory, self);
  return TRUE;
}

static gboolean
add_constants (IplTrajectory *self, const Model *model, GError **error)
{
  double snap = ipl_scan_snap_time (model->parameters), common = model->parameters->common;

  return ipl_trajectory_add_constant (self, "snap", 0, NULL, &snap, error)
         && ipl_trajectory_add_constant (self, "frequency", 1, &model->T, model->P, error)
         && ipl_trajectory_add_constant (self, "n_common", 0, NULL, &common, error);
}

/* From Y = 0 and Z = 0. Records from step 1 on. */
IplTrajectory *
ipl_scan_snap_run (const IplScanSnap *parameters, const IplWork *work, GError **error)
{
  g_autoptr (IplTrajectory) trajectory = ipl_trajectory_new (IPL_CLOCK_STEPS);
  g_auto (Model) model = { NULL };
  double factor = pow (MAX ((double)parameters->steps / FIRST_MOMENTS, 1), 1.0 / LATER_MOMENTS);
  double next = 1;

  model_init (&model, parameters);
  ipl_trajectory_add_recorded (trajectory, ipl_scan_snap_recorded, "ftg",
                               (gsize[]){ model.F, model.T, MAX (parameters->distinct, 2) - 1 });
  if (!add_constants (trajectory, &model, error))
    return NULL;
  for (guint t = 0;; t++)
    {
      fill_gradients (&model, t);
      if (t > 0 && (t >= next || t == parameters->steps))
        {
          if (!record (trajectory, &model, t, error))
            return NULL;
          ipl_work_progress (work, t / (double)parameters->steps, -1.0, "Learning next tokens");
          next = t < FIRST_MOMENTS ? t + 1 : MAX (next * factor, t + 1);
        }
      if (g_cancellable_set_error_if_cancelled (ipl_work_cancellable (work), error))
        return NULL;
      if (t == parameters->steps)
        return g_steal_pointer (&trajectory);
      descend (&model);
    }
}
