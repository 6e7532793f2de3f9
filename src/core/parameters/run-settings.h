/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"
#include "core/posterior/posterior.h"

G_BEGIN_DECLS

/* Widths times temperatures times sets of variances of one run. */
#define IPL_MAX_RUN_SETTINGS 100000
/* Seeds of one mean. */
#define IPL_MAX_RUN_SEEDS 10000
/* Sets of prior variances of one run. */
#define IPL_MAX_RUN_VARIANCES 1000
/* Numbers from one set to the next. */
#define IPL_RUN_VARIANCES_STRIDE (IPL_MAX_LAYERS + 2)

/**
 * IplPruneSettings:
 * @network: interned; the trained network that is pruned on the case of a file exported from it;
 *   empty where the parameters tell it
 * @order: interned; name of the removal order
 * @test: interned; name of the test set; empty for the first
 * @resolve: whether the theory is solved anew without each head
 * @seed: of the random orders
 *
 * How heads were pruned, beside what the parameters say.
 */
typedef struct
{
  const char *network;
  const char *order;
  const char *test;
  gboolean resolve;
  guint64 seed;
} IplPruneSettings;

/**
 * IplRunSettings:
 * @command: interned; what ran: "sweep", "sample", "prune", "dynamics" or "train"
 * @parameters: what makes the case, and all that every experiment has but widths and temperatures
 * @n_widths: number of @widths
 * @widths: (array length=n_widths): widths with the variances of all, or the first of several sets
 * @n_temperatures: number of @temperatures, at least 1
 * @temperatures: (array length=n_temperatures): the temperatures each width was solved at
 * @n_variances: sets of prior variances where there are several, else 0
 * @variances: (nullable): [@n_variances x (IPL_MAX_LAYERS + 2)] all of them
 * @listed: whether the temperatures are a list, be it of one
 * @best: whether of each width only the best temperature was kept
 * @options: of the sampler
 * @prune: how heads were pruned
 * @first_seed: the first of the seeds that a sweep's mean is over
 * @n_seeds: how many follow each other from there, 0 where there is no such mean
 *
 * What a file of results was computed from: enough to compute it again, to the last bit.
 */
typedef struct
{
  const char *command;
  IplParameters parameters;
  guint n_widths;
  IplSetting *widths;
  guint n_temperatures;
  double *temperatures;
  guint n_variances;
  double *variances;
  gboolean listed;
  gboolean best;
  IplPosteriorOptions options;
  IplPruneSettings prune;
  guint64 first_seed;
  guint n_seeds;
} IplRunSettings;

void ipl_run_settings_init (IplRunSettings *self, const char *command,
                            const IplParameters *parameters);
void ipl_run_settings_clear (IplRunSettings *self);
void ipl_run_settings_set_axes (IplRunSettings *self, guint n_widths, const IplSetting *widths,
                                guint n_temperatures, const double *temperatures);
void ipl_run_settings_set_variances (IplRunSettings *self, guint n, const double *variances);
guint ipl_run_settings_n_priors (const IplRunSettings *self);
IplSetting ipl_run_settings_get (const IplRunSettings *self, guint index);
IplSetting *ipl_run_settings_list (const IplRunSettings *self, const IplCase *the_case, guint *n,
                                   GError **error);
char *ipl_run_settings_to_json (const IplRunSettings *self);
gboolean ipl_run_settings_from_json (IplRunSettings *self, const char *json, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplRunSettings, ipl_run_settings_clear)

G_END_DECLS
