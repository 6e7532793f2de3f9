/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joint runs: steps that are too large, runs that go on, frequencies from a file, and refusals. */
#include "core/dynamics/joint-private.h"

#include <math.h>
#include <string.h>

#include "core/files/npz.h"
#include "support.h"
#include "dynamics/joint-support.h"
#include "dynamics/trajectory-support.h"

#define MC 20
#define CLASSES 20

/* Steps that are too large: of exponential attention they leave the flow, and say so; and where
 * numbers end there is an end. */
TEST (test_too_large, "/joint-runs/too-large")
{
  IplJointSettings settings;
  g_autoptr (IplTrajectory) leaves = NULL, ends = NULL;

  test_joint_init (&settings, "exp", "linear");
  settings.temperature = 1;
  leaves = test_joint_run (&settings);
  g_assert_nonnull (strstr (leaves->message, "has left the flow"));
  g_assert_cmpfloat (leaves->time[leaves->S - 1], ==, 2000);
  settings.rate = 200;
  ends = test_joint_run (&settings);
  g_assert_nonnull (strstr (ends->message, "blows up in step"));
  g_assert_cmpfloat (ends->time[ends->S - 1], <, 2000);
  for (guint s = 0; s < ends->S; s++)
    g_assert_true (isfinite (*ipl_trajectory_get (ends, "loss", s)));
}

/* Stops when it is shown for the first time. */
static void
stop (gconstpointer so_far, double fraction, gpointer data)
{
  g_assert_cmpfloat (fraction, >, 0);
  g_assert_cmpfloat (fraction, <=, 1);
  g_cancellable_cancel (data);
}

/* Going on is to the last bit what an unbroken run is; of the flow to its error, for its steps end
 * at the moments that are recorded. */
TEST (test_go_on, "/joint-runs/go-on")
{
  for (int c = 0; c < 3; c++)
    {
      IplJointSettings settings, first;
      g_auto (IplJointEnd) middle = { 0 }, end = { 0 };
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      const IplWork work
          = { .stop = c == 1 ? cancellable : NULL, .show = stop, .data = cancellable };
      g_autoptr (IplTrajectory) whole = NULL, half = NULL, rest = NULL;

      test_joint_init (&settings, "exp", c == 2 ? "softplus" : "relu");
      settings.course = g_intern_string (c == 2 ? "flow" : "descent");
      settings.temperature = 1;
      settings.steps = c == 1 ? 60000 : 1200;
      settings.rate = c == 1 ? 0.001 : 0.1;
      first = settings;
      if (c != 1)
        first.steps = 700;
      half = TEST_OK (ipl_joint_run (&first, NULL, NULL, &work, &middle, &error));
      g_assert_cmpuint (middle.done, <=, first.steps);
      if (c == 1)
        g_assert_cmpuint (middle.done, <, first.steps);
      rest = TEST_OK (ipl_joint_run (&settings, half, &middle, &test_joint_nobody, &end, &error));
      whole = test_joint_run (&settings);
      if (c < 2)
        test_same_trajectory (whole, rest);
      g_assert_cmpuint (whole->S, ==, rest->S);
      for (guint m = 0; m < MC; m++)
        test_assert_close (ipl_trajectory_get (whole, "z", whole->S - 1)[m],
                           ipl_trajectory_get (rest, "z", whole->S - 1)[m], 1e-10);
      g_assert_cmpuint (end.done, ==, settings.steps);
      g_assert_false (end.finished);
    }
}

static char *
write_matrix (const char *name, guint ndim, const gsize *shape, const double *values)
{
  char *path = test_path ("X.npz");
  IplNpzWriter *writer = TEST_OK (ipl_npz_writer_new (path, &error));

  ipl_npz_writer_add_doubles (writer, name, values, ndim, shape);
  TEST_OK (ipl_npz_writer_close (writer, &error));
  return path;
}

