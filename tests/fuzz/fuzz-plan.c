/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The plan of a sweep: as plan.json, whose hash holds it to what was planned, and as the settings
 * in it, which no hash holds. What is read is written, and read again the same. */

#include "core/base/json-text.h"
#include "fuzz.h"
#include "sweeps/sweep-plan.h"

#include <string.h>

static void
check_plan (const char *text, gsize n)
{
  GError *error = NULL;
  g_autoptr (IplSweepPlan) plan = ipl_sweep_plan_from_json (text, n, "plan.json", &error);
  g_autoptr (IplSweepPlan) again = NULL;
  g_autofree char *written = NULL, *twice = NULL;

  fuzz_check_result (plan, error);
  if (plan == NULL)
    return;
  error = NULL;
  written = ipl_sweep_plan_to_json (plan);
  again = ipl_sweep_plan_from_json (written, strlen (written), "plan.json", &error);
  if (again == NULL)
    g_error ("our own plan is not read: %s\n%s", error->message, written);
  twice = ipl_sweep_plan_to_json (again);
  g_assert_cmpstr (written, ==, twice);
  for (guint i = 0; i < MIN (plan->n_rows, 100); i++)
    {
      g_autofree char *name = ipl_sweep_plan_row_name (plan, i);
      g_autofree char *hash = ipl_sweep_plan_row_hash (plan, i);
      IplSetting setting = ipl_sweep_plan_setting (plan, i);

      g_assert_true (name[0] != '\0' && hash[0] != '\0' && setting.L > 0);
      g_assert_cmpuint (ipl_sweep_plan_place (plan, i).row, <, plan->n_rows);
    }
}

static void
check_settings (const char *text, gsize n)
{
  GError *error = NULL;
  g_autofree char *why = NULL, *settings = NULL, *written = NULL, *twice = NULL;
  g_autoptr (JsonObject) root = ipl_json_parse_object (text, n, &why);
  JsonNode *node = root != NULL ? json_object_get_member (root, "settings") : NULL;
  IplRunSettings run = { 0 }, again = { 0 };

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return;
  settings = ipl_json_write (node, FALSE);
  if (!ipl_run_settings_from_json (&run, settings, &error))
    {
      g_assert_nonnull (error);
      fuzz_check_error (error);
      ipl_run_settings_clear (&run);
      return;
    }
  g_assert_no_error (error);
  written = ipl_run_settings_to_json (&run);
  if (!ipl_run_settings_from_json (&again, written, &error))
    g_error ("our own settings are not read: %s\n%s", error->message, written);
  twice = ipl_run_settings_to_json (&again);
  g_assert_cmpstr (written, ==, twice);
  ipl_run_settings_clear (&again);
  ipl_run_settings_clear (&run);
}

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  check_plan ((const char *)bytes, n);
  check_settings ((const char *)bytes, n);
  return 0;
}
