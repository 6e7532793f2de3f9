/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays in and out: every dtype and order, against bytes laid out by hand and against NumPy. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "files/npz-support.h"

#include "core/files/npz.h"
#include "support.h"

static IplNpz *
read_ok (const char *path)
{
  return TEST_OK (ipl_npz_read (path, NULL, &error));
}

static IplNpz *
read_built (NpzBuilder *builder)
{
  g_autofree char *path = npz_builder_finish (builder);

  return read_ok (path);
}

static void
check_values (IplNpz *npz, const char *name, const double *expected, gsize n)
{
  IplArray *array = ipl_npz_lookup (npz, name);

  g_assert_nonnull (array);
  g_assert_nonnull (array->values);
  g_assert_cmpuint (array->size, ==, n);
  for (gsize i = 0; i < n; i++)
    if (!(array->values[i] == expected[i] || (isnan (array->values[i]) && isnan (expected[i]))))
      g_error ("%s[%zu] is %g, not %g", name, i, array->values[i], expected[i]);
}

typedef struct
{
  const char *descr;
  const char *bytes; /* of two numbers */
  gsize size;
  double first, second;
} Dtype;

static const Dtype dtypes[] = {
  { "|b1", "\x00\x01", 2, 0, 1 },
  { "|i1", "\xff\x7f", 2, -1, 127 },
  { "|u1", "\xff\x7f", 2, 255, 127 },
  { "<i2", "\xfe\xff\x00\x01", 4, -2, 256 },
  { ">i2", "\xff\xfe\x01\x00", 4, -2, 256 },
  { "<u2", "\xfe\xff\x00\x01", 4, 65534, 256 },
  { ">u2", "\xff\xfe\x01\x00", 4, 65534, 256 },
  { "<i4", "\xfd\xff\xff\xff\x00\x00\x00\x01", 8, -3, 16777216 },
  { ">i4", "\xff\xff\xff\xfd\x01\x00\x00\x00", 8, -3, 16777216 },
  { "<u4", "\xfd\xff\xff\xff\x00\x00\x00\x01", 8, 4294967293.0, 16777216 },
  { ">u4", "\xff\xff\xff\xfd\x01\x00\x00\x00", 8, 4294967293.0, 16777216 },
  { "<i8", "\xfc\xff\xff\xff\xff\xff\xff\xff\x05\x00\x00\x00\x00\x00\x00\x00", 16, -4, 5 },
  { ">i8", "\xff\xff\xff\xff\xff\xff\xff\xfc\x00\x00\x00\x00\x00\x00\x00\x05", 16, -4, 5 },
  { "<u8", "\x00\x00\x00\x00\x00\x00\x00\x80\x05\x00\x00\x00\x00\x00\x00\x00", 16, 0x1p63, 5 },
  { ">u8", "\x80\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x05", 16, 0x1p63, 5 },
  { "<f2", "\x00\xbe\x01\x00", 4, -1.5, 0x1p-24 },
  { ">f2", "\x7b\xff\x7c\x00", 4, 65504, INFINITY },
  { "<f4", "\x00\x00\xc0\xbf\x00\x00\x80\x3e", 8, -1.5, 0.25 },
  { ">f4", "\xbf\xc0\x00\x00\x3e\x80\x00\x00", 8, -1.5, 0.25 },
  { "<f8", "\x00\x00\x00\x00\x00\x00\xf8\xbf\x00\x00\x00\x00\x00\x00\xd0\x3f", 16, -1.5, 0.25 },
  { ">f8", "\xbf\xf8\x00\x00\x00\x00\x00\x00\x3f\xd0\x00\x00\x00\x00\x00\x00", 16, -1.5, 0.25 },
};

TEST (test_dtypes, "/npz/dtypes")
{
  for (gsize k = 0; k < G_N_ELEMENTS (dtypes); k++)
    {
      const Dtype *dtype = &dtypes[k];
      const double expected[] = { dtype->first, dtype->second };
      NpzBuilder *builder = npz_builder_new ();
      g_autofree char *header = g_strdup_printf (
          "{'descr': '%s', 'fortran_order': False, 'shape': (2,), }", dtype->descr);

      npz_builder_npy (builder, "a", header, dtype->bytes, dtype->size);
      g_autoptr (IplNpz) npz = read_built (builder);
      g_test_message ("%s", dtype->descr);
      check_values (npz, "a", expected, 2);
    }
}

