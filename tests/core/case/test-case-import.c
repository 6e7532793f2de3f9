/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files whose names are not those of the data format, and choices of layers, heads and paths. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "core/case/case-io.h"
#include "core/case/case-roles.h"
#include "core/case/path-alignment.h"
#include "core/files/npz.h"
#include "core/files/safetensors.h"
#include "case/case-support.h"
#include "support.h"

#define N_TRAIN 10
#define N_TEST 4
#define TOKENS 3
#define WIDTH 5
#define LAYERS 3
static const gsize HEADS[LAYERS] = { 2, 3, 2 };

/* How arrays are called in a file. */
typedef struct
{
  const char *x, *y, *x_test, *y_test, *attn, *attn_test; /* %u: layer from 1 */
} Names;

static const Names own
    = { "x_train", "y_train", "x_test", "y_test", "attn_train_%u", "attn_test_%u" };
static const Names foreign
    = { "emb, all", "target one", "emb.val", "target.val", "blocks.%u.attn", "blocks.%u.attn.val" };

static const char foreign_roles[]
    = "x_train=emb\\, all,y_train=target one,x_test=emb.val,y_test=target.val,"
      "attn_train_1=blocks.1.attn,attn_train_2=blocks.2.attn,attn_train_3=blocks.3.attn,"
      "attn_test_1=blocks.1.attn.val,attn_test_2=blocks.2.attn.val,attn_test_3=blocks.3.attn.val";

/* Rows that sum to 1; the same numbers whatever the names. */
static double *
attention (GRand *random, gsize count, gsize heads, gboolean transposed)
{
  double *values = g_new (double, count *heads *TOKENS *TOKENS);

  for (gsize m = 0; m < count * heads; m++)
    for (gsize t = 0; t < TOKENS; t++)
      {
        double row[TOKENS], sum = 0;

        for (gsize s = 0; s < TOKENS; s++)
          sum += row[s] = 0.1 + g_rand_double (random);
        for (gsize s = 0; s < TOKENS; s++)
          values[(m * TOKENS + (transposed ? s : t)) * TOKENS + (transposed ? t : s)]
              = row[s] / sum;
      }
  return values;
}

typedef void (*AddFunc) (gpointer file, const char *name, const double *values, guint ndim,
                         const gsize *shape);

static void
add_npz (gpointer file, const char *name, const double *values, guint ndim, const gsize *shape)
{
  ipl_npz_writer_add_doubles (file, name, values, ndim, shape);
}

static void
add_tensor (gpointer file, const char *name, const double *values, guint ndim, const gsize *shape)
{
  ipl_safetensors_writer_add_doubles (file, name, values, ndim, shape);
}

static char *
layer_name (const char *pattern, guint l)
{
  g_auto (GStrv) parts = g_strsplit (pattern, "%u", 2);

  return g_strdup_printf ("%s%u%s", parts[0], l, parts[1]);
}

/* @kept owns what is borrowed until the file is closed. */
static void
add_case (AddFunc add, gpointer file, const Names *names, gboolean transposed, GPtrArray *kept)
{
  static const double variances[] = { 1, 2, 3, 4, 5 };
  const gsize n_variances = G_N_ELEMENTS (variances);
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  add (file, "variances", variances, 1, &n_variances);
  for (guint k = 0; k < 2; k++)
    {
      gsize count = k == 0 ? N_TRAIN : N_TEST, x_shape[] = { count, TOKENS, WIDTH };
      double *x = g_new (double, count *TOKENS *WIDTH), *y = g_new (double, count);

      for (gsize i = 0; i < count * TOKENS * WIDTH; i++)
        x[i] = g_rand_double_range (random, -1, 1);
      for (gsize i = 0; i < count; i++)
        y[i] = i % 3 == 0 ? -1 : 1;
      g_ptr_array_add (kept, x);
      g_ptr_array_add (kept, y);
      add (file, k == 0 ? names->x : names->x_test, x, 3, x_shape);
      add (file, k == 0 ? names->y : names->y_test, y, 1, &count);
      for (guint l = 0; l < LAYERS; l++)
        {
          gsize shape[] = { count, HEADS[l], TOKENS, TOKENS };
          double *O = attention (random, count, HEADS[l], transposed);
          char *name = layer_name (k == 0 ? names->attn : names->attn_test, l + 1);

          g_ptr_array_add (kept, O);
          g_ptr_array_add (kept, name);
          add (file, name, O, 4, shape);
        }
    }
}

