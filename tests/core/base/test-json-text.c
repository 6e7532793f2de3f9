/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON that is written is read by another parser, Python's, bit for bit; JSON that is read is
 * bounded before it is parsed. */
#include "core/base/json-text.h"

#include "core/base/number-text.h"
#include <float.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include "support.h"

/* Reads a document {"doubles": [..], "bits": [..], ..}, strictly, and compares. */
static const char check[]
    = "import json, struct, sys\n"
      "def refuse(name): raise ValueError(name)\n"
      "d = json.load(open(sys.argv[1], encoding='utf-8'), parse_constant=refuse)\n"
      "for x, bits in zip(d['doubles'], d['bits'], strict=True):\n"
      "    assert isinstance(x, float), x\n"
      "    assert struct.pack('>d', x).hex() == bits, (x, bits)\n"
      "for x, text in zip(d['integers'], d['texts'], strict=True):\n"
      "    assert isinstance(x, int) and str(x) == text, (x, text)\n"
      "assert d['none'] == [None] * 3, d['none']\n"
      "assert d['a \"key\"\\n'] == '\\x1b[31m \\u202e \\\\ \\U0001f600 \\t\\ufffd'\n"
      "print(len(d['doubles']))\n";

static void
add_double (JsonArray *doubles, JsonArray *bits, double value)
{
  guint64 word;
  char text[17];

  memcpy (&word, &value, sizeof word);
  g_snprintf (text, sizeof text, "%016" G_GINT64_MODIFIER "x", word);
  json_array_add_double_element (doubles, value);
  json_array_add_string_element (bits, text);
}

/* Powers of ten, the ends of the range, denormals, whole numbers about 2^53, random bits. */
static void
add_doubles (JsonArray *doubles, JsonArray *bits)
{
  static const double special[] = { 0.0,     -0.0,
                                    1e-8,    1e20,
                                    -1e20,   DBL_MAX,
                                    DBL_MIN, 5e-324,
                                    -5e-324, 2.2250738585072011e-308,
                                    0.1,     1.0 / 3,
                                    1e15,    1e16,
                                    1e17,    123456789012345680.0,
                                    1e22,    1e23,
                                    0x1p53,  0x1p53 + 2,
                                    0x1p63,  -0x1p64 };
  g_autoptr (GRand) random = g_rand_new_with_seed (9);

  for (guint i = 0; i < G_N_ELEMENTS (special); i++)
    add_double (doubles, bits, special[i]);
  for (int k = -323; k <= 308; k++)
    add_double (doubles, bits, pow (10, k));
  for (int k = -1074; k < 1024; k++)
    add_double (doubles, bits, ldexp (-1, k));
  for (guint i = 0; i < 20000; i++)
    {
      guint64 word = (guint64)g_rand_int (random) << 32 | g_rand_int (random);
      double value;

      memcpy (&value, &word, sizeof value);
      if (isfinite (value))
        add_double (doubles, bits, value);
    }
}

static JsonNode *
make_document (void)
{
  static const gint64 whole[]
      = { 0, -1, 9007199254740993, G_MAXINT64, G_MININT64, 1000000000000000000 };
  JsonNode *root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  JsonArray *doubles = json_array_new (), *bits = json_array_new ();
  JsonArray *integers = json_array_new (), *texts = json_array_new (), *none = json_array_new ();

  add_doubles (doubles, bits);
  for (guint i = 0; i < G_N_ELEMENTS (whole); i++)
    {
      g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, whole[i]);

      json_array_add_int_element (integers, whole[i]);
      json_array_add_string_element (texts, text);
    }
  json_array_add_double_element (none, NAN);
  json_array_add_double_element (none, INFINITY);
  json_array_add_double_element (none, -INFINITY);
  json_object_set_array_member (object, "doubles", doubles);
  json_object_set_array_member (object, "bits", bits);
  json_object_set_array_member (object, "integers", integers);
  json_object_set_array_member (object, "texts", texts);
  json_object_set_array_member (object, "none", none);
  json_object_set_string_member (object, "a \"key\"\n", "\x1b[31m \u202e \\ \U0001f600 \t\xff");
  json_object_set_array_member (object, "empty", json_array_new ());
  json_object_set_object_member (object, "nothing", json_object_new ());
  json_node_take_object (root, object);
  return root;
}

