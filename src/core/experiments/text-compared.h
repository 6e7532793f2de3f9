/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/text-parameters.h"

G_BEGIN_DECLS

GArray *ipl_text_parameters_compared (const IplTextParameters *self); /* of IplTextParameters */
gboolean ipl_text_parameters_check_compared (const IplTextParameters *self, GError **error);

G_END_DECLS
