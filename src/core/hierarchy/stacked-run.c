/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two runs from the same initial weights: with the exact gradient from above, and with the
 * gradient of the start, or of some steps ago, which is the assumption of the theory (THEORY.md
 * section 15.7). */
#include "core/hierarchy/stacked-private.h"

#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/units.h"
#include "core/dynamics/joint.h"

#define RUNS 2
#define MAX_MOMENTS 300

/* 2 runs: exact, and stationary; blocks l; levels of latents h from the leaves up. */
const IplRecordedArray ipl_stacked_recorded[] = {
  { "loss", "", .words = "loss", .unit = IPL_NATS },
  { "loss_stationary", "", .words = "loss with stationary gradients", .unit = IPL_NATS },
  { "entropy", "l", .words = "entropy of attention", .unit = IPL_NATS },
  { "entropy_stationary", "l", .words = "entropy with stationary gradients", .unit = IPL_NATS },
  { "gradient_cosine", "2l" },
  { "gradient_size", "2l" },
  { "correlation", "2l" },
  { "latents", "2lh" },
  { "distance", "l" },
  { "loss_least", "", .is_constant = TRUE, .words = "loss of the best prediction",
    .unit = IPL_NATS },
  { NULL },
};

typedef struct
{
  const IplStacked *settings;
  IplStackedModel model;
  IplTrajectory *trajectory;
  double *state[RUNS], *gradient; /* [size] */
  /* of every block [N x Q x K]: the gradients of the start, and the stationary ones */
  double *first[IPL_STACKED_MAX_BLOCKS], *held[IPL_STACKED_MAX_BLOCKS];
  gpointer memory, block_memory[IPL_STACKED_MAX_BLOCKS];
} Run;

