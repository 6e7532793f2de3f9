/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attention of probed heads: one head on one example is read out of the file, whatever its kind of
 * numbers; what does not fit is said in a sentence. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/probe/probe-attention.h"
#include "files/npz-support.h"

#define EXAMPLES 3
#define TOKENS 2
#define LAYERS 2

static const gsize heads[LAYERS] = { 2, 3 };

static double
number (guint layer, gsize i)
{
  return layer * 100 + (double)i / 4;
}

static void
add_layer (NpzBuilder *builder, guint layer, const char *shape)
{
  double values[EXAMPLES * 3 * TOKENS * TOKENS];
  g_autofree char *name = g_strdup_printf ("attn_test_%u", layer + 1);

  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    values[i] = number (layer, i);
  npz_builder_doubles (builder, name, values, shape);
}

static IplProbeAttention *
open_built (NpzBuilder *builder, char **path)
{
  *path = npz_builder_finish (builder);
  return ipl_probe_attention_open (*path, NULL);
}

static void
test_read (void)
{
  static const gunichar words[EXAMPLES * TOKENS][2]
      = { { 'a' }, { 'b' }, { 'c' }, { 'd' }, { 'e' } };
  const double y[] = { 1, -1, 1, 1 };
  NpzBuilder *builder = npz_builder_new ();
  char *path;

  add_layer (builder, 0, "3, 2, 2, 2");
  add_layer (builder, 1, "3, 3, 2, 2");
  npz_builder_doubles (builder, "y_test", y, "4,");
  npz_builder_npy (builder, "tokens_test",
                   "{'descr': '<U2', 'fortran_order': False, 'shape': (3, 2), }", words,
                   sizeof words);
  g_autoptr (IplProbeAttention) self = open_built (builder, &path);

  g_assert_cmpstr (self->why, ==, NULL);
  g_assert_cmpuint (self->n_layers, ==, LAYERS);
  g_assert_cmpuint (self->count, ==, EXAMPLES);
  g_assert_cmpuint (self->T, ==, TOKENS);
  g_assert_cmpfloat (self->labels[1], ==, -1);
  g_assert_cmpstr (ipl_token_texts_get (self->tokens, 2, 0), ==, "e");
  for (guint l = 0; l < LAYERS; l++)
    for (gsize e = 0; e < EXAMPLES; e++)
      for (gsize h = 0; h < heads[l]; h++)
        {
          double attention[TOKENS * TOKENS];

          g_assert_cmpuint (self->H[l], ==, heads[l]);
          g_assert_true (ipl_probe_attention_read (self, l, h, e, attention, NULL));
          for (gsize i = 0; i < TOKENS * TOKENS; i++)
            g_assert_cmpfloat (attention[i], ==,
                               number (l, (e * heads[l] + h) * TOKENS * TOKENS + i));
        }
  npz_remove (path);
}

static void
assert_why (NpzBuilder *builder, const char *sentence)
{
  char *path;
  g_autoptr (IplProbeAttention) self = open_built (builder, &path);

  g_assert_nonnull (self->why);
  g_assert_nonnull (strstr (self->why, sentence));
  npz_remove (path);
}

static void
test_refused (void)
{
  const double y[] = { 1, -1 };
  NpzBuilder *builder = npz_builder_new ();

  npz_builder_doubles (builder, "y_test", y, "2,");
  assert_why (builder, "has no attention of its heads, attn_test_1 [examples, heads, query, key]");
  builder = npz_builder_new ();
  add_layer (builder, 0, "3, 4, 2");
  assert_why (builder, "is numbers of shape [3, 4, 2] where numbers [examples, heads, query, key]");
  builder = npz_builder_new ();
  add_layer (builder, 0, "3, 2, 2, 1");
  assert_why (builder, "where numbers [3, heads, 2, 2] is expected");
  builder = npz_builder_new ();
  add_layer (builder, 0, "3, 2, 2, 2");
  add_layer (builder, 1, "2, 3, 2, 2");
  assert_why (builder,
              "attn_test_2 is numbers of shape [2, 3, 2, 2] where numbers [3, heads, 2, 2]");
  builder = npz_builder_new ();
  add_layer (builder, 0, "3, 2, 2, 2");
  npz_builder_doubles (builder, "tokens_test", y, "2,");
  assert_why (builder, "tokens_test is numbers of shape [2] where texts [at least 3, 2]");
}

static void
test_gone (void)
{
  g_autoptr (IplProbeAttention) self
      = ipl_probe_attention_open ("/nowhere/at/all/probes.npz", NULL);

  g_assert_cmpstr (self->why, ==,
                   "The attention of heads is in the file of probes, “probes.npz”, which is not "
                   "where it was: open that.");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/probe/attention/read", test_read);
  g_test_add_func ("/probe/attention/refused", test_refused);
  g_test_add_func ("/probe/attention/gone", test_gone);
  return g_test_run ();
}
