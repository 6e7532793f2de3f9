/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/heads/head-entropy.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/case/features.h"

/* Sequences whose tokens are in memory at a time, if the case does not store them. */
#define BLOCK 512

static const char what[] = "The entropy of each head's attention";

/* The mean over blocks of sequences whose tokens are made block by block. */
static gboolean
find_by_blocks (const IplCase *the_case, gsize count, IplHeadTokens tokens, gpointer data,
                double *entropy, guint threads, GCancellable *cancellable, GError **error)
{
  guint n_heads = ipl_case_n_heads (the_case);
  double *x, *of_block;
  g_autofree double *room = ipl_try_parts (
      what, error, { &x, (double)MIN (count, BLOCK) * (double)the_case->T * (double)the_case->N0 },
      { &of_block, n_heads });

  if (room == NULL)
    return FALSE;
  for (gsize first = 0; first < count; first += BLOCK)
    {
      gsize n = MIN (BLOCK, count - first);

      tokens (first, n, x, data);
      if (!ipl_features_entropy (the_case->weights, NULL, the_case->L, the_case->H,
                                 the_case->residual, the_case->T, the_case->N0, n, x, of_block,
                                 threads, cancellable, error))
        return FALSE;
      for (guint h = 0; h < n_heads; h++)
        entropy[h] += of_block[h] * (double)n / (double)count;
    }
  return TRUE;
}

/* Entropies of the heads' attention, mean over queries and test examples (THEORY.md section
 * 8.8): of the given attention of the case, else of the attention from its weights, which for a
 * trained network are its own. Returns [n_heads] layer 1 first, in nats; NULL with
 * IPL_ERROR_MISSING if the case has neither, IPL_ERROR_MEMORY or G_IO_ERROR_CANCELLED. */
double *
ipl_head_entropy (const IplCase *the_case, guint test, IplHeadTokens tokens, gpointer data,
                  guint threads, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (the_case != NULL && test < the_case->n_tests, NULL);

  const IplExamples *examples = &the_case->tests[test];
  gboolean given = TRUE, weights = TRUE, done; /* attention of all heads, or its inputs */
  g_autofree double *entropy = NULL;

  for (guint l = 0; l < the_case->L; l++)
    if (ipl_case_attention_heads (the_case, l) > 0)
      {
        given = given && examples->attention[l] != NULL;
        weights
            = weights && (the_case->weights[l].combined != NULL || the_case->weights[l].wq != NULL);
      }

  if (the_case->T == 0 || (!given && (!weights || (examples->x == NULL && tokens == NULL))))
    return ipl_fail_null (
        error, IPL_ERROR_MISSING,
        "%s holds path features and no attention, so the entropy of its heads cannot be "
        "known: give tokens with attention or weights.",
        the_case->name);
  entropy = ipl_try_new0 (double, ipl_case_n_heads (the_case), what, error);
  if (entropy == NULL)
    return NULL;
  if (given || examples->x != NULL)
    done
        = ipl_features_entropy (the_case->weights, given ? examples->attention : NULL, the_case->L,
                                the_case->H, the_case->residual, the_case->T, the_case->N0,
                                examples->count, examples->x, entropy, threads, cancellable, error);
  else
    done = find_by_blocks (the_case, examples->count, tokens, data, entropy, threads, cancellable,
                           error);
  return done ? g_steal_pointer (&entropy) : NULL;
}
