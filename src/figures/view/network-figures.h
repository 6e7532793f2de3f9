/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/panel.h"
#include "runs/heads.h"

gboolean ipl_network_figures_make (IplQuantities *self, guint needs, const IplQuantityInput *input,
                                   GCancellable *cancellable, IplJobProgressFunc progress,
                                   gpointer user_data, IplView *view, GError **error);
