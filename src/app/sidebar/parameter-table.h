/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/document.h"

G_BEGIN_DECLS

typedef enum
{
  IPL_FIELD_REAL,    /* double */
  IPL_FIELD_INTEGER, /* guint */
  IPL_FIELD_SEED,    /* guint64, with a button that draws one */
} IplFieldKind;

/**
 * IplParameterInfo:
 * @id: names the parameter in undo steps and tests
 * @label: what it is called, with its symbol
 * @unit: what it is counted in
 * @tooltip: one sentence
 * @kind: its type in #IplParameters
 * @offset: where it is in #IplParameters
 * @multiple: integers are multiples of this
 *
 * One control of the sidebar.
 */
typedef struct
{
  const char *id;
  const char *label;
  const char *unit;
  const char *tooltip;
  IplFieldKind kind;
  gsize offset;
  double minimum;
  double maximum;
  double step;
  guint digits;
  guint multiple;
} IplParameterInfo;

const IplParameterInfo *ipl_parameter_table_task (guint *n);
const IplParameterInfo *ipl_parameter_table_posterior (guint *n);
const IplParameterInfo *ipl_parameter_table_glyphs (guint *n);
const IplParameterInfo *ipl_parameter_table_images (guint *n);
const IplParameterInfo *ipl_parameter_table_training (guint *n);
const IplParameterInfo *ipl_parameter_table_pruning (guint *n);
const IplParameterInfo *ipl_parameter_table_display (guint *n);
double ipl_parameter_info_get (const IplParameterInfo *info, const IplParameters *parameters);
void ipl_parameter_info_set (const IplParameterInfo *info, IplParameters *parameters, double value);

G_END_DECLS
