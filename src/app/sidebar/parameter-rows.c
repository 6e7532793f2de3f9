/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sidebar/rows.h"

/* @fields: parameters; of what every experiment has, and of tasks, only numbers and switches get a
 *   row, others have editors of their own
 * @table: (nullable): the table of an experiment that they are in; NULL for what every experiment
 *   has */
void
ipl_parameter_rows_append (GtkBox *box, guint n, const IplField *fields, const IplField *table,
                           IplSession *session)
{
  gboolean all = table != NULL && ipl_session_get_parameters (session)->experiment->compute != NULL;

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