static char *
write_case (const Names *names, gboolean tensors, gboolean transposed)
{
  char *path = test_path (tensors ? "a.safetensors" : "a.npz");
  g_autoptr (GPtrArray) kept = g_ptr_array_new_with_free_func (g_free);

  if (tensors)
    {
      IplSafetensorsWriter *file = ipl_safetensors_writer_new ();

      ipl_safetensors_writer_add_metadata (file, "readout", "last");
      add_case (add_tensor, file, names, transposed, kept);
      TEST_OK (ipl_safetensors_writer_close (file, path, &error));
    }
  else
    {
      IplNpzWriter *file = TEST_OK (ipl_npz_writer_new (path, &error));

      ipl_npz_writer_add_text (file, "readout", "last");
      add_case (add_npz, file, names, transposed, kept);
      TEST_OK (ipl_npz_writer_close (file, &error));
    }
  return path;
}

static IplCase *
import (const char *path, const IplCaseImport *how)
{
  return TEST_OK (ipl_case_import (path, how, TRUE, 1, NULL, &error));
}

static void
assert_same (const IplCase *a, const IplCase *b)
{
  g_assert_cmpuint (a->L, ==, b->L);
  g_assert_cmpuint (a->Pi, ==, b->Pi);
  g_assert_cmpuint (a->N0, ==, b->N0);
  g_assert_cmpuint (a->readout, ==, b->readout);
  test_assert_same (N_TRAIN, a->train.y, b->train.y);
  test_assert_same (N_TRAIN * a->Pi * WIDTH, a->train.xi, b->train.xi);
  test_assert_same (N_TEST * a->Pi * WIDTH, a->tests[0].xi, b->tests[0].xi);
}

TEST (test_roles, "/case-import/roles")
{
  g_autofree char *plain_path = write_case (&own, FALSE, FALSE);
  IplCaseImport how;
  g_autoptr (IplCase) plain = NULL;

  ipl_case_import_init (&how);
  plain = import (plain_path, &how);
  for (guint k = 0; k < 4; k++)
    {
      g_autofree char *path = write_case (k < 2 ? &own : &foreign, k % 2 == 1, FALSE);
      g_autoptr (IplCase) the_case = NULL;

      how.roles = k < 2 ? "" : foreign_roles;
      the_case = import (path, &how);
      assert_same (the_case, plain);
    }
}

TEST (test_text, "/case-import/text")
{
  static const char *const wrong[][2] = {
    { "x_train", "x_train" },
    { "x_trian=a", "x_trian" },
    { "attn_train_0=a", "attn_train_0" },
    { "attn_train_01=a", "attn_train_01" },
    { "x_train=a,x_train=b", "x_train" },
    { "x_train=a,x_test=a", "a" },
    { "x_train=a,", NULL },
    { "x_train=a\n", NULL },
  };
  static const char *const json[][2] = {
    { "", NULL },
    { "[]", NULL },
    { "{\"x_train\": 1}", "x_train" },
    { "{\"x\": \"a\"}", "“x”" },
    { "{\"x_test_a=b\": \"a\"}", "x_test_a=b" },
    { "{\"x_test_a,b\": \"a\"}", "x_test_a,b" },
    { "{\"x_train\": \"a\\n\"}", NULL },
  };
  g_autoptr (GPtrArray) assignments = ipl_case_roles_parse (foreign_roles, NULL), again = NULL;
  g_autofree char *text = ipl_case_roles_format (assignments);
  static const char document[]
      = "{\"x_train\": \"emb, all\", \"y_train\": \"target one\", \"x_test\": \"emb.val\","
        " \"y_test\": \"target.val\", \"attn_train_1\": \"blocks.1.attn\","
        " \"attn_train_2\": \"blocks.2.attn\", \"attn_train_3\": \"blocks.3.attn\","
        " \"attn_test_1\": \"blocks.1.attn.val\", \"attn_test_2\": \"blocks.2.attn.val\","
        " \"attn_test_3\": \"blocks.3.attn.val\"}";
  g_autofree char *same = NULL;

  g_assert_cmpstr (text, ==, foreign_roles);
  g_clear_pointer (&text, g_free);
  ipl_case_roles_set (assignments, "name", "a\\b");
  text = ipl_case_roles_format (assignments);
  g_assert_true (g_str_has_suffix (text, ",name=a\\\\b"));
  ipl_case_roles_set (assignments, NULL, "a\\b");
  again = TEST_OK (ipl_case_roles_from_json (document, strlen (document), &error));
  same = ipl_case_roles_format (again);
  g_assert_cmpstr (same, ==, foreign_roles);
  ipl_case_roles_set (again, "x_test", "emb, all");
  g_assert_cmpstr (ipl_case_roles_find_role (again, "emb, all"), ==, "x_test");
  g_assert_null (ipl_case_roles_find_role (again, "emb.val"));
  ipl_case_roles_set (again, NULL, "emb, all");
  g_assert_null (ipl_case_roles_find_role (again, "emb, all"));
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    TEST_REFUSED (ipl_case_roles_parse (wrong[i][0], &error), IPL_ERROR_VALUE, wrong[i][1]);
  for (guint i = 0; i < G_N_ELEMENTS (json); i++)
    TEST_REFUSED (ipl_case_roles_from_json (json[i][0], strlen (json[i][0]), &error),
                  i < 3 ? IPL_ERROR_FORMAT : IPL_ERROR_VALUE, json[i][1]);
  g_assert_nonnull (ipl_case_role_find ("attn_test_mnist_12"));
  g_assert_nonnull (ipl_case_role_find ("x_test_mnist"));
  g_assert_null (ipl_case_role_find ("attn_test_mnist"));
  g_assert_null (ipl_case_role_find ("x_test_"));
  g_assert_null (ipl_case_role_find ("x"));
}

