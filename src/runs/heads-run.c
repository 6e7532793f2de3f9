/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Head scores and pruning. */
#include "runs/heads-run.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/heads/head-entropy.h"
#include "core/heads/pruning.h"

#include "runs/fine-tuning.h"

/* Results for the heads at one solution. */
typedef struct
{
  IplCase *the_case;
  IplSolution *current;
  guint test;
  IplHeadReport *heads;
  IplPruning *pruning;
  gboolean pruning_complete;
  guint random_orders; /* number of orders in @pruning */
  guint fine_tune_steps;
} Slot;

/* Entropies of the heads of the last case, which do not depend on the setting. Zero-initialised. */
typedef struct
{
  IplCase *the_case; /* (nullable): case of the entropies (a reference) */
  guint test;        /* index of its test set */
  double *entropy;   /* (nullable): [n_heads] mean entropy of the attention of each head */
  char *why_not;     /* (nullable): sentence why they are unknown */
} CachedEntropy;

/* Cache between requests. */
typedef struct
{
  IplOneShotTask *task;
  IplCase *gallery_case; /* case of @gallery */
  IplTaskGallery *gallery;
  CachedEntropy entropy; /* of the case and test set of @now, when computed */
  Slot now;

  /* The current request. */
  IplJob *job;
  const IplHeadRequest *request;
  guint test;
  guint threads;
  guint pruned;
} Heads;

static void
cached_entropy_clear (CachedEntropy *self)
{
  g_clear_pointer (&self->the_case, ipl_case_unref);
  g_clear_pointer (&self->entropy, g_free);
  g_clear_pointer (&self->why_not, g_free);
}

static double *
find_one_shot (const IplTrainable *trainable, const IplCase *the_case, guint test, guint threads,
               GCancellable *cancellable, GError **error)
{
  g_autoptr (IplOneShotTask) task
      = ipl_one_shot_task_get (&trainable->task, threads, cancellable, error);
  IplOneShotTestSet sequences;

  if (task == NULL)
    return NULL;
  sequences = ipl_one_shot_task_get_test_set (task, test);
  return ipl_head_entropy (the_case, test, ipl_one_shot_test_set_fill, &sequences, threads,
                           cancellable, error);
}

static gboolean
same_features (const IplCase *a, const IplCase *b, guint test)
{
  return test < b->n_tests && a->Pi == b->Pi && a->N0 == b->N0
         && a->tests[test].count == b->tests[test].count
         && memcmp (a->tests[test].xi, b->tests[test].xi,
                    a->tests[test].count * a->Pi * a->N0 * sizeof (double))
                == 0;
}

/* Makes the case again with its inputs, checks its features, and computes the entropies. */
static double *
find_anew (const IplParameters *parameters, const IplCase *the_case, guint test, guint threads,
           GCancellable *cancellable, GError **error)
{
  g_autoptr (IplCase) whole
      = ipl_parameters_make_case (parameters, TRUE, threads, cancellable, error);

  if (whole == NULL)
    return NULL;
  if (!same_features (the_case, whole, test))
    return ipl_fail_null (
        error, IPL_ERROR_VALUE,
        "%s has changed since it was read, so the entropy of its heads is unknown: open it again.",
        the_case->name);
  return ipl_head_entropy (whole, test, NULL, NULL, threads, cancellable, error);
}

/* Computes the entropies, or the reason why they are unknown. A case without tokens is made again:
 * block by block for a one-shot task, else completely. */
static gboolean
cached_entropy_find (CachedEntropy *self, const IplParameters *parameters, IplCase *the_case,
                     guint test, guint threads, GCancellable *cancellable, GError **error)
{
  const IplTrainable *trainable = ipl_parameters_get_trainable (parameters);
  g_autoptr (GError) trouble = NULL;

  if (self->the_case == the_case && self->test == test)
    return TRUE;
  cached_entropy_clear (self);
  if (the_case->level == IPL_LEVEL_PATHS || the_case->tests[test].x != NULL)
    self->entropy = ipl_head_entropy (the_case, test, NULL, NULL, threads, cancellable, &trouble);
  else if (trainable != NULL)
    self->entropy = find_one_shot (trainable, the_case, test, threads, cancellable, &trouble);
  else
    self->entropy = find_anew (parameters, the_case, test, threads, cancellable, &trouble);
  if (g_error_matches (trouble, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&trouble));
      return FALSE;
    }
  self->the_case = ipl_case_ref (the_case);
  self->test = test;
  self->why_not = trouble != NULL ? g_strdup (trouble->message) : NULL;
  return TRUE;
}

