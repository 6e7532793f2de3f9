/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The attention of a transformer that learns a text, as paths of the theory (THEORY.md section
 * 14.5). */
#include "core/experiments/experiment-table.h"

#include <stddef.h>

#include "core/base/error.h"
#include "core/experiments/learning.h"
#include "core/experiments/theory-fields.h"
#include "core/experiments/text-parameters.h"
#include "core/text/text-paths.h"

#define LAYERS 2
#define HEADS 4
#define WIDTH 64
#define STEPS 1500
#define RATE 1e-3

/* Between two words on progress. */
#define SAY_USEC (G_USEC_PER_SEC / 10)

typedef struct
{
  IplTextParameters text; /* what is learned, and how */
  IplTextPaths paths;
} Own;

G_STATIC_ASSERT (offsetof (Own, text) == 0);

#define AT(field) .offset = offsetof (Own, paths.field)

static const IplField fields[] = {
  { "path-layer", .json = "layer", .label = "Layer of the paths", .kind = IPL_FIELD_INTEGER,
    AT (layer), .minimum = 1, .maximum = IPL_TRANSFORMER_MAX_LAYERS, .low = 1, .high = 12,
    .step = 1, .sentence = "Layer whose heads are the paths, from the lowest" },
  { "path-classes", .json = "classes", .label = "Next words", .symbol = "K",
    .kind = IPL_FIELD_INTEGER, AT (n_classes), .minimum = IPL_TEXT_PATHS_MIN_CLASSES,
    .maximum = IPL_TEXT_PATHS_MAX_CLASSES, .low = IPL_TEXT_PATHS_MIN_CLASSES,
    .high = IPL_TEXT_PATHS_MAX_CLASSES, .step = 1,
    .sentence = "Most frequent words, of which one follows every sequence: the classes" },
  { "n-train", .json = "n_train", .label = "Training sequences", .symbol = "P", .logarithmic = TRUE,
    .kind = IPL_FIELD_INTEGER, AT (n_train), .minimum = IPL_TEXT_PATHS_MAX_CLASSES,
    .maximum = IPL_TEXT_PATHS_MAX_EXAMPLES, .low = 8, .high = 500, .step = 10,
    .sentence = "Sequences that the theory learns, of the text that is trained on" },
  { "n-test", .json = "n_test", .label = "Test sequences", .kind = IPL_FIELD_INTEGER, AT (n_test),
    .minimum = IPL_TEXT_PATHS_MAX_CLASSES, .maximum = 10 * IPL_TEXT_PATHS_MAX_EXAMPLES, .low = 8,
    .high = 5000, .step = 100, .sentence = "Test sequences, of the text that is not trained on" },
  IPL_THEORY_FIELDS ("path-width", "network_width"),
  { "moments", .json = "moments", .label = "Moments", .kind = IPL_FIELD_INTEGER, AT (n_moments),
    .minimum = 2, .maximum = IPL_TEXT_PATHS_MAX_MOMENTS, .step = 5,
    .sentence = "Moments of learning at which the theory is solved, at steps that grow" },
};

static const IplFieldGroup groups[] = {
  { "text", "Text", IPL_TEXT_N_FIELDS, ipl_text_fields, 0 },
  { "network", "Network", IPL_TEXT_N_NETWORK_FIELDS, ipl_text_network_fields, 0 },
  { "training", "Training", IPL_TEXT_N_TRAINING_FIELDS, ipl_text_training_fields, 0 },
  { "paths", "Paths", G_N_ELEMENTS (fields), fields, 0 },
};

static void
init (IplParameters *parameters)
{
  Own *own = ipl_parameters_edit_own (parameters);

  ipl_text_parameters_init (&own->text);
  own->text.shape.layers = LAYERS;
  own->text.shape.heads = HEADS;
  own->text.shape.d = own->text.shape.hidden = WIDTH;
  own->text.config.learning_rate = RATE;
  own->text.steps = STEPS;
  ipl_text_paths_init (&own->paths);
}

static gboolean
validate (gconstpointer data, GError **error)
{
  const Own *own = data;

  if (!ipl_text_parameters_validate (&own->text, error))
    return FALSE;
  return own->paths.layer <= own->text.shape.layers
         || ipl_fail (error, IPL_ERROR_VALUE,
                      "The network has %u layer%s, and the paths are asked of layer %u: choose one "
                      "that there is.",
                      own->text.shape.layers, own->text.shape.layers == 1 ? "" : "s",
                      own->paths.layer);
}

static gpointer
copy_own (gconstpointer own)
{
  return g_memdup2 (own, sizeof (Own));
}

/* A call of compute(). */
typedef struct
{
  const Own *own;
  IplGoing *going;
  const IplTextRun *run;
  gint64 said;
} Watch;

