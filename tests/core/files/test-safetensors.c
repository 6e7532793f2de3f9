/* SPDX-License-Identifier: GPL-3.0-or-later */
/* safetensors files: what is written is read, files of other programs are read, and damaged ones
 * are refused with a sentence. */
#include <glib/gstdio.h>
#include "core/base/text-escape.h"
#include "core/files/safetensors.h"
#include "core/network/trained-network.h"
#include <math.h>
#include <string.h>
#include "support.h"

#define FILE_NAME "file.safetensors"

TEST (test_round_trip, "/safetensors/round-trip")
{
  g_autofree char *path = test_path (FILE_NAME);
  const float floats[] = { 0, -1.5f, 3.25e-38f, FLT_MAX, -0.0f, 1e-45f };
  const double doubles[] = { G_PI, -1e300, NAN };
  IplSafetensorsWriter *writer = ipl_safetensors_writer_new ();
  g_autoptr (IplSafetensors) file = NULL;
  const IplTensor *tensor;

  ipl_safetensors_writer_add_metadata (writer, "task", "“quoted” \"text\"\n");
  ipl_safetensors_writer_add_floats (writer, "weights.0", floats, 2, (gsize[]){ 2, 3 });
  ipl_safetensors_writer_add_doubles (writer, "curve", doubles, 1, (gsize[]){ 3 });
  ipl_safetensors_writer_add_doubles (writer, "scalar", doubles, 0, NULL);
  ipl_safetensors_writer_add_floats (writer, "nothing", floats, 2, (gsize[]){ 0, 3 });
  TEST_OK (ipl_safetensors_writer_close (writer, path, &error));

  file = TEST_OK (ipl_safetensors_read (path, NULL, &error));
  g_assert_cmpstr (ipl_safetensors_metadata (file, "task"), ==, "“quoted” \"text\"\n");
  g_assert_null (ipl_safetensors_metadata (file, "other"));
  g_assert_null (ipl_safetensors_lookup (file, "other"));
  tensor = ipl_safetensors_lookup (file, "weights.0");
  g_assert_cmpuint (tensor->ndim, ==, 2);
  g_assert_cmpuint (tensor->shape[0], ==, 2);
  g_assert_cmpuint (tensor->shape[1], ==, 3);
  g_assert_null (tensor->doubles);
  g_assert_cmpmem (tensor->floats, tensor->size * 4, floats, sizeof floats);
  tensor = ipl_safetensors_lookup (file, "curve");
  g_assert_cmpmem (tensor->doubles, tensor->size * 8, doubles, sizeof doubles);
  tensor = ipl_safetensors_lookup (file, "scalar");
  g_assert_cmpuint (tensor->ndim, ==, 0);
  g_assert_cmpfloat (tensor->doubles[0], ==, G_PI);
  g_assert_cmpuint (ipl_safetensors_lookup (file, "nothing")->size, ==, 0);
  g_unlink (path);
  g_assert_cmpint (g_rmdir (test_folder ()), ==, 0); /* nothing else was left behind */
}

/* A tensor that is read in several blocks. */
TEST (test_large, "/safetensors/large")
{
  g_autofree char *path = test_path (FILE_NAME);
  const gsize n = 200001;
  g_autofree double *values = g_new (double, n);
  IplSafetensorsWriter *writer = ipl_safetensors_writer_new ();
  g_autoptr (IplSafetensors) file = NULL;
  const IplTensor *tensor;

  for (gsize i = 0; i < n; i++)
    values[i] = (double)i;
  ipl_safetensors_writer_add_doubles (writer, "large", values, 1, &n);
  g_assert_true (ipl_safetensors_writer_close (writer, path, NULL));
  file = ipl_safetensors_read (path, NULL, NULL);
  tensor = ipl_safetensors_lookup (file, "large");
  g_assert_cmpmem (tensor->doubles, tensor->size * 8, values, n * 8);
}

