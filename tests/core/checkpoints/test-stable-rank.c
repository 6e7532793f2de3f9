/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stable ranks against LAPACK's singular values, and checkpoints as they come: in half precision,
 * in parts, in folders, of other names, damaged. */
#include "core/base/random-stream.h"
#include "core/checkpoints/checkpoints.h"
#include "core/parameters/parameters.h"
#include "core/experiments/experiment-table.h"
#include "core/files/safetensors.h"
#include "support.h"

#include <glib/gstdio.h>
#include <gsl/gsl_randist.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

static float *
random_matrix (gsize rows, gsize columns, gsize rank)
{
  float *W = g_new0 (float, rows * columns);
  g_autofree double *u = g_new (double, rows), *v = g_new (double, columns);
  IplRandomStream stream;

  ipl_random_stream_init (&stream, 5, IPL_STREAM_STARTS, rows + columns);
  for (gsize i = 0; i < rows * columns && rank == 0; i++)
    W[i] = (float)gsl_ran_gaussian (&stream.rng, 1);
  for (gsize r = 0; r < rank; r++)
    {
      for (gsize i = 0; i < rows; i++)
        u[i] = gsl_ran_gaussian (&stream.rng, 1);
      for (gsize j = 0; j < columns; j++)
        v[j] = gsl_ran_gaussian (&stream.rng, 1);
      for (gsize i = 0; i < rows; i++)
        for (gsize j = 0; j < columns; j++)
          W[i * columns + j] += (float)(u[i] * v[j] / (double)(r + 1));
    }
  return W;
}

/* By LAPACK, in double precision. */
static double
slow_stable_rank (const float *W, gsize rows, gsize columns)
{
  gsize n = MIN (rows, columns);
  g_autofree double *A = g_new (double, rows * columns), *s = g_new (double, n);
  g_autofree double *rest = g_new (double, n);
  double sum = 0;

  for (gsize i = 0; i < rows * columns; i++)
    A[i] = W[i];
  g_assert_cmpint (LAPACKE_dgesvd (LAPACK_ROW_MAJOR, 'N', 'N', (int)rows, (int)columns, A,
                                   (int)columns, s, NULL, 1, NULL, 1, rest),
                   ==, 0);
  for (gsize i = 0; i < n; i++)
    sum += s[i] * s[i];
  return sum / (s[0] * s[0]);
}

static double
stable_rank (float *W, gsize rows, gsize columns, guint threads)
{
  double F, spectral;

  TEST_OK (ipl_stable_rank (W, rows, columns, threads, NULL, &F, &spectral, &error));
  return F * F / (spectral * spectral);
}

/* Products are in single precision, sums of blocks in double: 1e-6 of the result. */
TEST (test_matrices, "/stable-rank/matrices")
{
  static const gsize shapes[][3]
      = { { 300, 80, 0 }, { 80, 300, 0 }, { 1, 7, 0 }, { 7, 1, 0 },    { 1, 1, 0 },
          { 200, 50, 1 }, { 64, 64, 5 },  { 2, 2, 0 }, { 513, 129, 0 } };

  for (guint k = 0; k < G_N_ELEMENTS (shapes); k++)
    {
      gsize rows = shapes[k][0], columns = shapes[k][1];
      g_autofree float *W = random_matrix (rows, columns, shapes[k][2]);
      double expected = slow_stable_rank (W, rows, columns);
      double found = stable_rank (W, rows, columns, 2);

      test_assert_close (found / expected, 1, 3e-6);
      g_assert_cmpfloat (found, ==, stable_rank (W, rows, columns, 1));
    }
}

/* Squares of these leave single precision, and some are below its normal numbers. */
TEST (test_scales, "/stable-rank/scales")
{
  static const float scales[] = { 1e20f, 1e-25f, 1e36f, 1e-38f, 0x1p40f };
  const gsize rows = 40, columns = 30;

  for (guint k = 0; k < G_N_ELEMENTS (scales); k++)
    {
      g_autofree float *W = random_matrix (rows, columns, 0);
      double found, expected, F, spectral, F_scaled, spectral_scaled;

      g_assert_true (ipl_stable_rank (W, rows, columns, 1, NULL, &F, &spectral, NULL));
      for (gsize i = 0; i < rows * columns; i++)
        W[i] *= scales[k];
      expected = slow_stable_rank (W, rows, columns);
      g_assert_true (
          ipl_stable_rank (W, rows, columns, 1, NULL, &F_scaled, &spectral_scaled, NULL));
      found = F_scaled / spectral_scaled * (F_scaled / spectral_scaled);
      test_assert_close (found / expected, 1, 3e-6);
      test_assert_close (F_scaled / (double)scales[k] / F, 1, 1e-5);
      test_assert_close (spectral_scaled / (double)scales[k] / spectral, 1, 1e-5);
    }
}

