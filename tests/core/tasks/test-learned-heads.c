/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Heads of a task that come from a file: those of the kit, written and read, make the same case. */
#include <math.h>
#include <string.h>

#include "core/experiments/experiment-table.h"
#include "core/fields/head-list-field.h"
#include "core/files/npz.h"
#include "core/parameters/parameters.h"
#include "core/tasks/token-task.h"
#include "core/token-tasks/token-experiment.h"
#include "support.h"

static IplCase *
make (const char *heads, const char *learned, GError **error)
{
  IplParameters parameters;
  IplTokenTask *task = ipl_parameters_edit_specific (&parameters);

  ipl_parameters_init (&parameters, "induction");
  g_assert_true (ipl_layer_heads_read (&task->layers, &ipl_token_heads.kinds, heads));
  task->learned = g_intern_string (learned);
  task->n_train = 20;
  task->n_test = 10;
  return ipl_token_task_generate (task, "case", TRUE, 1, NULL, error);
}

/* Saves @n heads of layer @layer of a case as w_1. */
static char *
save (const char *name, const IplCase *the_case, guint layer, guint n, double first)
{
  char *path = test_path (name);
  gsize N0 = the_case->N0;
  IplNpzWriter *writer = TEST_OK (ipl_npz_writer_new (path, &error));
  g_autofree double *values
      = g_memdup2 (the_case->weights[layer].combined, n * N0 * N0 * sizeof (double));

  values[0] += first;
  ipl_npz_writer_add_doubles (writer, "w_1", values, 3, (gsize[]){ n, N0, N0 });
  TEST_OK (ipl_npz_writer_close (writer, &error));
  return path;
}

static void
assert_same (const IplCase *a, const IplCase *b)
{
  gsize n = a->train.count * a->Pi * a->N0;

  test_assert_same (n, a->train.xi, b->train.xi);
}

TEST (test_same, "/kit-learned/same")
{
  g_autoptr (IplCase) kit = TEST_OK (make ("next,random:match,random", "", &error));
  g_autofree char *both = save ("both.npz", kit, 0, 2, 0);
  g_autofree char *second = save ("second.npz", kit, 1, 1, 0);
  g_autoptr (IplCase) learned = TEST_OK (make ("learned,learned:match,random", both, &error));
  g_autoptr (IplCase) one = TEST_OK (make ("next,learned", second, &error));
  g_autoptr (IplCase) match = TEST_OK (make ("next,match", "", &error));

  assert_same (kit, learned);
  assert_same (one, match);
  g_assert_cmpstr (learned->path_names[1], ==, "learned (1), random");
}

static void
assert_refused (const char *heads, const char *path, int code, const char *end)
{
  TEST_REFUSED (make (heads, path, &error), code, end);
}

TEST (test_refused, "/kit-learned/refused")
{
  g_autoptr (IplCase) kit = TEST_OK (make ("next,random", "", &error));
  g_autofree char *one = save ("one.npz", kit, 0, 1, 0);
  g_autofree char *infinite = save ("infinite.npz", kit, 0, 1, INFINITY);

  assert_refused ("learned", "", IPL_ERROR_MISSING,
                  "give an .npz with the logits w_1 [heads, 30, 30], or other heads.");
  assert_refused (
      "learned,learned", one, IPL_ERROR_SHAPE,
      "w_1 is [1, 30, 30], where 2 learned heads of this task need [2 or more, 30, 30]: "
      "the features of a token, then its position.");
  assert_refused ("next:learned", one, IPL_ERROR_MISSING,
                  "has no array w_2: save the logits of the learned heads of layer 2 as w_2 "
                  "[heads, 30, 30], keys first.");
  assert_refused ("learned", infinite, IPL_ERROR_VALUE, "number 0 of w_1 is not finite.");
  assert_refused ("learned", "/nowhere/heads.npz", IPL_ERROR_IO, "there is no folder “/nowhere”.");
}
