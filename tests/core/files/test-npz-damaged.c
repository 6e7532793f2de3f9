/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wrong and damaged archives: each refused with a sentence. Changed bytes: tests/fuzz. */
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "files/npz-support.h"

#include "core/case/case-io.h"
#include "core/files/npz.h"
#include "support.h"

static void
refused (char *path, gint code, const char *name)
{
  TEST_REFUSED (ipl_npz_read (path, NULL, &error), code, name);
  g_free (path);
}

#define FILE_OF(literal) test_put (test_folder (), "a.npz", literal, sizeof literal - 1)

TEST (test_not_an_npz, "/npz-damaged/not-an-npz")
{
  refused (FILE_OF (""), IPL_ERROR_FORMAT, ".npz");
  refused (FILE_OF ("hello, world"), IPL_ERROR_FORMAT, ".npz");
  refused (FILE_OF ("\x93NUMPY\x01\x00 and so on"), IPL_ERROR_FORMAT, "numpy.savez");
  refused (FILE_OF ("PK\x03\x04 and so on, cut short"), IPL_ERROR_FORMAT, ".npz");
  TEST_REFUSED (ipl_npz_read ("/nowhere/a.npz", NULL, &error), IPL_ERROR_IO, "/nowhere");
  TEST_REFUSED (ipl_npz_read ("/tmp/no-such-file.npz", NULL, &error), IPL_ERROR_IO, "no-such-file");
  TEST_REFUSED (ipl_npz_read ("/tmp", NULL, &error), IPL_ERROR_IO, "/tmp");
  TEST_REFUSED (ipl_npz_read ("/dev/null", NULL, &error), IPL_ERROR_IO, "/dev/null");
}

/* Headers and how many bytes of data follow them. */
static const struct
{
  const char *header;
  gsize data;
  gint code; /* 0: IPL_ERROR_FORMAT */
} bad_headers[] = {
  { "{'descr': '|O', 'fortran_order': False, 'shape': (2,), }", 16 },
  { "{'descr': 'O8', 'fortran_order': False, 'shape': (2,), }", 16 },
  { "{'descr': '<f16', 'fortran_order': False, 'shape': (1,), }", 16 },
  { "{'descr': '<c16', 'fortran_order': False, 'shape': (1,), }", 16 },
  { "{'descr': '<M8[ns]', 'fortran_order': False, 'shape': (2,), }", 16 },
  { "{'descr': '<i3', 'fortran_order': False, 'shape': (2,), }", 6 },
  { "{'descr': '', 'fortran_order': False, 'shape': (2,), }", 16 },
  { "{'descr': '<', 'fortran_order': False, 'shape': (2,), }", 16 },
  { "{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (2,), }", 16 },
  { "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }", 16 },
  { "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }", 16 },
  { "{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296), }", 16 },
  { "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,), }", 16 },
  { "{'descr': '|b1', 'fortran_order': False, 'shape': (4611686018427387904,), }", 16 },
  { "{'descr': '<f8', 'fortran_order': False, 'shape': (-2,), }", 16 },
  { "{'descr': '<f8', 'fortran_order': False, 'shape': (2), }", 16 },
  { "{'descr': '<f8', 'fortran_order': 0, 'shape': (2,), }", 16 },
  { "{'descr': '<f8', 'shape': (2,), }", 16 },
  { "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), 'x': 1}", 16 },
  { "{'descr': '<f8', 'fortran_order': False, 'shape': (2,)", 16 },
  { "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), } junk", 16 },
  { "", 16 },
  { "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1, 1, 1, 1, 1, 2), }", 16 },
  { "{'descr': '<U0', 'fortran_order': False, 'shape': (1000000000000,), }", 0, IPL_ERROR_MEMORY },
};

