/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/images/image-set.h"

/* Sizes of the set of invented glyphs that comes with the program. */
#define IPL_GLYPH_SIZE 32 /* pixels */
#define IPL_GLYPHS_MAX_ALPHABETS 20
#define IPL_GLYPHS_MAX_CHARACTERS 24 /* of one alphabet */
#define IPL_GLYPHS_MAX_DRAWINGS 20   /* of one character */

/* The part of the invented glyphs that is used, as plain values: the first of each. */
typedef struct
{
  guint n_alphabets;  /* alphabets, each with a style of its own */
  guint n_characters; /* characters of each alphabet */
  guint n_drawings;   /* drawings of each character, each by another writer */
} IplGlyphs;

void ipl_glyphs_init (IplGlyphs *self);
gboolean ipl_glyphs_equal (const IplGlyphs *a, const IplGlyphs *b);
gboolean ipl_glyphs_validate (const IplGlyphs *self, GError **error);
IplImageSet *ipl_glyphs_load (const IplGlyphs *self, GCancellable *cancellable, GError **error);
