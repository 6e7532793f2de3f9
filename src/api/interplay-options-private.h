/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/options.h>

#include "core/heads/removal-order.h"
#include "core/parameters/run-settings.h"

struct _InterplayOptions
{
  guint threads;
  InterplayProgress progress; /* (nullable) */
  gpointer user_data;
  GDestroyNotify destroy;    /* (nullable) */
  IplRunOptions run_options; /* but for widths and temperatures; its texts are its own */
  IplPosteriorOptions sampler;
  guint draws;
  IplRemovalOrder order;
  char *test; /* (nullable) */
  guint random_orders;
  gint64 prune_seed; /* negative for the case's */
  gboolean resolve;
  gatomicrefcount ref_count;
};

/* (transfer full): with %NULL the defaults. */
InterplayOptions *interplay_options_or_default (InterplayOptions *options);
