/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sidebar/rows.h"

#include "core/experiments/markov-chain-experiment.h"

/* TRUE if the sidebar has editors for what is no number or switch of the task. */
static gboolean
has_editors (const IplParameters *parameters)
{
  return parameters->experiment->compute == NULL
         && (!parameters->experiment->generated
             || ipl_parameters_get_markov_chain (parameters) != NULL
             || ipl_parameters_get_trainable (parameters) != NULL);
}

/* @fields: parameters; of what every experiment has, and of tasks with editors of their own, only
 *   numbers and switches get a row
 * @table: (nullable): the table of an experiment that they are in; NULL for what every experiment
 *   has */
void
ipl_parameter_rows_append (GtkBox *box, guint n, const IplField *fields, const IplField *table,
                           IplSession *session)
{
  gboolean all = table != NULL && !has_editors (ipl_session_get_parameters (session));

  for (guint i = 0; i < n; i++)
    switch (fields[i].kind)
      {
      case IPL_FIELD_REAL:
      case IPL_FIELD_INTEGER:
      case IPL_FIELD_SIZE:
      case IPL_FIELD_SEED:
        gtk_box_append (box, ipl_parameter_row_new (&fields[i], table, session));
        break;
      case IPL_FIELD_BOOLEAN:
        gtk_box_append (box, ipl_field_row_new (&fields[i], table, session));
        break;
      case IPL_FIELD_CHOICE:
      case IPL_FIELD_OPTION:
        if (all)
          gtk_box_append (box, ipl_field_row_new (&fields[i], table, session));
        break;
      case IPL_FIELD_TEXT:
      case IPL_FIELD_FILE:
      case IPL_FIELD_LIST:
        if (all)
          gtk_box_append (box, ipl_text_row_new (&fields[i], table, session));
        break;
      case IPL_FIELD_FILES:
      default:
        break;
      }
}