/* A file of @header, or of a header that says it is @length long, and @n_data bytes. */
static void
write_file (const char *header, gint64 length, const void *data, gsize n_data)
{
  g_autofree char *path = test_path (FILE_NAME);
  g_autoptr (GString) bytes = g_string_new (NULL);
  guint64 said = length >= 0 ? (guint64)length : strlen (header);

  for (guint i = 0; i < 8; i++)
    g_string_append_c (bytes, (char)(said >> 8 * i & 255));
  g_string_append (bytes, header);
  g_string_append_len (bytes, data, (gssize)n_data);
  g_assert_true (g_file_set_contents (path, bytes->str, (gssize)bytes->len, NULL));
}

TEST (test_other_types, "/safetensors/other-types")
{
  g_autofree char *path = test_path (FILE_NAME);
  static const guint8 data[] = {
    0x00, 0x3c, 0x01, 0x00, 0x00, 0xfc,             /* F16: 1, 2^-24, -inf */
    0x80, 0x3f, 0x49, 0xc0,                         /* BF16: 1, -3.140625 */
    0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, /* I64: -2 */
    0xfd, 0xff, 0xff, 0xff,                         /* I32: -3 */
    0xff,                                           /* U8: 255 */
  };
  g_autoptr (IplSafetensors) file = NULL;

  write_file ("{\"e\":{\"dtype\":\"U8\",\"shape\":[],\"data_offsets\":[22,23]},"
              "\"a\":{\"dtype\":\"F16\",\"shape\":[3],\"data_offsets\":[0,6]},"
              "\"b\":{\"dtype\":\"BF16\",\"shape\":[1,2],\"data_offsets\":[6,10]},"
              "\"c\":{\"dtype\":\"I64\",\"shape\":[1],\"data_offsets\":[10,18]},"
              "\"d\":{\"dtype\":\"I32\",\"shape\":[1],\"data_offsets\":[18,22]}}   ",
              -1, data, sizeof data);
  file = TEST_OK (ipl_safetensors_read (path, NULL, &error));
  g_assert_cmpfloat (ipl_safetensors_lookup (file, "a")->floats[0], ==, 1);
  g_assert_cmpfloat (ipl_safetensors_lookup (file, "a")->floats[1], ==, 0x1p-24f);
  g_assert_cmpfloat (ipl_safetensors_lookup (file, "a")->floats[2], ==, -INFINITY);
  g_assert_cmpfloat (ipl_safetensors_lookup (file, "b")->floats[1], ==, -3.140625f);
  g_assert_cmpfloat (ipl_safetensors_lookup (file, "c")->doubles[0], ==, -2);
  g_assert_cmpfloat (ipl_safetensors_lookup (file, "d")->doubles[0], ==, -3);
  g_assert_cmpfloat (ipl_safetensors_lookup (file, "e")->doubles[0], ==, 255);
}

static void
assert_refused (int code)
{
  g_autofree char *path = test_path (FILE_NAME);

  TEST_REFUSED (ipl_safetensors_read (path, NULL, &error), code);
}

TEST (test_damaged, "/safetensors/damaged")
{
  static const char *const headers[] = {
    "",
    "[]",
    "{",
    "nonsense",
    "{\"a\":1}",
    "{\"a\":{}}",
    "{\"a\":{\"dtype\":\"F32\"}}",
    "{\"a\":{\"dtype\":\"C64\",\"shape\":[2],\"data_offsets\":[0,16]}}",
    "{\"a\":{\"dtype\":7,\"shape\":[4],\"data_offsets\":[0,16]}}",
    "{\"a\":{\"dtype\":\"F32\",\"shape\":4,\"data_offsets\":[0,16]}}",
    "{\"a\":{\"dtype\":\"F32\",\"shape\":[-4],\"data_offsets\":[0,16]}}",
    "{\"a\":{\"dtype\":\"F32\",\"shape\":[4.5],\"data_offsets\":[0,16]}}",
    "{\"a\":{\"dtype\":\"F32\",\"shape\":[1,1,1,1,1,1,4],\"data_offsets\":[0,16]}}",
    "{\"a\":{\"dtype\":\"F32\",\"shape\":[4294967296,4294967296],\"data_offsets\":[0,16]}}",
    "{\"a\":{\"dtype\":\"F32\",\"shape\":[9223372036854775807,2],\"data_offsets\":[0,16]}}",
    "{\"a\":{\"dtype\":\"F32\",\"shape\":[4]}}",
    "{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0]}}",
    "{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[16,0]}}",
    "{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[-16,0]}}",
    "{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,17]}}",
    "{\"a\":{\"dtype\":\"F32\",\"shape\":[5],\"data_offsets\":[0,20]}}",
    "{\"a\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,12]}}", /* bytes left over */
    "{\"a\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[4,16]}}", /* a hole */
    "{\"a\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,12]},"
    "\"b\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,16]}}", /* an overlap */
    "{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]},"
    "\"b\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]}}",
    "{\"__metadata__\":7}",
    "{\"__metadata__\":{\"a\":7}}",
    "{\"\xff\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]}}",
  };
  static const guint8 data[16];

  for (gsize i = 0; i < G_N_ELEMENTS (headers); i++)
    {
      write_file (headers[i], -1, data, sizeof data);
      assert_refused (IPL_ERROR_FORMAT);
    }
}

