/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "attention/plain-network.h"

#include <math.h>
#include <string.h>

void
plain_network_init (PlainNetwork *self, const PlainShape *shape, const IplCase *the_case,
                    const IplAttentionModel *model)
{
  const guint *N = shape->N;

  *self = (PlainNetwork){ .shape = shape, .the_case = the_case };
  self->s_w = sqrt (model->prior.variance);
  self->temperature = model->setting.temperature;
  self->s_a = sqrt (model->setting.variances[shape->L + 1]);
  for (guint l = 0; l < shape->L; l++)
    {
      self->W[l] = self->n;
      self->n += shape->H[l] * PLAIN_N0 * PLAIN_N0;
    }
  self->V0 = self->n;
  self->n += N[0] * PLAIN_N0;
  for (guint l = 0; l < shape->L; l++)
    {
      self->V[l] = self->n;
      self->n += shape->H[l] * N[l + 1] * N[l];
    }
  self->a = self->n;
  self->n += N[shape->L];
  g_assert_cmpuint (self->n, <=, PLAIN_MOST_WEIGHTS);
}

void
plain_attend (IplAttentionRule rule, const double *x, const double *W, double scale,
              double O[PLAIN_T][PLAIN_T])
{
  for (guint t = 0; t < PLAIN_T; t++)
    {
      double sum = 0;

      for (guint s = 0; s < PLAIN_T; s++)
        {
          double logit = 0;

          for (guint i = 0; i < PLAIN_N0; i++)
            for (guint j = 0; j < PLAIN_N0; j++)
              logit += x[s * PLAIN_N0 + i] * scale * W[i * PLAIN_N0 + j] * x[t * PLAIN_N0 + j];
          O[s][t] = rule == IPL_ATTENTION_LINEAR ? logit / PLAIN_T : exp (logit);
          sum += O[s][t];
        }
      for (guint s = 0; s < PLAIN_T && rule == IPL_ATTENTION_SOFTMAX; s++)
        O[s][t] /= sum;
    }
}

/* Adds the slope in W from that in O. */
static void
pull_attention (IplAttentionRule rule, const double *x, double O[PLAIN_T][PLAIN_T],
                double dO[PLAIN_T][PLAIN_T], double scale, double *dW)
{
  for (guint t = 0; t < PLAIN_T; t++)
    {
      double mean = 0;

      for (guint s = 0; s < PLAIN_T; s++)
        mean += O[s][t] * dO[s][t];
      for (guint s = 0; s < PLAIN_T; s++)
        {
          double slope
              = rule == IPL_ATTENTION_LINEAR ? dO[s][t] / PLAIN_T : O[s][t] * (dO[s][t] - mean);

          for (guint i = 0; i < PLAIN_N0; i++)
            for (guint j = 0; j < PLAIN_N0; j++)
              dW[i * PLAIN_N0 + j] += slope * scale * x[s * PLAIN_N0 + i] * x[t * PLAIN_N0 + j];
        }
    }
}

/* One sequence on its way to the output. */
typedef struct
{
  double O[PLAIN_MOST_L][PLAIN_MOST_H][PLAIN_T][PLAIN_T];
  double z[PLAIN_MOST_L + 1][PLAIN_T][PLAIN_MOST_N]; /* after layer l */
  /* sum_s O_st z_s, the input of V^(l,h) */
  double mixed[PLAIN_MOST_L][PLAIN_MOST_H][PLAIN_T][PLAIN_MOST_N];
} Pass;

