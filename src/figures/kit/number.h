/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Numbers as text, with U+2212 as minus. */
char *ipl_number_text (double value, int significant);
char *ipl_number_markup (double value, int significant);
char *ipl_number_fixed (double value, int decimals);
char *ipl_number_with_error (double value, double error, int significant);
/* Append @before and the number to a text. */
void ipl_number_append (GString *text, const char *before, double value, int significant);
void ipl_number_append_fixed (GString *text, const char *before, double value, int decimals);
