/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/results.h>

#include "core/parameters/run-settings.h"
#include "figures/python/python-figure.h"

struct _InterplayResults
{
  IplPythonArrays arrays;    /* kind of its file */
  IplView *view;             /* the results (a reference) */
  IplKernel *kernel;         /* (nullable): the path-path kernels of its case (a reference) */
  IplParameters *parameters; /* (nullable): the inputs of the computation ... */
  char *settings;            /* (nullable): ... as JSON of a file of results */
  char *message;             /* (nullable): reason to doubt a part of the results */
  gatomicrefcount ref_count;
};

/* @view: borrowed; @run: (nullable); @message: (transfer full) (nullable) */
InterplayResults *interplay_results_new (IplPythonArrays arrays, const IplView *view,
                                         IplKernel *kernel, const IplRunSettings *run,
                                         char *message);
char *interplay_results_find_doubt (const IplSweep *sweep, const GPtrArray *posteriors);