static void
run_clear (Run *self)
{
  g_clear_pointer (&self->trajectory, ipl_trajectory_unref);
  g_clear_pointer (&self->memory, g_free);
  for (guint l = 0; l < IPL_STACKED_MAX_BLOCKS; l++)
    g_clear_pointer (&self->block_memory[l], g_free);
  ipl_stacked_model_clear (&self->model);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static gsize
n_outputs (const IplStackedBlock *block)
{
  return block->Q * block->K;
}

/* Mean entropy of attention over queries, each in the states with the query. */
static double
measure_entropy (const IplStackedModel *model, guint l)
{
  const IplStackedBlock *block = &model->blocks[l];
  double total = 0;

  for (gsize q = 0; q < block->Q; q++)
    {
      double sum = 0, total_weight = 0;

      for (gsize n = 0; n < model->N; n++)
        {
          const double *b = block->b + (n * block->Q + q) * block->M;
          double weight = model->p[n] * ipl_stacked_model_gate (model, l, n, q);

          total_weight += weight;
          for (gsize m = 0; m < block->M; m++)
            sum -= b[m] > 0 ? weight * b[m] * log (b[m]) : 0;
        }
      total += sum / total_weight;
    }
  return total / (double)block->Q;
}

/* Compares the gradients of all states in which the unit is active, weighted by probability, with
 * those at the start: the cosine of the angle, and the ratio of lengths. */
static void
measure_gradient (const Run *self, guint l, double *cosine, double *size)
{
  const IplStackedBlock *block = &self->model.blocks[l];
  double gg = 0, hh = 0, gh = 0;

  for (gsize i = 0; i < self->model.N * n_outputs (block); i++)
    {
      gsize n = i / n_outputs (block), q = i % n_outputs (block) / block->K;
      double g = block->g[i], first = self->first[l][i];

      if (!(self->model.p[n] > 0) || ipl_stacked_model_gate (&self->model, l, n, q) == 0)
        continue;
      gg += g * g / self->model.p[n];
      hh += first * first / self->model.p[n];
      gh += g * first / self->model.p[n];
    }
  *cosine = gg > 0 && hh > 0 ? gh / sqrt (gg * hh) : NAN;
  *size = sqrt (gg / hh);
}

/* Correlation of z with |V_m|^2 - xbar_m |V|^2, the mean over queries; xbar is the mean share of
 * an input in the states with the query. */
static double
measure_correlation (const IplStackedModel *model, guint l, const double *state)
{
  const IplStackedBlock *block = &model->blocks[l];
  gsize M = block->M, K = block->K;
  const double *x = ipl_stacked_model_inputs (model, l);
  g_autofree double *predicted = g_new (double, M);
  double mean = 0;

  for (gsize q = 0; q < block->Q; q++)
    {
      const double *W = state + block->weights + q * (M + 1) * K;
      double all = 0, total_weight = 0;

      memset (predicted, 0, M * sizeof (double));
      for (gsize i = 0; i < (M + 1) * K; i++)
        all += W[i] * W[i];
      for (gsize n = 0; n < model->N; n++)
        {
          double weight = model->p[n] * ipl_stacked_model_gate (model, l, n, q), sum = 0;

          for (gsize m = 0; m < M; m++)
            sum += x[n * M + m];
          for (gsize m = 0; m < M && sum > 0; m++)
            predicted[m] -= weight * x[n * M + m] / sum * all;
          total_weight += weight;
        }
      for (gsize m = 0; m < M; m++)
        {
          predicted[m] /= total_weight;
          for (gsize k = 0; k < K; k++)
            predicted[m] += W[m * K + k] * W[m * K + k];
        }
      mean
          += ipl_joint_correlation (M, predicted, state + block->logits + q * M) / (double)block->Q;
    }
  return mean;
}

/* The absolute correlation of a unit with a node's bit. */
static double
correlation (const IplStackedModel *model, const IplStackedBlock *block, gsize unit, gsize node)
{
  const double *joint = model->joint + node * model->N;
  double mean = 0, square = 0, with = 0, one = 0;

  for (gsize n = 0; n < model->N; n++)
    {
      double h = block->h[n * n_outputs (block) + unit];

      mean += model->p[n] * h;
      square += model->p[n] * h * h;
      with += joint[n] * h;
      one += joint[n];
    }
  square -= mean * mean;
  return square > 1e-14 * mean * mean ? fabs (with - one * mean) / sqrt (square * one * (1 - one))
                                      : 0;
}

/* [depth] the best unit's, mean over the nodes of a level; from those above the leaves up. */
static void
measure_latents (const IplStackedModel *model, guint l, double *levels)
{
  const IplStackedBlock *block = &model->blocks[l];
  guint depth = model->settings.tree.depth;

  for (guint height = 1; height <= depth; height++)
    {
      gsize n = (gsize)1 << (depth - height);

      levels[height - 1] = 0;
      for (gsize node = n - 1; node < 2 * n - 1; node++)
        {
          double best = 0;

          for (gsize unit = 0; unit < n_outputs (block); unit++)
            best = fmax (best, correlation (model, block, unit, node));
          levels[height - 1] += best / (double)n;
        }
    }
}

/* |W - W_stationary| / |W|, logits with weights */
static double
measure_distance (const Run *self, guint l)
{
  const IplStackedBlock *block = &self->model.blocks[l];
  double off = 0, all = 0;

  for (gsize i = block->weights; i < block->logits + block->Q * block->M; i++)
    {
      off += pow (self->state[0][i] - self->state[1][i], 2);
      all += pow (self->state[0][i], 2);
    }
  return sqrt (off / all);
}

static void
copy_gradients (const Run *self, guint l, double *to)
{
  const IplStackedBlock *block = &self->model.blocks[l];

  memcpy (to, block->g, self->model.N * n_outputs (block) * sizeof (double));
}

static void
measure (Run *self, guint r)
{
  static const char *const names[2][RUNS]
      = { { "loss", "loss_stationary" }, { "entropy", "entropy_stationary" } };
  guint blocks = self->settings->blocks, depth = self->settings->tree.depth;
  IplTrajectory *to = self->trajectory;

  *ipl_trajectory_edit (to, names[0][r]) = ipl_stacked_model_forward (&self->model, self->state[r]);
  ipl_stacked_model_backward (&self->model, self->state[r], NULL, self->gradient);
  for (guint l = 0; l < blocks; l++)
    {
      gsize at = r * blocks + l;

      ipl_trajectory_edit (to, names[1][r])[l] = measure_entropy (&self->model, l);
      if (self->trajectory->S == 1 && r == 0)
        copy_gradients (self, l, self->first[l]);
      measure_gradient (self, l, ipl_trajectory_edit (to, "gradient_cosine") + at,
                        ipl_trajectory_edit (to, "gradient_size") + at);
      ipl_trajectory_edit (to, "correlation")[at]
          = measure_correlation (&self->model, l, self->state[r]);
      measure_latents (&self->model, l, ipl_trajectory_edit (to, "latents") + at * depth);
    }
}

static gboolean
record (Run *self, guint step, GError **error)
{
  if (!ipl_trajectory_append (self->trajectory, step, error))
    return FALSE;
  for (guint r = 0; r < RUNS; r++)
    measure (self, r);
  for (guint l = 0; l < self->settings->blocks; l++)
    ipl_trajectory_edit (self->trajectory, "distance")[l] = measure_distance (self, l);
  return TRUE;
}

static void
hold (Run *self)
{
  ipl_stacked_model_forward (&self->model, self->state[1]);
  ipl_stacked_model_backward (&self->model, self->state[1], NULL, self->gradient);
  for (guint l = 0; l < self->settings->blocks; l++)
    copy_gradients (self, l, self->held[l]);
}

/* A step of both runs; FALSE if numbers overflow. */
static gboolean
descend (Run *self, guint step)
{
  gboolean finite = TRUE;

  if (step == 0 || (self->settings->hold > 0 && step % self->settings->hold == 0))
    hold (self);

  for (guint r = 0; r < RUNS; r++)
    {
      finite = isfinite (ipl_stacked_model_forward (&self->model, self->state[r])) && finite;
      ipl_stacked_model_backward (&self->model, self->state[r], r == 0 ? NULL : self->held,
                                  self->gradient);
      for (gsize i = 0; i < self->model.size; i++)
        self->state[r][i] -= self->settings->rate * self->gradient[i];
    }
  return finite;
}

/* The loss of the best predictor, which uses the tree. */
static double
least_loss (const IplStackedModel *model)
{
  double loss = 0;

  for (gsize i = 0; i < 2 * model->N; i++)
    loss -= model->root[i] > 0 ? model->root[i] * log (model->root[i] / model->p[i / 2]) : 0;
  return loss;
}

static gboolean
run_init (Run *self, const IplStacked *settings, GError **error)
{
  gsize sides[] = { settings->blocks, settings->tree.depth };
  double size, least;

  *self = (Run){ .settings = settings, .trajectory = ipl_trajectory_new (IPL_CLOCK_STEPS) };
  if (!ipl_stacked_model_init (&self->model, settings, error))
    return FALSE;
  size = (double)self->model.size;
  self->memory = ipl_try_parts ("the weights", error, { &self->state[0], size },
                                { &self->state[1], size }, { &self->gradient, size });
  if (self->memory == NULL)
    return FALSE;
  for (guint l = 0; l < settings->blocks; l++)
    {
      double n = (double)(self->model.N * n_outputs (&self->model.blocks[l]));

      self->block_memory[l]
          = ipl_try_parts ("the gradients", error, { &self->first[l], n }, { &self->held[l], n });
      if (self->block_memory[l] == NULL)
        return FALSE;
    }
  ipl_stacked_model_start (&self->model, self->state[0]);
  memcpy (self->state[1], self->state[0], self->model.size * sizeof (double));
  ipl_trajectory_add_recorded (self->trajectory, ipl_stacked_recorded, "lh", sides);
  least = least_loss (&self->model);
  return ipl_trajectory_add_constant (self->trajectory, "loss_least", 0, NULL, &least, error);
}

/* Records the arrays of ipl_stacked_recorded. */
IplTrajectory *
ipl_stacked_run (const IplStacked *settings, const IplWork *work, GError **error)
{
  guint stride = MAX (1, (settings->steps + MAX_MOMENTS - 1) / MAX_MOMENTS);
  g_auto (Run) self = { 0 };

  if (!run_init (&self, settings, error))
    return NULL;
  for (guint step = 0;; step++)
    {
      if ((step % stride == 0 || step == settings->steps) && !record (&self, step, error))
        return NULL;
      if (step == settings->steps)
        break;
      if (step % stride == 0)
        ipl_work_progress (work, (double)step / settings->steps, -1.0, "Training stacked blocks");
      if (step % 32 == 0
          && g_cancellable_set_error_if_cancelled (ipl_work_cancellable (work), error))
        return NULL;
      if (!descend (&self, step))
        {
          g_autofree char *message = g_strdup_printf ("The weights blow up in step %u, so the run "
                                                      "ends before it: smaller steps run longer.",
                                                      step + 1);

          ipl_trajectory_set_message (self.trajectory, message);
          break;
        }
    }
  return g_steal_pointer (&self.trajectory);
}
