/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/images/image-set.h"

/* Sizes of the set of invented glyphs that comes with the program. */
#define IPL_GLYPH_SIZE 32 /* pixels */
#define IPL_GLYPHS_MAX_ALPHABETS 20
#define IPL_GLYPHS_MAX_CHARACTERS 24 /* of one alphabet */
#define IPL_GLYPHS_MAX_DRAWINGS 20   /* of one character */

/* The subset of the invented glyphs in use: the first of each kind. */
typedef struct
{
  guint n_alphabets;  /* alphabets, each with a different style */
  guint n_characters; /* characters of each alphabet */
  guint n_drawings;   /* drawings of each character, each by a different writer */
} IplGlyphs;

void ipl_glyphs_init (IplGlyphs *self);
gboolean ipl_glyphs_equal (const IplGlyphs *a, const IplGlyphs *b);
gboolean ipl_glyphs_validate (const IplGlyphs *self, GError **error);
IplImageSet *ipl_glyphs_load (const IplGlyphs *self, GCancellable *cancellable, GError **error);
