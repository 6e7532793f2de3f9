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

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/base/random-stream.h"
#include "core/base/units.h"
#include "core/case/case-io.h"
#include "core/theory/solution.h"

/* Offsets of the streams of training and test sequences, beyond those of initial weights. */
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

/* Draws sequences, each from its own random stream: a class of the half given by the label, then
 * its tokens. @X: [M x K] frequencies. */
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

/* @joint: settings of a head: the same frequencies, with its own first weights and temperature. */
void
ipl_learned_paths_settings (const IplLearnedPaths *self, guint head, IplJointSettings *joint)
{
  *joint = self->joint;
  joint->start = head;
  joint->temperature *= pow (self->ratio, head);
}

/* The output of a head on a sequence: [M] */
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

/* "T = 0.5", "T = 1", "uniform": heads and paths at once, for there is one layer. */
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
                                    : g_strdup ("uniform");
      the_case->short_names[h] = g_strdup_printf ("%u", h + 1);
      the_case->head_names[h] = g_strdup (the_case->path_names[h]);
    }
}

/* A case of one layer: n_learned heads with the attention of @z, and one with uniform attention.
 * @z: [M] logits of every head that learns. */
IplCase *
ipl_learned_paths_case (const IplLearnedPaths *self, const double *const *z,
                        const IplLearnedSequences *train, const IplLearnedSequences *test,
                        GError **error)
{
  guint H = self->n_learned + 1;
  g_autoptr (IplCase) the_case = NULL;

  if (!ipl_case_check_size (train->count, test->count, H, train->M, 1, error))
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

/* Heads learn, and at some moments the path theory is solved for their attention: U(t), the
 * alignment of its kernel with the labels, and accuracies (THEORY.md section 11.4). */

typedef struct
{
  const IplLearnedPaths *self;
  const IplWork *watch;
  guint H; /* n_learned, and one that has learned nothing */
  gsize M, K;
  const double *X;
  IplTrajectory *heads[IPL_LEARNED_MAX_HEADS];
  IplLearnedSequences train, test;
  IplTrajectory *trajectory;
} Run;

static void
run_clear (Run *run)
{
  for (guint h = 0; h < IPL_LEARNED_MAX_HEADS; h++)
    g_clear_pointer (&run->heads[h], ipl_trajectory_unref);
  g_clear_pointer (&run->trajectory, ipl_trajectory_unref);
  ipl_learned_sequences_clear (&run->train);
  ipl_learned_sequences_clear (&run->test);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

const IplRecordedArray ipl_learned_paths_recorded[] = {
  { "loss_head", "H", .words = "loss", .unit = IPL_NATS },
  { "entropy_head", "H", .words = "entropy of attention", .unit = IPL_NATS },
  { "attention", "HM" },
  { "U", "HH" },
  { "head_score", "H", .words = "head scores" },
  { "accuracy", "" },
  { "accuracy_gp", "", .words = "accuracy in the GP limit" },
  { "accuracy_head", "H", .words = "accuracy of each head alone" },
  { "alignment", "" },
  { "alignment_gp", "", .words = "alignment in the GP limit" },
  { "alignment_head", "H", .words = "alignment of each head alone" },
  { NULL },
};

/* Trains each head separately; FALSE with an error, or at a stop. */
static gboolean
learn (Run *run, GError **error)
{
  const IplWork quiet = { .cancellable = run->watch->cancellable };

  for (guint h = 0; h < run->self->n_learned; h++)
    {
      IplJointSettings joint;
      g_auto (IplJointEnd) end = { 0 };

      ipl_learned_paths_settings (run->self, h, &joint);
      run->heads[h] = ipl_joint_run (&joint, NULL, NULL, &quiet, &end, error);
      if (run->heads[h] == NULL)
        return FALSE;
    }
  run->X = ipl_trajectory_get (run->heads[0], "X", 0);
  run->M = ipl_trajectory_find (run->heads[0], "X")->shape[0];
  run->K = ipl_trajectory_find (run->heads[0], "X")->shape[1];
  return TRUE;
}

/* The head whose run is the shortest: it ends the others too. */
static const IplTrajectory *
find_shortest (const Run *run)
{
  const IplTrajectory *shortest = run->heads[0];

  for (guint h = 1; h < run->self->n_learned; h++)
    if (run->heads[h]->time[run->heads[h]->S - 1] < shortest->time[shortest->S - 1])
      shortest = run->heads[h];
  return shortest;
}

/* Each head's attention averaged over classes, its loss and its entropy. */
static void
record_heads (const Run *run, double time)
{
  double *attention = ipl_trajectory_edit (run->trajectory, "attention");
  double *loss = ipl_trajectory_edit (run->trajectory, "loss_head");
  double *entropy = ipl_trajectory_edit (run->trajectory, "entropy_head");

  for (guint h = 0; h < run->H; h++)
    {
      gboolean learned = h < run->self->n_learned;
      const IplTrajectory *head = run->heads[learned ? h : 0];
      guint moment = ipl_trajectory_find_moment (head, time);
      const double *b = learned ? ipl_trajectory_get (head, "attention", moment) : run->X;

      for (gsize m = 0; m < run->M; m++)
        {
          attention[h * run->M + m] = 0;
          for (gsize i = 0; i < run->K; i++)
            attention[h * run->M + m] += b[m * run->K + i] / (double)run->K;
        }
      if (learned)
        {
          loss[h] = *ipl_trajectory_get (head, "loss", moment);
          entropy[h] = *ipl_trajectory_get (head, "entropy", moment);
          continue;
        }
      entropy[h] = 0;
      for (gsize n = 0; n < run->M * run->K; n++)
        entropy[h] -= b[n] > 0 ? b[n] * log (b[n]) / (double)run->K : 0;
    }
}

/* The GP of all paths, or of a single one; its accuracy and alignment. */
static gboolean
record_gp (const Run *run, IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
           const guint *path, double *accuracy, double *alignment, GError **error)
{
  g_autoptr (IplSolution) gp = ipl_solution_new (kernel, setting, NULL, path, path != NULL ? 1 : 0,
                                                 run->watch->cancellable, error);

  if (gp == NULL)
    return FALSE;
  *accuracy = gp->tests[0].accuracy;
  *alignment = gp->alignment;
  return TRUE;
}

static gboolean
record_theory (const Run *run, IplCase *the_case, GError **error)
{
  IplTrajectory *trajectory = run->trajectory;
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, run->watch->cancellable, error);
  g_autoptr (IplSolution) solution = NULL;
  IplSetting setting;

  if (kernel == NULL)
    return FALSE;
  ipl_setting_init_for_case (&setting, the_case, run->self->width);
  setting.components = 1;
  solution = ipl_solution_solve (the_case, kernel, &setting, NULL, ipl_parallel_default_threads (),
                                 run->watch->cancellable, error);
  if (solution == NULL)
    return FALSE;
  memcpy (ipl_trajectory_edit (trajectory, "U"), solution->U, run->H * run->H * sizeof (double));
  memcpy (ipl_trajectory_edit (trajectory, "head_score"), solution->head_score,
          run->H * sizeof (double));
  *ipl_trajectory_edit (trajectory, "accuracy") = solution->tests[0].accuracy;
  *ipl_trajectory_edit (trajectory, "alignment") = solution->alignment;
  setting.gp = TRUE;
  if (!record_gp (run, the_case, kernel, &setting, NULL,
                  ipl_trajectory_edit (trajectory, "accuracy_gp"),
                  ipl_trajectory_edit (trajectory, "alignment_gp"), error))
    return FALSE;
  for (guint h = 0; h < run->H; h++)
    if (!record_gp (run, the_case, kernel, &setting, &h,
                    ipl_trajectory_edit (trajectory, "accuracy_head") + h,
                    ipl_trajectory_edit (trajectory, "alignment_head") + h, error))
      return FALSE;
  if (!solution->converged && trajectory->message == NULL)
    ipl_trajectory_set_message (
        trajectory,
        "The theory did not converge at every moment; its results there are unreliable.");
  return TRUE;
}

/* Records a moment of the theory, with the heads at @time. */
static gboolean
record (Run *run, double time, GError **error)
{
  const double *z[IPL_LEARNED_MAX_HEADS];
  g_autoptr (IplCase) the_case = NULL;

  for (guint h = 0; h < run->self->n_learned; h++)
    z[h]
        = ipl_trajectory_get (run->heads[h], "z", ipl_trajectory_find_moment (run->heads[h], time));
  the_case = ipl_learned_paths_case (run->self, z, &run->train, &run->test, error);
  if (the_case == NULL || !ipl_trajectory_append (run->trajectory, time, error))
    return FALSE;
  record_heads (run, time);
  return record_theory (run, the_case, error);
}

/* TRUE if the outputs of the heads have become too large for a solution: the run then ends
 * without a record of this moment. */
static gboolean
has_outgrown (Run *run, GError **error)
{
  g_autofree char *message = NULL;

  if (run->trajectory->S < 2 || !g_error_matches (*error, IPL_ERROR, IPL_ERROR_SINGULAR))
    return FALSE;
  g_clear_error (error);
  message
      = g_strdup_printf ("%s%sThe theory ends earlier: the features of the heads are too large.",
                         run->trajectory->message != NULL ? run->trajectory->message : "",
                         run->trajectory->message != NULL ? " " : "");
  ipl_trajectory_set_message (run->trajectory, message);
  return TRUE;
}

/* Moments are evenly spread over those of the heads. */
static gboolean
go (Run *run, gboolean *complete, GError **error)
{
  const IplTrajectory *shortest = find_shortest (run);
  guint S = MIN (run->self->n_moments, shortest->S), last = G_MAXUINT;

  ipl_trajectory_set_message (run->trajectory, shortest->message);
  for (guint s = 0; s < S; s++)
    {
      guint moment = S > 1 ? (guint)((guint64)s * (shortest->S - 1) / (S - 1)) : 0;

      if (moment == last)
        continue;
      last = moment;
      if (s > 0 && g_cancellable_is_cancelled (run->watch->stop))
        {
          *complete = FALSE;
          return TRUE;
        }
      if (!record (run, shortest->time[moment], error))
        return has_outgrown (run, error);
      ipl_work_show (run->watch, run->trajectory, (s + 1.0) / S);
    }
  return TRUE;
}

/* Records, for the H = n_learned + 1 heads, the last of which is untrained: loss_head [S, H]
 * (NaN for the last) and entropy_head [S, H], attention [S, H, M] averaged over classes, U [S,
 * H, H], head_score [S, H], accuracy [S] of the theory, of the GP limit (accuracy_gp) and of the
 * GP of a single head (accuracy_head [S, H]), and alignment likewise. */
IplTrajectory *
ipl_learned_paths_run (const IplLearnedPaths *self, const IplWork *watch, gboolean *complete,
                       GError **error)
{
  g_auto (Run) run = { .self = self, .watch = watch, .H = self->n_learned + 1 };
  g_autoptr (GError) own = NULL;

  *complete = TRUE;
  if (learn (&run, &own)
      && ipl_learned_paths_draw (self, run.X, run.M, run.K, FALSE, &run.train, &own)
      && ipl_learned_paths_draw (self, run.X, run.M, run.K, TRUE, &run.test, &own))
    {
      run.trajectory = ipl_trajectory_new (
          strcmp (self->joint.course, "flow") != 0 ? IPL_CLOCK_STEPS : IPL_CLOCK_FLOW);
      ipl_trajectory_add_recorded (run.trajectory, ipl_learned_paths_recorded, "HM",
                                   (gsize[]){ run.H, run.M });
      if (go (&run, complete, &own))
        return g_steal_pointer (&run.trajectory);
    }
  g_propagate_error (error, g_steal_pointer (&own));
  return NULL;
}