TEST (test_bad_headers, "/npz-damaged/bad-headers")
{
  const double data[3] = { 0 };

  for (gsize k = 0; k < G_N_ELEMENTS (bad_headers); k++)
    {
      NpzBuilder *builder = npz_builder_new ();

      npz_builder_npy (builder, "thing", bad_headers[k].header, data, bad_headers[k].data);
      refused (npz_builder_finish (builder),
               bad_headers[k].code != 0 ? bad_headers[k].code : IPL_ERROR_FORMAT, "thing");
    }
}

TEST (test_bad_members, "/npz-damaged/bad-members")
{
  static const struct
  {
    const char *bytes;
    gsize n;
  } members[] = {
    { "\x93NUMPY\x09\x00\x01\x00", 10 },
    { "not an array at all", 19 },
    { "", 0 },
    { "\x93NUMPY\x02\x00\xff\xff\xff\xff{}", 14 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      NpzBuilder *builder = npz_builder_new ();

      npz_builder_member (builder, "thing.npy", members[i].bytes, members[i].n);
      refused (npz_builder_finish (builder), IPL_ERROR_FORMAT, "thing");
    }
  refused (npz_builder_finish (npz_builder_of ("thing[2]; thing[2]")), IPL_ERROR_FORMAT, "thing");
}

/* A small case with every kind of array, as bytes. */
static void
small_case (char **bytes, gsize *n)
{
  g_autofree char *path = npz_builder_finish (
      npz_builder_of ("y_train[3]= 1 -1 1; y_test[3]= 1 -1 1; heads[2]= 2 1; x_train[3,4,5];"
                      "x_test[3,4,5]; w_1[2,5,5]; wq_2[1,3,5]; wk_2[1,3,5]; readout: last;"
                      "name: small"));

  g_assert_true (g_file_get_contents (path, bytes, n, NULL));
}

/* Loads @bytes as a case; it may fail, with a sentence, or not. */
static gboolean
try_bytes (const char *bytes, gsize n)
{
  GError *error = NULL;
  g_autofree char *path = test_put (test_folder (), "a.npz", bytes, n);
  IplCase *the_case = ipl_case_load (path, TRUE, 1, NULL, &error);

  if (the_case == NULL)
    {
      g_assert_nonnull (error);
      g_assert_true (error->domain == IPL_ERROR);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_clear_error (&error);
      return FALSE;
    }
  g_assert_no_error (error);
  ipl_case_unref (the_case);
  return TRUE;
}

TEST (test_truncated, "/npz-damaged/truncated")
{
  g_autofree char *bytes = NULL;
  gsize n;

  small_case (&bytes, &n);
  g_assert_true (try_bytes (bytes, n));
  for (gsize cut = 0; cut < n; cut += 7)
    if (try_bytes (bytes, cut))
      g_error ("cut to %zu of %zu bytes, it was still read", cut, n);
}

/* Each byte of a stored array is under the checksum. */
TEST (test_checksum, "/npz-damaged/checksum")
{
  g_autofree char *bytes = NULL;
  gsize n;
  const double one = 1;
  gsize hits = 0;

  small_case (&bytes, &n);
  for (gsize i = 0; i + 8 < n; i++)
    if (memcmp (bytes + i, &one, 8) == 0 && i % 5 == 0)
      {
        bytes[i + 2] ^= 1;
        g_assert_false (try_bytes (bytes, n));
        bytes[i + 2] ^= 1;
        hits++;
      }
  g_assert_cmpuint (hits, >, 10);
  g_assert_true (try_bytes (bytes, n));
}

/* The flag of an entry that asks for a password, in its header and in the list at the end. */
TEST (test_encrypted, "/npz-damaged/encrypted")
{
  g_autofree char *bytes = NULL;
  gsize n;

  small_case (&bytes, &n);
  for (gsize i = 0; i + 9 < n; i++)
    if (memcmp (bytes + i, "PK\3\4", 4) == 0)
      bytes[i + 6] |= 1;
    else if (memcmp (bytes + i, "PK\1\2", 4) == 0)
      bytes[i + 8] |= 1;
  refused (test_put (test_folder (), "a.npz", bytes, n), IPL_ERROR_FORMAT, "password");
}