TEST (test_orders, "/npz/orders")
{
  const double stored[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
  double expected[12];
  NpzBuilder *builder = npz_builder_new ();
  g_autofree char *shape = NULL;

  /* Fortran order: the first index runs fastest. */
  for (gsize i = 0; i < 2; i++)
    for (gsize j = 0; j < 3; j++)
      for (gsize k = 0; k < 2; k++)
        expected[(i * 3 + j) * 2 + k] = stored[i + 2 * (j + 3 * k)];
  npz_builder_npy (builder, "f", "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3, 2), }",
                   stored, sizeof stored);
  npz_builder_npy (builder, "c", "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3, 2)}",
                   stored, sizeof stored);
  npz_builder_npy (builder, "scalar", "{'descr': '<f8', 'fortran_order': True, 'shape': (), }",
                   stored + 7, 8);
  /* Keys in another order, other quotes and spaces, Python 2's long integers. */
  npz_builder_npy (builder, "old",
                   "{\"shape\":(12L,) , \"fortran_order\" :False,\"descr\":\"<f8\"}    ", stored,
                   sizeof stored);
  g_autoptr (IplNpz) npz = read_built (builder);
  check_values (npz, "f", expected, 12);
  check_values (npz, "c", stored, 12);
  check_values (npz, "scalar", stored + 7, 1);
  check_values (npz, "old", stored, 12);
  g_assert_cmpuint (ipl_npz_lookup (npz, "scalar")->ndim, ==, 0);
  shape = ipl_array_describe_shape (ipl_npz_lookup (npz, "c"));
  g_assert_cmpstr (shape, ==, "[2, 3, 2]");
}

/* Fortran order over more numbers than are read at once. */
TEST (test_large_fortran, "/npz/large-fortran")
{
  const gsize n = 401, m = 307;
  g_autofree double *stored = g_new (double, n * m);
  NpzBuilder *builder = npz_builder_new ();

  for (gsize i = 0; i < n * m; i++)
    stored[i] = (double)i;
  npz_builder_npy (builder, "f", "{'descr': '<f8', 'fortran_order': True, 'shape': (401, 307), }",
                   stored, n * m * sizeof (double));
  g_autoptr (IplNpz) npz = read_built (builder);
  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < m; j++)
      g_assert_cmpfloat (ipl_npz_lookup (npz, "f")->values[i * m + j], ==, (double)(i + n * j));
}

TEST (test_text, "/npz/text")
{
  NpzBuilder *builder = npz_builder_new ();
  IplArray *array;

  npz_builder_npy (builder, "u", "{'descr': '<U2', 'fortran_order': False, 'shape': (2,), }",
                   "a\0\0\0\xb1\x03\0\0b\0\0\0\0\0\0\0", 16);
  npz_builder_npy (builder, "big", "{'descr': '>U1', 'fortran_order': False, 'shape': (), }",
                   "\0\0\x03\xb1", 4);
  npz_builder_npy (builder, "s", "{'descr': '|S3', 'fortran_order': False, 'shape': (2,), }",
                   "xy\0zzz", 6);
  npz_builder_npy (builder, "bad", "{'descr': '<U1', 'fortran_order': False, 'shape': (), }",
                   "\0\xd8\0\0", 4);
  g_autoptr (IplNpz) npz = read_built (builder);
  array = ipl_npz_lookup (npz, "u");
  g_assert_null (array->values);
  g_assert_cmpstr (array->texts[0], ==, "aα");
  g_assert_cmpstr (array->texts[1], ==, "b");
  g_assert_null (array->texts[2]);
  g_assert_cmpstr (ipl_npz_lookup (npz, "big")->texts[0], ==, "α");
  g_assert_cmpstr (ipl_npz_lookup (npz, "s")->texts[0], ==, "xy");
  g_assert_cmpstr (ipl_npz_lookup (npz, "s")->texts[1], ==, "zzz");
  g_assert_cmpstr (ipl_npz_lookup (npz, "bad")->texts[0], ==, "\xef\xbf\xbd");
}

