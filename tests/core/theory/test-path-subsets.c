/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Subsets of paths as text, and their GP limits as lines of a sweep. */
#include "core/theory/sweep.h"

#include "support.h"

static IplCase *
make_case (void)
{
  return test_random_case (16, 90, HEADS (2, 2), 5, 21);
}

static void
assert_subset (const IplCase *the_case, const char *text, guint i, const char *label,
               const char *paths)
{
  g_autoptr (GPtrArray) subsets = TEST_OK (ipl_path_subsets_parse (the_case, text, &error));
  g_autoptr (GString) found = g_string_new (NULL);
  const IplPathGroup *subset;

  g_assert_cmpuint (subsets->len, >, i);
  subset = subsets->pdata[i];
  for (gsize k = 0; k < subset->n_paths; k++)
    g_string_append_printf (found, "%s%u", k > 0 ? "," : "", subset->paths[k]);
  g_assert_cmpstr (found->str, ==, paths);
  if (label != NULL)
    g_assert_cmpstr (subset->label, ==, label);
}

TEST (test_text, "/path-subsets/text")
{
  g_autoptr (IplCase) the_case = make_case ();
  g_autofree char *name = g_strdup_printf ("%s ; 4, 4", the_case->short_names[2]);
  const char *const wrong[] = { "5", "0", "1,", "1,,2", "no such", "1;x", "1.5", "-1" };
  g_autoptr (GPtrArray) none = ipl_path_subsets_parse (the_case, " ; ;", NULL);

  g_assert_cmpuint (none->len, ==, 0);
  assert_subset (the_case, "3,1", 0, NULL, "0,2");
  assert_subset (the_case, "1;2,3,4;", 1, NULL, "1,2,3");
  if (g_strrstr (name, ",") == name + strlen (name) - 3)
    {
      assert_subset (the_case, name, 0, NULL, "2");
      assert_subset (the_case, name, 1, NULL, "3");
    }
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    TEST_REFUSED (ipl_path_subsets_parse (the_case, wrong[i], &error), IPL_ERROR_VALUE);
}

TEST (test_too_many, "/path-subsets/too-many")
{
  g_autoptr (IplCase) the_case = make_case ();
  g_autoptr (GString) text = g_string_new ("1");

  for (guint i = 1; i < IPL_MAX_SUBSETS; i++)
    g_string_append (text, ";1,2");
  g_ptr_array_unref (TEST_OK (ipl_path_subsets_parse (the_case, text->str, &error)));
  g_string_append (text, ";2");
  TEST_REFUSED (ipl_path_subsets_parse (the_case, text->str, &error), IPL_ERROR_VALUE);
}

static void
assert_toggled (const IplCase *the_case, const char *text, guint path, const char *toggled)
{
  g_autofree char *found = ipl_path_subsets_toggle (the_case, text, path);

  g_assert_cmpstr (found, ==, toggled);
}

TEST (test_toggle, "/path-subsets/toggle")
{
  g_autoptr (IplCase) the_case = make_case ();

  assert_toggled (the_case, "", 2, "3");
  assert_toggled (the_case, "3", 2, "");
  assert_toggled (the_case, "3", 0, "3,1");
  assert_toggled (the_case, "1,2;3,4", 3, "1,2;3");
  assert_toggled (the_case, "1,2;", 3, "1,2;4");
  assert_toggled (the_case, "1;nonsense", 1, "1;2");
}

/* A case of which only the heads and the names count. */
static IplCase *
make_named (guint L, const guint *H, const char *const *names)
{
  IplCase *the_case = ipl_case_alloc ();

  the_case->L = L;
  the_case->Pi = 1;
  for (guint l = 0; l < L; l++)
    {
      the_case->H[l] = H[l];
      the_case->Pi *= H[l];
    }
  the_case->path_names = g_strdupv ((char **)names);
  ipl_case_finish_names (the_case);
  return the_case;
}

/* Whatever path is ticked, and however its case is called, the text means this path. */
TEST (test_toggle_every_path, "/path-subsets/toggle-every-path")
{
  const guint shapes[][5] = { { 1024 }, { 32, 32 }, { 9, 9 }, { 4, 4 }, { 4, 4, 4, 4, 4 } };
  const guint layers[] = { 1, 2, 2, 2, 5 };

  for (guint k = 0; k < G_N_ELEMENTS (shapes); k++)
    {
      g_autoptr (IplCase) the_case = make_named (layers[k], shapes[k], NULL);

      for (guint p = 0; p < the_case->Pi; p++)
        {
          g_autofree char *text = ipl_path_subsets_toggle (the_case, "", p);
          const char *const ways[] = { text, the_case->path_names[p], the_case->short_names[p] };

          for (guint w = 0; w < G_N_ELEMENTS (ways); w++)
            {
              g_autoptr (GPtrArray) subsets = ipl_path_subsets_parse (the_case, ways[w], NULL);
              const IplPathGroup *subset;

              g_assert_nonnull (subsets);
              g_assert_cmpuint (subsets->len, ==, 1);
              subset = subsets->pdata[0];
              g_assert_cmpuint (subset->n_paths, ==, 1);
              g_assert_cmpuint (subset->paths[0], ==, p);
            }
        }
    }
}

