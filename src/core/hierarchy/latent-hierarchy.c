/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Classes made of latents, made of latents, made of tokens (THEORY.md section 15.3). */
#include "core/hierarchy/latent-hierarchy.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/random-stream.h"
#include <math.h>
#include <string.h>

/* Number of sets of k out of n, as a double. */
static double
count_sets (guint n, guint k)
{
  double sets = 1;

  for (guint i = 0; i < k; i++)
    sets *= (double)(n - MIN (n, i)) / (i + 1);
  return round (sets);
}

/* TRUE if there are @count distinct sets of @parts of @below. */
static gboolean
check_sets (const IplHierarchyShape *self, const char *what, guint count, guint below,
            const char *of, GError **error)
{
  double sets = count_sets (below, self->n_parts);

  if (count <= sets)
    return TRUE;
  return ipl_fail (error, IPL_ERROR_VALUE,
                   "There are only %.0f different sets of %u of %u %s, too few for %u %s: ask for "
                   "fewer of these, for more of what they are made of, or for larger sets.",
                   sets, self->n_parts, below, of, count, what);
}

/* TRUE if there is such a hierarchy: enough different sets, and enough places for the tokens of
 * a class. */
gboolean
ipl_hierarchy_shape_validate (gconstpointer shape, GError **error)
{
  const IplHierarchyShape *self = shape;
  guint words = self->vocabulary - 1;
  guint most = self->n_parts;

  for (guint k = 0; k < self->n_levels; k++)
    {
      g_autofree char *what = g_strdup_printf ("latents of level %u", k + 1);
      g_autofree char *of = k == 0 ? g_strdup ("tokens (the last one of the vocabulary pads)")
                                   : g_strdup_printf ("latents of level %u", k);

      if (!check_sets (self, what, self->n_latents[k], k == 0 ? words : self->n_latents[k - 1], of,
                       error))
        return FALSE;
      most = MIN (most * self->n_parts, IPL_HIERARCHY_MAX_LENGTH + 1);
    }
  if (!check_sets (self, "classes", self->n_classes, self->n_latents[self->n_levels - 1],
                   "latents of the highest level", error))
    return FALSE;
  if (MIN (most, words) <= self->length)
    return TRUE;
  return ipl_fail (
      error, IPL_ERROR_VALUE,
      "A class of %u parts on each of %u levels can have %u tokens, more than the %u of a "
      "sequence: make sequences longer, or use fewer parts or levels.",
      self->n_parts, self->n_levels + 1, MIN (most, words), self->length);
}

static gboolean
is_among (guint value, const guint *values, guint n)
{
  for (guint i = 0; i < n; i++)
    if (values[i] == value)
      return TRUE;
  return FALSE;
}

/* TRUE if both sets hold the same. */
static gboolean
same_set (const guint *a, const guint *b, guint n)
{
  for (guint i = 0; i < n; i++)
    if (!is_among (a[i], b, n))
      return FALSE;
  return TRUE;
}

/* @sets: [count x k] that differ from each other, of numbers below @below. */
static void
draw_sets (gsl_rng *rng, guint count, guint k, guint below, guint *sets)
{
  for (guint s = 0; s < count;)
    {
      guint *set = sets + s * k;
      gboolean is_repeated = FALSE;

      for (guint i = 0; i < k;)
        {
          set[i] = (guint)gsl_rng_uniform_int (rng, below);
          if (!is_among (set[i], set, i))
            i++;
        }
      for (guint other = 0; other < s && !is_repeated; other++)
        is_repeated = same_set (set, sets + other * k, k);
      if (!is_repeated)
        s++;
    }
}

/* Appends the tokens below a latent in the order of its parts, without repetition, and marks the
 * latents. */
static void
expand (const IplLatentHierarchy *self, guint level, guint index, double *has, guint *tokens,
        guint *n)
{
  gsize latent = self->first[level] + index;
  const guint *parts = self->parts + latent * self->shape.n_parts;

  has[latent] = 1;
  for (guint i = 0; i < self->shape.n_parts; i++)
    {
      if (level > 0)
        expand (self, level - 1, parts[i], has, tokens, n);
      else if (!is_among (parts[i], tokens, *n))
        tokens[(*n)++] = parts[i];
    }
}

static void
compose_class (IplLatentHierarchy *self, guint class)
{
  const IplHierarchyShape *shape = &self->shape;
  guint *tokens = self->tokens + (gsize) class * shape->length;
  double *has = self->has + class * self->n_latents;
  guint n = 0;

  for (guint i = 0; i < shape->n_parts; i++)
    expand (self, shape->n_levels - 1, self->class_parts[class * shape->n_parts + i], has, tokens,
            &n);
  memmove (tokens + shape->length - n, tokens, n * sizeof *tokens);
  for (guint t = 0; t < shape->length - n; t++)
    tokens[t] = shape->vocabulary - 1;
}

/* Draws a hierarchy: every set uniformly among the unused ones. A class's tokens are in the
 * order of its parts at the end of its sequence, without repetition. */
IplLatentHierarchy *
ipl_latent_hierarchy_new (const IplHierarchyShape *shape, GError **error)
{
  g_autoptr (IplLatentHierarchy) self = NULL;
  double classes = shape->n_classes;

  if (!ipl_hierarchy_shape_validate (shape, error))
    return NULL;
  self = g_new0 (IplLatentHierarchy, 1);
  self->shape = *shape;
  for (guint k = 0; k < shape->n_levels; k++)
    self->first[k + 1] = self->n_latents += shape->n_latents[k];
  self->parts = g_new (guint, self->n_latents * shape->n_parts);
  self->class_parts = g_new (guint, (gsize)shape->n_classes * shape->n_parts);
  self->tokens = ipl_try_new (guint, classes * shape->length, "the sequences", error);
  if (self->tokens == NULL)
    return NULL;
  self->has = ipl_try_new0 (double, classes *(double)self->n_latents, "the latents", error);
  if (self->has == NULL)
    return NULL;
  for (guint k = 0; k <= shape->n_levels; k++)
    {
      gboolean is_class = k == shape->n_levels;
      IplRandomStream stream;

      ipl_random_stream_init (&stream, shape->seed, IPL_STREAM_HIERARCHY, k);
      draw_sets (&stream.rng, is_class ? shape->n_classes : shape->n_latents[k], shape->n_parts,
                 k == 0 ? shape->vocabulary - 1 : shape->n_latents[k - 1],
                 is_class ? self->class_parts : self->parts + self->first[k] * shape->n_parts);
    }
  for (guint class = 0; class < shape->n_classes; class ++)
    compose_class (self, class);
  return g_steal_pointer (&self);
}

void
ipl_latent_hierarchy_free (IplLatentHierarchy *self)
{
  if (self == NULL)
    return;
  g_free (self->parts);
  g_free (self->class_parts);
  g_free (self->tokens);
  g_free (self->has);
  g_free (self);
}

/* Its level, 0 for that above the tokens. */
guint
ipl_latent_hierarchy_level (const IplLatentHierarchy *self, gsize latent)
{
  guint level = 0;

  while (latent >= self->first[level + 1])
    level++;
  return level;
}
