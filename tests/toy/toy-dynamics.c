/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Experiments of a program's own that record a trajectory: an entropy that falls and comes back.
 * One is quick and follows its controls, the other asks to run, shows what it has, stops, goes on,
 * and keeps what it has in a file. */

#include "toy-dynamics.h"

#include "core/parameters/parameters.h"
#include <math.h>
#include <stddef.h>
#include <stdio.h>

#define STEP_USEC 1500 /* of the one that asks */

int toy_dynamics_runs;
int toy_dynamics_begun_at = -1;

typedef struct
{
  double rate;
  guint steps;
  const char *shape;
  const char *file;
} Toy;

#define AT(field) .offset = offsetof (Toy, field)

static const char *const shapes[] = { "exponential", "linear", NULL };

static const IplField fields[] = {
  { "rate", .json = "rate", .label = "Rate", .symbol = "η", .kind = IPL_FIELD_REAL, AT (rate),
    .minimum = 0, .maximum = 1, .step = 0.01, .digits = 2, .sentence = "How fast it falls" },
  { "steps", .json = "steps", .label = "Steps", .kind = IPL_FIELD_INTEGER, AT (steps), .minimum = 1,
    .maximum = 1000000, .step = 10, .sentence = "How long it falls" },
};

static const IplField looks[] = {
  { "shape", .json = "shape", .label = "Shape", .kind = IPL_FIELD_CHOICE, AT (shape),
    .choices = shapes, .sentence = "What it falls like" },
  { "weights", .json = "weights", .label = "Weights", .kind = IPL_FIELD_FILE, AT (file),
    .sentence = "A file that is not read" },
};

static const IplFieldGroup groups[] = { { "fall", "Fall", G_N_ELEMENTS (fields), fields, 0 },
                                        { "looks", "Looks", G_N_ELEMENTS (looks), looks, 0 } };

static void
init_decay (IplParameters *parameters)
{
  Toy *toy = ipl_parameters_edit_own (parameters);

  *toy = (Toy){ .rate = 0.1, .steps = 40, .shape = "exponential", .file = "" };
}

static void
init_training (IplParameters *parameters)
{
  init_decay (parameters);
  ((Toy *)ipl_parameters_edit_own (parameters))->steps = 400;
}

double *
toy_dynamics_rate (IplParameters *parameters)
{
  return &((Toy *)ipl_parameters_edit_own (parameters))->rate;
}

guint *
toy_dynamics_steps (IplParameters *parameters)
{
  return &((Toy *)ipl_parameters_edit_own (parameters))->steps;
}

static void
record (IplTrajectory *trajectory, const Toy *toy, guint step)
{
  double x = toy->rate * step;

  g_assert_true (ipl_trajectory_append (trajectory, step, NULL));
  *ipl_trajectory_edit (trajectory, "loss") = exp (-x);
  *ipl_trajectory_edit (trajectory, "entropy") = 2 - x * exp (1 - x);
}

/* The step that was kept in a file of the same rate. */
static guint
kept_step (const char *path, double rate)
{
  g_autofree char *text = NULL;
  double kept_rate;
  guint step;

  return path != NULL && g_file_get_contents (path, &text, NULL, NULL)
                 && sscanf (text, "%lf %u", &kept_rate, &step) == 2 && kept_rate == rate
             ? step
             : 0;
}

static void
keep (const char *path, double rate, guint step)
{
  g_autofree char *text = g_strdup_printf ("%.17g %u", rate, step);

  if (path != NULL)
    g_file_set_contents (path, text, -1, NULL);
}

static IplExperimentResult *
result_of (const IplExperiment *experiment, const IplTrajectory *trajectory, const Toy *toy)
{
  double *rate = g_new (double, 1);

  *rate = toy->rate;
  return ipl_experiment_result_new_dynamics (experiment, ipl_trajectory_copy (trajectory, NULL),
                                             trajectory->time[trajectory->S - 1] >= toy->steps,
                                             rate, g_free);
}

