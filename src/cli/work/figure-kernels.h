/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/panel.h"

G_BEGIN_DECLS

gboolean cli_figure_kernels_make (const IplPanel *panel, IplKernel *kernel, IplView *view,
                                  IplKernelPicture **picture, GError **error);

G_END_DECLS
