/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/fields/field.h"

gsize ipl_field_size (const IplField *self);
gboolean ipl_field_check (const IplField *self, double value, const char *name, GError **error);
gboolean ipl_field_is_choice (const IplField *self, const char *text);
void ipl_field_choose (const IplField *self, gpointer data, const char *text);
void ipl_field_set_integer (const IplField *self, gpointer data, guint64 value);
