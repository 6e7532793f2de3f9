/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The origin of a file of results: enough to compute it again, to the last bit. */
#pragma once

#include "core/parameters/sweep-axis.h"
#include "core/posterior/posterior.h"

/* Widths times temperatures times sets of variances of one run. */
#define IPL_MAX_RUN_SETTINGS 100000

/* How heads were pruned, beside what the parameters say. */
typedef struct
{
  const char *network; /* interned; the network that is pruned on the case of a file exported from
                          it; empty where the parameters have it */
  const char *order;   /* interned; name of the removal order */
  const char *test;    /* interned; name of the test set; empty for the first */
  gboolean resolve;    /* whether the theory is solved anew without each head */
  guint64 seed;        /* of the random orders */
} IplPruneSettings;

typedef struct
{
  const char *command;      /* interned: "sweep", "sample", "prune", "dynamics", "train" or "map" */
  IplParameters parameters; /* what makes the case, and all else but widths and temperatures */
  IplSweepAxis widths;      /* of which there is one at least, but where nothing is solved */
  IplSweepAxis temperatures;   /* at which each width is solved, at least one */
  IplSweepAxis variances;      /* sets of prior variances where there are several, else empty */
  IplSweepAxis seeds;          /* that a sweep's mean is over; empty where there is no such mean */
  IplSweepAxis x, y;           /* of a map, else empty; @y is empty of a learning curve */
  gboolean listed;             /* whether the temperatures are a list, be it of one */
  gboolean best;               /* whether of each width only the best temperature is kept */
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

/* Options beside a case, each as on a command line; %NULL where not given. */
typedef struct
{
  const char *widths;       /* "10,100,gp" */
  const char *temperatures; /* "0.01,0.1" or "low:high:count" */
  const char *variances;    /* "s0^2,s_1^2,..", several sets by semicolons */
  const char *seeds;        /* "1-24", of a mean */
  const char *gp_paths;     /* subsets of paths whose GP limits are wanted */
  gboolean best;            /* of each width only the best temperature */
} IplRunAsked;

gboolean ipl_run_settings_ask (IplRunSettings *self, const IplRunAsked *asked,
                               const IplCase *the_case, char **understood, IplSetting **settings,
                               guint *n, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplRunSettings, ipl_run_settings_clear)

char *ipl_run_files_to_json (const IplRunSettings *self, gboolean anonymous);
char *ipl_run_files_parameters_to_json (const IplParameters *parameters, gboolean anonymous);
gboolean ipl_run_files_find (IplRunSettings *self, const char *json, const char *results,
                             GError **error);
