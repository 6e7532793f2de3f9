/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The heads of every layer of a trained model, each layer a theory of its own on the hidden states
 * that enter it (THEORY.md section 20). */
#include "core/experiments/experiment-table.h"

#include <stddef.h>
#include <string.h>

#include "core/base/shown-text.h"
#include "core/experiments/learning.h"
#include "core/experiments/probe-source.h"
#include "core/experiments/theory-fields.h"
#include "core/probe/probe-attention.h"
#include "core/probe/probe.h"

#define AT(field) .offset = offsetof (IplProbe, field)

static const IplField fields[] = {
  { "probe-file", .flag = "file", .json = "file", .label = "File", .kind = IPL_FIELD_FILE,
    AT (path),
    .sentence
    = "A file of probes, as export-attention.py MODEL --hidden-states writes it, or a network that "
      "train or joma-text wrote; without one the network that comes with the program" },
  IPL_THEORY_FIELDS ("theory-width", "width"),
  { "score-draws", .json = "draws", .label = "Draws", .kind = IPL_FIELD_INTEGER, AT (draws),
    .minimum = 0, .maximum = IPL_MAX_DRAWS, .low = 0, .high = 2000, .step = 100,
    .sentence = "Draws of each chain of the posterior, whose spread is the error of a head's "
                "score; 0 for no errors" },
  { "probe-seed", .flag = "chain-seed", .json = "seed", .label = "Seed", .kind = IPL_FIELD_SEED,
    AT (seed), .high = G_MAXUINT32, .step = 1,
    .sentence = "Seed of the chains, and of intervals of rank correlations" },
};

static const IplFieldGroup groups[] = { { "probe", "Probe", G_N_ELEMENTS (fields), fields, 0 } };

static void
init (IplParameters *parameters)
{
  IplProbe *own = ipl_parameters_edit_own (parameters);

  *own = (IplProbe){ .path = "", .width = 100, .temperature = 0.01, .seed = 1 };
}

static char *
get_title (const IplParameters *parameters, const IplParameters *defaults)
{
  const IplProbe *own = ipl_parameters_get_own (parameters);
  g_autofree char *shown = ipl_file_shown (ipl_probe_source_find (own->path));

  return g_strdup_printf ("Heads of %s", shown);
}

static gpointer
ref_attention (gconstpointer attention)
{
  return ipl_probe_attention_ref ((IplProbeAttention *)attention);
}

static void
unref_attention (gpointer attention)
{
  ipl_probe_attention_unref (attention);
}

static IplExperimentResult *
compute (const IplParameters *parameters, const IplExperimentRun *run, GError **error)
{
  const IplProbe *own = ipl_parameters_get_own (parameters);
  gint64 now = g_get_monotonic_time ();
  g_autoptr (IplProbeAttention) attention = ipl_probe_attention_open (own->path, run->cancellable);
  IplGoing going = { parameters->experiment, run,          attention,   ref_attention,
                     unref_attention,        .began = now, .shown = now };
  const IplProbeWork work = { run->threads, run->cancellable, run->stop,
                              run->show != NULL ? ipl_going_show_at : NULL, &going };
  g_autoptr (IplProbeFile) file
      = ipl_probe_source_open (own->path, run->threads, run->cancellable, error);
  gboolean complete;
  IplTrajectory *trajectory
      = file != NULL ? ipl_probe_run (own, file, &work, &complete, error) : NULL;

  return trajectory != NULL
             ? ipl_experiment_result_new_dynamics (parameters->experiment, trajectory, complete,
                                                   g_steal_pointer (&attention), unref_attention)
             : NULL;
}

static void
predict (gconstpointer parameters, guint threads, double *seconds, double *bytes)
{
  const IplProbe *own = parameters;
  /* A network's probes would have to be made for it. */
  g_autoptr (IplProbeFile) file = ipl_probe_file_open (own->path, NULL, NULL);

  *seconds = *bytes = 0;
  if (file != NULL)
    ipl_probe_predict (own, file, threads, seconds, bytes);
}

static gboolean
restore (IplExperimentResult *result, const IplParameters *parameters, IplNpz *npz, char **why)
{
  const IplProbe *own = ipl_parameters_get_own (parameters);

  result->data = ipl_probe_attention_open (own->path, NULL);
  result->data_free = unref_attention;
  return TRUE;
}

static gsize
count_examples (const IplExperimentResult *result)
{
  const IplProbeAttention *attention = result->data;

  return attention != NULL && attention->why == NULL ? attention->count : 0;
}

const IplExperiment ipl_experiment_probe = {
  .id = "probe",
  .title = "Heads of a model, layer by layer",
  .label = "_Heads of a model",
  .short_title = "Probe",
  .page = "probe",
  .generated = TRUE,
  .built_in = TRUE,
  .progress = "Solving the theory of each layer",
  IPL_OWN (IplProbe, groups),
  .init = init,
  .get_title = get_title,
  .source = fields,
  .compute = compute,
  .recorded = ipl_probe_recorded,
  .restore = restore,
  .count_examples = count_examples,
  .predict = predict,
};