/* @parameters: the complete document (a reference)
 * @kernel: (nullable): path-path kernels of the case
 * @current: (nullable): solution whose heads are analysed
 * Returns: (transfer full): a request for everything that the parameters select */
IplHeadRequest *
ipl_head_request_new (const IplParameters *parameters, IplCase *the_case, IplKernel *kernel,
                      IplSolution *current)
{
  IplHeadRequest *self = g_new0 (IplHeadRequest, 1);

  self->parameters = parameters;
  self->the_case = ipl_case_ref (the_case);
  self->kernel = kernel != NULL ? ipl_kernel_ref (kernel) : NULL;
  self->current = current != NULL ? ipl_solution_ref (current) : NULL;
  self->n_examples = IPL_HEADS_EXAMPLES;
  self->random_orders = parameters->random_orders;
  self->fine_tune_steps = parameters->fine_tune_steps;
  return self;
}

void
ipl_head_request_free (IplHeadRequest *self)
{
  ipl_parameters_unref (self->parameters);
  g_clear_pointer (&self->the_case, ipl_case_unref);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_clear_pointer (&self->current, ipl_solution_unref);
  g_clear_pointer (&self->before, ipl_head_result_unref);
  g_free (self);
}

void
ipl_head_result_clear (IplHeadResult *self)
{
  g_clear_pointer (&self->task, ipl_one_shot_task_unref);
  g_clear_pointer (&self->gallery, ipl_task_gallery_unref);
  g_clear_pointer (&self->gallery_case, ipl_case_unref);
  g_clear_pointer (&self->heads, ipl_head_report_unref);
  g_clear_pointer (&self->pruning, ipl_pruning_unref);
  g_clear_error (&self->error);
}

static void
slot_clear (Slot *slot)
{
  g_clear_pointer (&slot->heads, ipl_head_report_unref);
  g_clear_pointer (&slot->pruning, ipl_pruning_unref);
  g_clear_pointer (&slot->the_case, ipl_case_unref);
  g_clear_pointer (&slot->current, ipl_solution_unref);
  *slot = (Slot){ NULL };
}

static gboolean
slot_is_of (const Slot *slot, const IplHeadRequest *request, guint test)
{
  return slot->current != NULL && slot->the_case == request->the_case && slot->test == test
         && ipl_setting_equal (&slot->current->setting, &request->current->setting);
}

/* Sets the solution, and reuses results of the request that belong to it. */
static void
look_at (Heads *self, const IplHeadRequest *request, guint test)
{
  const IplHeadResult *before = request->before;

  if (slot_is_of (&self->now, request, test))
    return;
  slot_clear (&self->now);
  self->now.the_case = ipl_case_ref (request->the_case);
  self->now.current = ipl_solution_ref (request->current);
  self->now.test = test;
  if (before == NULL || before->heads == NULL || before->pruning == NULL
      || before->pruning->the_case != request->the_case || before->pruning->test != test
      || !ipl_setting_equal (&before->heads->setting, &request->current->setting))
    return;
  self->now.heads = ipl_head_report_ref (before->heads);
  self->now.pruning = ipl_pruning_ref (before->pruning);
  self->now.pruning_complete = before->pruning_complete;
  self->now.random_orders = before->pruning->n_random;
  self->now.fine_tune_steps = before->pruning->fine_tune_steps;
}

static gpointer
heads_new (void)
{
  return g_new0 (Heads, 1);
}

static void
forget_gallery (Heads *self)
{
  g_clear_pointer (&self->gallery, ipl_task_gallery_unref);
  g_clear_pointer (&self->gallery_case, ipl_case_unref);
  g_clear_pointer (&self->task, ipl_one_shot_task_unref);
}

static void
heads_free (gpointer data)
{
  Heads *self = data;

  slot_clear (&self->now);
  cached_entropy_clear (&self->entropy);
  forget_gallery (self);
  g_free (self);
}

static void
post (Heads *self, gboolean finished, GError *error)
{
  IplHeadResult *result = g_atomic_rc_box_new0 (IplHeadResult);

  result->task = self->task != NULL ? ipl_one_shot_task_ref (self->task) : NULL;
  result->gallery = self->gallery != NULL ? ipl_task_gallery_ref (self->gallery) : NULL;
  result->gallery_case = self->gallery_case != NULL ? ipl_case_ref (self->gallery_case) : NULL;
  result->heads = self->now.heads != NULL ? ipl_head_report_ref (self->now.heads) : NULL;
  result->pruning = self->now.pruning != NULL ? ipl_pruning_ref (self->now.pruning) : NULL;
  result->pruning_complete = self->now.pruning_complete;
  result->pruned = self->pruned;
  result->finished = finished;
  result->error = error;
  ipl_job_post (self->job, result);
}

