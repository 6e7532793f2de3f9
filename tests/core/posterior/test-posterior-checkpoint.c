/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sampling run that was kept and taken up again makes the draws it would have made. */
#include "core/posterior/posterior-private.h"

#include <glib/gstdio.h>

#include "core/base/parallel.h"
#include "sentences.h"
#include "support.h"

static gboolean narrow; /* the setting of the fixture */

typedef struct
{
  IplCase *the_case;
  IplKernel *kernel;
  IplSetting setting;
  IplPosteriorOptions options;
  char *path;
} Fixture;

static void
fixture_init (Fixture *self, guint L, const guint *H, guint warmup)
{
  self->the_case = test_random_case (10, 3, L, H, 5, 29);
  self->kernel = ipl_kernel_prepare (self->the_case, NULL, NULL);
  ipl_setting_init_for_case (&self->setting, self->the_case, narrow ? 2 : 6);
  ipl_posterior_options_init (&self->options);
  self->options.warmup = warmup;
  self->options.chains = 3;
  self->path = test_path ("run.checkpoint");
}

static void
fixture_clear (Fixture *self)
{
  g_remove (self->path);
  g_free (self->path);
  ipl_kernel_unref (self->kernel);
  ipl_case_unref (self->the_case);
}

static IplPosterior *
new_run (const Fixture *self)
{
  IplPosterior *run = ipl_posterior_prepare (self->the_case, self->kernel, &self->setting,
                                             &self->options, NULL, NULL);

  g_assert_nonnull (run);
  return run;
}

static IplPosterior *
load (const Fixture *self, GError **error)
{
  return ipl_posterior_load (self->path, self->the_case, self->kernel, &self->setting,
                             &self->options, NULL, error);
}

typedef struct
{
  const Fixture *fixture;
  guint pauses;
  guint wanted; /* the pause after which the run is kept, and given up */
  GCancellable *cancellable;
} Stop;

static void
on_pause (const IplPosterior *run, gpointer data)
{
  Stop *stop = data;

  if (++stop->pauses != stop->wanted)
    return;
  TEST_OK (ipl_posterior_save (run, stop->fixture->path, &error));
  g_cancellable_cancel (stop->cancellable);
}

static void
assert_same (const Fixture *self, const IplPosterior *a, const IplPosterior *b, guint draws)
{
  gsize Pi = self->the_case->Pi;

  for (guint c = 0; c < self->options.chains; c++)
    {
      test_assert_same (draws * Pi * Pi, ipl_posterior_get_U (a, c, 0),
                        ipl_posterior_get_U (b, c, 0));
      for (guint i = 0; i < draws; i++)
        g_assert_true (a->chains[c].draws[i].u_a == b->chains[c].draws[i].u_a);
    }
  g_assert_cmpuint (ipl_posterior_get_gradients (a), ==, ipl_posterior_get_gradients (b));
}

/* Kept at one pause after the other, the first in the warm-up, dropped, and taken up. */
static void
check_resume (guint L, const guint *H, guint warmup, guint draws, IplPosteriorMethod method)
{
  Fixture fixture;

  fixture_init (&fixture, L, H, warmup);
  fixture.options.method = method;

  g_autoptr (IplPosterior) whole = new_run (&fixture);
  guint wanted = 1;

  g_assert_true (ipl_posterior_run (whole, draws, &(IplWork){ .threads = 2 }, NULL));
  for (gboolean done = FALSE; !done; wanted++)
    {
      g_autoptr (IplPosterior) broken = new_run (&fixture);
      g_autoptr (IplPosterior) resumed = NULL;
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      Stop stop = { &fixture, 0, wanted, cancellable };

      ipl_posterior_set_pause (broken, on_pause, &stop);
      ipl_posterior_run (broken, draws, &(IplWork){ .threads = 2, .cancellable = cancellable },
                         NULL);
      done = stop.pauses < wanted;
      if (done)
        break;
      resumed = TEST_OK (load (&fixture, &error));
      g_assert_cmpuint (ipl_posterior_get_n_draws (resumed), ==,
                        ipl_posterior_get_n_draws (broken));
      g_assert_true (
          ipl_posterior_run (resumed, draws - ipl_posterior_get_n_draws (resumed), NULL, NULL));
      assert_same (&fixture, whole, resumed, draws);
    }
  g_test_message ("%u places to take it up", wanted - 1);
  g_assert_cmpuint (wanted, >, 2);
  fixture_clear (&fixture);
}

