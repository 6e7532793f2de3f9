/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The origin of a file of results: all inputs needed to compute it again, to the last bit. */
#pragma once

#include "core/parameters/sweep-axis.h"
#include "core/posterior/posterior.h"

/* Largest number of widths times temperatures times sets of variances in a run. */
#define IPL_MAX_RUN_SETTINGS 100000

/* Settings of a pruning run in addition to the parameters. */
typedef struct
{
  const char *network; /* interned; the network to prune on a case exported from it; empty if the
                          parameters have it */
  const char *order;   /* interned; name of the removal order */
  const char *test;    /* interned; name of the test set; empty for the first */
  gboolean resolve;    /* TRUE to solve the theory for each removed head */
  guint64 seed;        /* of the random orders */
} IplPruneSettings;

typedef struct
{
  const char *command;      /* interned: "sweep", "sample", "prune", "dynamics", "train" or "map" */
  IplParameters parameters; /* the case, and all parameters except widths and temperatures */
  IplSweepAxis widths;      /* at least one, except for runs without a solution */
  IplSweepAxis temperatures;   /* at which each width is solved, at least one */
  IplSweepAxis variances;      /* several sets of prior variances, else empty */
  IplSweepAxis seeds;          /* of a mean over seeds; empty without one */
  IplSweepAxis x, y;           /* of a map, else empty; @y is empty for a learning curve */
  gboolean listed;             /* TRUE if the temperatures are a list, even of length 1 */
  gboolean best;               /* TRUE if each width has a row only at its best temperature */
  IplPosteriorOptions options; /* of the sampler */
  IplPruneSettings prune;
} IplRunSettings;

void ipl_run_settings_init (IplRunSettings *self, const char *command,
                            const IplParameters *parameters);
void ipl_run_settings_clear (IplRunSettings *self);
void ipl_run_settings_set_axes (IplRunSettings *self, guint n_widths, const IplSetting *widths,
                                guint n_temperatures, const double *temperatures);
guint ipl_run_settings_n_priors (const IplRunSettings *self);
IplSetting ipl_run_settings_get (const IplRunSettings *self, guint index);
IplSetting *ipl_run_settings_list (const IplRunSettings *self, const IplCase *the_case, guint *n,
                                   GError **error);
char *ipl_run_settings_to_json (const IplRunSettings *self);
gboolean ipl_run_settings_from_json (IplRunSettings *self, const char *json, GError **error);

/* Options next to a case, each in the syntax of the command line; %NULL if absent. */
typedef struct
{
  const char *widths;       /* "10,100,gp" */
  const char *temperatures; /* "0.01,0.1" or "low:high:count" */
  const char *variances;    /* "s0^2,s_1^2,..", several sets by semicolons */
  const char *seeds;        /* "1-24", of a mean */
  const char *gp_paths;     /* subsets of paths whose GP limits are wanted */
  gboolean best;            /* of each width only the best temperature */
} IplRunOptions;

gboolean ipl_run_settings_resolve (IplRunSettings *self, const IplRunOptions *requested,
                                   const IplCase *the_case, char **understood,
                                   IplSetting **settings, guint *n, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplRunSettings, ipl_run_settings_clear)

char *ipl_run_files_to_json (const IplRunSettings *self, gboolean anonymous);
char *ipl_run_files_parameters_to_json (const IplParameters *parameters, gboolean anonymous);
gboolean ipl_run_files_find (IplRunSettings *self, const char *json, const char *results,
                             GError **error);