/* Layers and heads of a file are those of a file that has no others. */
TEST (test_choice, "/case-import/choice")
{
  g_autofree char *path = write_case (&own, FALSE, FALSE);
  g_autoptr (IplCase) whole = NULL, part = NULL;
  IplCaseImport how;

  ipl_case_import_init (&how);
  whole = import (path, &how);
  how.layers = "1,3";
  how.heads = "1.2,3.1-2";
  part = import (path, &how);
  g_assert_cmpuint (part->L, ==, 2);
  g_assert_cmpuint (part->H[0], ==, 1);
  g_assert_cmpuint (part->H[1], ==, 2);
  g_assert_true (case_has_note (part, "1.2, 3.1, 3.2"));
  g_assert_cmpfloat (part->variances[1], ==, 2);
  g_assert_cmpfloat (part->variances[2], ==, 4);
  g_assert_cmpfloat (part->variances[3], ==, 5);
  g_assert_cmpstr (part->head_names[0], ==, "layer 1 head 2");
  g_assert_cmpstr (part->head_names[2], ==, "layer 3 head 2");
  g_assert_cmpstr (part->path_names[1], ==, "(2,2)");
  /* O^3 O^1 of the last token, written out. */
  for (gsize m = 0; m < N_TRAIN; m++)
    for (gsize h = 0; h < 2; h++)
      for (gsize i = 0; i < WIDTH; i++)
        {
          const double *O1 = whole->train.attention[0] + (m * 2 + 1) * TOKENS * TOKENS;
          const double *O3 = whole->train.attention[2] + (m * 2 + h) * TOKENS * TOKENS;
          double sum = 0;

          for (gsize t = 0; t < TOKENS; t++)
            for (gsize s = 0; s < TOKENS; s++)
              sum += O3[(TOKENS - 1) * TOKENS + t] * O1[t * TOKENS + s]
                     * whole->train.x[(m * TOKENS + s) * WIDTH + i];
          test_assert_close (part->train.xi[(m * 2 + h) * WIDTH + i], sum, 1e-14);
        }
}

/* The best paths of a file are those of the heads that a ranking of all leaves. */
TEST (test_best, "/case-import/best")
{
  g_autofree char *path = write_case (&own, FALSE, FALSE);
  g_autoptr (IplCase) whole = NULL, best = NULL;
  double alignment[12];
  gboolean kept[7];
  gsize q = 0;
  IplCaseImport how;

  ipl_case_import_init (&how);
  whole = import (path, &how);
  how.top_paths = 4;
  best = import (path, &how);
  g_assert_true (ipl_path_rank (whole, alignment, 1, NULL, NULL));
  ipl_path_rank_heads (3, whole->H, alignment, 4, kept);
  for (gsize p = 0; p < 12; p++)
    {
      if (!kept[p / 6] || !kept[2 + p / 2 % 3] || !kept[5 + p % 2])
        continue;
      g_assert_cmpstr (best->path_names[q], ==, whole->path_names[p]);
      for (gsize m = 0; m < N_TRAIN; m++)
        for (gsize i = 0; i < WIDTH; i++)
          test_assert_close (best->train.xi[(m * best->Pi + q) * WIDTH + i],
                             whole->train.xi[(m * 12 + p) * WIDTH + i], 1e-14);
      q++;
    }
  g_assert_cmpuint (best->Pi, ==, q);
}