static void
on_stepped (gpointer data)
{
  Watch *self = data;
  double fraction = (double)self->run->trainer->step / self->own->text.steps;
  gint64 now = g_get_monotonic_time ();

  if (now - self->said < SAY_USEC)
    return;
  self->said = now;
  ipl_going_say (self->going, fraction, ipl_going_seconds_left (self->going, fraction), NULL);
}

/* Trains from moment to moment, and solves the theory at each; ends where it is stopped. */
static IplTrajectory *
go (const Own *own, IplTextRun *run, const IplExperimentRun *call, IplGoing *going,
    gboolean *complete, GError **error)
{
  const IplTextPaths *paths = &own->paths;
  g_autoptr (IplTrajectory) trajectory
      = ipl_text_paths_new_trajectory (paths, own->text.shape.heads);
  Watch watch = { own, going, run };
  const IplTextRunControl control = { .threads = call->threads,
                                      .cancellable = call->cancellable,
                                      .stop = call->stop,
                                      .stepped = on_stepped,
                                      .data = &watch };

  *complete = TRUE;
  for (guint s = 0; s < paths->n_moments; s++)
    {
      guint64 step = ipl_text_paths_moment (paths, own->text.steps, s);

      if (s > 0 && step <= (guint64)trajectory->time[trajectory->S - 1])
        continue;
      if (!ipl_text_run_go_on (run, step, &control, error))
        return NULL;
      *complete = run->trainer->step >= step;
      if (!*complete && trajectory->S > 0)
        break;
      if (!ipl_text_paths_record (paths, run, trajectory, call->threads, call->cancellable, error))
        return NULL;
      ipl_going_show (going, trajectory);
    }
  return g_steal_pointer (&trajectory);
}

static IplExperimentResult *
compute (const IplParameters *parameters, const IplExperimentRun *call, GError **error)
{
  const Own *own = ipl_parameters_get_own (parameters);
  gint64 now = g_get_monotonic_time ();
  IplGoing going
      = { parameters->experiment, call, own, copy_own, g_free, .began = now, .shown = now };
  g_autoptr (IplTextCorpus) corpus = NULL;
  g_autoptr (IplTextRun) run = NULL;
  IplTrajectory *trajectory;
  IplTextTraining training;
  gboolean complete;
  double entropy;

  if (!validate (own, error))
    return NULL;
  corpus = ipl_text_parameters_read (&own->text, &entropy, call->cancellable, error);
  if (corpus == NULL)
    return NULL;
  ipl_text_parameters_get_training (&own->text, corpus->V, &training);
  run = ipl_text_run_new (corpus, &training, call->threads, call->cancellable, error);
  if (run == NULL)
    return NULL;
  trajectory = go (own, run, call, &going, &complete, error);
  return trajectory != NULL
             ? ipl_experiment_result_new_dynamics (parameters->experiment, trajectory, complete,
                                                   copy_own (own), g_free)
             : NULL;
}

static void
predict (gconstpointer parameters, guint threads, double *seconds, double *bytes)
{
  const Own *own = parameters;
  double P = own->paths.n_train, K = own->paths.n_classes, H = own->text.shape.heads;
  double D = H * (double)own->text.shape.d;
  double solve = 60 * K * (P * P * H + D * MIN (D, P) * D) * 1e-9 + H * P * P * P * 1e-10;

  ipl_text_cost_predict (&own->text, threads, seconds, bytes);
  *seconds += own->paths.n_moments * solve;
  *bytes += sizeof (double) * (2 * (P + own->paths.n_test) * D + 6 * P * P);
}

static gboolean
restore (IplExperimentResult *result, const IplParameters *parameters, IplNpz *npz, char **why)
{
  const Own *own = ipl_parameters_get_own (parameters);

  if (ipl_trajectory_find (result->trajectory, "head_score")->size != own->text.shape.heads)
    {
      *why = g_strdup ("it has other heads than its settings give");
      return FALSE;
    }
  result->data = copy_own (own);
  result->data_free = g_free;
  return TRUE;
}

const IplExperiment ipl_experiment_text_paths = {
  .id = "text-paths",
  .title = "Paths of a transformer’s attention",
  .label = "Paths of a t_ransformer’s attention",
  .short_title = "Paths of text",
  .page = "text-paths",
  .generated = TRUE,
  .built_in = TRUE,
  .progress = "Training on the text and solving the theory",
  IPL_OWN (Own, groups),
  .init = init,
  .validate = validate,
  .source = ipl_text_fields,
  .compute = compute,
  .recorded = ipl_text_paths_recorded,
  .restore = restore,
  .asks_to_run = TRUE,
  .predict = predict,
};
