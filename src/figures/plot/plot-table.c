/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The numbers of a plot as tables: one for each distinct x of the marks, and one for all maps of
 * one shape. */

#include "figures/plot/plot-table.h"

#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/plot/plot-private.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/view-words.h"

#include <math.h>

static const char no_unit[] = "";

static void
column_clear (gpointer data)
{
  IplTableColumn *self = data;

  g_free (self->series);
  g_free (self->part);
}

static void
table_free (gpointer data)
{
  IplTable *self = data;

  g_array_unref (self->columns);
  g_free (self);
}

static IplTable *
add_table (GPtrArray *tables, const IplPlotAxes *axes, IplNumbers x, gsize n_rows)
{
  IplTable *self = g_new0 (IplTable, 1);

  self->axes = axes;
  self->x = x;
  self->n_rows = n_rows;
  self->columns = g_array_new (FALSE, TRUE, sizeof (IplTableColumn));
  g_array_set_clear_func (self->columns, column_clear);
  g_ptr_array_add (tables, self);
  return self;
}

/* Adds a key column, which identifies the rows. Rows without numbers are counted from 1. */
static void
add_key (IplTable *self, const char *markup, IplNumbers numbers, const char *const *names)
{
  IplTableColumn column = { .series = ipl_markup_plain (markup),
                            .part = g_strdup (""),
                            .unit = no_unit,
                            .numbers = numbers,
                            .is_counted = numbers.n == 0,
                            .names = names,
                            .moment = -1 };

  g_array_append_val (self->columns, column);
  self->n_keys++;
}

static gboolean
is_same (const IplNumbers *a, const IplNumbers *b)
{
  if (a->n != b->n)
    return FALSE;
  if (a->data == b->data && a->stride == b->stride)
    return TRUE;
  for (gsize i = 0; i < a->n; i++)
    {
      double one = ipl_numbers_get (a, i), other = ipl_numbers_get (b, i);

      if (one != other && !(isnan (one) && isnan (other)))
        return FALSE;
    }
  return TRUE;
}

/* TRUE if @x equals the times of the axes. */
gboolean
ipl_axes_is_time (const IplPlotAxes *self, const IplNumbers *x)
{
  const IplNumbers time = { self->time, self->n_times, 1, NULL };

  return self->time != NULL && !self->time_is_y && is_same (x, &time);
}

/* Returns: (nullable): the table that contains a mark */
const IplTable *
ipl_tables_find (const GPtrArray *tables, const IplPlotAxes *axes, const IplMark *mark)
{
  for (guint i = 0; i < tables->len; i++)
    {
      const IplTable *table = tables->pdata[i];

      if (!table->axes->is_map && is_same (&table->x, &mark->x)
          && g_strcmp0 (table->axes->x.title, axes->x.title) == 0)
        return table;
    }
  return NULL;
}

static gboolean
has_column (const IplTable *self, const IplNumbers *numbers)
{
  for (guint c = self->n_keys; c < self->columns->len; c++)
    {
      const IplNumbers *other = &ipl_table_column (self, c)->numbers;

      if (other->data == numbers->data && other->stride == numbers->stride)
        return TRUE;
    }
  return FALSE;
}

/* Sets the name of a column: "entropy of attention", with part "2" for one of several layers.
 * Sources in order: @series, description of the array, label, axis title. */
static void
name_column (IplTableColumn *column, const IplPlotAxes *axes, const IplMark *mark)
{
  const char *title
      = axes->is_map && axes->y.title == NULL ? axes->map_spec.bar_title : axes->y.title;
  gboolean is_array = mark->series == NULL && mark->array != NULL;

  column->unit = is_array ? mark->array->unit : no_unit;
  column->part = !is_array          ? g_strdup ("")
                 : mark->of != NULL ? g_strdup (mark->of)
                                    : ipl_trajectory_part_text (mark->array, mark->number, NULL);
  column->series = mark->series != NULL ? g_strdup (mark->series)
                   : is_array           ? g_strdup (mark->array->words)
                              : ipl_markup_plain (mark->label != NULL ? mark->label : title);
}

static void
add_column (IplTable *self, const IplPlotAxes *axes, const IplMark *mark, gboolean is_drawn)
{
  IplTableColumn column = { .numbers = mark->y,
                            .errors = mark->error,
                            .each = mark->each,
                            .is_drawn = is_drawn,
                            .moment = mark->moment,
                            .names = mark->names,
                            .is_unsaid = mark->listed == IPL_LISTED_IN_TABLE };

  if (mark->y.data == NULL || has_column (self, &mark->y))
    return;
  name_column (&column, axes, mark);
  g_array_append_val (self->columns, column);
}

/* Adds the key columns: item names or numbers, and x. */
static void
add_row_keys (IplTable *self, const IplPlot *plot, const IplPlotAxes *axes, const IplMark *mark)
{
  if (plot->view->trajectory != NULL && ipl_axes_is_time (axes, &mark->x))
    {
      add_key (self, ipl_clock_words[plot->view->trajectory->clock].name, mark->x, NULL);
      return;
    }
  if (axes->categories != NULL || axes->names != NULL)
    {
      add_key (self, mark->each, mark->x, axes->names);
      return;
    }
  if (mark->each != NULL && !axes->x.integer)
    add_key (self, mark->each, (IplNumbers){ 0 }, NULL);
  add_key (self, axes->row_each != NULL ? axes->row_each : axes->x.title, mark->x, NULL);
}