/* Paths whose names are numbers, hold commas, or are the same. */
TEST (test_names, "/path-subsets/names")
{
  const char *const names[] = { "2", "a,b;c", "twin", "twin", NULL };
  const guint H[] = { 2, 2 }, many_heads[] = { 9, 9 };
  g_autoptr (IplCase) many = make_named (2, many_heads, NULL);
  g_autoptr (IplCase) the_case = make_named (2, H, names);
  g_autoptr (GPtrArray) subsets = NULL;
  g_autofree char *understood = NULL;
  const struct
  {
    const char *text, *part;
  } wrong[] = { { "5", "no path number 5: this case has 4" },
                { "twin", "Paths 3 and 4 are both called “twin”" },
                { "(1,3)", "none of this case's 4 paths" },
                { "1.2", "heads as in (1,2)" },
                { "(1,2", "none of" },
                { "1·2·1", "none of" },
                { "\"", "none of" },
                { "\"3\"", "none of" } };

  assert_subset (the_case, "2", 0, NULL, "1");
  assert_subset (the_case, "\"2\"", 0, NULL, "0");
  assert_subset (the_case, "\"a,b;c\",(2, 2) ; 1·2", 0, NULL, "1,3");
  assert_subset (the_case, "(1,1),1·2,(2,1)", 0, NULL, "0,1,2");
  assert_toggled (the_case, "1;\"a,b;c\"", 3, "1;2,4");
  assert_subset (many, "1,2,3,4,5,6,7,8,9,20,30,31", 0, "paths 1–9, 20, 30, 31",
                 "0,1,2,3,4,5,6,7,8,19,29,30");
  subsets = ipl_path_subsets_parse (the_case, "1,4;2", NULL);
  understood = ipl_path_subsets_understood (the_case, subsets);
  g_assert_cmpstr (understood, ==, "path 1: 2, path 4: twin; path 2: a,b;c");
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    TEST_REFUSED (ipl_path_subsets_parse (the_case, wrong[i].text, &error), IPL_ERROR_VALUE,
                  wrong[i].part);
}

/* Accuracy of the network that has only these paths: their rows, their number for Pi. */
static double
accuracy_of_paths (IplCase *the_case, guint n, const guint *paths, const IplSetting *at)
{
  g_autoptr (IplCase) alone = test_case_with_paths (the_case, 1, &n, paths);
  g_autoptr (IplSolution) gp = NULL;
  IplSetting setting = test_setting (alone, 10);

  setting.temperature = at->temperature;
  gp = test_solve_gp (alone, &setting);
  return gp->tests[0].accuracy;
}

TEST (test_lines, "/path-subsets/lines")
{
  g_autoptr (IplCase) the_case = make_case ();
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  g_autoptr (GPtrArray) subsets = ipl_path_subsets_parse (the_case, "2;1,4;4,1;1,2,3,4", NULL);
  const guint one[] = { 1 }, two[] = { 0, 3 };
  g_autoptr (IplSweep) sweep = NULL, with_lines = NULL, best = NULL;
  IplSetting settings[4];

  for (guint i = 0; i < 4; i++)
    {
      ipl_setting_init_for_case (&settings[i], the_case, i % 2 == 0 ? 4 : 40);
      settings[i].temperature = i < 2 ? 0.05 : 2;
    }
  sweep = TEST_OK (ipl_sweep_run (kernel, 4, settings, NULL, NULL, NULL, &error));
  with_lines = TEST_OK (ipl_sweep_with_subsets (sweep, kernel, subsets, NULL, &error));
  /* The same paths once more are the same line, and all paths are there already. */
  for (guint g = 0; g < 2; g++)
    {
      const IplSweepGroup *group = &with_lines->groups[g];
      guint before = sweep->groups[g].n_lines;

      g_assert_cmpuint (group->n_lines, ==, before + 2);
      g_assert_true (group->lines[0].solution == sweep->groups[g].lines[0].solution);
      g_assert_cmpuint (group->lines[before].n_paths, ==, 1);
      g_assert_cmpfloat (group->lines[before].solution->tests[0].accuracy, ==,
                         accuracy_of_paths (the_case, 1, one, &settings[2 * g]));
      g_assert_cmpfloat (group->lines[before + 1].solution->tests[0].accuracy, ==,
                         accuracy_of_paths (the_case, 2, two, &settings[2 * g]));
    }
  for (guint i = 0; i < 4; i++)
    g_assert_true (with_lines->rows[i] == sweep->rows[i]);
  /* Each line stands at the better of its temperatures. */
  best = ipl_sweep_best (with_lines);
  for (guint k = 0; k < best->groups[0].n_lines; k++)
    g_assert_cmpfloat (best->groups[0].lines[k].solution->tests[0].accuracy, ==,
                       MAX (with_lines->groups[0].lines[k].solution->tests[0].accuracy,
                            with_lines->groups[1].lines[k].solution->tests[0].accuracy));
}
