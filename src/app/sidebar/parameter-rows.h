/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "core/fields/field.h"
#include "session/session.h"

void ipl_parameter_rows_append (GtkBox *box, guint n, const IplField *fields, const IplField *table,
                                IplSession *session);
