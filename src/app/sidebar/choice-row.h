/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "core/fields/field.h"
#include "session/session.h"

G_BEGIN_DECLS

#define IPL_TYPE_CHOICE_ROW (ipl_choice_row_get_type ())
G_DECLARE_FINAL_TYPE (IplChoiceRow, ipl_choice_row, IPL, CHOICE_ROW, GtkWidget)

GtkWidget *ipl_choice_row_new (const IplField *field, const IplField *table, IplSession *session);

G_END_DECLS
