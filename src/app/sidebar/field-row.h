/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/base/session-widget.h"
#include "core/fields/field.h"

#define IPL_TYPE_FIELD_ROW (ipl_field_row_get_type ())
G_DECLARE_FINAL_TYPE (IplFieldRow, ipl_field_row, IPL, FIELD_ROW, IplSessionWidget)

GtkWidget *ipl_field_row_new (const IplField *field, const IplField *table, IplSession *session);
