/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Roles of arrays given by hand, as JSON where the input begins with "{", else as an option: what
 * is read is written in both ways, and read again the same. */

#include <string.h>

#include "core/case/case-roles.h"
#include "fuzz.h"

/* Both lists in the same order. */
static void
check_same (const GPtrArray *a, const GPtrArray *b)
{
  g_assert_cmpuint (a->len, ==, b->len);
  for (guint i = 0; i < a->len; i++)
    {
      const IplRoleAssignment *first = a->pdata[i], *second = b->pdata[i];

      g_assert_cmpstr (first->role, ==, second->role);
      g_assert_cmpstr (first->name, ==, second->name);
      g_assert_cmpstr (ipl_case_roles_of (a, first->name), !=, NULL);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  g_autofree char *text = g_strndup ((const char *)bytes, n);
  GError *error = NULL;
  g_autoptr (GPtrArray) roles = NULL, from_text = NULL;
  g_autofree char *option = NULL;

  /* An option is text. */
  if (text[0] != '{' && !g_utf8_validate (text, -1, NULL))
    return 0;
  roles = text[0] == '{' ? ipl_case_roles_from_json ((const char *)bytes, n, &error)
                         : ipl_case_roles_parse (text, &error);
  fuzz_check_result (roles, error);
  if (roles == NULL)
    return 0;
  error = NULL;
  option = ipl_case_roles_format (roles);
  from_text = ipl_case_roles_parse (option, &error);
  if (from_text == NULL)
    g_error ("our own option is not read: %s\n%s", error->message, option);
  check_same (roles, from_text);
  return 0;
}
