/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#define IPL_TABLE_MAX_COLUMNS 12

#define IPL_TYPE_TABLE_ROW (ipl_table_row_get_type ())
G_DECLARE_FINAL_TYPE (IplTableRow, ipl_table_row, IPL, TABLE_ROW, GObject)

/* A row of numbers with a name and, optionally, a pair of paths. Emits "changed" when the numbers
 * change. */
struct _IplTableRow
{
  GObject parent_instance;
  char *name;
  int p, q;
  guint place;
  double values[IPL_TABLE_MAX_COLUMNS];
};

/* A column of numbers. The first column of a table is the name of the row. */
typedef struct
{
  const char *title;
  guint digits; /* significant digits; 0 for whole numbers */
} IplTableColumn;

IplTableRow *ipl_table_row_new (const char *name, guint place, int p, int q, guint n,
                                const double *values);
void ipl_table_show_rows (GListStore *store, GPtrArray *rows, GtkColumnView *view);
void ipl_table_add_columns (GtkColumnView *view, const char *name_title, guint n,
                            const IplTableColumn *columns);
