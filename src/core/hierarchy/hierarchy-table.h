/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/hierarchy/hierarchy-training.h"

#define IPL_TABLE_CELLS 12
#define IPL_TABLE_LEVELS 2

extern const char *const ipl_table_sizes[]; /* "seconds", "minutes", "paper" */

/* JoMA's table 1: hierarchies of twelve shapes, several seeds of each (THEORY.md section 15.8).
 * Strings are interned. */
typedef struct
{
  const char *size; /* one of ipl_table_sizes: width of the networks and length of the training */
  guint seeds;      /* of every shape */
  guint part; /* number of the single network to train, from 1: shape by shape, seed by seed; 0 for
                 all. Not a field: set by the row of a plan */
  guint64 seed;     /* of the first hierarchy */
  guint shown_cell; /* the shape whose curves are drawn, from 1 */
} IplHierarchyTable;

/* Callbacks of the work; @show (nullable): the results so far, a shape at a time. */
typedef struct
{
  guint threads;
  GCancellable *cancellable, *stop;
  /* (nullable): checkpoint of a single network, from which it resumes if it exists */
  const char *checkpoint;
  void (*show) (const IplTrajectory *so_far, double fraction, gpointer data);
  gpointer data;
} IplTableWatch;

void ipl_hierarchy_table_init (IplHierarchyTable *self);
void ipl_hierarchy_table_cell (const IplHierarchyTable *self, guint cell,
                               IplHierarchyTraining *training);

extern const IplRecordedArray ipl_table_recorded[];
IplTrajectory *ipl_hierarchy_table_run (const IplHierarchyTable *self, const IplTrajectory *before,
                                        const IplTableWatch *watch, gboolean *complete,
                                        GError **error);
