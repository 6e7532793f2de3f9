/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/kernel.h"
#include "runs/job.h"
#include "sweeps/sweep-folder.h"

G_BEGIN_DECLS

/**
 * IplSeedCase:
 * @folder: the sweep (borrowed)
 * @seed: index of a seed of its plan
 * @parameters: what makes its case
 * @the_case: the case
 * @kernel: its path-path kernels
 * @subsets: paths whose GP limits are wanted too
 *
 * What all rows of one seed have in common.
 */
typedef struct
{
  const IplSweepFolder *folder;
  guint seed;
  IplParameters parameters;
  IplCase *the_case;
  IplKernel *kernel;
  GPtrArray *subsets;
} IplSeedCase;

/**
 * IplRowTools:
 * @threads: threads to work on
 * @cancellable: (nullable): gives up, and keeps what can be gone on with
 * @progress: (nullable): told how far the row is
 * @note: (nullable): told what the user is to know
 * @data: for both
 */
typedef struct
{
  guint threads;
  GCancellable *cancellable;
  IplJobProgressFunc progress;
  void (*note) (const char *sentence, gpointer data);
  gpointer data;
} IplRowTools;

IplSeedCase *ipl_seed_case_new (const IplSweepFolder *folder, guint seed, const IplRowTools *tools,
                                GError **error);
void ipl_seed_case_free (IplSeedCase *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSeedCase, ipl_seed_case_free)

G_END_DECLS
