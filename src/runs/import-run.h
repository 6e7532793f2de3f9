/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the arrays of a file from their headers, in the background. */
#pragma once

#include <gio/gio.h>

#include "runs/run.h"

/* An array of a file. */
typedef struct
{
  char *name;       /* name in the file */
  char *shape;      /* "[300, 12, 64, 64]" */
  const char *type; /* element type in the file, "float32"; static */
} IplImportArray;

/* The arrays of a file. The request is its path. */
typedef struct
{
  GPtrArray *arrays; /* (element-type IplImportArray): in the order of the file */
  GError *error;     /* (nullable): reason why the file cannot be read */
} IplImportResult;

IPL_DECLARE_SHARED (IplImportResult, ipl_import_result)

IplImportResult *ipl_import_result_new (const char *path, GCancellable *cancellable);

extern const IplRun ipl_run_import;