/* Step 1: some sequences of a one-shot case. */
static gboolean
ensure_gallery (Heads *self, GError **error)
{
  const IplHeadRequest *request = self->request;
  const IplTrainable *trainable = ipl_parameters_get_trainable (request->parameters);
  GCancellable *cancellable = ipl_job_get_cancellable (self->job);
  g_autoptr (IplOneShotTask) task = NULL;
  IplTaskGallery *gallery;
  gsize count = request->the_case->tests[self->test].count;
  gsize first = request->first < count ? request->first : 0;

  /* A task card shows sequences of at most two shots. */
  if (trainable == NULL || request->n_examples == 0 || trainable->task.shots > 2)
    {
      forget_gallery (self);
      return TRUE;
    }
  if (self->gallery != NULL && self->gallery_case == request->the_case
      && self->gallery->test == self->test && self->gallery->first == first)
    return TRUE;
  task = ipl_one_shot_task_get (&trainable->task, self->threads, cancellable, error);
  if (task == NULL)
    return FALSE;
  gallery = ipl_task_gallery_new (task, request->the_case, self->test, first, request->n_examples,
                                  cancellable, error);
  if (gallery == NULL)
    return FALSE;
  forget_gallery (self);
  self->gallery = gallery;
  self->gallery_case = ipl_case_ref (request->the_case);
  self->task = g_steal_pointer (&task);
  post (self, FALSE, NULL);
  return TRUE;
}

/* Sets the report, with the entropies if they are known.
 * @report: (transfer full) */
static void
set_heads (Heads *self, IplHeadReport *report)
{
  const CachedEntropy *cached = &self->entropy;

  if (cached->the_case == self->now.the_case && cached->test == self->now.test)
    {
      IplHeadReport *with = ipl_head_report_with_entropy (report, cached->entropy, cached->why_not);

      ipl_head_report_unref (report);
      report = with;
    }
  g_clear_pointer (&self->now.heads, ipl_head_report_unref);
  self->now.heads = report;
  post (self, FALSE, NULL);
}

static void
on_progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  ipl_job_progress (((Heads *)data)->job, fraction, seconds_left, sentence);
}

static void
on_heads (gconstpointer report, double fraction, gpointer data)
{
  set_heads (data, ipl_head_report_ref ((IplHeadReport *)report));
}

/* Step 2: scores of the heads, with the theory without each head now or last, as requested. */
static gboolean
ensure_heads (Heads *self, gboolean resolve, GError **error)
{
  const IplHeadRequest *request = self->request;
  gboolean last = request->resolve == IPL_RESOLVE_LAST;
  GCancellable *cancellable = resolve ? ipl_job_get_background_cancellable (self->job)
                                      : ipl_job_get_cancellable (self->job);
  const IplWork work = { .threads = self->threads,
                         .cancellable = cancellable,
                         .progress = on_progress,
                         .show = resolve || !last ? on_heads : NULL,
                         .data = self };
  IplHeadReport *report;

  if (self->now.heads != NULL
      && (!resolve || self->now.heads->n_resolved >= self->now.heads->n_heads))
    return TRUE;
  report = ipl_head_report_new (request->the_case, request->kernel, request->current, self->test,
                                resolve, &work, error);
  if (report == NULL)
    return FALSE;
  set_heads (self, report);
  return TRUE;
}

/* Step 3: entropy of the attention of each head, once per case. */
static gboolean
ensure_entropy (Heads *self, GError **error)
{
  const IplHeadRequest *request = self->request;

  if (self->now.heads->no_entropy != NULL || !isnan (self->now.heads->entropy[0]))
    return TRUE;
  ipl_job_progress (self->job, -1.0, -1.0, "Computing the entropy of each head's attention");
  if (!cached_entropy_find (&self->entropy, request->parameters, request->the_case, self->test,
                            self->threads, ipl_job_get_background_cancellable (self->job), error))
    return FALSE;
  set_heads (self, ipl_head_report_ref (self->now.heads));
  return TRUE;
}

static void
set_pruning (Heads *self, IplPruning *pruning)
{
  g_clear_pointer (&self->now.pruning, ipl_pruning_unref);
  self->now.pruning = pruning;
  post (self, FALSE, NULL);
}

