/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/fields/field.h"
#include "app/base/session-widget.h"

#define IPL_TYPE_PARAMETER_ROW (ipl_parameter_row_get_type ())
G_DECLARE_FINAL_TYPE (IplParameterRow, ipl_parameter_row, IPL, PARAMETER_ROW, IplSessionWidget)

GtkWidget *ipl_parameter_row_new (const IplField *field, const IplField *table,
                                  IplSession *session);
