/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sparse, then dense: the order in which components grow under attention (THEORY.md section 12). */
#include "core/experiments/salience-experiment.h"

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/number-text.h"
#include "core/base/random-stream.h"
#include "core/base/text-escape.h"
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* User values of the first components; the others are random. */
typedef struct
{
  guint n;
  double values[IPL_SALIENCE_MAX];
} Drive;

typedef struct
{
  const char *activation; /* interned, as the next two */
  const char *attention;
  const char *time;
  guint components;
  guint64 seed;
  double temperature;
  double start;
  double rate;
  guint steps;
  double duration;
  Drive mu;
  Drive Delta;
} Parameters;

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return x < y ? -1 : x > y;
}

/* [components] mu uniform in [1, 4] or Delta in [-1, 1], sorted; user values replace the first
 * ones. */
static void
get_drive (const Parameters *own, gboolean linear, double *drive)
{
  const Drive *mine = linear ? &own->Delta : &own->mu;
  IplRandomStream stream;

  ipl_random_stream_init (&stream, own->seed, IPL_STREAM_SALIENCE, linear);
  for (guint l = 0; l < own->components; l++)
    {
      double u = gsl_rng_uniform (&stream.rng);

      drive[l] = linear ? 2 * u - 1 : 1 + 3 * u;
    }
  qsort (drive, own->components, sizeof *drive, compare);
  for (guint l = 0; l < MIN (mine->n, own->components); l++)
    drive[l] = mine->values[l];
}

static Drive *
drive_of (const IplField *field, gconstpointer own)
{
  return (Drive *)((char *)own + field->offset);
}

static gboolean
is_linear (const IplField *field)
{
  return field->offset == offsetof (Parameters, Delta);
}

/* The driving force of the components, separated by commas. */
static char *
get_used (const IplField *field, gconstpointer own)
{
  double drive[IPL_SALIENCE_MAX];
  GString *text = g_string_new (NULL);

  get_drive (own, is_linear (field), drive);
  for (guint l = 0; l < ((const Parameters *)own)->components; l++)
    {
      char number[IPL_NUMBER_TEXT_SIZE];

      ipl_number_format (drive[l], number);
      g_string_append_printf (text, "%s%s", l > 0 ? "," : "", number);
    }
  return g_string_free (text, FALSE);
}

static char *
get_list (const IplField *field, gconstpointer data)
{
  return drive_of (field, data)->n > 0 ? get_used (field, data) : g_strdup ("");
}

static gboolean
is_allowed (double value, gboolean linear)
{
  return fabs (value) <= (linear ? IPL_SALIENCE_MAX_DELTA : IPL_SALIENCE_MAX_MU);
}

/* Sets the number of components to the number of values; an empty list keeps it and makes all
 * values random. */
static gboolean
set_list (const IplField *field, gpointer data, const char *text, GError **error)
{
  Parameters *own = data;
  gboolean linear = is_linear (field);
  g_auto (GStrv) words = g_strsplit (text, ",", -1);
  guint n = g_strv_length (words);
  Drive parsed = { 0 };

  if (!ipl_number_list_check (text, error))
    return FALSE;
  for (guint l = 0; l < n; l++)
    if (n > IPL_SALIENCE_MAX || !ipl_number_parse_real (g_strstrip (words[l]), &parsed.values[l])
        || !is_allowed (parsed.values[l], linear))
      {
        g_autofree char *shown = ipl_text_shown (text);

        return ipl_fail (
            error, IPL_ERROR_VALUE,
            "Give 1 to %d numbers separated by commas, each from %g to %g, or nothing for those "
            "that the seed draws, not “%s”.",
            IPL_SALIENCE_MAX, linear ? -IPL_SALIENCE_MAX_DELTA : -IPL_SALIENCE_MAX_MU,
            linear ? IPL_SALIENCE_MAX_DELTA : IPL_SALIENCE_MAX_MU, shown);
      }
  parsed.n = n;
  *drive_of (field, own) = parsed;
  if (n > 0)
    own->components = n;
  return TRUE;
}

static void
add_list (const IplField *field, gconstpointer data, JsonBuilder *builder)
{
  const Parameters *own = data;
  double drive[IPL_SALIENCE_MAX];
  guint n = drive_of (field, own)->n > 0 ? own->components : 0;

  get_drive (own, is_linear (field), drive);
  json_builder_begin_array (builder);
  for (guint l = 0; l < n; l++)
    json_builder_add_double_value (builder, drive[l]);
  json_builder_end_array (builder);
}

