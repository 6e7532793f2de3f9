/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Attention heads of the latent tree (THEORY.md section 15.5). */
#include "core/hierarchy/tree-case-private.h"

#include "core/base/memory.h"
#include "core/base/random-stream.h"
#include "core/base/random.h"
#include <math.h>
#include <string.h>

/* W[key, query]: a token attends to those in its own state whose common ancestor with it is @height
 * levels up; where there are none, to the beginning, which attends to itself. */
static void
fill_level (const IplTreeCase *self, guint height, double *W)
{
  gsize N0 = ipl_tree_case_N0 (self), T = ipl_tree_case_T (self), n = self->n_features;
  /* q = 2 (v+ - v-) / |v+ - v-|^2, and |v+ - v-|^2 = 2 n_f. */
  double q = G_SQRT2 / (double)n;

  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < n; j++)
      W[i * N0 + j] = self->beta * q * q * ((i < n / 2) == (j < n / 2) ? 1 : -1);
  for (guint key = 0; key + 1 < T; key++)
    for (guint query = 0; query + 1 < T; query++)
      if (ipl_latent_tree_height (key, query) == height)
        W[(n + 1 + key) * N0 + n + 1 + query] = self->beta;
  for (gsize t = 0; t < T; t++)
    W[n * N0 + n + t] = (t == 0 ? 3 : 1.5) * self->beta;
}

static void
fill_random (const IplTreeCase *self, gsl_rng *rng, double *W)
{
  gsize N0 = ipl_tree_case_N0 (self), n = self->n_features;
  double root = sqrt ((double)n);

  for (gsize i = 0; i < N0; i++)
    for (gsize j = 0; j < N0; j++)
      W[i * N0 + j]
          = self->beta * ipl_random_gaussian (rng) / (i < n ? root : 1) / (j < n ? root : 1);
}

/* TRUE if there was memory for them. @weights: [n_layers] combined logit matrices [H_l, N0, N0],
 * key on the left. */
gboolean
ipl_tree_case_weights (const IplTreeCase *self, IplLayerWeights *weights, GError **error)
{
  gsize N0 = ipl_tree_case_N0 (self);

  for (guint l = 0; l < self->n_layers; l++)
    {
      weights[l].combined = ipl_try_new0 (
          double, (double)self->n_heads[l] * (double)N0 * (double)N0, "the attention heads", error);
      if (weights[l].combined == NULL)
        return FALSE;
      for (guint h = 0; h < self->n_heads[l]; h++)
        {
          double *W = weights[l].combined + h * N0 * N0;
          guint head = self->heads[l][h];
          IplRandomStream stream;

          ipl_random_stream_init (&stream, self->seed, IPL_STREAM_TREE_HEADS,
                                  l * IPL_TREE_CASE_MAX_HEADS + h);
          if (head == IPL_TREE_HEAD_RANDOM)
            fill_random (self, &stream.rng, W);
          else if (head != IPL_TREE_HEAD_BLANK)
            fill_level (self, head, W);
        }
    }
  return TRUE;
}

/* "level-1", .., "random" or "blank". */
char *
ipl_tree_head_name (guint head)
{
  return head == IPL_TREE_HEAD_BLANK    ? g_strdup ("blank")
         : head == IPL_TREE_HEAD_RANDOM ? g_strdup ("random")
                                        : g_strdup_printf ("level-%u", head);
}

/* TRUE if @name is a kind of head. */
gboolean
ipl_tree_head_parse (const char *name, guint *head)
{
  for (guint k = 0; k <= IPL_TREE_HEAD_RANDOM; k++)
    {
      g_autofree char *known = ipl_tree_head_name (k);

      if (strcmp (name, known) == 0)
        {
          *head = k;
          return TRUE;
        }
    }
  return FALSE;
}

/* "level 1", and "random 2" where its layer has several. */
static char *
head_name (const IplTreeCase *self, guint l, guint h)
{
  g_autofree char *kind = ipl_tree_head_name (self->heads[l][h]);
  guint same = 0, place = 0;

  for (guint k = 0; k < self->n_heads[l]; k++)
    if (self->heads[l][k] == self->heads[l][h])
      {
        same++;
        place += k <= h;
      }
  g_strdelimit (kind, "-", ' ');
  return same == 1 ? g_strdup (kind) : g_strdup_printf ("%s (%u)", kind, place);
}

/* Names heads by their kind, and paths by their heads. */
void
ipl_tree_case_names (const IplTreeCase *self, IplCase *the_case)
{
  the_case->head_names = g_new0 (char *, ipl_case_n_heads (the_case) + 1);
  for (guint l = 0; l < self->n_layers; l++)
    for (guint h = 0; h < self->n_heads[l]; h++)
      the_case->head_names[ipl_case_head_index (the_case, l, h)] = head_name (self, l, h);
  the_case->path_names = g_new0 (char *, the_case->Pi + 1);
  for (gsize p = 0; p < the_case->Pi; p++)
    {
      GString *name = g_string_new (NULL);

      for (guint l = 0; l < self->n_layers; l++)
        {
          guint index = ipl_case_head_index (the_case, l, ipl_case_path_head (the_case, p, l));

          g_string_append_printf (name, "%s%s", l > 0 ? ", " : "", the_case->head_names[index]);
        }
      the_case->path_names[p] = g_string_free (name, FALSE);
    }
}
