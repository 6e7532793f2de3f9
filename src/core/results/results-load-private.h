/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/files/npz.h"
#include "core/results/results-field-private.h"
#include "core/results/results-load.h"

G_BEGIN_DECLS

/* A file of results while it is read. */
typedef struct
{
  IplNpz *npz;
  const char *shown; /* what the file is called in sentences */
  gsize n;           /* rows */
  IplCaseInfo *the_case;
} IplResultsReader;

gboolean ipl_results_reader_refuse (const IplResultsReader *self, GError **error,
                                    const char *format, ...) G_GNUC_PRINTF (3, 4);

gboolean ipl_results_read_case (IplResultsReader *self, GError **error);

/* Where the array is not there, NULL; also with @error set where it must be there or is of another
 * shape. The axis of rows is not part of @shape; @axis is whether there is one, or may be where it
 * is NULL on the way in. */
const double *ipl_results_reader_get (const IplResultsReader *self, const char *name,
                                      gboolean needed, gboolean axis, guint ndim,
                                      const gsize *shape, GError **error);
gboolean ipl_results_reader_field (const IplResultsReader *self, const IplResultsField *field,
                                   const char *name, gboolean needed, gboolean axis, guint test,
                                   gsize row, gpointer object, GError **error);
IplPosteriorSummary **ipl_results_read_posteriors (const IplResultsReader *self,
                                                   const IplSweep *sweep, GError **error);
IplSeedMean *ipl_results_read_seeds (const IplResultsReader *self, const IplSweep *sweep,
                                     gboolean best, GError **error);

G_END_DECLS
