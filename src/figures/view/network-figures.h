/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/network/trainer.h"
#include "figures/view/panel.h"
#include "runs/heads.h"

G_BEGIN_DECLS

/**
 * IplNetworkFigures:
 * @test: which test set is looked at
 * @first: number of the first sequence that is drawn
 * @heads: (nullable): heads, pruning and sequences
 * @trainer: (nullable): whose learning curve is shown
 * @training: the curve
 *
 * What panels need beside the theory where no session computes it; zero-filled at first.
 */
typedef struct
{
  guint test;
  gsize first;
  IplHeadResult *heads;
  IplTrainer *trainer;
  IplLearningCurve training;
} IplNetworkFigures;

void ipl_network_figures_clear (IplNetworkFigures *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplNetworkFigures, ipl_network_figures_clear)

gboolean ipl_network_figures_make (IplNetworkFigures *self, IplNeeds needs,
                                   const IplParameters *parameters, IplKernel *kernel,
                                   guint threads, GCancellable *cancellable,
                                   IplJobProgressFunc progress, gpointer user_data, IplView *view,
                                   GError **error);
void ipl_network_figures_show (IplNetworkFigures *self, IplView *view);

G_END_DECLS