static void
check_other_parser (gboolean pretty)
{
  g_autoptr (JsonNode) root = make_document ();
  g_autofree char *text = ipl_json_write (root, pretty);
  g_autofree char *path = test_path ("numbers.json"), *out = NULL, *err = NULL;
  const char *argv[] = { PYTHON, "-c", check, path, NULL };
  int status;

  for (const char *at = text; *at != '\0'; at++)
    g_assert_true ((guchar)*at >= 0x20 || *at == '\n');
  TEST_OK (g_file_set_contents (path, text, -1, &error));
  TEST_OK (g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, &err,
                         &status, &error));
  g_assert_cmpstr (err, ==, "");
  g_assert_cmpint (status, ==, 0);
  g_test_message ("%s doubles", g_strchomp (out));
  g_assert_cmpint (atoi (out), >, 20000);
}

TEST (test_other_parser, "/json-text/other-parser")
{
  check_other_parser (FALSE);
  check_other_parser (TRUE);
}

/* Our own reader reads it, too, with the same bits. */
TEST (test_round_trip, "/json-text/round-trip")
{
  g_autoptr (JsonNode) root = make_document ();
  g_autofree char *text = ipl_json_write (root, TRUE);
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) object = ipl_json_parse_object (text, strlen (text), &why);
  JsonArray *written, *read;

  g_assert_cmpstr (why, ==, NULL);
  written = json_object_get_array_member (json_node_get_object (root), "doubles");
  read = json_object_get_array_member (object, "doubles");
  g_assert_cmpuint (json_array_get_length (read), ==, json_array_get_length (written));
  for (guint i = 0; i < json_array_get_length (read); i++)
    {
      double a = json_array_get_double_element (written, i);
      double b = json_array_get_double_element (read, i);

      g_assert_cmpmem (&a, sizeof a, &b, sizeof b);
    }
}

static void
assert_refused (const char *text, gsize length, const char *word)
{
  g_autofree char *why = NULL;

  g_assert_null (ipl_json_parse (text, length, &why));
  g_test_message ("%s", why);
  g_assert_nonnull (strstr (why, word));
}

