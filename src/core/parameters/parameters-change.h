/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/parameters.h"

void ipl_parameters_copy_map (IplParameters *self, const IplParameters *from);
char *ipl_parameters_describe_other (const IplParameters *self, const IplParameters *than);
char *ipl_parameters_describe_change (const IplParameters *from, const IplParameters *to);
gboolean ipl_parameters_differ_in_display (const IplParameters *a, const IplParameters *b);
gboolean ipl_parameters_differ_in_view (const IplParameters *a, const IplParameters *b);
void ipl_parameters_copy_display (IplParameters *self, const IplParameters *from);
