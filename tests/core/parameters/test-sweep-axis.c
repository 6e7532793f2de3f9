/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Axes of a sweep: found by name, read from text and JSON and written so that they are read again,
 * and put into parameters; what is no value is refused in one sentence that says which. */
#include "core/parameters/parameters.h"
#include "core/experiments/case-file-experiment.h"
#include "core/parameters/parameters-command-line.h"
#include "core/parameters/sweep-axis.h"
#include "support.h"
#include <math.h>
#include <string.h>

static void
check_again (const IplSweepAxis *axis)
{
  g_autofree char *text = ipl_sweep_axis_to_text (axis, ","), *twice = NULL, *third = NULL;
  g_auto (IplSweepAxis) again = { .kind = axis->kind }, stored = { .kind = axis->kind };
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) node = NULL;

  again.L = stored.L = axis->L;
  again.index = stored.index = axis->index;
  again.field = stored.field = axis->field;
  again.table = stored.table = axis->table;
  TEST_OK (ipl_sweep_axis_parse (&again, "--axis", text, FALSE, &error));
  twice = ipl_sweep_axis_to_text (&again, ",");
  g_assert_cmpstr (text, ==, twice);
  ipl_sweep_axis_add_json (axis, builder);
  node = json_builder_get_root (builder);
  TEST_OK (ipl_sweep_axis_read_json (&stored, "axis", node, &error));
  third = ipl_sweep_axis_to_text (&stored, ",");
  g_assert_cmpstr (text, ==, third);
}

/* Every name, and what it writes of the same list. */
TEST (test_names, "/sweep-axis/names")
{
  static const struct
  {
    const char *experiment, *name, *id, *text, *written;
    double low, high; /* the first and the last of one number */
    guint n;
  } cases[] = {
    { "hmc4", "N", "N", "10:1000:3", "10,100,1000", 10, 1000, 3 },
    { "hmc4", "N", "N", "1:4:9", "1,2,3,4", 1, 4, 4 },
    { "hmc4", "N2", "N2", "7,9", "7,9", 7, 9, 2 },
    { "hmc4", "N3", "Na", "7", "7", 7, 7, 1 },
    { "hmc4", "Na", "Na", "7", "7", 7, 7, 1 },
    { "hmc4", "T", "T", "0.01:1:3", "0.01,0.1,1", 0.01, 1, 3 },
    { "hmc4", "temperature", "T", "0:1:5", "0,0.25,0.5,0.75,1", 0, 1, 5 },
    { "hmc4", "s0", "s0", "4:1:3", "4,2,1", 4, 1, 3 },
    { "hmc4", "sa", "sa", "0.5", "0.5", 0.5, 0.5, 1 },
    { "hmc4", "P", "n-train", "20,40", "20,40", 20, 40, 2 },
    { "hmc4", "P", "n-train", "50:800:5", "50,100,200,400,800", 50, 800, 5 },
    { "hmc4", "n-train", "n-train", "20", "20", 20, 20, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (IplSweepAxis) axis = { .n = 0 };
      g_autofree char *id = NULL, *title = NULL, *text = NULL;
      IplParameters parameters;

      ipl_parameters_init (&parameters, cases[i].experiment);
      if (strcmp (cases[i].name, "N3") == 0)
        {
          TEST_REFUSED (ipl_sweep_axis_find (&axis, cases[i].name, &parameters, &error),
                        IPL_ERROR_VALUE);
          continue;
        }
      TEST_OK (ipl_sweep_axis_find (&axis, cases[i].name, &parameters, &error));
      id = ipl_sweep_axis_get_id (&axis);
      g_assert_cmpstr (id, ==, cases[i].id);
      title = ipl_sweep_axis_get_title (&axis);
      g_assert_cmpuint (strlen (title), >, 0);
      TEST_OK (ipl_sweep_axis_parse (&axis, "--x", cases[i].text, FALSE, &error));
      g_assert_cmpuint (axis.n, ==, cases[i].n);
      g_assert_cmpfloat (axis.values[0], ==, cases[i].low);
      g_assert_cmpfloat (axis.values[axis.n - 1], ==, cases[i].high);
      for (guint k = 0; k < axis.n; k++)
        {
          char *rest = NULL;
          g_auto (GStrv) written = g_strsplit (cases[i].written, ",", -1);

          test_assert_close (axis.values[k], g_ascii_strtod (written[k], &rest),
                             4e-16 * axis.values[k] + 1e-300);
        }
      check_again (&axis);
    }
}

/* What each changes of the parameters, and nothing else. */
TEST (test_apply, "/sweep-axis/apply")
{
  IplParameters plain, changed;
  g_auto (IplSweepAxis) all = { .n = 0 }, one = { .n = 0 }, field = { .n = 0 }, seeds = { .n = 0 };
  guint64 seed = 0;

  ipl_parameters_init (&plain, "hmc4");
  changed = plain;
  g_assert_true (ipl_sweep_axis_find (&all, "N", &plain, NULL));
  g_assert_true (ipl_sweep_axis_parse (&all, "--x", "30,gp", FALSE, NULL));
  check_again (&all);
  ipl_sweep_axis_apply (&all, 0, &changed);
  for (guint l = 0; l <= plain.current.L; l++)
    g_assert_cmpuint (changed.current.N[l], ==, 30);
  g_assert_false (changed.current.gp);
  ipl_sweep_axis_apply (&all, 1, &changed);
  g_assert_true (changed.current.gp);

  changed = plain;
  g_assert_true (ipl_sweep_axis_find (&one, "N2", &plain, NULL));
  g_assert_true (ipl_sweep_axis_parse (&one, "--x", "7", FALSE, NULL));
  g_assert_false (ipl_sweep_axis_parse (&one, "--x", "gp", FALSE, NULL));
  ipl_sweep_axis_apply (&one, 0, &changed);
  g_assert_cmpuint (changed.current.N[1], ==, 7);
  g_assert_cmpuint (changed.current.N[0], ==, plain.current.N[0]);

  changed = plain;
  g_assert_true (ipl_sweep_axis_find (&field, "P", &plain, NULL));
  g_assert_true (ipl_sweep_axis_parse (&field, "--x", "36", FALSE, NULL));
  ipl_sweep_axis_apply (&field, 0, &changed);
  g_assert_false (ipl_parameters_same_case (&plain, &changed));
  g_assert_cmpfloat (
      ipl_field_get_number (field.field, ipl_parameters_get_table (&changed, field.table)), ==, 36);

  g_assert_true (ipl_sweep_axis_find (&seeds, "seed", &plain, NULL));
  g_assert_true (
      ipl_sweep_axis_parse (&seeds, "--x", "9007199254740993-9007199254740995", FALSE, NULL));
  check_again (&seeds);
  ipl_sweep_axis_apply (&seeds, 2, &changed);
  g_assert_true (ipl_parameters_get_seed (&changed, &seed));
  g_assert_cmpuint (seed, ==, 9007199254740995);
}

/* Widths and variances of all layers, as commands and the window have them. */
TEST (test_lists, "/sweep-axis/lists")
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
  g_assert_false (ipl_sweep_axis_parse (&widths, "--widths", "10 20", FALSE, NULL));
  g_assert_true (ipl_sweep_axis_parse (&widths, "Widths", " 10 20,, 30; 40,", TRUE, NULL));
  text = ipl_sweep_axis_to_text (&widths, ", ");
  g_assert_cmpstr (text, ==, "10, 20, 30, 40");
  g_assert_true (
      ipl_sweep_axis_parse (&variances, "--variances", "1,2,3,4;1e-3,1,1,1", FALSE, NULL));
  g_assert_cmpuint (variances.n, ==, 2);
  check_again (&variances);
}