static double
forward (const PlainNetwork *self, const double *theta, const double *x, Pass *pass)
{
  const PlainShape *shape = self->shape;
  const guint *N = shape->N;
  double f = 0;

  memset (pass, 0, sizeof *pass);
  for (guint t = 0; t < PLAIN_T; t++)
    for (guint i = 0; i < N[0]; i++)
      for (guint j = 0; j < PLAIN_N0; j++)
        pass->z[0][t][i]
            += theta[self->V0 + i * PLAIN_N0 + j] * x[t * PLAIN_N0 + j] / sqrt (PLAIN_N0);
  for (guint l = 0; l < shape->L; l++)
    for (guint h = 0; h < shape->H[l]; h++)
      {
        const double *V = theta + self->V[l] + h * N[l + 1] * N[l];

        plain_attend (shape->rule, x, theta + self->W[l] + h * PLAIN_N0 * PLAIN_N0, self->s_w,
                      pass->O[l][h]);
        for (guint t = 0; t < PLAIN_T; t++)
          {
            for (guint s = 0; s < PLAIN_T; s++)
              for (guint j = 0; j < N[l]; j++)
                pass->mixed[l][h][t][j] += pass->O[l][h][s][t] * pass->z[l][s][j];
            for (guint i = 0; i < N[l + 1]; i++)
              for (guint j = 0; j < N[l]; j++)
                pass->z[l + 1][t][i]
                    += V[i * N[l] + j] * pass->mixed[l][h][t][j] / sqrt (N[l] * shape->H[l]);
          }
      }
  for (guint i = 0; i < N[shape->L]; i++)
    f += self->s_a * theta[self->a + i] * pass->z[shape->L][PLAIN_T - 1][i] / sqrt (N[shape->L]);
  return f;
}

/* Adds the slope of @error f in all weights. */
static void
backward (const PlainNetwork *self, const double *theta, const double *x, Pass *pass, double error,
          double *gradient)
{
  const PlainShape *shape = self->shape;
  const guint *N = shape->N;
  double dz[PLAIN_MOST_L + 1][PLAIN_T][PLAIN_MOST_N] = { 0 };

  for (guint i = 0; i < N[shape->L]; i++)
    {
      double scale = error * self->s_a / sqrt (N[shape->L]);

      gradient[self->a + i] += scale * pass->z[shape->L][PLAIN_T - 1][i];
      dz[shape->L][PLAIN_T - 1][i] = scale * theta[self->a + i];
    }
  for (guint l = shape->L; l-- > 0;)
    for (guint h = 0; h < shape->H[l]; h++)
      {
        guint at = self->V[l] + h * N[l + 1] * N[l];
        double dO[PLAIN_T][PLAIN_T] = { 0 }, scale = 1 / sqrt (N[l] * shape->H[l]);

        for (guint t = 0; t < PLAIN_T; t++)
          for (guint j = 0; j < N[l]; j++)
            {
              double slope = 0;

              for (guint i = 0; i < N[l + 1]; i++)
                {
                  gradient[at + i * N[l] + j] += scale * dz[l + 1][t][i] * pass->mixed[l][h][t][j];
                  slope += scale * dz[l + 1][t][i] * theta[at + i * N[l] + j];
                }
              for (guint s = 0; s < PLAIN_T; s++)
                {
                  dO[s][t] += slope * pass->z[l][s][j];
                  dz[l][s][j] += slope * pass->O[l][h][s][t];
                }
            }
        pull_attention (shape->rule, x, pass->O[l][h], dO, self->s_w,
                        gradient + self->W[l] + h * PLAIN_N0 * PLAIN_N0);
      }
  for (guint t = 0; t < PLAIN_T; t++)
    for (guint i = 0; i < N[0]; i++)
      for (guint j = 0; j < PLAIN_N0; j++)
        gradient[self->V0 + i * PLAIN_N0 + j]
            += dz[0][t][i] * x[t * PLAIN_N0 + j] / sqrt (PLAIN_N0);
}

double
plain_network_potential (const PlainNetwork *self, const double *theta, double *gradient)
{
  double value = 0;

  for (guint i = 0; i < self->n; i++)
    {
      value += 0.5 * theta[i] * theta[i];
      gradient[i] = theta[i];
    }
  for (guint m = 0; m < PLAIN_P; m++)
    {
      const double *x = self->the_case->train.x + m * PLAIN_T * PLAIN_N0;
      Pass pass;
      double off = forward (self, theta, x, &pass) - self->the_case->train.y[m];

      value += off * off / (2 * self->temperature);
      backward (self, theta, x, &pass, off / self->temperature, gradient);
    }
  return value;
}

