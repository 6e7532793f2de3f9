/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "token-tasks/token-support.h"

#include "support.h"

#include <string.h>

void
test_set_flag (IplParameters *parameters, const char *flag, const char *text)
{
  const IplFieldGroup *group = &parameters->experiment->groups[0];

  for (guint f = 0; f < group->n_fields; f++)
    if (strcmp (ipl_field_flag (&group->fields[f]), flag) == 0)
      {
        TEST_OK (ipl_field_set_text (&group->fields[f], ipl_parameters_edit_specific (parameters),
                                     text, &error));
        return;
      }
  g_assert_not_reached ();
}

IplCase *
test_make_case (const IplParameters *parameters, gboolean keep_inputs)
{
  return TEST_OK (ipl_parameters_make_case (parameters, keep_inputs, 2, NULL, &error));
}
