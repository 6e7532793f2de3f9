/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Training on a text (THEORY.md section 14.3): the text is cut into one column for each sequence
 * of a batch, and every step reads the next words of all columns. */
#include "core/text/text-run.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/ref-count.h"
#include "core/base/units.h"

/* Smallest distance of two moments in steps, and the largest distance as an inverse share of the
 * steps so far. */
#define LEAST_GAP 10
#define GAP_SHARE 20

/* The next recorded step after @step. Every tenth step is recorded in the beginning; later
 * distances are 20, 50, 100, .. up to a twentieth of the steps so far. The schedule does not
 * depend on the total number of steps. */
guint64
ipl_text_run_next_moment (guint64 step)
{
  static const guint round[] = { 2, 5, 10 };
  guint64 gap = LEAST_GAP;

  for (guint64 power = LEAST_GAP; power <= step / GAP_SHARE; power *= 10)
    for (guint i = 0; i < G_N_ELEMENTS (round); i++)
      if (round[i] * power <= step / GAP_SHARE)
        gap = round[i] * power;
  return (step / gap + 1) * gap;
}

/* Number of recorded moments, including the first and the last. */
guint
ipl_text_run_count_moments (guint64 steps)
{
  guint n = 1;

  for (guint64 step = 0; step < steps; step = ipl_text_run_next_moment (step))
    n++;
  return n;
}

static gsize
count_validation (const IplTextCorpus *corpus, gsize L)
{
  return corpus->n_validation > L ? MIN ((corpus->n_validation - 1) / L, IPL_TEXT_MAX_VALIDATION)
                                  : 0;
}

/* Start of a paragraph of the validation text, counted from 1; the count wraps around at the
 * last paragraph. */
static const guint32 *
find_paragraph (const IplTextCorpus *corpus, guint paragraph, guint length)
{
  const guint32 *text = corpus->tokens + corpus->n_train;
  gsize last = corpus->n_validation - length, at = 0;
  gboolean any = TRUE;

  for (guint k = 0; any && k < paragraph;)
    {
      any = FALSE;
      for (gsize i = 0; i < last && k < paragraph; i++)
        if (text[i] == IPL_TEXT_END)
          {
            any = TRUE;
            at = i + 1;
            k++;
          }
    }
  return text + at;
}

static gboolean
check_text (const IplTextCorpus *corpus, const IplTextTraining *training, GError **error)
{
  gsize L = training->shape.L, needed = training->batch * (L + 1);

  if (corpus->n_train < needed)
    g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                 "“%s” has %" G_GSIZE_FORMAT " words to train on, and a step with %u sequences of "
                 "%" G_GSIZE_FORMAT " words takes %" G_GSIZE_FORMAT
                 ": choose a longer text, fewer sequences or shorter ones.",
                 corpus->name, corpus->n_train, training->batch, L, needed);
  else if (count_validation (corpus, L) == 0)
    g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                 "“%s” has %" G_GSIZE_FORMAT " words to validate on, and a sequence takes "
                 "%" G_GSIZE_FORMAT ": choose a longer text or shorter sequences.",
                 corpus->name, corpus->n_validation, L + 1);
  else
    return TRUE;
  return FALSE;
}

/* Letters: layers l, heads h, words w of the sentence, other runs r with at most m layers. */
const IplRecordedArray ipl_text_recorded[] = {
  { "loss", "", .words = "loss", .unit = IPL_NATS },
  { "validation_loss", "", .words = "validation loss", .unit = IPL_NATS },
  { "entropy", "l", .words = "entropy of attention", .unit = IPL_NATS },
  { "stable_rank", "l" },
  { "attention", "lhww" },
  { "compared_validation_loss", "r", .is_optional = TRUE },
  { "compared_entropy", "rm", .is_optional = TRUE },
  { "compared_layers", "r", TRUE, TRUE },
  { "compared_rates", "r", TRUE, TRUE },
  { NULL },
};

