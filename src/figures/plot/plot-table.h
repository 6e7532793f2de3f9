/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/plot/plot.h"

/* Numbers of rows of a table: of a mark, or what a row is. */
typedef struct
{
  char *series;     /* plain text, owned */
  char *part;       /* which of several of one series; "" for the only one, owned */
  const char *unit; /* "" for none */
  IplNumbers numbers;
  IplNumbers errors;        /* of no numbers where there are none */
  gboolean is_counted;      /* from 1, in the place of numbers */
  const char *const *names; /* (nullable): in the place of either, markup */
  const char *each;         /* (nullable): what a part is called: "layer" */
  gboolean is_unsaid;       /* in the table alone */
  gboolean is_drawn;
  int moment; /* as of its mark */
} IplTableColumn;

/* The marks of one x, or the maps of one shape, as a table. */
typedef struct
{
  const IplPlotAxes *axes; /* the first that have these */
  IplNumbers x;            /* of no numbers where it is of maps */
  gsize n_rows;
  guint n_keys;    /* columns that say what a row is: first of all */
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
