/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/network/trainer.h"
#include "figures/view/panel.h"
#include "runs/heads.h"

/* What panels need beside the theory where no session computes it: one maker for command line and
 * stories; zero-filled at first. */
typedef struct
{
  IplQuantities made;        /* the quantities of the table that are made by themselves */
  IplHeadResult *heads;      /* (nullable): heads, pruning and sequences */
  IplTrainer *trainer;       /* (nullable): whose learning curve is shown */
  IplLearningCurve training; /* the curve */
} IplNetworkFigures;

void ipl_network_figures_clear (IplNetworkFigures *self);

gboolean ipl_network_figures_make (IplNetworkFigures *self, guint needs,
                                   const IplQuantityInput *input, GCancellable *cancellable,
                                   IplJobProgressFunc progress, gpointer user_data, IplView *view,
                                   GError **error);
void ipl_network_figures_show (IplNetworkFigures *self, IplView *view);
gboolean ipl_frames_follow (GArray *frames, const IplQuantities *shown, guint needs,
                            IplKernel *kernel, GPtrArray *made,
                            void (*progress) (double fraction, gpointer data), gpointer data,
                            GCancellable *cancellable, GError **error);