static IplTrajectory *
new_trajectory (const IplTextRun *self)
{
  const IplTransformerShape *shape = &self->training.shape;
  IplTrajectory *trajectory = ipl_trajectory_new (IPL_CLOCK_STEPS);

  ipl_trajectory_add_recorded (trajectory, ipl_text_recorded, "lhw",
                               (gsize[]){ shape->layers, shape->heads, self->n_shown });
  return trajectory;
}

/* Allocates a run without its trainer and its first moment. */
static IplTextRun *
run_alloc (IplTextCorpus *corpus, const IplTextTraining *training, GError **error)
{
  const IplTransformerShape *shape = &training->shape;
  g_autoptr (IplTextRun) self = NULL;
  double batch = (double)training->batch * (double)shape->L;

  if (!ipl_transformer_shape_validate (shape, error) || !check_text (corpus, training, error))
    return NULL;
  self = g_new0 (IplTextRun, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->corpus = ipl_text_corpus_ref (corpus);
  self->training = *training;
  self->training.shape.V = self->training.shape.classes = corpus->V;
  self->rows = corpus->n_train / training->batch;
  self->n_shown = (guint)MIN (shape->L, IPL_TEXT_MAX_SHOWN);
  self->shown = find_paragraph (corpus, training->paragraph, self->n_shown);
  self->tokens = ipl_try_new (guint32, batch, "a batch", error);
  if (self->tokens == NULL)
    return NULL;
  self->targets = ipl_try_new (guint32, batch, "a batch", error);
  if (self->targets == NULL)
    return NULL;
  self->attention
      = ipl_try_new (float, (double)shape->layers * shape->heads * self->n_shown * self->n_shown,
                     "the attention shown", error);
  if (self->attention == NULL)
    return NULL;
  self->trajectory = new_trajectory (self);
  return g_steal_pointer (&self);
}

/* Evaluates sequences at evenly spaced positions of the validation text. */
static gboolean
validate (IplTextRun *self, IplTransformerScores *mean, guint threads, GCancellable *cancellable,
          GError **error)
{
  const IplTransformer *network = self->trainer->network;
  const guint32 *text = self->corpus->tokens + self->corpus->n_train;
  gsize L = self->training.shape.L, n = count_validation (self->corpus, L);

  *mean = (IplTransformerScores){ 0 };
  for (gsize first = 0; first < n; first += self->training.batch)
    {
      gsize count = MIN (self->training.batch, n - first);
      IplTransformerBatch batch
          = { .count = count, .length = L, .tokens = self->tokens, .targets = self->targets };
      IplTransformerScores scores;
      double weight = (double)count / (double)n;

      for (gsize i = 0; i < count; i++)
        {
          gsize begin = (first + i) * (self->corpus->n_validation - 1 - L) / MAX (n - 1, 1);

          memcpy (self->tokens + i * L, text + begin, L * sizeof *text);
          memcpy (self->targets + i * L, text + begin + 1, L * sizeof *text);
        }
      if (!ipl_transformer_evaluate (network, &batch, &scores, threads, cancellable, error))
        return FALSE;
      mean->loss += weight * scores.loss;
      for (guint l = 0; l < self->training.shape.layers; l++)
        mean->entropy[l] += weight * scores.entropy[l];
    }
  return TRUE;
}

/* Records the network at its current step as a moment of @trajectory. */
static gboolean
record (IplTextRun *self, IplTrajectory *trajectory, guint threads, GCancellable *cancellable,
        GError **error)
{
  const IplTransformer *network = self->trainer->network;
  const IplTransformerShape *shape = &self->training.shape;
  const IplTransformerBatch sentence
      = { .count = 1, .length = self->n_shown, .tokens = self->shown };
  gsize size = (gsize)shape->layers * shape->heads * self->n_shown * self->n_shown;
  IplTransformerScores scores;
  double rank[IPL_TRANSFORMER_MAX_LAYERS], *attention;

  if (!validate (self, &scores, threads, cancellable, error)
      || !ipl_transformer_attention (network, &sentence, self->attention, threads, cancellable,
                                     error))
    return FALSE;
  for (guint l = 0; l < shape->layers; l++)
    if (!ipl_transformer_stable_rank (network, l, &rank[l], cancellable, error))
      return FALSE;
  if (!ipl_trajectory_append (trajectory, (double)self->trainer->step, error))
    return FALSE;
  *ipl_trajectory_edit (trajectory, "validation_loss") = scores.loss;
  if (self->n_loss > 0)
    *ipl_trajectory_edit (trajectory, "loss") = self->loss / self->n_loss;
  memcpy (ipl_trajectory_edit (trajectory, "entropy"), scores.entropy,
          shape->layers * sizeof (double));
  memcpy (ipl_trajectory_edit (trajectory, "stable_rank"), rank, shape->layers * sizeof (double));
  attention = ipl_trajectory_edit (trajectory, "attention");
  for (gsize i = 0; i < size; i++)
    attention[i] = self->attention[i];
  return TRUE;
}

/* Takes the next words of every column; starts over if no complete sequence is left. */
static void
fill_batch (IplTextRun *self, guint64 step)
{
  gsize L = self->training.shape.L, per_pass = (self->rows - 1) / L;
  gsize row = (gsize)(step % per_pass) * L;

  for (guint i = 0; i < self->training.batch; i++)
    {
      const guint32 *column = self->corpus->tokens + i * self->rows + row;

      memcpy (self->tokens + i * L, column, L * sizeof *column);
      memcpy (self->targets + i * L, column + 1, L * sizeof *column);
    }
}

/* Makes a run before its first step, with the moment at step 0; NULL if the text is shorter than a
 * step or the network cannot be made. */
IplTextRun *
ipl_text_run_new (IplTextCorpus *corpus, const IplTextTraining *training, guint threads,
                  GCancellable *cancellable, GError **error)
{
  g_autoptr (IplTextRun) self = run_alloc (corpus, training, error);
  const IplTransformerBatch batch = { .count = training->batch,
                                      .length = training->shape.L,
                                      .tokens = self != NULL ? self->tokens : NULL,
                                      .targets = self != NULL ? self->targets : NULL };
  IplTransformerScores scores;

  if (self == NULL)
    return NULL;
  self->trainer
      = ipl_transformer_trainer_new (&self->training.shape, &self->training.config, error);
  if (self->trainer == NULL)
    return NULL;
  /* The first batch gives the loss before the first step. */
  fill_batch (self, 0);
  if (!ipl_transformer_evaluate (self->trainer->network, &batch, &scores, threads, cancellable,
                                 error))
    return NULL;
  self->loss = scores.loss;
  self->n_loss = 1;
  if (!record (self, self->trajectory, threads, cancellable, error))
    return NULL;
  self->loss = self->n_loss = 0;
  return g_steal_pointer (&self);
}

/* Divergence ends the run without an error. */
static gboolean
accept (IplTextRun *self, gboolean done, GError *failure, GError **error)
{
  self->diverged = g_error_matches (failure, IPL_ERROR, IPL_ERROR_NOT_CONVERGED);
  if (self->diverged)
    g_error_free (failure);
  else if (failure != NULL)
    g_propagate_error (error, failure);
  return done || self->diverged;
}

static gboolean
do_step (IplTextRun *self, const IplTextRunControl *control, GError **error)
{
  const IplTransformerBatch batch = { .count = self->training.batch,
                                      .length = self->training.shape.L,
                                      .tokens = self->tokens,
                                      .targets = self->targets };
  IplTransformerScores scores = { 0 };
  GError *failure = NULL;
  gboolean done;

  fill_batch (self, self->trainer->step);
  done = ipl_transformer_trainer_step (self->trainer, &batch, &scores, control->threads,
                                       control->cancellable, &failure);
  if (done)
    {
      self->loss += scores.loss;
      self->n_loss++;
    }
  return accept (self, done, failure, error);
}

/* TRUE if the current step is a moment without a record, for example after a cancelled
 * recording. */
static gboolean
is_due (const IplTextRun *self)
{
  guint64 step = self->trainer->step;
  guint64 last = (guint64)self->trajectory->time[self->trajectory->S - 1];

  return step > last && ipl_text_run_next_moment (step - 1) == step;
}

/* Trains up to step @steps, a stop, or divergence. After a cancellation the run is in the state
 * of its last complete step and can resume. */
gboolean
ipl_text_run_train (IplTextRun *self, guint64 steps, const IplTextRunControl *control,
                    GError **error)
{
  while (!self->diverged && !g_cancellable_is_cancelled (control->stop))
    {
      if (is_due (self))
        {
          GError *failure = NULL;
          gboolean done
              = record (self, self->trajectory, control->threads, control->cancellable, &failure);

          if (!accept (self, done, failure, error))
            return FALSE;
          if (self->diverged)
            break;
          self->loss = self->n_loss = 0;
          if (control->recorded != NULL)
            control->recorded (control->data);
        }
      if (self->trainer->step >= steps)
        break;
      if (!do_step (self, control, error))
        return FALSE;
      if (control->stepped != NULL)
        control->stepped (control->data);
    }
  return TRUE;
}

/* Returns: a copy of the trajectory with the current step as its last moment. The trajectory of the
 * run itself does not get this moment, so an interruption leaves no trace in it. */
IplTrajectory *
ipl_text_run_record_now (IplTextRun *self, guint threads, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplTrajectory) trajectory = ipl_trajectory_copy (self->trajectory, error);
  g_autofree char *message = NULL;

  if (trajectory == NULL)
    return NULL;
  if (self->diverged)
    {
      message = g_strdup_printf ("Training diverged at step %" G_GUINT64_FORMAT
                                 ": choose a lower learning rate.",
                                 self->trainer->step);
      ipl_trajectory_set_message (trajectory, message);
    }
  else if (trajectory->time[trajectory->S - 1] < (double)self->trainer->step
           && !record (self, trajectory, threads, cancellable, error))
    return NULL;
  return g_steal_pointer (&trajectory);
}

