/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Axes of a sweep: read from text and JSON and written so that they are read again, and put into
 * settings; what is no value is refused in one sentence that says which. */
#include "core/parameters/parameters.h"
#include "core/experiments/case-file-experiment.h"
#include "core/parameters/parameters-command.h"
#include "core/parameters/sweep-axis.h"
#include <string.h>

static void
check_again (const IplSweepAxis *axis)
{
  g_autofree char *text = ipl_sweep_axis_to_text (axis, ","), *twice = NULL, *third = NULL;
  g_auto (IplSweepAxis) again = { .kind = axis->kind }, stored = { .kind = axis->kind };
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (GError) error = NULL;

  again.L = stored.L = axis->L;
  ipl_sweep_axis_parse (&again, "--axis", text, FALSE, &error);
  g_assert_no_error (error);
  twice = ipl_sweep_axis_to_text (&again, ",");
  g_assert_cmpstr (text, ==, twice);
  ipl_sweep_axis_add_json (axis, builder);
  node = json_builder_get_root (builder);
  ipl_sweep_axis_read_json (&stored, "axis", node, &error);
  g_assert_no_error (error);
  third = ipl_sweep_axis_to_text (&stored, ",");
  g_assert_cmpstr (text, ==, third);
}

/* What temperatures write of a list. */
static void
test_temperatures (void)
{
  static const struct
  {
    const char *text, *written;
    guint n;
  } cases[] = {
    { "0.01:1:3", "0.01,0.1,1", 3 },
    { "0:1:5", "0,0.25,0.5,0.75,1", 5 },
    { "4:1:3", "4,2,1", 3 },
    { "0.5", "0.5", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (IplSweepAxis) axis = { .kind = IPL_AXIS_TEMPERATURE };
      g_auto (GStrv) written = g_strsplit (cases[i].written, ",", -1);
      IplSetting setting = { .L = 2 };

      g_assert_true (ipl_sweep_axis_parse (&axis, "--x", cases[i].text, FALSE, NULL));
      g_assert_cmpuint (axis.n, ==, cases[i].n);
      for (guint k = 0; k < axis.n; k++)
        g_assert_cmpfloat_with_epsilon (axis.values[k], g_ascii_strtod (written[k], NULL),
                                        4e-16 * axis.values[k] + 1e-300);
      ipl_sweep_axis_set (&axis, axis.n - 1, &setting);
      g_assert_cmpfloat (setting.temperature, ==, g_ascii_strtod (written[axis.n - 1], NULL));
      check_again (&axis);
    }
}

static void
test_seeds (void)
{
  g_auto (IplSweepAxis) seeds = { .kind = IPL_AXIS_SEEDS };

  g_assert_true (
      ipl_sweep_axis_parse (&seeds, "--x", "9007199254740993-9007199254740995", FALSE, NULL));
  check_again (&seeds);
  g_assert_cmpuint (seeds.n, ==, 3);
  g_assert_cmpuint (seeds.first, ==, 9007199254740993);
}

/* Widths and variances of all layers, as commands and the window have them. */
static void
test_lists (void)
{
  g_auto (IplSweepAxis) widths = { .kind = IPL_AXIS_WIDTHS, .L = 2 };
  g_auto (IplSweepAxis) variances = { .kind = IPL_AXIS_VARIANCES, .L = 2 };
  g_autofree char *text = NULL;
  IplSetting setting = { .L = 2 };

  g_assert_true (ipl_sweep_axis_parse (&widths, "--widths", "10,12:25:40,gp", FALSE, NULL));
  g_assert_cmpuint (widths.n, ==, 3);
  check_again (&widths);
  ipl_sweep_axis_set (&widths, 1, &setting);
  g_assert_cmpuint (setting.N[1], ==, 25);
  g_assert_false (setting.gp);
  ipl_sweep_axis_set (&widths, 2, &setting);
  g_assert_true (setting.gp);
  ipl_sweep_axis_set (&widths, 0, &setting);
  for (guint l = 0; l <= setting.L; l++)
    g_assert_cmpuint (setting.N[l], ==, 10);
  g_assert_false (ipl_sweep_axis_parse (&widths, "--widths", "10 20", FALSE, NULL));
  g_assert_true (ipl_sweep_axis_parse (&widths, "Widths", " 10 20,, 30; 40,", TRUE, NULL));
  text = ipl_sweep_axis_to_text (&widths, ", ");
  g_assert_cmpstr (text, ==, "10, 20, 30, 40");
  g_assert_true (
      ipl_sweep_axis_parse (&variances, "--variances", "1,2,3,4;1e-3,1,1,1", FALSE, NULL));
  g_assert_cmpuint (variances.n, ==, 2);
  check_again (&variances);
}

static void
test_refused (void)
{
  static const struct
  {
    IplSweepAxisKind kind;
    const char *text, *sentence;
  } cases[] = {
    { IPL_AXIS_TEMPERATURE, "-1", "--x must be numbers from 0" },
    { IPL_AXIS_TEMPERATURE, "1:2", "--x must be numbers" },
    { IPL_AXIS_TEMPERATURE, "1:2:1", "low:high:count" },
    { IPL_AXIS_TEMPERATURE, "1:1:3", "low:high:count" },
    { IPL_AXIS_TEMPERATURE, "0,01", "0.01?" },
    { IPL_AXIS_TEMPERATURE, "", "--x is empty" },
    { IPL_AXIS_WIDTHS, "0", "--x" },
    { IPL_AXIS_WIDTHS, "1.5", "--x" },
    { IPL_AXIS_VARIANCES, "0,1,1,1", "--x must be numbers" },
    { IPL_AXIS_SEEDS, "5", "1-24" },
    { IPL_AXIS_SEEDS, "5-5", "1-24" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (IplSweepAxis) axis = { .kind = cases[i].kind, .L = 2 };
      g_autoptr (GError) error = NULL;

      g_assert_false (ipl_sweep_axis_parse (&axis, "--x", cases[i].text, FALSE, &error));
      if (strstr (error->message, cases[i].sentence) == NULL)
        g_error ("“%s”: %s", cases[i].text, error->message);
      g_assert_cmpuint (axis.n, ==, 0);
    }
}

/* A summary names the file of its case once. */
static void
test_summary (void)
{
  IplParameters parameters;
  g_autofree char *summary = NULL;

  ipl_parameters_init (&parameters, "file");
  ipl_parameters_set_file (&parameters, "/tmp/mine.npz");
  summary = ipl_parameters_summary (&parameters);
  g_assert_nonnull (strstr (summary, "; file = /tmp/mine.npz"));
  g_assert_cmpstr (g_strstr_len (summary, -1, "mine.npz"), ==, g_strrstr (summary, "mine.npz"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sweep-axis/temperatures", test_temperatures);
  g_test_add_func ("/sweep-axis/seeds", test_seeds);
  g_test_add_func ("/sweep-axis/lists", test_lists);
  g_test_add_func ("/sweep-axis/refused", test_refused);
  g_test_add_func ("/sweep-axis/summary", test_summary);
  return g_test_run ();
}
