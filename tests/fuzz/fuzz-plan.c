/* SPDX-License-Identifier: GPL-3.0-or-later */

/* plan.json, and the settings in it: what is read is written, and read again the same. */

#include "cluster/plan.h"
#include "core/base/json-text.h"
#include "fuzz.h"

#include <string.h>

static void
check_plan (const char *text, gsize n)
{
  GError *error = NULL;
  g_autoptr (IplPlan) plan = ipl_plan_from_json ("/plan", text, n, &error);
  g_autoptr (IplPlan) again = NULL;
  g_autofree char *written = NULL, *twice = NULL;

  fuzz_check_result (plan, error);
  if (plan == NULL)
    return;
  error = NULL;
  g_assert_cmpuint (plan->n_slices, >, 0);
  g_assert_cmpuint (plan->n_slices, <=, plan->n_rows);
  written = ipl_plan_to_json (plan);
  again = ipl_plan_from_json ("/plan", written, strlen (written), &error);
  if (again == NULL)
    g_error ("our own plan is not read: %s\n%s", error->message, written);
  twice = ipl_plan_to_json (again);
  g_assert_cmpstr (written, ==, twice);
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