TEST (test_special, "/stable-rank/special")
{
  g_autofree float *W = g_new0 (float, 40 * 40);
  double F, spectral;

  TEST_OK (ipl_stable_rank (W, 40, 40, 2, NULL, &F, &spectral, &error));
  g_assert_cmpfloat (F, ==, 0);
  g_assert_cmpfloat (spectral, ==, 0);
  for (gsize i = 0; i < 40; i++)
    W[41 * i] = -3;
  test_assert_close (stable_rank (W, 40, 40, 2), 40, 40e-6);
  W[3] = NAN;
  TEST_OK (ipl_stable_rank (W, 40, 40, 2, NULL, &F, &spectral, &error));
  g_assert_true (isnan (spectral));
  W[3] = 0;
  TEST_CANCELLED (ipl_stable_rank (W, 40, 40, 2, cancelled, &F, &spectral, &error));
}

TEST (test_names, "/stable-rank/names")
{
  char name[4000];

  g_assert_cmpint (ipl_checkpoints_match ("", "gpt_neox.layers.11.mlp.dense_h_to_4h.weight"), ==,
                   11);
  g_assert_cmpint (ipl_checkpoints_match ("", "model.decoder.layers.3.fc1.weight"), ==, 3);
  g_assert_cmpint (ipl_checkpoints_match ("", "transformer.h.0.mlp.c_fc.weight"), ==, 0);
  g_assert_cmpint (ipl_checkpoints_match ("", "h.7.mlp.c_fc.weight"), ==, 7);
  g_assert_cmpint (ipl_checkpoints_match ("", "layers.2.linear1.weight"), ==, 2);
  g_assert_cmpint (ipl_checkpoints_match ("", "model.decoder.layers.3.fc2.weight"), ==, -1);
  g_assert_cmpint (ipl_checkpoints_match ("", "model.decoder.layers.3.fc1.bias"), ==, -1);
  g_assert_cmpint (ipl_checkpoints_match ("", "gpt_neox.layers.x.mlp.dense_h_to_4h.weight"), ==,
                   -1);
  g_assert_cmpint (ipl_checkpoints_match ("a.#.b", "a.42.b"), ==, 42);
  g_assert_cmpint (ipl_checkpoints_match ("*b#*", "aab7xyz"), ==, 7);
  g_assert_cmpint (ipl_checkpoints_match ("a.#.b", "a.99999999999999999999.b"), ==, -1);
  g_assert_cmpint (ipl_checkpoints_match ("mlp", "mlp"), ==, 0);
  g_assert_cmpint (ipl_checkpoints_match ("*a#b*#", "a1a2ba3bc4"), ==, 2);
  g_assert_cmpint (ipl_checkpoints_match ("#*1", "1"), ==, -1);
  /* Many stars take no longer than one. */
  memset (name, 'a', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  g_assert_cmpint (ipl_checkpoints_match ("*a*a*a*a*a*a*a*a*a*a*b", name), ==, -1);
  g_assert_cmpint (ipl_checkpoints_match ("*a*a*a*a*a*a*a*a*a*a", name), ==, 0);
}

/* A file of matrices [6 x 4] of layers @first .. @last, all of them @scale times the same. */
static void
write_file (const char *name, const char *pattern, int first, int last, const char *step)
{
  g_autofree char *path = test_path (name);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree float *W = random_matrix (6, 4, 0);
  IplSafetensorsWriter *writer = ipl_safetensors_writer_new ();

  g_mkdir_with_parents (folder, 0700);
  if (step != NULL)
    ipl_safetensors_writer_add_metadata (writer, "step", step);
  for (int layer = first; layer <= last; layer++)
    {
      g_auto (GStrv) parts = g_strsplit (pattern, "#", 2);
      g_autofree char *tensor = g_strdup_printf ("%s%d%s", parts[0], layer, parts[1]);

      ipl_safetensors_writer_add_floats (writer, tensor, W, 2, (gsize[]){ 6, 4 });
    }
  ipl_safetensors_writer_add_floats (writer, "embedding", W, 1, (gsize[]){ 24 });
  TEST_OK (ipl_safetensors_writer_close (writer, path, &error));
}

static IplTrajectory *
rank (const char *name, const char *pattern, GError **error)
{
  g_autofree char *path = test_path (name);
  const char *paths[] = { path, NULL };
  g_autoptr (GPtrArray) checkpoints = ipl_checkpoints_find (paths, error);
  IplCheckpointsWork work
      = { .work = { .threads = 2 }, .checkpoints = checkpoints, .pattern = pattern };

  return checkpoints != NULL ? ipl_checkpoints_rank (&work, error) : NULL;
}

#define NEOX "gpt_neox.layers.#.mlp.dense_h_to_4h.weight"

/* Steps from names, folders and metadata, parts of one network, and what is no checkpoint. */
TEST (test_folders, "/stable-rank/folders")
{
  g_autofree float *W = random_matrix (6, 4, 0);
  double expected = slow_stable_rank (W, 6, 4);
  g_autoptr (IplTrajectory) trajectory = NULL;

  write_file ("step1000/model.safetensors", NEOX, 0, 2, NULL);
  write_file ("step20/model-00001-of-00002.safetensors", NEOX, 0, 0, NULL);
  write_file ("step20/model-00002-of-00002.safetensors", NEOX, 1, 2, NULL);
  write_file ("last.safetensors", NEOX, 0, 2, "5000");
  trajectory = TEST_OK (rank (".", "", &error));
  g_assert_cmpuint (trajectory->S, ==, 3);
  g_assert_cmpfloat (trajectory->time[0], ==, 20);
  g_assert_cmpfloat (trajectory->time[1], ==, 1000);
  g_assert_cmpfloat (trajectory->time[2], ==, 5000);
  for (guint s = 0; s < 3; s++)
    for (guint k = 0; k < 3; k++)
      test_assert_close (ipl_trajectory_get (trajectory, "stable_rank", s)[k], expected, 1e-5);
  g_assert_cmpfloat (ipl_trajectory_get (trajectory, "layer", 0)[2], ==, 2);
}

static void
assert_refused (const char *name, const char *pattern, gint code, const char *words)
{
  TEST_REFUSED (rank (name, pattern, &error), code, words);
}

TEST (test_refused, "/stable-rank/refused")
{
  g_autofree char *nothing = test_path ("empty"), *some = test_path ("a-1.safetensors");
  g_autofree char *other = test_path ("other.safetensors");

  write_file ("a-1.safetensors", NEOX, 0, 2, NULL);
  write_file ("a-2.safetensors", NEOX, 0, 1, NULL);
  assert_refused (".", "", IPL_ERROR_SHAPE, "“a-1”");
  write_file ("other.safetensors", "x.#.y", 0, 1, NULL);
  assert_refused ("other.safetensors", "", IPL_ERROR_MISSING, "other.safetensors");
  assert_refused ("other.safetensors", "y.#", IPL_ERROR_MISSING, "“y.#”");
  assert_refused ("other.safetensors", "embeddin*", IPL_ERROR_SHAPE, "embedding");
  assert_refused ("missing.safetensors", "", IPL_ERROR_IO, "missing.safetensors");
  g_mkdir (nothing, 0700);
  assert_refused ("empty", "", IPL_ERROR_MISSING, ".safetensors");
  g_assert_true (ipl_checkpoints_are_at (some));
  g_assert_false (ipl_checkpoints_are_at (other));
  g_assert_true (ipl_checkpoints_are_at (test_folder ()));
}

/* A matrix in half precision of both kinds, and a tensor beside it that nobody can read. */
static void
check_half (gboolean bf16)
{
  /* 1.5, -2, 0.25, 2^-24 as halfs; 1.5, -2, 0.25, 2^-24 as bfloats */
  const guint16 halfs[] = { 0x3e00, 0xc000, 0x3400, 0x0001 };
  const guint16 bfloats[] = { 0x3fc0, 0xc000, 0x3e80, 0x3380 };
  const float values[] = { 1.5f, -2, 0.25f, 0x1p-24f };
  g_autofree char *header = g_strdup_printf (
      "{\"h.0.mlp.c_fc.weight\":{\"dtype\":\"%s\",\"shape\":[2,2],\"data_offsets\":[0,8]},"
      "\"odd\":{\"dtype\":\"F8_E4M3\",\"shape\":[3],\"data_offsets\":[8,11]}}",
      bf16 ? "BF16" : "F16");
  g_autofree char *path = test_path ("half.safetensors");
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (IplTrajectory) trajectory = NULL;
  guint64 length = GUINT64_TO_LE (strlen (header));

  g_byte_array_append (bytes, (const guint8 *)&length, 8);
  g_byte_array_append (bytes, (const guint8 *)header, (guint)strlen (header));
  for (guint i = 0; i < 4; i++)
    {
      guint16 item = GUINT16_TO_LE (bf16 ? bfloats[i] : halfs[i]);

      g_byte_array_append (bytes, (const guint8 *)&item, 2);
    }
  g_byte_array_append (bytes, (const guint8 *)"abc", 3);
  TEST_OK (g_file_set_contents (path, (const char *)bytes->data, (gssize)bytes->len, &error));
  trajectory = TEST_OK (rank ("half.safetensors", "", &error));
  test_assert_close (*ipl_trajectory_get (trajectory, "stable_rank", 0),
                     slow_stable_rank (values, 2, 2), 1e-6);
  g_assert_cmpfloat (trajectory->time[0], ==, 0);
}

TEST (test_half, "/stable-rank/half")
{
  check_half (FALSE);
  check_half (TRUE);
}

/* Doubles far out of the range of floats have a stable rank; zeros, NaN and infinity have none, and
 * the run says which matrix it was. */
TEST (test_doubles, "/stable-rank/doubles")
{
  g_autofree char *path = test_path ("wide.safetensors");
  static const double scales[] = { 1e60, 1e-60, 0, NAN, INFINITY };
  static const char *const words[]
      = { NULL, NULL, "all zeros", "NaN or infinity", "NaN or infinity" };
  const double base[] = { 1.5, -2, 0.25, 3 };
  const float values[] = { 1.5f, -2, 0.25f, 3 };

  for (guint k = 0; k < G_N_ELEMENTS (scales); k++)
    {
      const char *header
          = "{\"h.0.mlp.c_fc.weight\":{\"dtype\":\"F64\",\"shape\":[2,2],\"data_offsets\":[0,32]}}";
      guint64 length = GUINT64_TO_LE (strlen (header));
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autoptr (IplTrajectory) trajectory = NULL;
      double found;

      g_byte_array_append (bytes, (const guint8 *)&length, 8);
      g_byte_array_append (bytes, (const guint8 *)header, (guint)strlen (header));
      for (guint i = 0; i < 4; i++)
        {
          double item = base[i] * scales[k];

          g_byte_array_append (bytes, (const guint8 *)&item, 8); /* little-endian machines */
        }
      g_assert_true (
          g_file_set_contents (path, (const char *)bytes->data, (gssize)bytes->len, NULL));
      trajectory = TEST_OK (rank ("wide.safetensors", "", &error));
      found = *ipl_trajectory_get (trajectory, "stable_rank", 0);
      if (words[k] == NULL)
        {
          test_assert_close (found, slow_stable_rank (values, 2, 2), 1e-6);
          g_assert_null (trajectory->message);
          continue;
        }
      g_assert_true (isnan (found));
      g_assert_nonnull (strstr (trajectory->message, words[k]));
      g_assert_nonnull (strstr (trajectory->message, "The matrix “h.0.mlp.c_fc.weight” of “"));
    }
}

static void
ignore_progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  if (data != NULL)
    g_cancellable_cancel (data);
}

