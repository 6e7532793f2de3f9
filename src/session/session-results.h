/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/files/npz.h"
#include "session/session.h"

G_BEGIN_DECLS

/**
 * IplSessionResults:
 * @parameters: that they are of
 * @sweep: (nullable): the theory, solved rows only
 * @posteriors: (nullable) (array): what was sampled at the rows of @sweep
 * @seeds: (nullable): means over seeds of the case
 * @own: (nullable): the result of an experiment that makes no case
 * @heads: (nullable): what heads are worth at the solution shown
 * @solution: (nullable): that @heads is about
 * @pruning: (nullable): what removing heads does
 * @order: in which heads go
 *
 * What is known at one moment, as references: written in any thread while the session goes on.
 */
typedef struct
{
  IplParameters parameters;
  IplSweep *sweep;
  IplPosteriorSummary **posteriors;
  IplSeedMean *seeds;
  IplExperimentResult *own;
  IplHeadReport *heads;
  IplSolution *solution;
  IplPruning *pruning;
  IplRemovalOrder order;
} IplSessionResults;

IplSessionResults *ipl_session_take_results (IplSession *self);
gboolean ipl_session_results_are_there (IplSession *self);
gboolean ipl_session_results_have_heads (IplSession *self);
char *ipl_session_results_settings (const IplSessionResults *self);
gboolean ipl_session_results_save (const IplSessionResults *self, const char *path, GError **error);
gboolean ipl_session_results_save_heads (const IplSessionResults *self, const char *path,
                                         GError **error);
void ipl_session_results_add_npz (const IplSessionResults *self, IplNpzWriter *npz);
void ipl_session_results_free (IplSessionResults *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSessionResults, ipl_session_results_free)

G_END_DECLS
