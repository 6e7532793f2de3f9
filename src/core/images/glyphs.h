/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/images/image-set.h"

#define IPL_GLYPH_SIZE 105 /* pixels, as Omniglot's drawings */
#define IPL_GLYPHS_MAX_ALPHABETS 200
#define IPL_GLYPHS_MAX_CHARACTERS 60 /* of one alphabet */
#define IPL_GLYPHS_MAX_DRAWINGS 200  /* of one character */

/* Parameters of the invented alphabets as plain values, zero-filled before use, copied by
 * assignment and compared with ipl_glyphs_equal(). */
typedef struct
{
  guint n_alphabets;  /* alphabets, each with a style of its own */
  guint n_characters; /* characters of each alphabet */
  guint n_drawings;   /* drawings of each character, each by another writer */
  guint64 seed;       /* where all of them come from */
} IplGlyphs;

void ipl_glyphs_init (IplGlyphs *self);
gboolean ipl_glyphs_equal (const IplGlyphs *a, const IplGlyphs *b);
gboolean ipl_glyphs_validate (const IplGlyphs *self, GError **error);
IplImageSet *ipl_glyphs_generate (const IplGlyphs *self, guint threads, GCancellable *cancellable,
                                  GError **error);