/* Number of sequences evaluated to record a moment. */
double
ipl_text_run_count_evaluated (const IplTextRun *self)
{
  return (double)count_validation (self->corpus, self->training.shape.L) + 1;
}

/* Locks the run for the caller until ipl_text_run_release(); FALSE if another thread holds it. */
gboolean
ipl_text_run_acquire (IplTextRun *self)
{
  return g_atomic_int_compare_and_exchange (&self->acquired, FALSE, TRUE);
}

void
ipl_text_run_release (IplTextRun *self)
{
  g_atomic_int_set (&self->acquired, FALSE);
}

/* Writes a checkpoint, from which ipl_text_run_load() resumes exactly. */
gboolean
ipl_text_run_save (IplTextRun *self, const char *about, const char *path, GError **error)
{
  double since[] = { self->loss, self->n_loss, self->diverged };
  const IplRecorded recorded = { self->trajectory, since, G_N_ELEMENTS (since) };

  ipl_transformer_trainer_set_about (self->trainer, about);
  return ipl_transformer_trainer_save (self->trainer, &recorded, path, error);
}

/* Reads a checkpoint of ipl_text_run_save(); IPL_ERROR_VALUE if @about differs. */
IplTextRun *
ipl_text_run_load (const char *path, const char *about, IplTextCorpus *corpus,
                   const IplTextTraining *training, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplTextRun) self = run_alloc (corpus, training, error);
  double since[3];

  if (self == NULL)
    return NULL;
  self->trainer = ipl_transformer_trainer_load (
      path, about, &self->training.shape,
      &(IplRecorded){ self->trajectory, since, G_N_ELEMENTS (since) }, cancellable, error);
  if (self->trainer == NULL)
    return NULL;
  self->loss = since[0];
  self->n_loss = since[1];
  self->diverged = since[2] != 0;
  return g_steal_pointer (&self);
}

static void
text_run_clear (IplTextRun *self)
{
  ipl_text_corpus_unref (self->corpus);
  g_clear_pointer (&self->trainer, ipl_transformer_trainer_free);
  ipl_trajectory_unref (self->trajectory);
  g_free (self->tokens);
  g_free (self->targets);
  g_free (self->attention);
}

IPL_DEFINE_REFERENCES (IplTextRun, ipl_text_run, text_run_clear)