static gboolean
is_listed (const IplMark *mark)
{
  return (mark->kind == IPL_MARK_LINE || mark->kind == IPL_MARK_POINTS
          || mark->kind == IPL_MARK_BARS)
         && mark->listed != IPL_LISTED_NOWHERE && mark->x.n == mark->y.n && mark->x.data != NULL;
}

static void
add_marks (GPtrArray *tables, const IplPlot *plot, const IplPlotAxes *axes)
{
  const GArray *const lists[] = { axes->marks, axes->numbers };

  for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
    for (guint m = 0; m < lists[l]->len; m++)
      {
        const IplMark *mark
            = l == 0 ? ipl_axes_get_listed (axes, m) : &g_array_index (axes->numbers, IplMark, m);
        IplTable *table;

        if (!is_listed (mark))
          continue;
        table = (IplTable *)ipl_tables_find (tables, axes, mark);
        if (table == NULL)
          {
            table = add_table (tables, axes, mark->x, mark->x.n);
            add_row_keys (table, plot, axes, mark);
          }
        add_column (table, axes, mark, l == 0);
      }
}

static gboolean
is_like (const IplTable *self, const IplHeatMapSpec *spec)
{
  const IplHeatMapSpec *own = &self->axes->map_spec;

  return self->axes->is_map && own->rows == spec->rows && own->columns == spec->columns
         && g_strcmp0 (own->row_title, spec->row_title) == 0;
}

/* Adds a table with a row for each cell: its row, its column, and the number of each map. */
static void
add_map (GPtrArray *tables, const IplPlotAxes *axes)
{
  const IplHeatMapSpec *spec = &axes->map_spec;
  const IplMark cells
      = { .y = axes->cells, .error = axes->cell_errors, .moment = -1, .series = axes->heading };
  IplTable *table = NULL;

  if (axes->caption.is_small)
    return;
  for (guint i = 0; i < tables->len && table == NULL; i++)
    if (is_like (tables->pdata[i], spec))
      table = tables->pdata[i];
  if (table == NULL)
    {
      table = add_table (tables, axes, (IplNumbers){ 0 }, spec->rows * spec->columns);
      add_key (table, axes->row_each != NULL ? axes->row_each : spec->row_title, (IplNumbers){ 0 },
               axes->names != NULL ? axes->names : spec->row_names);
      add_key (table, axes->column_each != NULL ? axes->column_each : spec->column_title,
               (IplNumbers){ 0 },
               axes->column_words != NULL   ? axes->column_words
               : spec->column_names != NULL ? spec->column_names
                                            : axes->names);
    }
  add_column (table, axes, &cells, TRUE);
  for (guint m = 0; m < axes->numbers->len; m++)
    add_column (table, axes, &g_array_index (axes->numbers, IplMark, m), FALSE);
}

/* Returns: (transfer full): IplTable in the order of the axes; they borrow from the plot */
GPtrArray *
ipl_plot_make_tables (const IplPlot *self)
{
  GPtrArray *tables = g_ptr_array_new_with_free_func (table_free);

  for (guint a = 0; a < self->axes->len; a++)
    {
      const IplPlotAxes *axes = ipl_plot_get_axes (self, a);

      if (axes->is_map && (self->facets == NULL || axes->is_hidden))
        add_map (tables, axes);
      else if (!axes->is_map)
        add_marks (tables, self, axes);
    }
  return tables;
}

/* Returns: (nullable): name of the category at @x, or of x = INFINITY */
static const char *
find_category (const IplPlotAxes *axes, double x)
{
  if (isinf (x))
    return axes->x.stop;
  for (guint i = 0; axes->categories != NULL && i < axes->categories->len; i++)
    if (g_array_index (axes->categories, IplPlotCategory, i).at == x)
      return g_array_index (axes->categories, IplPlotCategory, i).name;
  return NULL;
}

/* Returns: (transfer full): text of a key of a row: a name, or its number from 1 */
char *
ipl_table_key_text (const IplTable *self, guint key, gsize row)
{
  const IplTableColumn *column = ipl_table_column (self, key);
  gsize columns = self->axes->map_spec.columns;
  gsize at = !self->axes->is_map || key >= self->n_keys ? row
             : key == 0                                 ? row / columns
                                                        : row % columns;
  const char *name = column->names != NULL ? column->names[at] : NULL;

  if (name == NULL && !column->is_counted)
    name = find_category (self->axes, ipl_numbers_get (&column->numbers, row));
  if (name != NULL)
    return ipl_markup_plain (name);
  return column->is_counted ? g_strdup_printf ("%" G_GSIZE_FORMAT, at + 1) : NULL;
}

