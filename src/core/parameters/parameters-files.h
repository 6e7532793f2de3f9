/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"

G_BEGIN_DECLS

/* Called with each file's place in the parameters, an interned string that may be replaced by
 * another. FALSE ends it. */
typedef gboolean (*IplParametersFile) (const char **place, gpointer data, GError **error);

gboolean ipl_parameters_each_file (IplParameters *self, IplParametersFile each, gpointer data,
                                   GError **error);

G_END_DECLS
