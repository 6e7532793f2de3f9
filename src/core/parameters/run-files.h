/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/run-settings.h"

G_BEGIN_DECLS

char *ipl_run_files_to_json (const IplRunSettings *self, gboolean anonymous);
char *ipl_run_files_parameters_to_json (const IplParameters *parameters, gboolean anonymous);
gboolean ipl_run_files_find (IplRunSettings *self, const char *json, const char *results,
                             GError **error);

G_END_DECLS