TEST (test_refused, "/sweep-axis/refused")
{
  static const struct
  {
    const char *name, *text, *named;
  } cases[] = {
    { "T", "-1", "--x" },    { "T", "1:2", "--x" },     { "T", "1:2:1", "--x" },
    { "T", "1:1:3", "--x" }, { "T", "0,01", "0.01?" },  { "T", "", "--x" },
    { "N", "0", "--x" },     { "N", "1.5", "--x" },     { "N", "1:gp:4", "--x" },
    { "s1", "0", "--x" },    { "P", "0.5", "2" },       { "P", "37", "2" },
    { "seed", "5", "1-24" }, { "seed", "5-5", "1-24" },
  };
  IplParameters parameters;

  ipl_parameters_init (&parameters, "hmc4");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (IplSweepAxis) axis = { .n = 0 };

      g_assert_true (ipl_sweep_axis_find (&axis, cases[i].name, &parameters, NULL));
      TEST_REFUSED (ipl_sweep_axis_parse (&axis, "--x", cases[i].text, FALSE, &error),
                    IPL_ERROR_VALUE, cases[i].named);
      g_assert_cmpuint (axis.n, ==, 0);
    }
}

/* A summary names the file of its case once. */
TEST (test_summary, "/sweep-axis/summary")
{
  IplParameters parameters;
  g_autofree char *summary = NULL;

  ipl_parameters_init (&parameters, "file");
  ipl_parameters_set_file (&parameters, "/tmp/mine.npz");
  summary = ipl_parameters_summary (&parameters);
  g_assert_nonnull (strstr (summary, "; file = /tmp/mine.npz"));
  g_assert_cmpstr (g_strstr_len (summary, -1, "mine.npz"), ==, g_strrstr (summary, "mine.npz"));
}