static gboolean
read_list (const IplField *field, gpointer data, JsonNode *node, GError **error)
{
  Parameters *own = data;
  gboolean linear = is_linear (field);
  JsonArray *array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  guint n = array != NULL ? json_array_get_length (array) : G_MAXUINT;
  Drive read = { 0 };

  for (guint l = 0; l < n; l++)
    {
      JsonNode *item = n <= IPL_SALIENCE_MAX ? json_array_get_element (array, l) : NULL;
      GType type
          = item != NULL && JSON_NODE_HOLDS_VALUE (item) ? json_node_get_value_type (item) : 0;

      if ((type != G_TYPE_DOUBLE && type != G_TYPE_INT64)
          || !is_allowed (read.values[l] = json_node_get_double (item), linear))
        return ipl_json_wrong_type (linear ? "Delta" : "mu",
                                    linear ? "a list of at most 40 numbers from -2 to 2"
                                           : "a list of at most 40 numbers from -6 to 6",
                                    error);
    }
  read.n = n;
  *drive_of (field, own) = read;
  if (n > 0)
    own->components = n;
  return TRUE;
}

static const IplFieldList list = { get_list, set_list, add_list, read_list, get_used };

static const char *const activations[] = { "nonlinear", "linear", NULL };
static const char *const attentions[] = { "softmax", "exp", NULL };
static const char *const times[] = { "steps", "flow", NULL };

static gboolean
is (const char *choice, const char *name)
{
  return strcmp (choice, name) == 0;
}

static gboolean
in_steps (const IplField *field, gconstpointer data)
{
  return is (((const Parameters *)data)->time, "steps");
}

static gboolean
in_flow (const IplField *field, gconstpointer data)
{
  return is (((const Parameters *)data)->time, "flow");
}

static gboolean
when_linear (const IplField *field, gconstpointer data)
{
  return is (((const Parameters *)data)->activation, "linear");
}

static gboolean
when_nonlinear (const IplField *field, gconstpointer data)
{
  return !when_linear (field, data);
}

/* TRUE if some component's drive is drawn. */
static gboolean
when_drawn (const IplField *field, gconstpointer data)
{
  const Parameters *own = data;

  return (when_linear (field, data) ? &own->Delta : &own->mu)->n < own->components;
}

#define AT(field) .offset = offsetof (Parameters, field)

static const IplField fields[] = {
  { "activation", .json = "activation", .label = "Activation", .kind = IPL_FIELD_CHOICE,
    AT (activation), .choices = activations,
    .sentence = "MLP activation: “linear” drives components by Δ without end, “nonlinear” to μ" },
  { "attention", .json = "attention", .label = "Attention", .kind = IPL_FIELD_CHOICE,
    AT (attention), .choices = attentions,
    .sentence = "Attention: “exp” is e to the v²/T, “softmax” the same normalized" },
  { "time", .json = "time", .label = "Time", .kind = IPL_FIELD_CHOICE, AT (time), .choices = times,
    .sentence = "Time: “steps” of gradient descent, or the continuous “flow”" },
  { "components", .json = "components", .label = "Components", .symbol = "M",
    .kind = IPL_FIELD_INTEGER, AT (components), .minimum = 1, .maximum = IPL_SALIENCE_MAX,
    .step = 1, .sentence = "Components of the weights, one for each token" },
  { "seed", .json = "seed", .label = "Seed", .kind = IPL_FIELD_SEED, AT (seed), .high = G_MAXUINT32,
    .step = 1, .applies = when_drawn, .only = "where not all of these are given",
    .sentence = "Seed of μ, uniform from 1 to 4, and of Δ, uniform from −1 to 1" },
  { "mu", .json = "mu", .label = "Targets", .symbol = "μ", .kind = IPL_FIELD_LIST, .list = &list,
    AT (mu), .applies = when_nonlinear, .only = "with the nonlinear activation",
    .sentence
    = "μ of each component separated by commas, from −6 to 6, in place of those the seed draws" },
  { "delta", .json = "delta", .label = "Drives", .symbol = "Δ", .kind = IPL_FIELD_LIST,
    .list = &list, AT (Delta), .applies = when_linear, .only = "with the linear activation",
    .sentence
    = "Δ of each component separated by commas, from −2 to 2, in place of those the seed draws" },
  { "attention-temperature", .json = "temperature", .label = "Attention temperature", .symbol = "T",
    .kind = IPL_FIELD_REAL, AT (temperature), .minimum = 0.25, .maximum = 100, .low = 0.25,
    .high = 10, .step = 0.25, .digits = 2,
    .sentence = "Temperature of attention, e to the v²/T: 2 in the theorems, 3 in the figure" },
  { "start", .json = "start", .label = "Start", .symbol = "v(0)", .kind = IPL_FIELD_REAL,
    AT (start), .minimum = -2, .maximum = 2, .step = 0.05, .digits = 3,
    .sentence = "Weight of every component at time 0" },
  { "rate", .json = "rate", .label = "Step size", .symbol = "η", .kind = IPL_FIELD_REAL, AT (rate),
    .minimum = 0, .positive = TRUE, .maximum = 10, .low = 0.001, .high = 1, .step = 0.01,
    .digits = 3, .applies = in_steps, .only = "where time is counted in steps",
    .sentence = "Step size of gradient descent" },
  { "steps", .json = "steps", .label = "Steps", .kind = IPL_FIELD_INTEGER, AT (steps), .minimum = 1,
    .maximum = 1000000, .low = 1, .high = 100000, .step = 500, .applies = in_steps,
    .only = "where time is counted in steps", .sentence = "Steps of gradient descent" },
  { "duration", .json = "duration", .label = "Duration", .kind = IPL_FIELD_REAL, AT (duration),
    .minimum = 0, .positive = TRUE, .maximum = 10000, .low = 0.1, .high = 1000, .step = 0.5,
    .digits = 2, .applies = in_flow, .only = "in the flow",
    .sentence = "Time that the flow takes; with softmax attention it takes longer" },
};

