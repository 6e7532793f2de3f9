/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of the sidebar: rows for fields, and editors for complex parameters. */
#pragma once

#include "app/base/session-widget.h"
#include "core/fields/field.h"

G_DECLARE_FINAL_TYPE (IplCaseFacts, ipl_case_facts, IPL, CASE_FACTS, IplSessionWidget)
G_DECLARE_FINAL_TYPE (IplFieldRow, ipl_field_row, IPL, FIELD_ROW, IplSessionWidget)
G_DECLARE_FINAL_TYPE (IplHeadsEditor, ipl_heads_editor, IPL, HEADS_EDITOR, IplSessionWidget)
G_DECLARE_FINAL_TYPE (IplImageTaskEditor, ipl_image_task_editor, IPL, IMAGE_TASK_EDITOR,
                      IplSessionWidget)
G_DECLARE_FINAL_TYPE (IplParameterRow, ipl_parameter_row, IPL, PARAMETER_ROW, IplSessionWidget)
G_DECLARE_FINAL_TYPE (IplTemperatureRow, ipl_temperature_row, IPL, TEMPERATURE_ROW,
                      IplSessionWidget)
G_DECLARE_FINAL_TYPE (IplTemperaturesRow, ipl_temperatures_row, IPL, TEMPERATURES_ROW,
                      IplSessionWidget)
G_DECLARE_FINAL_TYPE (IplTextRow, ipl_text_row, IPL, TEXT_ROW, IplSessionWidget)
G_DECLARE_FINAL_TYPE (IplTrainingEditor, ipl_training_editor, IPL, TRAINING_EDITOR,
                      IplSessionWidget)

GtkWidget *ipl_parameter_row_new (const IplField *field, const IplField *table,
                                  IplSession *session);
GtkWidget *ipl_text_row_new (const IplField *field, const IplField *table, IplSession *session);
void ipl_parameter_rows_append (GtkBox *box, guint n, const IplField *fields, const IplField *table,
                                IplSession *session);
