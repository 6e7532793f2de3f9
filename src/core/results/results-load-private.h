/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/files/npz.h"
#include "core/results/results-field-private.h"
#include "core/results/results-load.h"

/* A file of results while it is read. */
typedef struct
{
  IplNpz *npz;
  const char *shown; /* name of the file in messages */
  gsize n;           /* rows */
  IplCaseInfo *the_case;
} IplResultsReader;

gboolean ipl_results_reader_refuse (const IplResultsReader *self, GError **error,
                                    const char *format, ...) G_GNUC_PRINTF (3, 4);

gboolean ipl_results_read_case (IplResultsReader *self, GError **error);

/* @axis: TRUE if an axis of rows precedes @shape
 * @values: (out) (nullable): the array; NULL if it is missing
 * Returns: FALSE if the array is needed and missing, or has another shape */
gboolean ipl_results_reader_get (const IplResultsReader *self, const char *name, gboolean needed,
                                 gboolean axis, guint ndim, const gsize *shape,
                                 const double **values, GError **error);
/* Reads the fields of a row, or of its GP limit, into @object. Arrays are copied to allocated
 * members, else newly allocated. */
gboolean ipl_results_reader_group (const IplResultsReader *self, IplResultsGroup group, guint test,
                                   gboolean gp, gboolean axis, gsize row, gpointer object,
                                   GError **error);

GPtrArray *ipl_results_read_posteriors (const IplResultsReader *self, const IplSweep *sweep,
                                        GError **error);
IplSeedMean *ipl_results_read_seeds (const IplResultsReader *self, const IplSweep *sweep,
                                     gboolean best, GError **error);