/* An array of a kind that is not read is there by name and shape; its values are refused. */
TEST (test_other_kinds, "/npz/other-kinds")
{
  static const char *const descr[] = { "<c16", "|O", "<M8[s]" };

  for (guint i = 0; i < G_N_ELEMENTS (descr); i++)
    {
      NpzBuilder *builder = npz_builder_new ();
      g_autofree char *header
          = g_strdup_printf ("{'descr': '%s', 'fortran_order': False, 'shape': (2,), }", descr[i]);
      static const char zeros[32];
      IplArray *array;

      npz_builder_npy (builder, "other", header, zeros, sizeof zeros);
      g_autofree char *path = npz_builder_finish (builder);
      g_autoptr (IplNpz) npz = TEST_OK (ipl_npz_open (path, NULL, &error));
      array = ipl_npz_lookup (npz, "other");
      g_assert_cmpuint (array->shape[0], ==, 2);
      TEST_REFUSED (ipl_npz_load (npz, array, NULL, &error), IPL_ERROR_FORMAT);
      g_assert_null (array->values);
    }
}

/* Reference values and files that are no arrays are passed over, whatever is in them. */
TEST (test_ignored, "/npz/ignored")
{
  NpzBuilder *builder = npz_builder_new ();
  g_autoptr (GList) names = NULL;

  npz_builder_npy (builder, "ref_objects", "{'descr': '|O', 'fortran_order': False, 'shape': ()}",
                   "x", 1);
  npz_builder_member (builder, "readme.txt", "hello", 5);
  npz_builder_add (builder, "b[2]; a[2]");
  g_autoptr (IplNpz) npz = read_built (builder);
  names = ipl_npz_names (npz);
  g_assert_cmpuint (g_list_length (names), ==, 2);
  g_assert_cmpstr (names->data, ==, "b");
  g_assert_cmpstr (names->next->data, ==, "a");
  g_assert_null (ipl_npz_lookup (npz, "ref_objects"));
}

static void
write_ours (const char *path)
{
  const double values[] = { 1, -2.5, 1e300, 0.1, 5, 6 };
  const gint64 ints[] = { -1, G_MAXINT64 };
  const gsize shape[] = { 2, 3 }, two[] = { 2 }, none[] = { 0 };
  char *texts[] = { "good", "σ²", "", NULL };
  IplNpzWriter *writer = TEST_OK (ipl_npz_writer_new (path, &error));

  ipl_npz_writer_add_doubles (writer, "values", values, 2, shape);
  ipl_npz_writer_add_doubles (writer, "scalar", values + 3, 0, NULL);
  ipl_npz_writer_add_doubles (writer, "empty", values, 1, none);
  ipl_npz_writer_add_ints (writer, "ints", ints, 1, two);
  ipl_npz_writer_add_text (writer, "text", "αβ");
  ipl_npz_writer_add_texts (writer, "texts", texts);
  TEST_OK (ipl_npz_writer_close (writer, &error));
}

TEST (test_round_trip, "/npz/round-trip")
{
  g_autofree char *path = test_path ("written.npz");
  const double values[] = { 1, -2.5, 1e300, 0.1, 5, 6 };
  g_autoptr (IplNpz) npz = NULL;
  double *stolen;

  write_ours (path);
  npz = read_ok (path);
  check_values (npz, "values", values, 6);
  check_values (npz, "scalar", values + 3, 1);
  g_assert_cmpuint (ipl_npz_lookup (npz, "empty")->size, ==, 0);
  g_assert_cmpstr (ipl_npz_lookup (npz, "text")->texts[0], ==, "αβ");
  g_assert_cmpstr (ipl_npz_lookup (npz, "texts")->texts[1], ==, "σ²");
  g_assert_cmpstr (ipl_npz_lookup (npz, "texts")->texts[2], ==, "");
  stolen = ipl_npz_steal_values (npz, "values");
  g_assert_cmpfloat (stolen[5], ==, 6);
  g_free (stolen);
  g_assert_null (ipl_npz_steal_values (npz, "values"));
}

/* NumPy reads what we write. */
TEST (test_numpy_reads, "/npz/numpy-reads")
{
  g_autofree char *path = test_path ("written.npz");
  g_autofree char *output = NULL;

  write_ours (path);
  if (npz_run_python ("import numpy as np, sys\n"
                      "z = np.load(sys.argv[1], allow_pickle=False)\n"
                      "assert z['values'].dtype == np.float64 and z['values'].shape == (2, 3)\n"
                      "assert (z['values'] == [[1, -2.5, 1e300], [.1, 5, 6]]).all()\n"
                      "assert z['scalar'].shape == () and z['scalar'] == .1\n"
                      "assert z['empty'].shape == (0,)\n"
                      "assert (z['ints'] == [-1, 2**63 - 1]).all()\n"
                      "assert str(z['text']) == '\\u03b1\\u03b2'\n"
                      "assert list(z['texts']) == ['good', '\\u03c3\\u00b2', '']\n"
                      "import zipfile; assert zipfile.ZipFile(sys.argv[1]).testzip() is None\n"
                      "print('fine')\n",
                      path, &output))
    g_assert_cmpstr (output, ==, "fine\n");
}

