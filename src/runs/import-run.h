/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a file would be as a case, and what solving it would cost, in the background. */
#pragma once

#include "core/case/case-preview.h"
#include "core/theory/theory-cost.h"
#include "runs/run.h"

G_BEGIN_DECLS

/**
 * IplImportRequest:
 * @path: the file
 * @import: how it would be read
 */
typedef struct
{
  char *path;
  IplCaseImport import;
} IplImportRequest;

/**
 * IplImportFact:
 * @name: what it is
 * @value: as it is, in some words
 */
typedef struct
{
  char *name;
  char *value;
} IplImportFact;

/**
 * IplImportResult:
 * @ref_count: owners
 * @preview: what the file is
 * @facts: (element-type IplImportFact): that of it which is known, in the order in which it is told
 * @seconds: of solving one width; negative where it cannot be told
 * @bytes: of memory at the largest; negative where it cannot be told
 *
 * What came of an #IplImportRequest.
 */
typedef struct
{
  gatomicrefcount ref_count;
  IplCasePreview *preview;
  GPtrArray *facts;
  double seconds;
  double bytes;
} IplImportResult;

IplImportRequest *ipl_import_request_new (const char *path, const IplCaseImport *import);
void ipl_import_request_free (IplImportRequest *self);
IplImportResult *ipl_import_result_new (const IplImportRequest *request, GCancellable *cancellable);
IplImportResult *ipl_import_result_ref (IplImportResult *self);
void ipl_import_result_unref (IplImportResult *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplImportRequest, ipl_import_request_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplImportResult, ipl_import_result_unref)

extern const IplRun ipl_run_import;

G_END_DECLS
