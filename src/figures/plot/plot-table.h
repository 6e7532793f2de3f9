/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/plot/plot.h"

/* A column of a table: the numbers of a mark, or a key of the rows. */
typedef struct
{
  char *series;     /* plain text, owned */
  char *part;       /* distinguishes columns of one series; "" for a single one; owned */
  const char *unit; /* "" for none */
  IplNumbers numbers;
  IplNumbers errors;        /* n = 0 for none */
  gboolean is_counted;      /* rows are counted from 1 instead of @numbers */
  const char *const *names; /* (nullable): markup, instead of numbers or counts */
  const char *each;         /* (nullable): name of a part: "layer" */
  gboolean is_unsaid;       /* omitted from text, only in the table */
  gboolean is_drawn;
  int moment; /* as in its mark */
} IplTableColumn;

/* A table of the marks with the same x, or of the maps with the same shape. */
typedef struct
{
  const IplPlotAxes *axes; /* first axes with these marks */
  IplNumbers x;            /* n = 0 for maps */
  gsize n_rows;
  guint n_keys;    /* number of leading key columns */
  GArray *columns; /* of IplTableColumn */
} IplTable;

GPtrArray *ipl_plot_make_tables (const IplPlot *self); /* of IplTable */
const IplTable *ipl_tables_find (const GPtrArray *tables, const IplPlotAxes *axes,
                                 const IplMark *mark);
void ipl_plot_append_tables (const IplPlot *self, GString *text);

gboolean ipl_axes_is_time (const IplPlotAxes *self, const IplNumbers *x);
char *ipl_table_key_text (const IplTable *self, guint key, gsize row);

static inline const IplTableColumn *
ipl_table_column (const IplTable *self, guint c)
{
  return &g_array_index (self->columns, IplTableColumn, c);
}
