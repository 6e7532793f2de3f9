/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/kernel.h"
#include "core/theory/sweep.h"
#include "runs/job.h"
#include "sweeps/sweep-folder.h"

/* Shared by all rows of one seed. */
typedef struct
{
  const IplSweepFolder *folder; /* the sweep (borrowed) */
  guint seed;                   /* index of a seed of its plan */
  IplParameters parameters;     /* what makes its case */
  IplCase *the_case;            /* the case */
  IplKernel *kernel;            /* its path-path kernels */
  GPtrArray *subsets;           /* paths whose GP limits are wanted too */
} IplSeedCase;

typedef struct
{
  guint threads;               /* threads to work on */
  GCancellable *cancellable;   /* (nullable): gives up, and keeps what can be gone on with */
  IplJobProgressFunc progress; /* (nullable): told how far the row is */
  /* (nullable): told what the user is to know */
  void (*note) (const char *sentence, gpointer data);
  gpointer data; /* for both */
} IplRowTools;

IplSeedCase *ipl_seed_case_new (const IplSweepFolder *folder, guint seed, const IplRowTools *tools,
                                GError **error);
void ipl_seed_case_free (IplSeedCase *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSeedCase, ipl_seed_case_free)

IplSweep *ipl_row_solve (const IplSeedCase *self, guint row, const IplSweep *before,
                         gboolean continues, const IplRowTools *tools, GError **error);
gboolean ipl_row_finish (const IplSeedCase *self, guint row, IplSweep *solved,
                         const IplRowTools *tools, GError **error);
gboolean ipl_row_train (const IplSweepFolder *folder, guint row, const IplRowTools *tools,
                        GError **error);
void ipl_row_fail (const IplSweepFolder *folder, guint row, const GError *why);
