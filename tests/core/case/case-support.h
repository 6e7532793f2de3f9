/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"
#include "files/npz-support.h"

/* The case of a file, which is removed. */
IplCase *case_of (NpzBuilder *builder, gboolean keep_inputs);
/* As test_assert_error(), of a file that is no case. @name, @other: (nullable): what is named */
void case_refused (NpzBuilder *builder, gint code, const char *name, const char *other);
/* Whether one of the notes has these words. */
gboolean case_has_note (const IplCase *the_case, const char *words);
/* [n] from -2 to 2 */
double *case_numbers (gsize n, guint32 seed);
/* The arrays of @base as npz_builder_add() has them, but for those of @changes, which come in their
 * place; "-name" takes one away. */
NpzBuilder *case_changed (const char *base, const char *changes);