/* We read what NumPy writes, plain and compressed, from every dtype and order. */
TEST (test_numpy_writes, "/npz/numpy-writes")
{
  static const char *const types[]
      = { "?",  "i1",  "i2",  "i4",  "i8",  "u1",  "u2",  "u4",  "u8",  "f2", "f4",
          "f8", ">i2", ">i4", ">i8", ">u2", ">u4", ">u8", ">f2", ">f4", ">f8" };
  static const char *const calls[] = { "savez", "savez_compressed" };

  for (gsize c = 0; c < G_N_ELEMENTS (calls); c++)
    {
      g_autofree char *path = test_path ("written.npz");
      g_autofree char *script = g_strdup_printf (
          "import numpy as np, sys\n"
          "a = np.arange(24).reshape(2, 3, 4)\n"
          "d = {}\n"
          "for t in '? i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8'.split():\n"
          "  for o in ('', '>'):\n"
          "    d[o + t] = a.astype(o + t); d['F' + o + t] = np.asfortranarray(a.astype(o + t))\n"
          "d['text'] = np.array(['a', '\\u03b1b'])\n"
          "d['one'] = 'mean'\n"
          "d['large'] = np.random.default_rng(0).normal(size=(300, 500))\n"
          "np.%s(sys.argv[1], **d)\n",
          calls[c]);
      g_autoptr (IplNpz) npz = NULL;

      if (!npz_run_python (script, path, NULL))
        {
          g_free (path);
          return;
        }
      npz = read_ok (path);
      for (gsize k = 0; k < G_N_ELEMENTS (types); k++)
        for (gsize f = 0; f < 2; f++)
          {
            g_autofree char *name = g_strconcat (f == 0 ? "" : "F", types[k], NULL);
            double expected[24];

            for (gsize i = 0; i < 24; i++)
              expected[i] = k == 0 ? i != 0 : (double)i;
            check_values (npz, name, expected, 24);
          }
      g_assert_cmpstr (ipl_npz_lookup (npz, "text")->texts[1], ==, "αb");
      g_assert_cmpstr (ipl_npz_lookup (npz, "one")->texts[0], ==, "mean");
      g_assert_cmpuint (ipl_npz_lookup (npz, "large")->size, ==, 150000);
    }
}

/* A write that fails leaves the file that was there, and nothing beside it. */
TEST (test_failed_write, "/npz/write-keeps-old")
{
  g_autofree char *path = test_path ("a.npz");
  g_autofree char *inside = g_build_filename (path, "b", NULL);
  const double one = 1;
  IplNpzWriter *writer = TEST_OK (ipl_npz_writer_new (path, &error));
  g_autoptr (GDir) dir = NULL;

  ipl_npz_writer_add_doubles (writer, "one", &one, 0, NULL);
  /* A folder that is not empty takes the name before the file can. */
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  g_assert_cmpint (g_mkdir (inside, 0700), ==, 0);
  TEST_REFUSED (ipl_npz_writer_close (writer, &error), IPL_ERROR_IO, "a.npz");
  g_rmdir (inside);
  g_rmdir (path);
  dir = g_dir_open (test_folder (), 0, NULL);
  g_assert_null (g_dir_read_name (dir));
}

TEST (test_cancelled, "/npz/cancelled")
{
  g_autofree char *path = test_path ("written.npz");

  write_ours (path);
  TEST_CANCELLED (ipl_npz_read (path, cancelled, &error));
}

/* The same numbers make the same bytes in every time zone. */
TEST (test_time_zones, "/npz/time-zones")
{
  static const char *const zones[] = { "UTC0", "EAST-14", "WEST+12" };
  g_autofree char *first = NULL;
  gsize n_first = 0;

  for (guint i = 0; i < G_N_ELEMENTS (zones); i++)
    {
      g_autofree char *path = test_path ("written.npz");
      char *bytes;
      gsize n;

      g_setenv ("TZ", zones[i], TRUE);
      tzset ();
      write_ours (path);
      g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
      if (i > 0)
        g_assert_cmpmem (bytes, n, first, n_first);
      g_free (first);
      first = bytes;
      n_first = n;
    }
  g_unsetenv ("TZ");
  tzset ();
}