/* At the level of path features heads are chosen as well, by names that the file gives them. */
TEST (test_paths, "/case-import/paths")
{
  g_autofree char *path = test_path ("a.npz");
  IplNpzWriter *file = ipl_npz_writer_new (path, NULL);
  double y[] = { 1, -1 }, xi[2 * 6 * 2];
  gsize count = 2, shape[] = { 2, 6, 2 };
  char *names[] = { "a", "b", "c", "d", "e", "f", NULL };
  g_autoptr (IplCase) the_case = NULL;
  IplCaseImport how;

  for (guint i = 0; i < 24; i++)
    xi[i] = i;
  ipl_npz_writer_add_doubles (file, "y_train", y, 1, &count);
  ipl_npz_writer_add_doubles (file, "y_test", y, 1, &count);
  ipl_npz_writer_add_doubles (file, "xi_train", xi, 3, shape);
  ipl_npz_writer_add_doubles (file, "xi_test", xi, 3, shape);
  ipl_npz_writer_add_texts (file, "path_names", names);
  g_assert_true (ipl_npz_writer_close (file, NULL));
  ipl_case_import_init (&how);
  the_case = import (path, &how);
  g_assert_cmpuint (the_case->L, ==, 1);
  g_assert_cmpuint (the_case->Pi, ==, 6);
  g_clear_pointer (&the_case, ipl_case_unref);
  how.head_counts = "2,3";
  how.heads = "2.1,2.3";
  the_case = import (path, &how);
  g_assert_cmpuint (the_case->Pi, ==, 4);
  g_assert_cmpstr (the_case->path_names[1], ==, "c");
  g_assert_cmpstr (the_case->path_names[2], ==, "d");
  g_assert_cmpfloat (the_case->train.xi[1 * 2], ==, 4);
  g_assert_cmpfloat (the_case->train.xi[(4 + 3) * 2 + 1], ==, 23);
  how.layers = "1";
  TEST_REFUSED (ipl_case_import (path, &how, TRUE, 1, NULL, &error), IPL_ERROR_VALUE);
}

TEST (test_refused, "/case-import/refused")
{
  static const struct
  {
    IplCaseImport how;
    gint code;
    const char *named;
  } wrong[] = {
    { { "x_train=nothing", "", "", "", "file", 0 }, IPL_ERROR_MISSING, "nothing" },
    { { "x_train=attn_test_1", "", "", "", "file", 0 }, IPL_ERROR_SHAPE, "[4, 2, 3, 3]" },
    { { "x_train=", "", "", "", "file", 0 }, IPL_ERROR_MISSING, "x_train" },
    { { "heads=y_test", "", "", "", "file", 0 }, IPL_ERROR_VALUE, "heads" },
    { { "", "9,x", "", "", "file", 0 }, IPL_ERROR_VALUE, "9,x" },
    { { "", "2,3", "", "", "file", 0 }, IPL_ERROR_SHAPE, "3" },
    { { "", "", "0", "", "file", 0 }, IPL_ERROR_VALUE, "“0”" },
    { { "", "", "4", "", "file", 0 }, IPL_ERROR_VALUE, "4" },
    { { "", "", "3-1", "", "file", 0 }, IPL_ERROR_VALUE, "3-1" },
    { { "", "", "", "1", "file", 0 }, IPL_ERROR_VALUE, "“1”" },
    { { "", "", "", "1.3", "file", 0 }, IPL_ERROR_VALUE, "3" },
    { { "", "", "2", "1.1", "file", 0 }, IPL_ERROR_VALUE, "1" },
    { { "", "", "", "1.1-999999999999", "file", 0 }, IPL_ERROR_VALUE, "1.1-999999999999" },
    { { "", "", "", "", "middle", 0 }, IPL_ERROR_VALUE, "middle" },
  };
  g_autofree char *path = write_case (&own, FALSE, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    TEST_REFUSED (ipl_case_import (path, &wrong[i].how, TRUE, 1, NULL, &error), wrong[i].code,
                  wrong[i].named);
}
