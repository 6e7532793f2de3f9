/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A causal mask: no row depends on what comes after its token, and a look ahead anywhere is seen.
 */
#include <math.h>
#include <string.h>

#include "core/case/features.h"
#include "support.h"

#define T 4

static void
fill (double *logits)
{
  for (guint i = 0; i < T * T; i++)
    logits[i] = sin (1.7 * i + 0.4);
}

/* Row by row and all at once, of every rule: the row of a token is that of the sequence which ends
 * there, and nothing after it. */
TEST (test_mask, "/attention-rows/mask")
{
  for (guint rule = 0; rule < IPL_N_ATTENTION_RULES; rule++)
    for (gsize query = 0; query < T; query++)
      {
        double masked[T * T], alone[T], changed[T];

        fill (masked);
        memcpy (alone, masked + query * T, sizeof alone);
        memcpy (changed, alone, sizeof changed);
        for (gsize key = query + 1; key < T; key++)
          changed[key] = 100;
        ipl_attention_rows (rule + IPL_ATTENTION_CAUSAL, masked, T, 0, T);
        ipl_attention_rows (rule + IPL_ATTENTION_CAUSAL, changed, 1, query, T);
        g_assert_cmpmem (changed, sizeof changed, masked + query * T, sizeof changed);
        ipl_attention_rows (rule, alone, 1, query, query + 1);
        for (gsize key = 0; key < T; key++)
          g_assert_cmpfloat (masked[query * T + key], ==, key <= query ? alone[key] : 0);
      }
}

/* Of two sequences: every entry above the diagonal alone, and none. */
TEST (test_recognized, "/attention-rows/recognized")
{
  double attention[2 * T * T];

  for (gsize i = 0; i < G_N_ELEMENTS (attention); i++)
    attention[i] = i % T <= i / T % T ? 0.5 : 0;
  g_assert_true (ipl_attention_is_causal (attention, 2, T));
  for (gsize i = 0; i < G_N_ELEMENTS (attention); i++)
    if (i % T > i / T % T)
      {
        attention[i] = 1e-300;
        g_assert_false (ipl_attention_is_causal (attention, 2, T));
        attention[i] = 0;
      }
  g_assert_true (ipl_attention_is_causal (attention, 2, T));
  /* Tokens that look at themselves alone need no mask, one that looks back does. */
  for (gsize i = 0; i < G_N_ELEMENTS (attention); i++)
    attention[i] = i % T == i / T % T ? 1 : 0;
  g_assert_false (ipl_attention_is_causal (attention, 2, T));
  attention[2 * T * T - 2] = 0.1;
  g_assert_true (ipl_attention_is_causal (attention, 2, T));
}
