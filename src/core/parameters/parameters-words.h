/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/parameters.h"

const IplField *ipl_parameters_find_flag (const IplParameters *self, const char *flag,
                                          const IplFieldGroup **group);
gboolean ipl_parameters_set_words (IplParameters *self, guint n, const char *const *words,
                                   GError **error);
