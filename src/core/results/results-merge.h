/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/setting.h"
#include "core/files/npz.h"
#include "core/theory/sweep.h"

/* Some rows of a sweep. */
typedef struct
{
  IplNpz *npz; /* a file of results of a sweep, read as a whole */
  gsize n;     /* its rows */
  /* whether its GP limits have an axis of rows, as those of several temperatures have */
  gboolean grouped;
} IplResultsPart;

/* One file of results out of many, row by row, with no more in memory than a part. */
typedef struct _IplResultsMerge IplResultsMerge;

IplResultsMerge *ipl_results_merge_new (const char *path, gboolean grouped);
IplResultsMerge *ipl_results_merge_new_stacked (const char *path);
void ipl_results_merge_free (IplResultsMerge *self);
gboolean ipl_results_merge_add (IplResultsMerge *self, const IplResultsPart *part, gsize index,
                                const IplSetting *setting, GError **error);
void ipl_results_merge_take_groups (IplResultsMerge *self, const IplResultsPart *part, gsize index);
void ipl_results_merge_set_numbers (IplResultsMerge *self, const char *name, gsize n,
                                    const double *values);
gsize ipl_results_merge_get_n (const IplResultsMerge *self);
gboolean ipl_results_merge_write (IplResultsMerge *self, const char *settings_json,
                                  const IplSeedMean *seeds, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplResultsMerge, ipl_results_merge_free)
