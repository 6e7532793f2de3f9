/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"

/* Called with a pointer to each file name in the parameters, an interned string that the
 * function may replace. FALSE ends the loop. */
typedef gboolean (*IplParametersFile) (const char **place, gpointer data, GError **error);

gboolean ipl_parameters_each_file (IplParameters *self, IplParametersFile each, gpointer data,
                                   GError **error);

const char *ipl_file_leave_folder (const char *path, gboolean anonymous, guint number);
gboolean ipl_file_is_anonymous (const char *name);
void ipl_parameters_leave_folders (IplParameters *self, gboolean anonymous);
char *ipl_parameters_identity (const IplParameters *self);
char *ipl_parameters_stem (const IplParameters *self);
