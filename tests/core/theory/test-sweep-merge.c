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
  return TEST_OK (ipl_sweep_run (self->kernel, n, settings, NULL, NULL, NULL, &error));
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
TEST (test_before, "/sweep-merge/before")
{
  Fixture fixture;
  g_autoptr (IplCase) other = test_random_case (12, 8, HEADS (2, 2), 4, 4);
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (other, NULL, NULL);
  g_autoptr (IplSweep) resumed = NULL, none = NULL;
  const IplSweep *sweep;

  fixture_init (&fixture);
  sweep = fixture.sweep;
  IplSetting settings[] = { fixture.settings[3], fixture.settings[0], fixture.settings[2] };

  settings[2].temperature = 3;
  resumed = ipl_sweep_run (fixture.kernel, 3, settings, NULL, fixture.sweep, NULL, NULL);
  g_assert_true (resumed->rows[0] == sweep->rows[3]);
  g_assert_true (resumed->rows[1] == sweep->rows[0]);
  g_assert_cmpfloat (resumed->rows[2]->setting.temperature, ==, 3);
  g_assert_cmpuint (resumed->n_groups, ==, 3);
  for (guint g = 0; g < 2; g++)
    {
      const IplSweepGroup *group = &resumed->groups[g];

      g_assert_cmpuint (group->n_lines, ==, sweep->groups[1 - g].n_lines);
      g_assert_true (group->lines[0].solution == sweep->groups[1 - g].lines[0].solution);
      g_assert_cmpstr (group->lines[0].label, ==, "all paths");
    }
  g_assert_cmpfloat (resumed->groups[2].lines[0].solution->setting.temperature, ==, 3);
  g_assert_cmpfloat (resumed->seconds, >, sweep->seconds);
  /* What is known of another case is of no use. */
  none = ipl_sweep_run (kernel, N_SETTINGS, fixture.settings, NULL, fixture.sweep, NULL, NULL);
  for (guint i = 0; i < N_SETTINGS; i++)
    {
      g_assert_nonnull (none->rows[i]);
      g_assert_true (none->rows[i] != sweep->rows[i]);
    }
  fixture_clear (&fixture);
}

typedef struct
{
  GCancellable *cancellable;
  IplSweep *part;
  guint calls;
} Shown;

/* Stops after two rows. */
static void
on_row (gconstpointer so_far, double fraction, gpointer data)
{
  Shown *shown = data;
  guint solved = 0;

  g_clear_pointer (&shown->part, ipl_sweep_unref);
  shown->part = ipl_sweep_ref ((IplSweep *)so_far);
  shown->calls++;
  for (guint i = 0; i < N_SETTINGS; i++)
    solved += shown->part->rows[i] != NULL;
  g_assert_cmpuint (shown->part->n_rows, ==, N_SETTINGS);
  g_assert_cmpuint (solved, ==, shown->calls);
  if (shown->calls == 2)
    g_cancellable_cancel (shown->cancellable);
}

/* Rows are shown as they are solved. A sweep that resumes from what was shown last is the same, to
 * the last bit, as one that was solved at once. */
TEST (test_show, "/sweep-merge/show")
{
  Fixture fixture, *self = &fixture;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Shown shown = { cancellable, NULL, 0 };
  const IplWork work = { .cancellable = cancellable, .show = on_row, .data = &shown };
  g_autoptr (IplSweep) known = NULL, all = NULL;
  gsize n;

  fixture_init (self);
  n = self->the_case->Pi * self->the_case->Pi;
  TEST_CANCELLED (
      ipl_sweep_run (self->kernel, N_SETTINGS, self->settings, NULL, NULL, &work, &error));
  g_assert_cmpuint (shown.calls, ==, 2);
  /* The first temperature, from the wider one down. */
  g_assert_nonnull (shown.part->rows[0]);
  g_assert_nonnull (shown.part->rows[1]);

  known = ipl_sweep_copy_solved (shown.part);
  g_assert_cmpuint (known->n_rows, ==, 2);
  g_assert_cmpuint (known->n_groups, ==, 1);
  all = TEST_OK (
      ipl_sweep_run (self->kernel, N_SETTINGS, self->settings, NULL, shown.part, NULL, &error));
  g_assert_cmpuint (all->n_groups, ==, 2);
  for (guint i = 0; i < N_SETTINGS; i++)
    {
      g_assert_true (i >= 2 || all->rows[i] == known->rows[i]);
      g_assert_true (ipl_setting_equal (&all->rows[i]->setting, &self->settings[i]));
      test_assert_same (n, all->rows[i]->U, self->sweep->rows[i]->U);
    }
  ipl_sweep_unref (shown.part);
  fixture_clear (self);
}

/* After a stop the rows that were solved are the sweep. */
TEST (test_stop, "/sweep-merge/stop")
{
  Fixture fixture, *self = &fixture;
  g_autoptr (GCancellable) stop = g_cancellable_new ();
  Shown shown = { stop, NULL, 0 };
  const IplWork work = { .stop = stop, .show = on_row, .data = &shown };
  g_autoptr (IplSweep) part = NULL;

  fixture_init (self);
  part = TEST_OK (
      ipl_sweep_run (self->kernel, N_SETTINGS, self->settings, NULL, NULL, &work, &error));
  g_assert_cmpuint (part->n_rows, ==, 2);
  g_assert_cmpuint (part->n_groups, ==, 1);
  g_assert_true (part->rows[0] == shown.part->rows[0]);
  ipl_sweep_unref (shown.part);
  fixture_clear (self);
}
