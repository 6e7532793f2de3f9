/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/maps/map.h"
#include "core/kernel/kernel.h"
#include "runs/run.h"

/* A request for a map. */
typedef struct
{
  IplRunSettings run; /* axes and parameters of the map */
  IplMap *before; /* (nullable): map whose solved cells are reused if they have the same settings */
  IplKernel
      *kernel; /* (nullable): kernels of the case of @case_parameters, if they exist already */
  IplParameters case_parameters;
  guint threads; /* number of threads; the results do not depend on it */
  /* (nullable): saves the map so far, once a minute and at the end, in the thread of the job */
  void (*save) (const IplMap *so_far, gpointer data);
  gpointer data; /* argument of @save */
  /* (nullable), interned: file that the map is read from instead of being solved */
  const char *restores;
} IplMapRequest;

IplMapRequest *ipl_map_request_new (const IplRunSettings *run);
void ipl_map_request_free (IplMapRequest *self);

/* A map and its solved cells. Immutable, reference-counted. */
typedef struct
{
  IplMap *map;       /* (nullable): the map, with the cells solved so far */
  gboolean finished; /* TRUE if all cells are solved */
  GError *error;     /* (nullable): reason why cells are missing, other than a stop */
} IplMapResult;

IPL_DECLARE_SHARED (IplMapResult, ipl_map_result)
IplMapResult *ipl_map_result_new (IplMap *map);

extern const IplRun ipl_run_map;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplMapRequest, ipl_map_request_free)
