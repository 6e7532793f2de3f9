/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "decay-experiment.h"

#include <math.h>
#include <signal.h>
#include <stddef.h>

#define PARTS 3

typedef struct
{
  double rate;
  double temperature;
  guint steps;
  guint stop_at;
  guint64 seed;
} Decay;

#define AT(field) .offset = offsetof (Decay, field)

static const IplField fields[] = {
  { "rate", .json = "rate", .label = "Rate", .kind = IPL_FIELD_REAL, AT (rate), .minimum = 0,
    .maximum = 10, .step = 0.1, .digits = 2,
    .sentence = "By how much a step shrinks what there is" },
  { "temperature", .json = "temperature", .label = "Temperature", .kind = IPL_FIELD_REAL,
    AT (temperature), .minimum = 0, .maximum = 10, .step = 0.1, .digits = 2,
    .sentence = "What the entropy is multiplied with" },
  { "steps", .json = "steps", .label = "Steps", .kind = IPL_FIELD_INTEGER, AT (steps), .minimum = 1,
    .maximum = 100000, .step = 1, .sentence = "How many steps" },
  { "interrupt-at", .json = "interrupt_at", .label = "Interrupt at", .kind = IPL_FIELD_INTEGER,
    AT (stop_at), .minimum = 0, .maximum = 100000, .step = 1,
    .sentence = "The step at which Ctrl-C is pressed, 0 for none" },
  { "seed", .json = "seed", .label = "Seed", .kind = IPL_FIELD_SEED, AT (seed),
    .sentence = "Where it begins" },
};

static const IplFieldGroup groups[] = { { "task", "Task", G_N_ELEMENTS (fields), fields, 0 } };

static void
init (IplParameters *parameters)
{
  Decay *decay = ipl_parameters_edit_own (parameters);

  *decay = (Decay){ .rate = 0.5, .temperature = 1, .steps = 8, .seed = 1 };
}

/* v begins at the seed and two more; the entropy is (s - 3)^2 / 10 times the temperature. */
static gboolean
record (IplTrajectory *trajectory, const Decay *decay, guint s, GError **error)
{
  double *v;

  if (!ipl_trajectory_append (trajectory, s, error))
    return FALSE;
  v = ipl_trajectory_edit (trajectory, "v");
  for (guint k = 0; k < PARTS; k++)
    v[k] = ((double)decay->seed + k) * pow (1 - decay->rate, s);
  *ipl_trajectory_edit (trajectory, "loss") = v[0] * v[0];
  *ipl_trajectory_edit (trajectory, "entropy")
      = decay->temperature * ((double)s - 3) * ((double)s - 3) / 10;
  if (s % 2 == 0)
    *ipl_trajectory_edit (trajectory, "validation_loss") = 2 * v[0];
  for (guint i = 0; i < PARTS * PARTS; i++)
    ipl_trajectory_edit (trajectory, "V")[i] = s + i / 100.0;
  return TRUE;
}

/* As a user would, and waits until it is heard. */
static void
press_ctrl_c (const IplExperimentRun *run)
{
  raise (SIGINT);
  while (!g_cancellable_is_cancelled (run->stop != NULL ? run->stop : run->cancellable))
    g_usleep (1000);
}

static IplExperimentResult *
compute (const IplParameters *parameters, const IplExperimentRun *run, GError **error)
{
  const Decay *decay = ipl_parameters_get_own (parameters);
  g_autoptr (IplTrajectory) trajectory = ipl_trajectory_new (IPL_CLOCK_STEPS);
  const gsize shape[] = { PARTS, PARTS };
  const double mu[] = { 1, 2, 3 };
  gboolean complete = TRUE;

  ipl_trajectory_add (trajectory, "loss", 0, NULL);
  ipl_trajectory_add (trajectory, "validation_loss", 0, NULL);
  ipl_trajectory_add (trajectory, "entropy", 0, NULL);
  ipl_trajectory_add (trajectory, "v", 1, shape);
  ipl_trajectory_add (trajectory, "V", 2, shape);
  if (!ipl_trajectory_add_constant (trajectory, "mu", 1, shape, mu, error))
    return NULL;
  for (guint s = 0; s <= decay->steps; s++)
    {
      if (g_cancellable_set_error_if_cancelled (run->cancellable, error)
          || !record (trajectory, decay, s, error))
        return NULL;
      run->progress ((double)s / decay->steps, -1, NULL, run->data);
      if (decay->stop_at > 0 && s == decay->stop_at)
        press_ctrl_c (run);
      if (run->stop != NULL && g_cancellable_is_cancelled (run->stop))
        {
          complete = FALSE;
          break;
        }
      if (decay->rate > 2 && s == 4)
        {
          ipl_trajectory_set_message (trajectory, "It blows up at step 4, where it stops.");
          break;
        }
    }
  if (run->checkpoint != NULL && !g_file_set_contents (run->checkpoint, "kept", -1, error))
    return NULL;
  return ipl_experiment_result_new_dynamics (&decay_experiment, g_steal_pointer (&trajectory),
                                             complete, NULL, NULL);
}

const IplExperiment decay_experiment = {
  .id = "decay",
  .title = "Decay",
  .generated = TRUE,
  .built_in = TRUE,
  .progress = "Decaying",
  IPL_OWN (Decay, groups),
  .init = init,
  .compute = compute,
  .asks_to_run = TRUE,
};
