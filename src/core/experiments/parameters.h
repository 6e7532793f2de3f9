/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/setting.h"
#include "core/experiments/field.h"

G_BEGIN_DECLS

#define IPL_MAX_LIST 64 /* widths, temperatures or variance sets in one sweep */

/* How much can be asked of the sampler. */
#define IPL_MAX_CHAINS 64
#define IPL_MIN_WARMUP 20
#define IPL_MIN_DRAWS 8
#define IPL_MAX_DRAWS 1000000 /* and warm-up transitions */

/* Room for an experiment's own parameters, in bytes. */
#define IPL_PARAMETERS_OWN 1024

typedef struct _IplExperiment IplExperiment;

/**
 * IplWidths:
 * @N: [L + 1] widths N_1 .. N_L, N_a
 * @gp: whether this is the infinite-width Gaussian-process limit; @N is not read then
 *
 * One set of widths of the sweep.
 */
typedef struct
{
  guint N[IPL_MAX_LAYERS + 1];
  gboolean gp;
} IplWidths;

/**
 * IplParameters:
 * @experiment: what makes the case, a row of ipl_experiments()
 * @current: the setting the scrubber stands at; its number of layers, temperature and variances
 *   are used throughout
 * @n_widths: number of widths in the sweep
 * @widths: [n_widths] the widths
 * @n_temperatures: number of @temperatures; none where each width is solved at @current's alone
 * @temperatures: [n_temperatures] temperatures of which each width takes the best
 * @random_orders: random orders of the pruning curve
 * @fine_tune_steps: training steps after each removal of the pruning curve, 0 for none
 * @n_components: principal components shown
 * @shared_limits: whether all heatmaps share one color scale
 * @sampler_chains: chains that sample the posterior
 * @warmup: warm-up transitions of each chain
 * @draws: draws of each chain
 * @heatmap: what the heatmaps of U show, interned: "theory", "sampled", "difference", "sd",
 *   "side-by-side" or "trained"
 *
 * Everything a user can change, as plain values: copied by assignment, compared with
 * ipl_parameters_equal(), written to JSON and read back. The window and the command line fill the
 * same struct. What only its experiment knows is in it too, reached by ipl_parameters_get_own().
 */
typedef struct
{
  const IplExperiment *experiment;
  IplSetting current;
  guint n_widths;
  IplWidths widths[IPL_MAX_LIST];
  guint n_temperatures;
  double temperatures[IPL_MAX_LIST];
  guint random_orders;
  guint fine_tune_steps;
  guint n_components;
  gboolean shared_limits;
  guint sampler_chains;
  guint warmup;
  guint draws;
  const char *heatmap;
  /*< private >*/
  union
  {
    guint8 bytes[IPL_PARAMETERS_OWN];
    guint64 integer;
    double real;
    gpointer pointer;
  } own;
} IplParameters;

G_STATIC_ASSERT (sizeof (IplParameters) < 8192);

/* The experiment's own parameters: its struct, which only its own files and editors know. */
static inline gconstpointer
ipl_parameters_get_own (const IplParameters *self)
{
  return self->own.bytes;
}

static inline gpointer
ipl_parameters_edit_own (IplParameters *self)
{
  return self->own.bytes;
}

/* parameters.c */
void     ipl_parameters_init (IplParameters *self, const char *experiment_id);
gboolean ipl_parameters_equal (const IplParameters *a, const IplParameters *b);
gboolean ipl_parameters_same_case (const IplParameters *a, const IplParameters *b);
gboolean ipl_parameters_same_prior (const IplParameters *a, const IplParameters *b);
void     ipl_parameters_keep_ways (IplParameters *self, const IplParameters *old);
const char *ipl_parameters_get_source (const IplParameters *self);
gconstpointer ipl_parameters_get_table (const IplParameters *self, const IplField *table);
gpointer      ipl_parameters_edit_table (IplParameters *self, const IplField *table);
char    *ipl_parameters_get_title (const IplParameters *self, const IplParameters *defaults);
gboolean ipl_parameters_get_seed (const IplParameters *self, guint64 *seed);
void     ipl_parameters_set_seed (IplParameters *self, guint64 seed);
IplCase *ipl_parameters_sketch (const IplParameters *self);
IplCase *ipl_parameters_make_case (const IplParameters *self, gboolean keep_inputs, guint threads,
                                   GCancellable *cancellable, GError **error);

/* parameters-widths.c: as many widths and variances as there are layers. */
IplSetting ipl_parameters_get_setting (const IplParameters *self, guint i);
void       ipl_parameters_set_widths (IplParameters *self, guint i, const IplSetting *setting);
void       ipl_parameters_set_layers (IplParameters *self, guint L);
void       ipl_parameters_fit_layers (IplParameters *self);
void       ipl_parameters_adopt_case (IplParameters *self, const IplCase *the_case);
char      *ipl_parameters_widths_text (const IplParameters *self);
gboolean   ipl_parameters_parse_widths (IplParameters *self, const char *text, GError **error);
void       ipl_setting_scale_widths (IplSetting *setting, double N);

/* parameters-json.c */
char    *ipl_parameters_to_json (const IplParameters *self);
gboolean ipl_parameters_from_json (IplParameters *self, const char *json, GError **error);

G_END_DECLS
