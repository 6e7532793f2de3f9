/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/posterior.h"

G_BEGIN_DECLS

gboolean ipl_posterior_save (const IplPosterior *self, const char *path, GError **error);
IplPosterior *ipl_posterior_load (const char *path, IplCase *the_case, IplKernel *kernel,
                                  const IplSetting *setting, const IplPosteriorOptions *options,
                                  GCancellable *cancellable, GError **error);

G_END_DECLS
