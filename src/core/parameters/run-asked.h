/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/run-settings.h"

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
