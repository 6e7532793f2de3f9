/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ipl_text_grammar_write (guint64 seed, guint n_words, gsize *length, double *entropy);

G_END_DECLS