TEST (test_resume, "/posterior-io/resume")
{
  check_resume (2, (guint[]){ 2, 2 }, 50, 60, IPL_POSTERIOR_AUTOMATIC);
}

/* Narrow, so that the chains are tempered: stopped in all phases of the warm-up. */
TEST (test_tempered, "/posterior-io/tempered")
{
  narrow = TRUE;
  check_resume (2, (guint[]){ 2, 2 }, 64, 50, IPL_POSTERIOR_TEMPERED);
  narrow = FALSE;
}

/* More dimensions than a dense metric has. */
TEST (test_diagonal, "/posterior-io/diagonal")
{
  check_resume (1, (guint[]){ 30 }, 30, 15, IPL_POSTERIOR_AUTOMATIC);
}

/* With a surrogate: its numbers are those of before, and so is where each chain stands to it. */
TEST (test_surrogate, "/posterior-io/surrogate")
{
  check_resume (2, (guint[]){ 2, 2 }, 60, 60, IPL_POSTERIOR_SURROGATE);
}

static void
assert_refused (const Fixture *self, int code, const char *word)
{
  TEST_REFUSED (load (self, &error), code, word);
}

TEST (test_other_run, "/posterior-io/other-run")
{
  const guint H[] = { 2, 2 };
  Fixture fixture, other;

  fixture_init (&fixture, 2, H, 20);

  g_autoptr (IplPosterior) run = new_run (&fixture);
  g_autoptr (IplPosterior) again = NULL;
  g_autoptr (IplCase) other_case = test_random_case (10, 3, 2, H, 5, 30);
  g_autoptr (IplKernel) other_kernel = ipl_kernel_prepare (other_case, NULL, NULL);

  g_assert_true (ipl_posterior_save (run, fixture.path, NULL));
  again = load (&fixture, NULL);
  g_assert_nonnull (again);
#define OTHER(change, word)                                                                        \
  other = fixture;                                                                                 \
  other.change;                                                                                    \
  assert_refused (&other, IPL_ERROR_VALUE, word)
  OTHER (options.seed = 2, "seed");
  OTHER (options.chains = 2, "chains");
  OTHER (options.warmup = 21, "warm-up");
  OTHER (options.target_acceptance = 0.9, "acceptance");
  OTHER (options.method = IPL_POSTERIOR_TEMPERED, "method");
  OTHER (setting.temperature *= 1 + 1e-15, "temperature");
  OTHER (setting.variances[1] = 1.5, "variance");
  OTHER (setting.N[2] = 7, "width");
#undef OTHER
  other = fixture;
  other.the_case = other_case;
  other.kernel = other_kernel;
  assert_refused (&other, IPL_ERROR_VALUE, "case");
  g_remove (fixture.path);
  assert_refused (&fixture, IPL_ERROR_IO, SENTENCE_NO_FILE);
  fixture_clear (&fixture);
}

/* What is no run at all; a run with bytes changed: fuzz-kept. */
TEST (test_damaged, "/posterior-io/damaged")
{
  Fixture fixture;

  fixture_init (&fixture, 1, (guint[]){ 2 }, 20);
  g_assert_true (g_file_set_contents (fixture.path, "not at all", -1, NULL));
  assert_refused (&fixture, IPL_ERROR_FORMAT, "damaged");
  fixture_clear (&fixture);
}