TEST (test_refused, "/json-text/refused")
{
  static const struct
  {
    const char *text, *word;
  } bad[] = {
    { "", "empty" },
    { "{\"a\" : }", "not JSON" },
    { "{\"a\" : 1", "not JSON" },
    { "{\"a", "ends" },
    { "{\"a\\", "escape" },
    { "{\"\\ud800\" : 1}", "surrogate" },
    { "{\"\\udc00\\ud800\" : 1}", "surrogate" },
    { "{\"\\ud800\\u0041\" : 1}", "surrogate" },
    { "{\"\\u00\" : 1}", "escape" },
    { "{\"\\x41\" : 1}", "escape" },
    { "{\"\\u0000\" : 1}", "NUL" },
    { "{\"\x1b[31m\" : 1}", "control" },
    { "{\"\xff\" : 1}", "UTF-8" },
    { "/* \" */ {\"a\" : 1}", "not JSON" },
    { "// \"\n{}", "not JSON" },
    { "var a = {}", "not JSON" },
    { "'a'", "not JSON" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    assert_refused (bad[i].text, strlen (bad[i].text), bad[i].word);
  assert_refused ("[1\0]", 4, "UTF-8");
}

/* Depth, values and length, just inside and outside of what is allowed, and far outside. */
TEST (test_bounds, "/json-text/bounds")
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *why = NULL;
  JsonNode *root;

  for (guint depth = IPL_JSON_MAX_DEPTH; depth <= 10000000; depth = depth == 64 ? 65 : depth * 60)
    {
      g_string_set_size (text, depth);
      memset (text->str, '[', depth);
      if (depth > IPL_JSON_MAX_DEPTH)
        assert_refused (text->str, text->len, "nested");
      for (guint i = 0; i < depth; i++)
        g_string_append_c (text, ']');
      if (depth > IPL_JSON_MAX_DEPTH)
        {
          assert_refused (text->str, text->len, "nested");
          continue;
        }
      root = ipl_json_parse (text->str, text->len, &why);
      g_assert_cmpstr (why, ==, NULL);
      json_node_unref (root);
    }

  g_string_assign (text, "[\"[[[[\\\"[[[[\"");
  for (guint i = 0; i < IPL_JSON_MAX_VALUES; i++)
    g_string_append (text, ",0");
  g_string_append_c (text, ']');
  assert_refused (text->str, text->len, "values");

  g_string_assign (text, "[1]");
  g_string_set_size (text, IPL_JSON_MAX_SIZE + 1);
  memset (text->str + 3, ' ', text->len - 3);
  assert_refused (text->str, text->len, "longer");
}

/* What a user or a file gives for a number, strictly. */
TEST (test_numbers, "/json-text/numbers")
{
  static const char *const bad[] = { "",   " ",  "nan",   "inf", "-inf",   "0x10",  " 1", "1 ",
                                     "1,", "1e", "1e309", "--1", "1e-400", "1.2.3", "e5", "١" };
  static const char *const no_real[] = { "01", "-01.5", "+00", "00" };
  static const char *const not_whole[] = { "-1", "+1", "1.0", "1e3", "18446744073709551616" };
  double real = 7;
  guint64 whole = 7;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_assert_false (ipl_number_parse_real (bad[i], &real));
      g_assert_false (ipl_number_parse_integer (bad[i], &whole));
    }
  for (guint i = 0; i < G_N_ELEMENTS (not_whole); i++)
    g_assert_false (ipl_number_parse_integer (not_whole[i], &whole));
  for (guint i = 0; i < G_N_ELEMENTS (no_real); i++)
    g_assert_false (ipl_number_parse_real (no_real[i], &real));
  g_assert_cmpfloat (real, ==, 7);
  g_assert_cmpuint (whole, ==, 7);
  g_assert_true (ipl_number_parse_real ("-1.5e-3", &real));
  g_assert_cmpfloat (real, ==, -1.5e-3);
  g_assert_true (ipl_number_parse_real ("5e-324", &real));
  g_assert_cmpfloat (real, >, 0);
  g_assert_true (ipl_number_parse_integer ("18446744073709551615", &whole));
  g_assert_cmpuint (whole, ==, G_MAXUINT64);
}

/* A comma for a decimal point makes two numbers of one, and is seen where the second begins with a
 * zero that no number begins with. */
TEST (test_number_lists, "/json-text/number-lists")
{
  static const char *const right[]
      = { "", "0", "1,0", "1,0.5,0", "0.01,0.1", "10,1e-05", "0.5,0e3", "-1, 0; 2" };
  static const struct
  {
    const char *list, *meant;
  } wrong[] = { { "0,01", "0.01?" }, { "1,0.5,1,05", "1.05?" }, { "0, 001 ,2", "0.001?" },
                { "0;01", "0.01?" }, { "-2,05", "-2.05?" },     { "1,1;1,01", "1.01?" },
                { "1,00", "1.00?" } };

  for (guint i = 0; i < G_N_ELEMENTS (right); i++)
    g_assert_true (ipl_number_list_check (right[i], NULL));
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (ipl_number_list_check (wrong[i].list, &error));
      g_assert_true (g_str_has_suffix (error->message, wrong[i].meant));
    }
}
