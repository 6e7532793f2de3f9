/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A note of who is at work in a sweep's folder, and one of a row that failed: whatever they say,
 * every row of the plan is counted once. What is written of a claim is read again the same. */

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "small-sweep.h"
#include "sweeps/folder-status.h"
#include "sweeps/task-claim.h"

static void
check_status (const IplSweepFolder *folder)
{
  GError *error = NULL;
  g_autoptr (IplSweepStatus) status = ipl_sweep_status_new (folder, NULL, &error);

  fuzz_check_result (status, error);
  if (status == NULL)
    return;
  g_assert_cmpuint (status->n, ==, folder->plan->n_rows);
  g_assert_cmpuint (status->done + status->running + status->failed + status->missing, ==,
                    status->n);
  g_assert_true (status->seconds_left >= 0);
}

/* What a claim that is at work says of itself. */
static void
check_own (const IplSweepFolder *folder)
{
  IplTaskClaim *own = ipl_task_claim_new (folder, 1, 2);
  g_autofree char *path = g_build_filename (folder->path, "running/1-of-2.json", NULL);

  while (!g_file_test (path, G_FILE_TEST_EXISTS))
    g_usleep (100);

  g_autoptr (GPtrArray) claims = ipl_claims_read (folder);

  g_assert_cmpuint (claims->len, ==, 1);
  g_assert_cmpint (((const IplClaim *)claims->pdata[0])->pid, ==, getpid ());
  ipl_task_claim_free (own);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  const IplSweepFolder *folder = fuzz_sweep_get ();
  g_autofree char *claim = g_build_filename (folder->path, "running/1-of-1.json", NULL);
  g_autofree char *failed = ipl_sweep_folder_failed_path (folder, 0), *sentence = NULL;
  g_autoptr (GPtrArray) claims = NULL;
  static gboolean checked;

  if (!checked)
    check_own (folder);
  checked = TRUE;
  fuzz_sweep_put (claim, bytes, n);
  claims = ipl_claims_read (folder);
  g_assert_cmpuint (claims->len, <=, 1);
  check_status (folder);
  g_unlink (claim);

  fuzz_sweep_put (failed, bytes, n);
  sentence = ipl_sweep_folder_read_failure (folder, 0, NULL);
  if (sentence != NULL
      && (!g_utf8_validate (sentence, -1, NULL) || strchr (sentence, '\n') != NULL))
    g_error ("a failure that is no sentence: %s", sentence);
  check_status (folder);
  g_unlink (failed);
  return 0;
}
