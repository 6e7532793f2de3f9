/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of the sidebar: rows for fields, and editors for complex parameters. */
#pragma once

#include "app/base/document-widget.h"
#include "core/fields/field.h"

G_DECLARE_FINAL_TYPE (IplCaseFacts, ipl_case_facts, IPL, CASE_FACTS, IplDocumentWidget)
G_DECLARE_FINAL_TYPE (IplFieldRow, ipl_field_row, IPL, FIELD_ROW, IplDocumentWidget)
G_DECLARE_FINAL_TYPE (IplHeadsEditor, ipl_heads_editor, IPL, HEADS_EDITOR, IplDocumentWidget)
G_DECLARE_FINAL_TYPE (IplImageTaskEditor, ipl_image_task_editor, IPL, IMAGE_TASK_EDITOR,
                      IplDocumentWidget)
G_DECLARE_FINAL_TYPE (IplTemperatureRow, ipl_temperature_row, IPL, TEMPERATURE_ROW,
                      IplDocumentWidget)
G_DECLARE_FINAL_TYPE (IplTrainingEditor, ipl_training_editor, IPL, TRAINING_EDITOR,
                      IplDocumentWidget)

extern const IplField ipl_widths_field;       /* widths of the sweep */
extern const IplField ipl_temperatures_field; /* temperatures of which the best is shown */

GtkWidget *ipl_field_row_new (const IplField *field, const IplField *table, IplDocument *document);
void ipl_field_rows_append (GtkBox *box, guint n, const IplField *fields, const IplField *table,
                            IplDocument *document);
void ipl_width_rows_append (GtkBox *box, guint L, IplDocument *document);
void ipl_variance_rows_append (GtkBox *box, guint L, IplDocument *document);