/* Names that would move the cursor, or are no text, never get into a sentence as they are. */
TEST (test_names, "/safetensors/names")
{
  g_autofree char *path = test_path (FILE_NAME);
  static const struct
  {
    const char *name, *shown;
  } names[] = {
    { "\\u001b]0;pwn\\u0007\\u001b[31mRED", "“\\x1b]0;pwn\\x07\\x1b[31mRED”" },
    { "a\\nb", "“a\\x0ab”" },
    { "\\u202egpj", "“\\u202egpj”" },
    { "\\u009b31m", "“\\x9b31m”" },
    { "adam\\ud800x", "" },
    { "\\u0000", "" },
    { "κ₁", "“κ₁”" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *header = g_strdup_printf (
          "{\"%s\":{\"dtype\":\"Q\",\"shape\":[],\"data_offsets\":[0,0]}}", names[i].name);
      GError *error = NULL;

      write_file (header, -1, NULL, 0);
      g_assert_null (ipl_safetensors_read (path, NULL, &error));
      g_assert_error (error, IPL_ERROR, IPL_ERROR_FORMAT);
      g_assert_nonnull (strstr (error->message, names[i].shown));
      g_assert_true (ipl_text_is_plain (error->message));
      g_clear_error (&error);
    }
}

TEST (test_lengths, "/safetensors/lengths")
{
  g_autofree char *path = test_path (FILE_NAME);
  static const guint8 data[16];
  const char *header = "{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]}}";
  g_autofree char *bytes = NULL;
  gsize n;

  write_file (header, G_MAXINT64, data, sizeof data);
  assert_refused (IPL_ERROR_FORMAT);
  write_file (header, 99999999, data, sizeof data);
  assert_refused (IPL_ERROR_FORMAT);
  write_file (header, 10, data, sizeof data);
  assert_refused (IPL_ERROR_FORMAT);
  write_file (header, 0, data, sizeof data);
  assert_refused (IPL_ERROR_FORMAT);

  /* Cut short anywhere. */
  write_file (header, -1, data, sizeof data);
  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  for (gsize cut = 0; cut < n; cut++)
    {
      g_assert_true (g_file_set_contents (path, bytes, (gssize)cut, NULL));
      assert_refused (IPL_ERROR_FORMAT);
    }
}

TEST (test_refused, "/safetensors/refused")
{
  g_autofree char *path = test_path (FILE_NAME);
  g_autofree char *missing = test_path ("no/" FILE_NAME);
  const float one = 1;
  IplSafetensorsWriter *writer;

  assert_refused (IPL_ERROR_IO); /* not there */
  TEST_REFUSED (ipl_safetensors_read (test_folder (), NULL, &error), IPL_ERROR_IO);
  writer = ipl_safetensors_writer_new ();
  TEST_REFUSED (ipl_safetensors_writer_close (writer, missing, &error), IPL_ERROR_IO);
  writer = ipl_safetensors_writer_new ();
  TEST_REFUSED (ipl_safetensors_writer_close (writer, test_folder (), &error), IPL_ERROR_IO);
  writer = ipl_safetensors_writer_new ();
  ipl_safetensors_writer_add_floats (writer, "a", &one, 0, NULL);
  TEST_OK (ipl_safetensors_writer_close (writer, path, &error));
  TEST_CANCELLED (ipl_safetensors_read (path, cancelled, &error));
}