/* alpha: [paths][T], the share of every token in what a path has at the last one. */
static guint
fill_alpha (const PlainNetwork *self, const double *w, double scale, const guint *H,
            const double *x, double alpha[PLAIN_MOST_H * PLAIN_MOST_H][PLAIN_T])
{
  const PlainShape *shape = self->shape;
  double O[PLAIN_MOST_L][PLAIN_MOST_H][PLAIN_T][PLAIN_T];
  const double *W = w;

  for (guint l = 0; l < shape->L; l++)
    for (guint h = 0; h < shape->H[l]; h++, W += PLAIN_N0 * PLAIN_N0)
      plain_attend (shape->rule, x, W, scale, O[l][h]);
  for (guint h = 0; h < H[0]; h++)
    for (guint k = 0; k < (shape->L > 1 ? H[1] : 1); k++)
      for (guint s = 0; s < PLAIN_T; s++)
        {
          double *to = &alpha[h * (shape->L > 1 ? H[1] : 1) + k][s];

          *to = shape->L > 1 ? 0 : O[0][h][s][PLAIN_T - 1];
          for (guint t = 0; t < PLAIN_T && shape->L > 1; t++)
            *to += O[0][h][s][t] * O[1][k][t][PLAIN_T - 1];
        }
  return H[0] * (shape->L > 1 ? H[1] : 1);
}

double
plain_network_order (const PlainNetwork *self, const double *w, double scale)
{
  const PlainShape *shape = self->shape;
  const guint ones[] = { 1, 1 };
  double product[PLAIN_MOST_H * PLAIN_MOST_H] = { 0 }, own_w[PLAIN_MOST_WEIGHTS];
  double square = 0, most = 0;
  PlainShape softmax = *shape;
  PlainNetwork own = *self;
  guint n = 0;

  softmax.rule = IPL_ATTENTION_SOFTMAX;
  own.shape = &softmax;
  for (guint l = 0; l < shape->L; l++)
    for (guint i = 0; i < shape->H[l] * PLAIN_N0 * PLAIN_N0; i++)
      own_w[n++] = self->the_case->weights[l].combined[i];
  for (guint m = 0; m < PLAIN_P_TEST; m++)
    {
      const double *x = self->the_case->tests[0].x + m * PLAIN_T * PLAIN_N0;
      double best[PLAIN_MOST_H * PLAIN_MOST_H][PLAIN_T],
          alpha[PLAIN_MOST_H * PLAIN_MOST_H][PLAIN_T];

      fill_alpha (&own, own_w, 1, ones, x, best);
      n = fill_alpha (self, w, scale, shape->H, x, alpha);
      for (guint s = 0; s < PLAIN_T; s++)
        {
          square += best[0][s] * best[0][s];
          for (guint p = 0; p < n; p++)
            product[p] += alpha[p][s] * best[0][s];
        }
    }
  for (guint p = 0; p < n; p++)
    most = MAX (most, fabs (product[p]) / square);
  return most;
}

/* U of the first path with itself and with the second, W_1 from the readout down. */
void
plain_network_U (const PlainNetwork *self, const double *theta, double *U_11, double *U_12)
{
  const PlainShape *shape = self->shape;
  const guint *N = shape->N;
  double W[PLAIN_MOST_L + 1][PLAIN_MOST_H * PLAIN_MOST_H][PLAIN_MOST_N] = { 0 };
  guint rest = 1;

  for (guint i = 0; i < N[shape->L]; i++)
    W[shape->L][0][i] = self->s_a * theta[self->a + i];
  for (guint l = shape->L; l-- > 0; rest *= shape->H[l])
    for (guint h = 0; h < shape->H[l]; h++)
      for (guint r = 0; r < rest; r++)
        for (guint j = 0; j < N[l]; j++)
          for (guint i = 0; i < N[l + 1]; i++)
            W[l][h * rest + r][j] += W[l + 1][r][i]
                                     * theta[self->V[l] + (h * N[l + 1] + i) * N[l] + j]
                                     / sqrt (N[l + 1]);
  *U_11 = *U_12 = 0;
  for (guint j = 0; j < N[0]; j++)
    {
      *U_11 += W[0][0][j] * W[0][0][j] / N[0];
      *U_12 += W[0][0][j] * W[0][MIN (1, rest - 1)][j] / N[0];
    }
}
