/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"

G_BEGIN_DECLS

IplSetting ipl_parameters_get_setting (const IplParameters *self, guint i);
void ipl_parameters_set_widths (IplParameters *self, guint i, const IplSetting *setting);
void ipl_parameters_set_layers (IplParameters *self, guint L);
void ipl_parameters_fit_layers (IplParameters *self);
void ipl_parameters_adopt_case (IplParameters *self, const IplCase *the_case);
char *ipl_parameters_widths_text (const IplParameters *self);
gboolean ipl_parameters_parse_widths (IplParameters *self, const char *text, GError **error);

G_END_DECLS
