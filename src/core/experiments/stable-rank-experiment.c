/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stable rank of the checkpoints of a network that was trained elsewhere (THEORY.md section 16). */
#include "core/experiments/experiment-table.h"

#include "core/base/text-escape.h"
#include "core/checkpoints/checkpoints.h"
#include "core/experiments/resumable-experiment.h"
#include <stddef.h>

#define MAX_FILES 64

typedef struct
{
  const char *files[MAX_FILES]; /* interned, those left out empty */
  const char *pattern;          /* interned */
} Parameters;

#define AT(field) .offset = offsetof (Parameters, field)

static const IplField fields[] = {
  { "checkpoints", .json = "checkpoints", .label = "Checkpoints", .kind = IPL_FIELD_FILES,
    AT (files), .count = MAX_FILES,
    .sentence = "A .safetensors file, or a folder of them; again for each further one" },
  { "pattern", .json = "pattern", .label = "Matrices", .kind = IPL_FIELD_TEXT, AT (pattern),
    .sentence = "Names of the lower MLP matrices, with # for the layer and * for anything; nothing "
                "for those of GPT-NeoX, OPT, GPT-2, PyTorch, Llama and BERT" },
};

static const IplFieldGroup groups[]
    = { { "task", "Checkpoints", G_N_ELEMENTS (fields), fields, 0 } };

static void
init (IplParameters *parameters)
{
  Parameters *own = ipl_parameters_edit_specific (parameters);

  for (guint i = 0; i < MAX_FILES; i++)
    own->files[i] = "";
  own->pattern = "";
}

static char *
get_title (const IplParameters *parameters, const IplParameters *defaults)
{
  const Parameters *own = ipl_parameters_get_specific (parameters);
  g_autofree char *shown = NULL;

  if (own->files[0][0] == '\0')
    return NULL;
  shown = ipl_file_shown (own->files[0]);
  return own->files[1][0] != '\0' ? g_strdup_printf ("Stable rank of %s and others", shown)
                                  : g_strdup_printf ("Stable rank of %s", shown);
}

/* The experiment and parameters of a result. */
static char *
make_key (const Parameters *own)
{
  GString *key = g_string_new (own->pattern);

  for (guint i = 0; i < MAX_FILES && own->files[i][0] != '\0'; i++)
    g_string_append_printf (key, "\n%s", own->files[i]);
  return g_string_free (key, FALSE);
}

static gpointer
copy_key (gconstpointer key)
{
  return g_strdup (key);
}

static void
progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  double left = ipl_computation_seconds_left (data, fraction);

  ipl_computation_report (data, fraction, fraction > 0.02 ? left : -1.0, sentence);
}

static void
show (gconstpointer so_far, double fraction, gpointer data)
{
  ipl_computation_show (data, so_far);
}

static IplExperimentResult *
compute (const IplParameters *parameters, const IplExperimentRun *run, GError **error)
{
  const Parameters *own = ipl_parameters_get_specific (parameters);
  g_autofree char *key = make_key (own);
  IplComputation computation
      = { parameters->experiment, run, key, copy_key, g_free, .began = g_get_monotonic_time () };
  const char *paths[MAX_FILES + 1] = { NULL };
  g_autoptr (GPtrArray) checkpoints = NULL;
  IplCheckpointsWork work
      = { .pattern = own->pattern, .work = ipl_computation_work (&computation, show) };
  IplTrajectory *trajectory;

  work.work.progress = progress;
  for (guint i = 0; i < MAX_FILES && own->files[i][0] != '\0'; i++)
    paths[i] = own->files[i];
  checkpoints = work.checkpoints = ipl_checkpoints_find (paths, error);
  if (checkpoints == NULL)
    return NULL;
  /* Stopped work continues; complete work is read again, as files may have changed. */
  if (run->before != NULL && run->before->experiment == &ipl_experiment_stable_rank
      && !run->before->complete && g_str_equal (run->before->data, key))
    work.before = run->before->trajectory;
  trajectory = ipl_checkpoints_rank (&work, error);
  if (trajectory == NULL)
    return NULL;
  return ipl_experiment_result_new_dynamics (&ipl_experiment_stable_rank, trajectory,
                                             trajectory->S == checkpoints->len,
                                             g_steal_pointer (&key), g_free);
}

/* Resumes from the recorded moments. */
static gboolean
restore (IplExperimentResult *result, const IplParameters *parameters, IplNpz *npz, char **why)
{
  result->data = make_key (ipl_parameters_get_specific (parameters));
  result->data_free = g_free;
  return TRUE;
}

const IplExperiment ipl_experiment_stable_rank = {
  .id = "stable-rank",
  .title = "Stable rank of checkpoints",
  .page = "stable-rank",
  .generated = TRUE,
  .progress = "Reading the checkpoints",
  IPL_SPECIFIC (Parameters, groups),
  .init = init,
  .get_title = get_title,
  .source = fields,
  .compute = compute,
  .recorded = ipl_checkpoints_recorded,
  .restore = restore,
  .resumes_from_file = TRUE,
  .runs_on_request = TRUE,
};

/* Adds one to those that are read. */
gboolean
ipl_parameters_add_checkpoint (IplParameters *self, const char *path, GError **error)
{
  g_return_val_if_fail (self->experiment == &ipl_experiment_stable_rank, FALSE);

  return ipl_field_set_text (&fields[0], ipl_parameters_edit_specific (self), path, error);
}