static void
on_pruning (gconstpointer pruning, double fraction, gpointer data)
{
  set_pruning (data, ipl_pruning_ref ((IplPruning *)pruning));
}

/* TRUE if the curve in the cache, which may have fine-tuned networks too, answers the request. */
static gboolean
has_pruning (const Heads *self, guint fine_tune_steps)
{
  const Slot *now = &self->now;

  if (now->pruning == NULL || now->random_orders != self->request->random_orders)
    return FALSE;
  return fine_tune_steps == 0 ? now->pruning_complete || now->fine_tune_steps > 0
                              : now->pruning_complete && now->fine_tune_steps == fine_tune_steps;
}

static gboolean
make_options (Heads *self, guint fine_tune_steps, IplFineTuning *tuning, GError **error)
{
  const IplHeadRequest *request = self->request;
  const IplTrainable *trainable = ipl_parameters_get_trainable (request->parameters);
  gboolean trained
      = request->the_case->trained != NULL && trainable != NULL && trainable->network[0] != '\0';

  if (request->options != NULL)
    {
      tuning->options = *request->options;
      return TRUE;
    }
  tuning->options = (IplPruningOptions){ .n_random = request->random_orders,
                                         .seed = trainable != NULL ? trainable->task.seed : 1 };
  return ipl_fine_tuning_init (tuning, request->parameters, trained ? trainable->network : NULL,
                               request->the_case, self->test, fine_tune_steps, self->threads,
                               ipl_job_get_background_cancellable (self->job), error);
}

/* Step 4: the pruning curve, with fine-tuned networks if @fine_tune_steps is not 0. */
static gboolean
ensure_pruning (Heads *self, guint fine_tune_steps, GError **error)
{
  const IplHeadRequest *request = self->request;
  g_auto (IplFineTuning) tuning = { NULL };
  IplPruning *pruning;

  if (request->no_pruning || has_pruning (self, fine_tune_steps))
    return TRUE;
  if (!make_options (self, fine_tune_steps, &tuning, error))
    return FALSE;
  self->now.random_orders = request->random_orders;
  self->now.fine_tune_steps = tuning.options.fine_tune_steps;
  self->now.pruning_complete = FALSE;
  pruning
      = ipl_pruning_run (self->now.heads, request->current, &tuning.options,
                         &(IplWork){ .threads = self->threads,
                                     .cancellable = ipl_job_get_background_cancellable (self->job),
                                     .progress = on_progress,
                                     .show = on_pruning,
                                     .data = self },
                         error);
  if (pruning == NULL)
    return FALSE;
  self->now.pruning_complete = TRUE;
  set_pruning (self, pruning);
  return TRUE;
}

static gboolean
look_at_heads (Heads *self, GError **error)
{
  const IplHeadRequest *request = self->request;

  if (request->current == NULL || request->kernel == NULL)
    return TRUE;
  look_at (self, request, self->test);
  if (!ensure_heads (self, request->resolve == IPL_RESOLVE_FIRST, error)
      || !ensure_entropy (self, error) || !ensure_pruning (self, 0, error))
    return FALSE;
  if (request->prune != 0)
    {
      if (!ensure_pruning (self, request->fine_tune_steps, error))
        return FALSE;
      self->pruned = request->prune;
      post (self, FALSE, NULL);
    }
  return request->resolve != IPL_RESOLVE_LAST || ensure_heads (self, TRUE, error);
}

static void
run (IplJob *job, gpointer data, gpointer memory)
{
  Heads *self = memory;
  const IplHeadRequest *request = data;
  g_autoptr (GError) error = NULL;

  self->job = job;
  self->request = request;
  self->test = MIN (request->test, request->the_case->n_tests - 1);
  self->threads = request->threads > 0 ? request->threads : ipl_parallel_default_threads ();
  self->pruned = 0;
  if (ensure_gallery (self, &error))
    look_at_heads (self, &error);
  if (error == NULL)
    post (self, TRUE, NULL);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      self->pruned = request->prune;
      post (self, TRUE, g_steal_pointer (&error));
    }
}

/* Carries out an IplHeadRequest: some sequences, head scores, the pruning curve, and the theory
 * solved without each head. Posts an IplHeadResult after each of them. */
const IplRun ipl_run_heads = {
  .id = "heads",
  .title = "Score the heads",
  .priority = 50,
  .loss = "Heads are being removed one by one%s. The results so far will be lost.",
  .run = run,
  .memory_new = heads_new,
  .memory_free = heads_free,
  .request_free = (GDestroyNotify)ipl_head_request_free,
  IPL_RUN_SHARES (ipl_head_result),
};
