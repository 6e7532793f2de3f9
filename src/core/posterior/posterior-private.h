/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/posterior.h"

#include "core/posterior/posterior-chain-private.h"

struct _IplPosterior
{
  IplCase *the_case;
  IplKernel *kernel;
  IplSetting setting;
  IplPosteriorOptions options;
  guint n_chains;
  IplPosteriorChain *chains;
  const IplPosteriorMover *method;
  gpointer shared; /* (nullable): of all chains */
  double seconds;
  IplPosteriorPause pause; /* (nullable) */
  gpointer pause_data;
};

gboolean ipl_posterior_make_room (IplPosterior *self, guint draws, GError **error);