/* Stopped after the first checkpoint and gone on with, it is what it would have been. */
TEST (test_experiment, "/stable-rank/experiment")
{
  g_autofree IplParameters *parameters = g_new0 (IplParameters, 1);
  g_autoptr (GCancellable) stop = g_cancellable_new ();
  IplExperimentRun run
      = { .work = { .threads = 1, .stop = stop, .progress = ignore_progress, .data = stop } };
  g_autoptr (IplExperimentResult) first = NULL, second = NULL;

  write_file ("step1.safetensors", NEOX, 0, 0, NULL);
  write_file ("step2.safetensors", NEOX, 0, 0, NULL);
  ipl_parameters_init (parameters, "stable-rank");
  TEST_REFUSED (parameters->experiment->compute (parameters, &run, &error), IPL_ERROR_MISSING,
                "checkpoint");
  TEST_OK (ipl_parameters_add_checkpoint (parameters, test_folder (), &error));
  first = TEST_OK (parameters->experiment->compute (parameters, &run, &error));
  g_assert_false (first->complete);
  g_assert_cmpuint (first->trajectory->S, ==, 1);
  run.work.stop = NULL;
  run.work.data = NULL;
  run.before = first;
  second = TEST_OK (parameters->experiment->compute (parameters, &run, &error));
  g_assert_true (second->complete);
  g_assert_cmpuint (second->trajectory->S, ==, 2);
  g_assert_cmpfloat (*ipl_trajectory_get (second->trajectory, "stable_rank", 0), ==,
                     *ipl_trajectory_get (second->trajectory, "stable_rank", 1));
}
