/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps that take over what earlier ones know. */
#include "core/theory/sweep.h"
#include "support.h"

#define N_SETTINGS 4

typedef struct
{
  IplCase *the_case;
  IplKernel *kernel;
  IplSetting settings[N_SETTINGS]; /* widths 5 and 50 at two temperatures */
  IplSweep *sweep;                 /* of all of them */
} Fixture;

static IplSweep *
run (Fixture *self, guint n, const IplSetting *settings)
{
  return TEST_OK (ipl_sweep_run (self->the_case, self->kernel, n, settings, NULL, NULL, &error));
}

static void
fixture_init (Fixture *self)
{
  self->the_case = test_random_case (12, 8, HEADS (2, 2), 4, 3);
  self->kernel = ipl_kernel_prepare (self->the_case, NULL, NULL);
  for (guint i = 0; i < N_SETTINGS; i++)
    {
      ipl_setting_init_for_case (&self->settings[i], self->the_case, i % 2 == 0 ? 5 : 50);
      self->settings[i].temperature = i < 2 ? 0.1 : 0.7;
    }
  self->sweep = run (self, N_SETTINGS, self->settings);
}

static void
fixture_clear (Fixture *self)
{
  ipl_sweep_unref (self->sweep);
  ipl_kernel_unref (self->kernel);
  ipl_case_unref (self->the_case);
}

/* Settings in another order, one of them new: the known ones are the very solutions. */
TEST (test_resume, "/sweep-merge/resume")
{
  Fixture fixture;
  g_autoptr (IplCase) other = test_random_case (12, 8, HEADS (2, 2), 4, 4);
  g_autoptr (IplSweep) resumed = NULL, none = NULL;
  const IplSweep *sweep;

  fixture_init (&fixture);
  sweep = fixture.sweep;
  IplSetting settings[] = { fixture.settings[3], fixture.settings[0], fixture.settings[2] };

  settings[2].temperature = 3;
  resumed = ipl_sweep_resume (fixture.the_case, fixture.sweep, 3, settings);
  g_assert_true (resumed->rows[0] == sweep->rows[3]);
  g_assert_true (resumed->rows[1] == sweep->rows[0]);
  g_assert_null (resumed->rows[2]);
  g_assert_cmpuint (resumed->n_groups, ==, 3);
  for (guint g = 0; g < 2; g++)
    {
      const IplSweepGroup *group = &resumed->groups[g];

      g_assert_cmpuint (group->n_lines, ==, sweep->groups[1 - g].n_lines);
      g_assert_true (group->lines[0].solution == sweep->groups[1 - g].lines[0].solution);
      g_assert_cmpstr (group->lines[0].label, ==, "all paths");
    }
  g_assert_cmpuint (resumed->groups[2].n_lines, ==, 0);
  g_assert_cmpfloat (resumed->seconds, ==, sweep->seconds);
  /* What is known of another case is of no use. */
  none = ipl_sweep_resume (other, fixture.sweep, N_SETTINGS, fixture.settings);
  for (guint i = 0; i < N_SETTINGS; i++)
    g_assert_null (none->rows[i]);
  fixture_clear (&fixture);
}

/* Solved piece by piece it is what it is solved at once. */
TEST (test_adopt, "/sweep-merge/adopt")
{
  const guint rows[] = { 3, 1 };
  Fixture fixture, *self = &fixture;
  g_autoptr (IplSweep) sweep = NULL, part = NULL, known = NULL;
  gsize n;

  fixture_init (self);
  n = self->the_case->Pi * self->the_case->Pi;
  sweep = ipl_sweep_resume (self->the_case, NULL, N_SETTINGS, self->settings);
  part = run (self, 2, (IplSetting[]){ self->settings[3], self->settings[1] });
  ipl_sweep_adopt (sweep, 2, rows, part);
  g_assert_null (sweep->rows[0]);
  g_assert_null (sweep->rows[2]);
  for (guint k = 0; k < 2; k++)
    {
      const IplSolution *row = sweep->rows[rows[k]], *whole = self->sweep->rows[rows[k]];

      g_assert_true (row == part->rows[k]);
      g_assert_true (ipl_setting_equal (&row->setting, &self->settings[rows[k]]));
      /* Warm starts differ, the saddle point does not. */
      test_assert_near (n, row->U, whole->U, 1e-6 * test_largest (n, whole->U));
    }
  for (guint g = 0; g < 2; g++)
    g_assert_cmpuint (sweep->groups[g].n_lines, >=, 1);

  known = ipl_sweep_copy_solved (sweep);
  g_assert_cmpuint (known->n_rows, ==, 2);
  g_assert_cmpuint (known->n_groups, ==, 2);
  g_assert_true (known->rows[0] == sweep->rows[1]);
  g_assert_true (known->rows[1] == sweep->rows[3]);
  for (guint i = 0; i < 2; i++)
    {
      const IplSweepGroup *group = &known->groups[known->group[i]];

      g_assert_true (
          ipl_setting_same_prior (&group->lines[0].solution->setting, &known->rows[i]->setting));
    }
  fixture_clear (self);
}