static const IplFieldGroup groups[] = { { "task", "Task", G_N_ELEMENTS (fields), fields, 0 } };

/* The values of figure 4. */
static void
init (IplParameters *parameters)
{
  Parameters *own = ipl_parameters_edit_specific (parameters);

  own->activation = activations[0];
  own->attention = attentions[0];
  own->time = times[0];
  own->components = 10;
  own->seed = 15;
  own->temperature = 3;
  own->start = 0.05;
  own->rate = 0.02;
  own->steps = 5000;
  own->duration = 5;
}

/* TRUE if they are those of this experiment. */
gboolean
ipl_salience_from_parameters (IplSalience *self, const IplParameters *parameters)
{
  const Parameters *own = ipl_parameters_get_specific (parameters);

  if (parameters->experiment != &ipl_experiment_joma_salience)
    return FALSE;
  *self = (IplSalience){ .M = own->components,
                         .linear = is (own->activation, "linear"),
                         .softmax = is (own->attention, "softmax"),
                         .flow = is (own->time, "flow"),
                         .T = own->temperature,
                         .start = own->start,
                         .rate = own->rate,
                         .steps = own->steps,
                         .duration = own->duration };
  get_drive (own, self->linear, self->drive);
  return TRUE;
}

static IplExperimentResult *
compute (const IplParameters *parameters, const IplExperimentRun *run, GError **error)
{
  IplSalience salience;
  IplTrajectory *trajectory;

  ipl_salience_from_parameters (&salience, parameters);
  trajectory = ipl_salience_run (&salience, run->work.cancellable, error);
  if (trajectory == NULL)
    return NULL;
  return ipl_experiment_result_new_dynamics (&ipl_experiment_joma_salience, trajectory, TRUE, NULL,
                                             NULL);
}

static gboolean
has_all (const IplTrajectory *trajectory, const char *const *names)
{
  for (; *names != NULL; names++)
    if (ipl_trajectory_find (trajectory, *names) == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
restore (IplExperimentResult *result, const IplParameters *parameters, IplNpz *npz, char **why)
{
  static const char *const linear[] = { "invariant", "Delta", "v_limit", NULL };
  static const char *const nonlinear[]
      = { "log_delta", "mu", "time_to_90", "attention_limit", "entropy_limit", NULL };
  static const char *const arrival[] = { "theory_mu", "theory_time_to_90", NULL };
  const Parameters *own = ipl_parameters_get_specific (parameters);

  if (ipl_trajectory_find (result->trajectory, "v")->size != own->components
      || !has_all (result->trajectory, is (own->activation, "linear") ? linear : nonlinear)
      || (ipl_trajectory_find (result->trajectory, "time_to_90_theory") != NULL
          && !has_all (result->trajectory, arrival)))
    {
      *why = g_strdup ("its arrays are not those that its settings give");
      return FALSE;
    }
  return TRUE;
}

const IplExperiment ipl_experiment_joma_salience = {
  .id = "joma-salience",
  .title = "Salience: sparse, then dense",
  .about
  = "The second paper’s main dynamics: attention becomes sparse, then dense again (figure 4)",
  .family = IPL_FAMILY_DYNAMICS,
  .page = "salience",
  .generated = TRUE,
  .built_in = TRUE,
  .progress = "Growing the components",
  IPL_SPECIFIC (Parameters, groups),
  .init = init,
  .compute = compute,
  .recorded = ipl_salience_recorded,
  .restore = restore,
};
