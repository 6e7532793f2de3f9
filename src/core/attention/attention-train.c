/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Networks trained by Adam and by Langevin dynamics at one P (THEORY.md section 19.6). */
#include "core/attention/attention-scan-private.h"

#include <math.h>
#include <string.h>

#include "core/attention/attention-network.h"
#include "core/base/memory.h"
#include "core/base/random-stream.h"
#include "core/base/random.h"
#include "core/training/adam.h"

#define LEARNING_RATE 0.01
/* The share of Langevin steps in which their length adapts. */
#define ADAPTING 0.3

static const char what[] = "The networks that are trained";

/* A draw of the prior. */
static void
draw_start (const IplAttentionNetwork *network, guint64 seed, guint64 index, double *theta)
{
  IplRandomStream stream;

  ipl_random_stream_init (&stream, seed, IPL_STREAM_ATTENTION_NETWORKS, index);
  for (gsize i = 0; i < network->n; i++)
    theta[i] = ipl_random_gaussian (&stream.rng);
}

/* By Adam on the squared error alone, the rate falling to 0: with the prior as weight decay the
 * most probable network of all weights is the one that is 0. */
static gboolean
train_by_adam (const IplAttentionScan *self, IplAttentionNetwork *network, double *theta,
               GError **error)
{
  const IplAdamConfig config
      = { .learning_rate = LEARNING_RATE, .beta1 = 0.9, .beta2 = 0.999, .epsilon = 1e-8 };
  gsize n = network->n;
  double *gradient;
  float *parameters, *slope;
  g_autofree double *space = ipl_try_parts (what, error, { &gradient, (double)n },
                                            { &parameters, (double)n, sizeof (float) },
                                            { &slope, (double)n, sizeof (float) });
  IplAdam adam = { .n = 0 };
  gboolean ok = space != NULL && ipl_adam_alloc (&adam, &config, n, 1, error);

  if (ok)
    adam.tensors[0] = (IplAdamTensor){ .size = n, .rate = 1, .fan_in = 1 };
  for (gsize i = 0; ok && i < n; i++)
    parameters[i] = (float)theta[i];
  for (guint k = 0; ok && k < self->plan->steps; k++)
    {
      double rate = LEARNING_RATE * (1 - (double)k / self->plan->steps);

      ok = isfinite (
          ipl_attention_network_evaluate (network, theta, gradient, self->either, error));
      for (gsize i = 0; ok && i < n; i++)
        slope[i] = (float)(gradient[i] - theta[i]);
      if (ok)
        ipl_adam_step (&adam, k + 1, rate, slope, parameters, 1);
      for (gsize i = 0; ok && i < n; i++)
        theta[i] = parameters[i];
    }
  ipl_adam_clear (&adam);
  return ok;
}

static gboolean
train_by_langevin (const IplAttentionScan *self, IplAttentionNetwork *network, guint64 index,
                   double *theta, GError **error)
{
  g_auto (IplAttentionLangevin) langevin = { .space = NULL };
  IplRandomStream stream;

  ipl_random_stream_init (&stream, self->plan->seed, IPL_STREAM_ATTENTION_NOISE, index);
  if (!ipl_attention_langevin_init (&langevin, network, theta, &stream.rng, error))
    return FALSE;
  for (guint k = 0; k < self->plan->steps; k++)
    {
      langevin.adapts = k < ADAPTING * self->plan->steps;
      if (!ipl_attention_langevin_step (&langevin, self->either, error))
        return FALSE;
    }
  memcpy (theta, langevin.theta, network->n * sizeof *theta);
  return TRUE;
}

gboolean
ipl_attention_scan_train (IplAttentionScan *self, guint index, GError **error)
{
  const IplAttentionPlan *plan = self->plan;
  IplAttentionRow *row = &self->rows[index];
  g_autoptr (IplAttentionModel) model = NULL;
  g_autoptr (IplAttentionNetwork) network = NULL;
  g_autofree double *theta = NULL;
  g_autofree char *sentence = g_strdup_printf ("Training networks at P = %u", plan->P[index]);

  if (plan->networks == 0)
    return TRUE;
  row->order_trained = ipl_try_new (double, plan->networks, what, error);
  row->order_langevin = ipl_try_new (double, plan->networks, what, error);
  model = ipl_attention_scan_model (self, index, error);
  network = model != NULL ? ipl_attention_network_new (model, error) : NULL;
  theta = network != NULL ? ipl_try_new (double, network->n, what, error) : NULL;
  if (theta == NULL || row->order_trained == NULL || row->order_langevin == NULL)
    return FALSE;
  for (guint k = 0; k < 2 * plan->networks; k++)
    {
      guint64 stream = (guint64)index * plan->networks + k / 2;
      double *order = k % 2 == 0 ? &row->order_trained[k / 2] : &row->order_langevin[k / 2];

      draw_start (network, plan->seed, stream, theta);
      if (!(k % 2 == 0 ? train_by_adam (self, network, theta, error)
                       : train_by_langevin (self, network, stream, theta, error)))
        return FALSE;
      for (gsize i = 0; i < network->n_w; i++)
        theta[i] *= network->scale[i];
      if (!ipl_attention_model_set (model, theta, self->either, error)
          || !ipl_attention_order_measure (&self->order, model->the_case->weights, order, error))
        return FALSE;
      ipl_attention_scan_advance (self, IPL_ATTENTION_NETWORK_WORK, sentence);
    }
  return TRUE;
}
