/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "token-tasks/token-support.h"

#include <string.h>

void
test_set_flag (IplParameters *parameters, const char *flag, const char *text)
{
  const IplFieldGroup *group = &parameters->experiment->groups[0];
  GError *error = NULL;

  for (guint f = 0; f < group->n_fields; f++)
    if (strcmp (ipl_field_flag (&group->fields[f]), flag) == 0)
      {
        ipl_field_set_text (&group->fields[f], ipl_parameters_edit_own (parameters), text, &error);
        g_assert_no_error (error);
        return;
      }
  g_assert_not_reached ();
}

IplCase *
test_make_case (const IplParameters *parameters, gboolean keep_inputs)
{
  GError *error = NULL;
  IplCase *the_case = ipl_parameters_make_case (parameters, keep_inputs, 2, NULL, &error);

  g_assert_no_error (error);
  return the_case;
}
