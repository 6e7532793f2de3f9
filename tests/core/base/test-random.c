/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Streams of random numbers: SplitMix64 as published, and no two that share a beginning. */
#include "core/base/random-stream.h"
#include "support.h"

/* The outputs of the seed 1234567 (Vigna's splitmix64.c). */
TEST (test_published, "/random/published")
{
  static const guint64 outputs[]
      = { G_GUINT64_CONSTANT (6457827717110365317), G_GUINT64_CONSTANT (3203168211198807973),
          G_GUINT64_CONSTANT (9817491932198370423) };
  IplRandomStream stream;

  ipl_random_stream_init (&stream, 1, IPL_STREAM_LABELS, 0);
  stream.state = 1234567;
  for (guint i = 0; i < G_N_ELEMENTS (outputs); i++)
    {
      g_assert_cmpuint (ipl_random_mix (1234567 + (i + 1) * IPL_RANDOM_GOLDEN), ==, outputs[i]);
      g_assert_cmpfloat (gsl_rng_uniform (&stream.rng), ==, (double)(outputs[i] >> 11) * 0x1p-53);
    }
}

/* Another seed, purpose or index is another stream. */
TEST (test_distinct, "/random/distinct")
{
  static const IplStreamPurpose purposes[]
      = { IPL_STREAM_LABELS, IPL_STREAM_SEQUENCE, IPL_STREAM_RESAMPLE, IPL_STREAM_SUBSET };
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_double_hash, g_double_equal, g_free, NULL);

  for (guint64 seed = 0; seed < 3; seed++)
    for (guint p = 0; p < G_N_ELEMENTS (purposes); p++)
      for (guint64 index = 0; index < 4; index++)
        {
          IplRandomStream stream;
          double *first = g_new (double, 1);

          ipl_random_stream_init (&stream, seed, purposes[p], index);
          *first = gsl_rng_uniform (&stream.rng);
          g_assert_true (g_hash_table_add (seen, first));
        }
}
