/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/results.h>

#include "core/parameters/run-settings.h"
#include "figures/python/python-figure.h"

struct _InterplayResults
{
  IplPythonArrays arrays;    /* the kind of file that it is written as */
  IplView *view;             /* all that there is (a reference) */
  IplKernel *kernel;         /* (nullable): the path-path kernels of its case (a reference) */
  IplParameters *parameters; /* (nullable): what it was computed from ... */
  char *settings;            /* (nullable): ... as files of results say it */
  char *message;             /* (nullable): why not all of it is to be relied on */
  gatomicrefcount ref_count;
};

/* @view: borrowed; @run: (nullable); @message: (transfer full) (nullable) */
InterplayResults *interplay_results_new (IplPythonArrays arrays, const IplView *view,
                                         IplKernel *kernel, const IplRunSettings *run,
                                         char *message);
char *interplay_results_find_doubt (const IplSweep *sweep, const GPtrArray *posteriors);
