/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/parameters/parameters-files.h"

#include "core/parameters/parameters.h"

/* Goes through the files that the parameters are made from: a case file, images, a trained network,
 * texts, checkpoints. */
gboolean
ipl_parameters_each_file (IplParameters *self, IplParametersFile each, gpointer data,
                          GError **error)
{
  const IplExperiment *experiment = self->experiment;

  for (guint g = 0; g < experiment->n_groups; g++)
    for (guint i = 0; i < experiment->groups[g].n_fields; i++)
      {
        const IplField *field = &experiment->groups[g].fields[i];
        gboolean several = field->kind == IPL_FIELD_FILES;
        char *table;
        const char **places;

        if (field->kind != IPL_FIELD_FILE && !several)
          continue;
        table = ipl_parameters_edit_table (self, experiment->groups[g].fields);
        if (!ipl_field_applies (field, table))
          continue;
        places = (const char **)(gpointer)(table + field->offset);
        for (guint k = 0; k < (several ? field->count : 1); k++)
          if (places[k] != NULL && places[k][0] != '\0' && !each (&places[k], data, error))
            return FALSE;
      }
  return TRUE;
}