static void
append_heading (GString *text, const IplTable *self)
{
  for (guint c = 0; c < self->columns->len; c++)
    {
      const IplTableColumn *column = ipl_table_column (self, c);

      g_string_append_printf (text, "%s%s%s%s", c > 0 ? "\t" : "", column->series,
                              column->part[0] != '\0' ? " " : "", column->part);
      if (column->unit[0] != '\0')
        g_string_append_printf (text, " (%s)", column->unit);
      if (column->errors.n > 0)
        g_string_append (text, "\t±");
    }
  g_string_append_c (text, '\n');
}

static void
append_row (GString *text, const IplTable *self, gsize row)
{
  for (guint c = 0; c < self->columns->len; c++)
    {
      const IplTableColumn *column = ipl_table_column (self, c);
      gboolean is_text = c < self->n_keys || column->names != NULL;
      g_autofree char *key = is_text ? ipl_table_key_text (self, c, row) : NULL;

      if (c > 0)
        g_string_append_c (text, '\t');
      if (key != NULL)
        g_string_append (text, key);
      else
        ipl_table_number (text, ipl_numbers_get (&column->numbers, row));
      if (column->errors.n > 0)
        ipl_table_cell (text, ipl_numbers_get (&column->errors, row));
    }
  g_string_append_c (text, '\n');
}

static void
append_title (GString *text, const IplTable *self, const char *title)
{
  g_autofree char *plain = title == NULL ? ipl_markup_plain (self->axes->y.title) : NULL;

  g_string_append (text, title != NULL ? title : plain);
}

/* Appends each map as a matrix below its column names; only the names if the map has no numbers. */
static void
append_matrices (GString *text, const IplTable *self)
{
  gsize columns = self->axes->map_spec.columns;

  for (guint c = self->n_keys; c < MAX (self->columns->len, self->n_keys + 1); c++)
    {
      const IplTableColumn *column = c < self->columns->len ? ipl_table_column (self, c) : NULL;

      g_string_append (text, c > self->n_keys ? "\n" : "");
      append_title (text, self, column != NULL ? column->series : NULL);
      for (gsize j = 0; j < columns; j++)
        {
          g_autofree char *name = ipl_table_key_text (self, 1, j);

          g_string_append_printf (text, "\t%s", name);
        }
      g_string_append_c (text, '\n');
      for (gsize i = 0; column != NULL && i < self->n_rows; i++)
        {
          g_autofree char *name = i % columns == 0 ? ipl_table_key_text (self, 0, i) : NULL;

          g_string_append (text, name != NULL ? name : "");
          ipl_table_cell (text, ipl_numbers_get (&column->numbers, i));
          if ((i + 1) % columns == 0)
            g_string_append_c (text, '\n');
        }
    }
}

static gboolean
is_level (const IplMark *mark, gboolean has_error)
{
  return ipl_mark_is_level (mark) && mark->label != NULL && isfinite (mark->offset)
         && (mark->error.n > 0 || !has_error);
}

/* Appends level rules with a key: "GP, all paths", the number, and its error if one has any. */
static void
append_levels (const IplPlotAxes *self, GString *text)
{
  g_autofree char *title = ipl_markup_plain (self->y.title);
  gboolean has_errors = FALSE, is_begun = FALSE;

  for (guint m = 0; m < self->marks->len; m++)
    has_errors = has_errors || is_level (&g_array_index (self->marks, IplMark, m), TRUE);
  for (guint m = 0; m < self->marks->len && !self->is_map; m++)
    {
      const IplMark *mark = ipl_axes_get_listed (self, m);
      g_autofree char *label = ipl_markup_plain (mark->label);

      if (!is_level (mark, FALSE))
        continue;
      if (!is_begun)
        g_string_append_printf (text, "\nlevel\t%s%s\n", title, has_errors ? "\t±" : "");
      is_begun = TRUE;
      g_string_append (text, label);
      ipl_table_cell (text, mark->offset);
      if (has_errors)
        ipl_table_cell (text, mark->error.n > 0 ? ipl_numbers_get (&mark->error, 0) : NAN);
      g_string_append_c (text, '\n');
    }
}

/* TRUE for the gap column between two matrices. */
static gboolean
is_gap (const IplPlotAxes *axes, gsize cell)
{
  const IplHeatMapSpec *spec = &axes->map_spec;

  return axes->is_map && spec->gap > 0 && cell % spec->columns == spec->gap;
}

/* Appends the tables, separated by empty lines. */
void
ipl_plot_append_tables (const IplPlot *self, GString *text)
{
  g_autoptr (GPtrArray) tables = ipl_plot_make_tables (self);

  if (tables->len == 0)
    g_string_append_c (text, '\n');
  for (guint i = 0; i < tables->len; i++)
    {
      const IplTable *table = tables->pdata[i];

      if (i > 0)
        g_string_append_c (text, '\n');
      if (table->axes->is_matrix)
        {
          append_matrices (text, table);
          continue;
        }
      append_heading (text, table);
      for (gsize row = 0; row < table->n_rows; row++)
        if (!is_gap (table->axes, row))
          append_row (text, table, row);
    }
  for (guint a = 0; a < self->axes->len; a++)
    append_levels (ipl_plot_get_axes (self, a), text);
}
