/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Text that the program reads and writes: the first byte chooses of which kind. What is read is
 * written, and read again the same. */

#include <string.h>

#include "cluster/plan.h"
#include "core/base/error.h"
#include "core/base/json-text.h"
#include "core/case/case-roles.h"
#include "core/parameters/parameters-json.h"
#include "core/parameters/run-settings.h"
#include "figures/output/style-json.h"
#include "figures/story/story.h"
#include "fuzz.h"

typedef struct
{
  const char *name;
  gpointer (*read) (const char *text, gsize n, GError **error);
  char *(*write) (gconstpointer self);
  void (*free) (gpointer self);
} Kind;

static gpointer
read_json (const char *text, gsize n, GError **error)
{
  g_autofree char *why = NULL;
  JsonNode *self = ipl_json_parse (text, n, &why);

  g_assert_true ((self == NULL) == (why != NULL));
  if (self == NULL)
    {
      g_assert_true (g_utf8_validate (why, -1, NULL));
      g_set_error_literal (error, IPL_ERROR, IPL_ERROR_FORMAT, "This is not a JSON.");
    }
  return self;
}

static char *
write_json (gconstpointer self)
{
  return ipl_json_write ((JsonNode *)self, FALSE);
}

static gpointer
read_parameters (const char *text, gsize n, GError **error)
{
  IplParameters self;

  return ipl_parameters_from_json (&self, text, error) ? g_memdup2 (&self, sizeof self) : NULL;
}

static char *
write_parameters (gconstpointer self)
{
  char *text = ipl_parameters_to_json (self);
  IplParameters again;

  g_assert_true (ipl_parameters_from_json (&again, text, NULL));
  g_assert_true (ipl_parameters_equal (self, &again));
  return text;
}

static gpointer
read_settings (const char *text, gsize n, GError **error)
{
  IplRunSettings *self = g_new0 (IplRunSettings, 1);

  if (ipl_run_settings_from_json (self, text, error))
    return self;
  ipl_run_settings_clear (self);
  g_free (self);
  return NULL;
}

static char *
write_settings (gconstpointer self)
{
  return ipl_run_settings_to_json (self);
}

static void
free_settings (gpointer self)
{
  ipl_run_settings_clear (self);
  g_free (self);
}

static gpointer
read_plan (const char *text, gsize n, GError **error)
{
  return ipl_plan_from_json ("/plan", text, n, error);
}

static char *
write_plan (gconstpointer self)
{
  const IplPlan *plan = self;

  g_assert_cmpuint (plan->n_slices, >, 0);
  g_assert_cmpuint (plan->n_slices, <=, plan->n_rows);
  return ipl_plan_to_json (plan);
}

/* As JSON, or as an option, which is text. */
static gpointer
read_roles (const char *text, gsize n, GError **error)
{
  if (text[0] == '{')
    return ipl_case_roles_from_json (text, n, error);
  if (g_utf8_validate (text, -1, NULL))
    return ipl_case_roles_parse (text, error);
  g_set_error_literal (error, IPL_ERROR, IPL_ERROR_FORMAT, "This is not a text.");
  return NULL;
}

static char *
write_roles (gconstpointer self)
{
  const GPtrArray *roles = self;
  char *text = ipl_case_roles_format (roles);
  g_autoptr (GPtrArray) again = ipl_case_roles_parse (text, NULL);

  g_assert_true (again != NULL && again->len == roles->len);
  for (guint i = 0; i < roles->len; i++)
    {
      const IplRoleAssignment *first = roles->pdata[i], *second = again->pdata[i];

      g_assert_cmpstr (first->role, ==, second->role);
      g_assert_cmpstr (first->name, ==, second->name);
      g_assert_nonnull (ipl_case_roles_find_role (roles, first->name));
    }
  return text;
}

static gpointer
read_story (const char *text, gsize n, GError **error)
{
  return (gpointer)ipl_story_from_json (text, error);
}

/* What lies between its stops is there. */
static char *
write_story (gconstpointer self)
{
  for (guint i = 1; i < ipl_story_n_stops (self); i++)
    {
      IplStoryPoint point;

      ipl_story_between (ipl_story_get_stop (self, i - 1), ipl_story_get_stop (self, i), 0.5, -1,
                         &point);
    }
  return ipl_story_to_json (self);
}

static gpointer
read_style (const char *text, gsize n, GError **error)
{
  return (gpointer)ipl_figure_style_from_json (text, error);
}

static char *
write_style (gconstpointer self)
{
  return ipl_figure_style_to_json (self, TRUE);
}

static const Kind kinds[] = {
  { "JSON", read_json, write_json, (GDestroyNotify)json_node_unref },
  { "parameters", read_parameters, write_parameters, g_free },
  { "settings", read_settings, write_settings, free_settings },
  { "plan", read_plan, write_plan, (GDestroyNotify)ipl_plan_free },
  { "roles", read_roles, write_roles, (GDestroyNotify)g_ptr_array_unref },
  { "story", read_story, write_story, (GDestroyNotify)ipl_story_unref },
  { "style", read_style, write_style, (GDestroyNotify)ipl_figure_style_unref },
};

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  const Kind *kind = &kinds[n > 0 ? (guint8)(bytes[0] - '0') % G_N_ELEMENTS (kinds) : 0];
  g_autoptr (GString) text = g_string_new_len ((const char *)bytes + (n > 0), n - (n > 0));
  g_autofree char *written = NULL, *again = NULL;
  GError *error = NULL;
  gpointer self = kind->read (text->str, text->len, &error);

  fuzz_check_result (self != NULL, error);
  if (self == NULL)
    return 0;
  written = kind->write (self);
  kind->free (self);
  error = NULL;
  self = kind->read (written, strlen (written), &error);
  if (self == NULL)
    g_error ("our own %s is not read: %s\n%s", kind->name, error->message, written);
  again = kind->write (self);
  g_assert_cmpstr (written, ==, again);
  kind->free (self);
  return 0;
}
