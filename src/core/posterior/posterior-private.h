/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/posterior.h"

#include "core/posterior/nuts-private.h"
#include "core/posterior/posterior-target-private.h"

/* What one draw keeps beside its U. */
typedef struct
{
  double u_a;
  double energy; /* of the Hamiltonian, for E-BFMI */
  double acceptance;
  guint depth;
  gboolean divergent;
} IplDraw;

typedef struct
{
  IplPosteriorTarget *target;
  IplNuts *nuts;
  guint n_draws;
  guint room;     /* draws there is room for */
  double *U;      /* [room x Pi x Pi] */
  double *q;      /* [room x n] */
  IplDraw *draws; /* [room] */
} IplPosteriorChain;

struct _IplPosterior
{
  IplCase *the_case;
  IplKernel *kernel;
  IplSetting setting;
  IplPosteriorOptions options;
  guint n_chains;
  IplPosteriorChain *chains;
  double seconds;
  IplPosteriorPause pause; /* (nullable) */
  gpointer pause_data;
};

gboolean ipl_posterior_make_room (IplPosterior *self, guint draws, GError **error);