static IplExperimentResult *
compute (const IplParameters *parameters, const IplExperimentRun *run, GError **error)
{
  const Toy *toy = ipl_parameters_get_own (parameters);
  const IplExperiment *experiment = parameters->experiment;
  g_autoptr (IplTrajectory) trajectory = ipl_trajectory_new (IPL_CLOCK_STEPS);
  guint step = kept_step (run->checkpoint, toy->rate);

  ipl_trajectory_add (trajectory, "loss", 0, NULL);
  ipl_trajectory_add (trajectory, "entropy", 0, NULL);
  if (run->before != NULL && *(double *)run->before->data == toy->rate)
    step = MAX (step, (guint)run->before->trajectory->time[run->before->trajectory->S - 1]);
  step = MIN (step, toy->steps);
  g_atomic_int_inc (&toy_dynamics_runs);
  g_atomic_int_set (&toy_dynamics_begun_at, (int)step);
  for (guint i = 0; i <= step; i++)
    record (trajectory, toy, i);
  for (; step < toy->steps; step++)
    {
      if (g_cancellable_set_error_if_cancelled (run->cancellable, error))
        return NULL;
      if (run->stop != NULL && g_cancellable_is_cancelled (run->stop))
        break;
      record (trajectory, toy, step + 1);
      if (!experiment->asks_to_run)
        continue;
      g_usleep (STEP_USEC);
      run->progress ((double)step / toy->steps, (toy->steps - step) * STEP_USEC * 1e-6, NULL,
                     run->data);
      if (step % 50 == 49)
        {
          keep (run->checkpoint, toy->rate, step + 1);
          run->show (result_of (experiment, trajectory, toy), run->data);
        }
    }
  return result_of (experiment, trajectory, toy);
}

const IplExperiment toy_decay = {
  .id = "toy-decay",
  .title = "Toy decay",
  .page = "toy-dynamics",
  .generated = TRUE,
  .built_in = TRUE,
  .progress = "Decaying",
  IPL_OWN (Toy, groups),
  .init = init_decay,
  .compute = compute,
};

const IplExperiment toy_training = {
  .id = "toy-training",
  .title = "Toy training",
  .page = "toy-dynamics",
  .generated = TRUE,
  .built_in = TRUE,
  .progress = "Training the toy",
  IPL_OWN (Toy, groups),
  .init = init_training,
  .compute = compute,
  .asks_to_run = TRUE,
};

/* A panel of both: the loss as a bar, which is dragged to change the rate. */

static gboolean
fits (const IplView *view)
{
  return view->trajectory != NULL && ipl_trajectory_find (view->trajectory, "loss") != NULL
         && g_str_has_prefix (view->own->experiment->id, "toy-");
}

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  double loss = *ipl_trajectory_get (view->trajectory, "loss", view->moment);

  cairo_rectangle (cr, 0, height * (1 - loss), width, height * loss);
  ipl_set_color (cr, style->accent, 1);
  cairo_fill (cr);
}

/* As far as the drag goes down, in heights of the panel; there is nothing in the right half. */
static gboolean
edit (gconstpointer layout, const IplView *view, const IplStyle *style, double from_x,
      double from_y, double x, double y, IplParameters *parameters)
{
  Toy *toy = ipl_parameters_edit_own (parameters);

  if (from_x > 100)
    return FALSE;
  toy->rate = CLAMP (0.1 + (y - from_y) / 1000, 0, 1);
  return TRUE;
}

static void
describe (GString *text, const IplView *view)
{
  g_string_append_printf (text, "The toy at moment %u.", view->moment);
}

static void
table (GString *text, const IplView *view)
{
  g_string_append_printf (text, "moment\n%u\n", view->moment);
}

const IplPanel toy_curve = {
  .id = "toy-curve",
  .title = "Toy curve",
  .fits = fits,
  .draw = draw,
  .edit = edit,
  .describe = describe,
  .table = table,
  .height_narrow = 0.5,
  .height_wide = 0.5,
};
