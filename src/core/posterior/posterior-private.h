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
  GArray *U;     /* of double, [draws x Pi x Pi] */
  GArray *q;     /* of double, [draws x n] */
  GArray *draws; /* of IplDraw */
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
