/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/nuts-private.h"

/* Where a chain of NUTS stood, to send it back there: once for each chain, used again and again. */
typedef struct _IplNutsMark IplNutsMark;

IplNutsMark *ipl_nuts_mark_new (const IplNuts *nuts, GError **error); /* NULL: IPL_ERROR_MEMORY */
double ipl_nuts_mark_memory (gsize n);                                /* bytes it takes */
void ipl_nuts_mark_free (IplNutsMark *self);
void ipl_nuts_mark_set (IplNutsMark *self, const IplNuts *nuts);
/* Back to the place; with the random stream as if nothing had been, else the stream goes on. */
void ipl_nuts_mark_return (const IplNutsMark *self, IplNuts *nuts, gboolean with_stream);
/* The next number in (0, 1) of the chain's own stream */
double ipl_nuts_uniform (IplNuts *nuts);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplNutsMark, ipl_nuts_mark_free)