/* A matrix of one's own, which need not be normalized. */
TEST (test_file, "/joint-runs/file")
{
  IplJointSettings settings;
  g_autoptr (IplTrajectory) generated = NULL, read = NULL;
  g_autofree char *path = NULL;
  double X[MC * CLASSES];
  const gsize shape[] = { MC, CLASSES };

  test_joint_init (&settings, "softmax", "linear");
  generated = test_joint_run (&settings);
  for (int n = 0; n < MC * CLASSES; n++)
    X[n] = 4 * ipl_trajectory_get (generated, "X", 0)[n];
  path = write_matrix ("X", 2, shape, X);
  settings.distribution = g_intern_string ("file");
  settings.file = g_intern_string (path);
  settings.n_common = 0;
  read = test_joint_run (&settings);
  /* Divided once more by sums that are 1 but for rounding. */
  g_assert_cmpuint (generated->S, ==, read->S);
  for (int n = 0; n < MC * CLASSES; n++)
    test_assert_close (ipl_trajectory_get (read, "X", 0)[n],
                       ipl_trajectory_get (generated, "X", 0)[n], 1e-15);
  for (int m = 0; m < MC; m++)
    test_assert_close (ipl_trajectory_get (read, "z", read->S - 1)[m],
                       ipl_trajectory_get (generated, "z", read->S - 1)[m], 1e-10);
}

/* Names of what is wrong with a file of frequencies. */
TEST (test_refused, "/joint-runs/refused")
{
  static const struct
  {
    const char *name;
    guint ndim;
    gsize shape[2];
    double values[4];
    gint code;
    const char *words;
  } files[] = {
    { "Y", 2, { 2, 2 }, { 1, 2, 3, 4 }, IPL_ERROR_MISSING, "array X" },
    { "X", 1, { 4 }, { 1, 2, 3, 4 }, IPL_ERROR_SHAPE, "X is [4]" },
    { "X", 2, { 1, 4 }, { 1, 2, 3, 4 }, IPL_ERROR_SHAPE, "X is [1, 4]" },
    { "X", 2, { 2, 2 }, { 1, 2, -3, 4 }, IPL_ERROR_VALUE, "X[1, 0] is -3" },
    { "X", 2, { 2, 2 }, { 1, 2, NAN, 4 }, IPL_ERROR_VALUE, "X[1, 0] is nan" },
    { "X", 2, { 2, 2 }, { 1, 0, 3, 0 }, IPL_ERROR_VALUE, "class 2" },
  };
  IplJointSettings settings;

  for (guint k = 0; k < G_N_ELEMENTS (files); k++)
    {
      g_autofree char *path
          = write_matrix (files[k].name, files[k].ndim, files[k].shape, files[k].values);
      g_auto (IplJointEnd) end = { 0 };

      test_joint_init (&settings, "softmax", "linear");
      settings.distribution = g_intern_string ("file");
      settings.file = g_intern_string (path);
      TEST_REFUSED (ipl_joint_run (&settings, NULL, NULL, &test_joint_nobody, &end, &error),
                    files[k].code, files[k].words, "X.npz");
    }
}

/* Sizes, and a file that is not named. */
TEST (test_settings, "/joint-runs/settings")
{
  static const guint sides[][2] = { { 1, 0 }, { IPL_JOINT_MAX_SIDE, IPL_JOINT_MAX_SIDE } };
  IplJointSettings settings;

  ipl_joint_settings_init (&settings);
  g_assert_true (ipl_joint_settings_validate (&settings, NULL));
  settings.distribution = g_intern_string ("file");
  TEST_REFUSED (ipl_joint_settings_validate (&settings, &error), IPL_ERROR_MISSING);
  for (guint k = 0; k < G_N_ELEMENTS (sides); k++)
    {
      ipl_joint_settings_init (&settings);
      settings.n_distinct = sides[k][0];
      settings.n_common = sides[k][1];
      g_assert_false (ipl_joint_settings_validate (&settings, NULL));
    }
}
