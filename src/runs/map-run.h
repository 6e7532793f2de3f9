/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/maps/map.h"
#include "core/theory/kernel.h"
#include "runs/run.h"

/* A map to be solved. */
typedef struct
{
  IplRunSettings run; /* what it is over */
  IplMap *before;     /* (nullable): a map whose cells are taken over where they are the same */
  IplKernel *kernel;  /* (nullable): the kernels of the case of @known, which are there already */
  IplParameters known;
  guint threads; /* the numbers do not depend on it */
  /* (nullable): keeps what there is of it, once a minute and at the end, in the job's thread */
  void (*keep) (const IplMap *so_far, gpointer data);
  gpointer data; /* for @keep */
  /* (nullable), interned: a file that the map is read of in place of being solved */
  const char *restores;
} IplMapRequest;

IplMapRequest *ipl_map_request_new (const IplRunSettings *run);
void ipl_map_request_free (IplMapRequest *self);

/* A map as far as it is solved. Immutable, reference-counted. */
typedef struct
{
  IplMap *map;       /* (nullable): as far as it is solved */
  gboolean finished; /* whether all cells are solved */
  GError *error;     /* (nullable): why some are, where it was not stopped */
} IplMapResult;

IPL_DECLARE_SHARED (IplMapResult, ipl_map_result)
IplMapResult *ipl_map_result_new (IplMap *map);

extern const IplRun ipl_run_map;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplMapRequest, ipl_map_request_free)
