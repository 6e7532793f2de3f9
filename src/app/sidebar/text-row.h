/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/fields/field.h"
#include "app/base/session-widget.h"

#define IPL_TYPE_TEXT_ROW (ipl_text_row_get_type ())
G_DECLARE_FINAL_TYPE (IplTextRow, ipl_text_row, IPL, TEXT_ROW, IplSessionWidget)

GtkWidget *ipl_text_row_new (const IplField *field, const IplField *table, IplSession *session);
