/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resets the parameters of one group of the sidebar. */
#include "app/sidebar/group-reset.h"

#include <string.h>

#include "core/parameters/parameters-fields.h"

/* Resets the experiment's own parameters of training, or its others. */
static void
reset_experiment_fields (IplParameters *parameters, const IplParameters *defaults,
                         gboolean training)
{
  for (guint g = 0; g < parameters->experiment->n_groups; g++)
    {
      const IplFieldGroup *group = &parameters->experiment->groups[g];
      gconstpointer from = ipl_parameters_get_table (defaults, group->fields);

      if (from == NULL || group->id == NULL)
        continue;
      /* An experiment without attention paths resets all its groups together. */
      if (parameters->experiment->compute != NULL
          || (strcmp (group->id, "training") == 0) == training)
        ipl_fields_copy (group->n_fields, group->fields,
                         ipl_parameters_edit_table (parameters, group->fields), from);
    }
}

static void
reset_common (IplParameters *parameters, const IplParameters *defaults, const IplFieldGroup *group)
{
  ipl_fields_copy (group->n_fields, group->fields, parameters, defaults);
}

/* Sets the parameters of a group of the sidebar to @defaults.
 * @group: name of the group, from ipl_fold_get_group() */
void
ipl_group_reset (IplParameters *parameters, const IplParameters *defaults, const char *group)
{
  if (strcmp (group, "task") == 0)
    reset_experiment_fields (parameters, defaults, FALSE);
  else if (strcmp (group, "training") == 0)
    reset_experiment_fields (parameters, defaults, TRUE);
  else if (strcmp (group, "pruning") == 0)
    reset_common (parameters, defaults, &ipl_pruning_group);
  else if (strcmp (group, "network") == 0)
    {
      parameters->n_widths = defaults->n_widths;
      memcpy (parameters->widths, defaults->widths, sizeof parameters->widths);
      parameters->current.gp = defaults->current.gp;
      if (parameters->current.L == defaults->current.L)
        memcpy (parameters->current.N, defaults->current.N, sizeof parameters->current.N);
    }
  else if (strcmp (group, "bayes") == 0)
    {
      parameters->current.temperature = defaults->current.temperature;
      parameters->n_temperatures = defaults->n_temperatures;
      memcpy (parameters->temperatures, defaults->temperatures, sizeof parameters->temperatures);
      for (guint l = 0; l < parameters->current.L + 2; l++)
        parameters->current.variances[l]
            = parameters->current.L == defaults->current.L ? defaults->current.variances[l] : 1.0;
    }
  else if (strcmp (group, "posterior") == 0)
    reset_common (parameters, defaults, &ipl_sampler_group);
  else
    {
      parameters->display = defaults->display;
      reset_common (parameters, defaults, &ipl_curves_group);
    }
}
