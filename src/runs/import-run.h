/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Examines a file as a case and predicts its cost, in the background. */
#pragma once

#include "core/case/case-preview.h"
#include "runs/run.h"

typedef struct
{
  char *path;           /* the file */
  IplCaseImport import; /* how it would be read */
} IplImportRequest;

typedef struct
{
  char *name;  /* what it is */
  char *value; /* as it is, in some words */
} IplImportFact;

/* The result of an IplImportRequest. */
typedef struct
{
  IplCasePreview *preview; /* what the file is */
  /* (element-type IplImportFact): that of it which is known, in the order in which it is told */
  GPtrArray *facts;
  double bytes; /* of memory that a solve takes; negative where it is not known */
} IplImportResult;

IPL_DECLARE_SHARED (IplImportResult, ipl_import_result)

IplImportRequest *ipl_import_request_new (const char *path, const IplCaseImport *import);
void ipl_import_request_free (IplImportRequest *self);
IplImportResult *ipl_import_result_new (const IplImportRequest *request, GCancellable *cancellable);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplImportRequest, ipl_import_request_free)

extern const IplRun ipl_run_import;
