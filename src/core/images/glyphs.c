/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/images/glyphs.h"

#include "core/images/glyphs-private.h"
#include "core/images/image-set-private.h"
#include "core/base/random-stream.h"

#include "core/base/error.h"
#include "core/base/parallel.h"

/* Characters nearer than this, of a larger side of 1, are taken for the same. */
#define TOO_CLOSE 0.075

/* After so many that are too close, the last is taken as it is. */
#define ATTEMPTS 60

/* Points of a character that is compared are this far apart. */
#define COARSE 0.08

/* Between two looks at the cancellable. */
#define BLOCK 16

/* As many drawings of a character as Omniglot has, and about twice the characters of its two small
 * sets. */
void
ipl_glyphs_init (IplGlyphs *self)
{
  *self = (IplGlyphs){ .n_alphabets = 20, .n_characters = 24, .n_drawings = 20, .seed = 1 };
}

/* TRUE if both generate the same images. */
gboolean
ipl_glyphs_equal (const IplGlyphs *a, const IplGlyphs *b)
{
  return a->n_alphabets == b->n_alphabets && a->n_characters == b->n_characters
         && a->n_drawings == b->n_drawings && a->seed == b->seed;
}

static gboolean
check_count (const char *what, guint value, guint low, guint high, GError **error)
{
  if (value >= low && value <= high)
    return TRUE;
  return ipl_fail (error, IPL_ERROR_VALUE, "%s must be a whole number from %u to %u, not %u.", what,
                   low, high, value);
}

/* TRUE if images can be generated from them. */
gboolean
ipl_glyphs_validate (const IplGlyphs *self, GError **error)
{
  return check_count ("The number of alphabets", self->n_alphabets, 1, IPL_GLYPHS_MAX_ALPHABETS,
                      error)
         && check_count ("The number of characters of an alphabet", self->n_characters, 2,
                         IPL_GLYPHS_MAX_CHARACTERS, error)
         && check_count ("The number of drawings of a character", self->n_drawings, 2,
                         IPL_GLYPHS_MAX_DRAWINGS, error);
}

/* All characters in the making, and their drawings. */
typedef struct
{
  const IplGlyphs *glyphs;
  IplGlyph *characters; /* [n_alphabets x n_characters] */
  IplImageSet *set;
} Making;

static gboolean
is_new (GPtrArray *traces, const IplTrace *trace)
{
  for (guint i = 0; i < traces->len; i++)
    if (ipl_trace_is_near (g_ptr_array_index (traces, i), trace, TOO_CLOSE))
      return FALSE;
  return TRUE;
}

/* Invents the characters one after the other: none is like one before it, in its own alphabet or in
 * another, so that an alphabet held out is new, and further alphabets leave the first as they are.
 */
static gboolean
invent (Making *making, GCancellable *cancellable, GError **error)
{
  const IplGlyphs *glyphs = making->glyphs;
  g_autoptr (GPtrArray) traces = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_trace_free);

  for (guint a = 0; a < glyphs->n_alphabets; a++)
    {
      g_autoptr (IplAlphabet) alphabet = ipl_alphabet_new (glyphs->seed, a);

      for (guint c = 0; c < glyphs->n_characters; c++)
        {
          IplGlyph *glyph = &making->characters[a * glyphs->n_characters + c];
          g_autoptr (IplTrace) trace = NULL;
          IplRandomStream stream;

          if (g_cancellable_set_error_if_cancelled (cancellable, error))
            return FALSE;
          ipl_random_stream_init (&stream, glyphs->seed, IPL_STREAM_CHARACTER,
                                  (guint64)a << 32 | c);
          for (guint attempt = 0; attempt < ATTEMPTS; attempt++)
            {
              ipl_alphabet_compose (alphabet, &stream.rng, glyph);
              g_clear_pointer (&trace, ipl_trace_free);
              trace = ipl_glyph_trace (glyph, COARSE);
              if (is_new (traces, trace))
                break;
            }
          g_ptr_array_add (traces, g_steal_pointer (&trace));
        }
    }
  return TRUE;
}

static void
draw_block (gsize index, gpointer data)
{
  Making *making = data;
  const IplGlyphs *glyphs = making->glyphs;
  IplImageSet *set = making->set;

  for (gsize i = index * BLOCK; i < MIN ((index + 1) * BLOCK, set->count); i++)
    {
      gsize which = i / glyphs->n_drawings;
      double pen;
      g_autoptr (IplTrace) trace = ipl_glyph_draw (&making->characters[which], glyphs->seed,
                                                   (guint)(which / glyphs->n_characters),
                                                   (guint)(which % glyphs->n_characters),
                                                   (guint)(i % glyphs->n_drawings), &pen);

      ipl_trace_paint (trace, pen, set->pixels + i * IPL_GLYPH_SIZE * IPL_GLYPH_SIZE);
    }
}

static void
name_classes (const IplGlyphs *glyphs, IplImageSet *set)
{
  for (guint a = 1; a <= glyphs->n_alphabets; a++)
    {
      g_autofree char *alphabet = g_strdup_printf ("Invented_%02u", a);

      ipl_image_set_add_alphabet (set, alphabet);
      for (guint c = 1; c <= glyphs->n_characters; c++)
        {
          g_autofree char *character = g_strdup_printf ("character%02u", c);

          ipl_image_set_add_class (set, character);
          set->class_first[set->n_classes] += glyphs->n_drawings;
        }
    }
}

/* Invents alphabets, so that the one-shot task needs no download. An alphabet has a style: which
 * strokes it likes, how many, in which directions and how joined, and a stock of strokes that
 * recur. A character is a few strokes in that style, unlike all before it. A drawing is that
 * character by a writer's hand: slant, size, proportions, pen and care are the writer's, and each
 * stroke misses its place, size and direction a little. Dark ink on white paper, 105 x 105 pixels,
 * antialiased; normalized as Omniglot. Every drawing has a stream of random numbers of its own. */
IplImageSet *
ipl_glyphs_generate (const IplGlyphs *self, guint threads, GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (IplImageSet) set = NULL;
  g_autofree IplGlyph *characters = NULL;
  Making making = { .glyphs = self };

  if (!ipl_glyphs_validate (self, error))
    return NULL;
  making.set = set = ipl_image_set_alloc ("glyphs");
  name_classes (self, set);
  if (!ipl_image_set_alloc_pixels (set, set->class_first[set->n_classes], IPL_GLYPH_SIZE,
                                   IPL_GLYPH_SIZE, error))
    return NULL;
  making.characters = characters = g_new0 (IplGlyph, set->n_classes);
  if (!invent (&making, cancellable, error))
    return NULL;
  ipl_parallel_for ((set->count + BLOCK - 1) / BLOCK, threads, draw_block, &making, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  set->mean = IPL_OMNIGLOT_MEAN;
  set->sd = IPL_OMNIGLOT_SD;
  return g_steal_pointer (&set);
}
