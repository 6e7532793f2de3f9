/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A plot as text, made from its marks: the numbers of the hovered target, and the range of each
 * series. */

#include "figures/plot/plot-words.h"

#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/plot/plot-private.h"
#include "figures/plot/plot-table.h"
#include "figures/view/trajectory-words.h"

#include <math.h>
#include <string.h>

/* Maximum count of numbers of one series listed in full; of longer ones, the first and the last. */
#define MAX_EACH 10
#define DIGITS 4
/* Limit below which whole numbers have all digits. */
#define MAX_INTEGER 1e6
/* Maximum number of series described from one table. */
#define MAX_SERIES 6

/* Returns: end of the run of columns with the series of column @c */
static guint
find_end (const IplTable *table, guint c)
{
  const IplTableColumn *first = ipl_table_column (table, c);
  guint end = c + 1;

  while (end < table->columns->len && ipl_table_column (table, end)->is_unsaid == first->is_unsaid
         && g_str_equal (ipl_table_column (table, end)->series, first->series))
    end++;
  return end;
}

static void
append_value (GString *text, const IplTableColumn *column, gsize row)
{
  double value = ipl_numbers_get (&column->numbers, row);
  double error = column->errors.n > 0 ? ipl_numbers_get (&column->errors, row) : NAN;
  const char *name = column->names != NULL ? column->names[row] : NULL;
  g_autofree char *number = name != NULL ? ipl_markup_plain (name) : NULL;

  if (name != NULL)
    g_string_append (text, number);
  else if (isfinite (error))
    {
      number = ipl_number_with_error (value, error, DIGITS);
      g_string_append (text, number);
    }
  else if (value == rint (value) && fabs (value) < MAX_INTEGER)
    ipl_number_append_fixed (text, "", value, 0);
  else
    ipl_number_append (text, "", value, DIGITS);
}

static gboolean
has_finite (const IplTable *table, guint first, guint end, gsize row)
{
  for (guint c = first; c < end; c++)
    if (isfinite (ipl_numbers_get (&ipl_table_column (table, c)->numbers, row)))
      return TRUE;
  return FALSE;
}

/* Appends "entropy of attention 0.65, 1.2 nats", or "level 1 = 0.98" if the name ends in a
 * digit. */
static void
append_series (GString *text, const IplTable *table, guint first, guint end, gsize row)
{
  const IplTableColumn *column = ipl_table_column (table, first);
  guint n = end - first;

  g_string_append (text, column->series);
  g_string_append (text, g_ascii_isdigit (text->str[text->len - 1]) ? " = " : " ");
  for (guint k = 0; k < n; k++)
    {
      if (n > MAX_EACH && k >= MAX_EACH - 1 && k < n - 1)
        continue;
      g_string_append (text, k == 0 ? "" : n > MAX_EACH && k == n - 1 ? " … " : ", ");
      append_value (text, ipl_table_column (table, first + k), row);
    }
  if (column->unit[0] != '\0')
    g_string_append_printf (text, " %s", column->unit);
}

/* Appends the finite numbers of a row: "loss 2.5 nats, entropy of attention 0.65, 1.2 nats".
 * @moment: only marks of this moment; -1 for all
 * @dynamics: (nullable): only these numbers */
static void
append_row (GString *text, const IplTable *table, gsize row, int moment, const IplNumbers *own)
{
  const char *between = "";

  for (guint c = table->n_keys, end; c < table->columns->len; c = end)
    {
      const IplTableColumn *column = ipl_table_column (table, c);

      end = find_end (table, c);
      if (column->is_unsaid || (moment >= 0 && column->moment >= 0 && column->moment != moment)
          || (own != NULL && column->numbers.data != own->data) || !has_finite (table, c, end, row))
        continue;
      g_string_append (text, between);
      append_series (text, table, c, end, row);
      between = ", ";
    }
}

/* Appends the keys of a row: "token 3, frequency 0.1". */
static void
append_keys (GString *text, const IplTable *table, gsize row)
{
  for (guint k = 0; k < table->n_keys; k++)
    {
      const IplTableColumn *column = ipl_table_column (table, k);
      g_autofree char *name = ipl_table_key_text (table, k, row);

      if (k > 0 && name == NULL && !isfinite (ipl_numbers_get (&column->numbers, row)))
        continue;
      g_string_append_printf (text, "%s%s ", k > 0 ? ", " : "", column->series);
      if (name != NULL)
        g_string_append (text, name);
      else
        append_value (text, column, row);
    }
}

static char *
capitalize (GString *text)
{
  gunichar first = g_utf8_get_char (text->str);
  const char *second = g_utf8_next_char (text->str);
  char *rest;

  /* A symbol such as "v" or "U" keeps its case. */
  if (!g_unichar_isalpha (first) || !g_unichar_isalpha (g_utf8_get_char (second)))
    return g_string_free (text, FALSE);
  rest = g_strdup (second);
  g_string_truncate (text, 0);
  g_string_append_unichar (text, g_unichar_toupper (first));
  g_string_append (text, rest);
  g_free (rest);
  return g_string_free (text, FALSE);
}

/* Returns the text of a row: "Token 3, class 2: attention b 0.5". */
static char *
describe_row (const IplTable *table, gsize row, int moment, const IplNumbers *own)
{
  GString *text = g_string_new (NULL);
  gsize length;

  append_keys (text, table, row);
  length = text->len;
  g_string_append (text, ": ");
  append_row (text, table, row, moment, own);
  if (text->len == length + 2)
    g_string_append (text, "not known");
  return capitalize (text);
}

/* Returns the row of the moment shown; -1 if the rows are not moments. */
static gssize
find_shown (const IplTable *table)
{
  const IplPlotAxes *axes = table->axes;

  if (!axes->is_map && ipl_axes_is_time (axes, &table->x))
    for (gsize i = 0; i < axes->n_times; i++)
      if (axes->time[i] == axes->now)
        return (gssize)i;
  return -1;
}

/* TRUE if ipl_target_describe() describes the items, because a case is shown. */
static gboolean
is_described_elsewhere (const IplPlot *self, const IplMark *mark)
{
  return self->view->dynamics == NULL && !mark->items->is_of_plot;
}

/* Finds the table and row of an item of a mark: the table of its x, or else one whose rows are
 * counted items.
 * Returns: (nullable): the table */
static const IplTable *
find_row (const GPtrArray *tables, const IplPlotAxes *axes, const IplMark *mark, gsize i,
          gsize *row)
{
  const IplTable *own = ipl_tables_find (tables, axes, mark);

  *row = i;
  for (guint t = 0; own == NULL && t < tables->len; t++)
    {
      const IplTable *table = tables->pdata[t];

      if (!table->axes->is_map && ipl_table_column (table, 0)->is_counted
          && mark->first + i < table->n_rows)
        {
          *row = mark->first + i;
          return table;
        }
    }
  return own;
}

/* Returns the text of a curve at the moment shown: "Token 3 at step 500: V 0.2". */
static char *
describe_line (const IplPlot *self, const IplPlotAxes *axes, const IplMark *mark,
               const IplTable *table)
{
  gssize shown = find_shown (table);
  GString *text;

  if (shown < 0 || self->view->trajectory == NULL)
    return NULL;
  g_autofree char *time = ipl_trajectory_time_text (self->view->trajectory, axes->now);
  text = g_string_new (NULL);
  g_string_printf (text, "%s %" G_GSIZE_FORMAT " at %s: ",
                   mark->each != NULL ? mark->each : mark->items->name, mark->first + 1, time);
  for (guint c = table->n_keys; c < table->columns->len; c++)
    if (ipl_table_column (table, c)->numbers.data == mark->y.data)
      append_series (text, table, c, c + 1, (gsize)shown);
  return capitalize (text);
}

static char *
describe_item (const IplPlot *self, const IplPlotAxes *axes, const GPtrArray *tables,
               const IplTarget *target)
{
  for (guint m = 0; m < axes->marks->len; m++)
    {
      const IplMark *mark = &g_array_index (axes->marks, IplMark, m);
      gsize n = ipl_mark_count_items (mark), row;

      for (gsize i = 0; i < n && !is_described_elsewhere (self, mark); i++)
        {
          const IplTable *table
              = ipl_mark_has (mark, target, i) ? find_row (tables, axes, mark, i, &row) : NULL;

          if (table != NULL)
            return mark->kind == IPL_MARK_LINE ? describe_line (self, axes, mark, table)
                                               : describe_row (table, row, mark->moment, NULL);
        }
    }
  return NULL;
}

/* Columns and rows of the smallest and largest number of one series. */
typedef struct
{
  guint least_column, most_column;
  gsize least_row, most_row;
  double least, most;
} Extremes;

/* Returns the extremes of @n rows from row @from on. */
static Extremes
find_extremes (const IplTable *table, guint first, guint end, gsize from, gsize n)
{
  Extremes found = { first, first, from, from, INFINITY, -INFINITY };

  for (guint c = first; c < end; c++)
    for (gsize i = from; i < from + n; i++)
      {
        double value = ipl_numbers_get (&ipl_table_column (table, c)->numbers, i);

        if (isfinite (value) && value < found.least)
          {
            found.least = value;
            found.least_column = c;
            found.least_row = i;
          }
        if (isfinite (value) && value > found.most)
          {
            found.most = value;
            found.most_column = c;
            found.most_row = i;
          }
      }
  return found;
}

/* Returns the table row of the largest cell in a row of a map. */
static gsize
find_largest (const IplTable *table, const IplPlotAxes *axes, gsize row)
{
  gsize columns = axes->map_spec.columns;
  guint c = table->n_keys;

  while (c + 1 < table->columns->len
         && ipl_table_column (table, c)->numbers.data != axes->cells.data)
    c++;
  return find_extremes (table, c, c + 1, row * columns, columns).most_row;
}

/* Returns the text of a cell. With a case, ipl_target_describe() describes targets that are not
 * cells. */
static char *
describe_cell (const IplPlot *self, const IplPlotAxes *axes, const GPtrArray *tables,
               const IplTarget *target)
{
  gsize row, column, rows = axes->map_spec.rows, columns = axes->map_spec.columns;
  IplTarget cell;

  if (!axes->cell_items->find (axes, target, &row, &column) || row >= rows || column >= columns)
    return NULL;
  cell = axes->cell_items->make (axes, row, column);
  if (self->view->dynamics == NULL && axes->cell_items->is_of_case)
    return NULL;
  if (self->view->dynamics == NULL && !ipl_target_equal (&cell, target))
    return NULL;
  for (guint i = 0; i < tables->len; i++)
    {
      const IplTable *table = tables->pdata[i];

      if (table->axes->is_map && table->n_rows == rows * columns)
        return describe_row (table,
                             axes->cell_items->full_row ? find_largest (table, axes, row)
                                                        : row * columns + column,
                             -1, axes->heading != NULL ? &axes->cells : NULL);
    }
  return NULL;
}

/* Returns the text of a moment: "Step 500: loss 2.5 nats". */
static char *
describe_moment (const IplPlot *self, const IplPlotAxes *axes, const GPtrArray *tables,
                 const IplTarget *target)
{
  const IplTrajectory *trajectory = self->view->trajectory;
  GString *text;
  gsize moment;
  guint of_trajectory;

  /* A point of the learning curve of a case is not a moment of the trajectory. */
  if (axes->time_is_y || !ipl_axes_find_moment (axes, target, &moment)
      || !ipl_target_get_moment (target, self->view, &of_trajectory))
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < tables->len; i++)
    {
      const IplTable *table = tables->pdata[i];

      if (table->axes->is_map || !ipl_axes_is_time (axes, &table->x))
        continue;
      g_string_append (text, text->len > 0 ? ", " : "");
      append_row (text, table, moment, -1, NULL);
    }
  return ipl_trajectory_begin_sentence (trajectory, of_trajectory, text);
}

/* Returns: (transfer full) (nullable): a line of plain text with the numbers of the hovered
 * target; NULL if the plot has none */
char *
ipl_plot_describe_target (const IplPlot *self, const IplTarget *target)
{
  g_autoptr (GPtrArray) tables = ipl_plot_make_tables (self);
  char *text = NULL;

  for (guint a = 0; a < self->axes->len && text == NULL; a++)
    {
      const IplPlotAxes *axes = ipl_plot_get_axes (self, a);

      text = axes->is_map ? describe_cell (self, axes, tables, target)
                          : describe_item (self, axes, tables, target);
      if (text == NULL)
        text = describe_moment (self, axes, tables, target);
    }
  return text;
}

/* Appends "0.3 nats (token 3, class 2)", or "0.3 nats (2)" for parts at one moment. */
static void
append_extreme (GString *text, const IplTable *table, guint c, gsize row, gboolean at_moment)
{
  const IplTableColumn *column = ipl_table_column (table, c);

  append_value (text, column, row);
  if (column->unit[0] != '\0')
    g_string_append_printf (text, " %s", column->unit);
  if (at_moment && column->part[0] == '\0')
    return;
  g_string_append (text, " (");
  if (at_moment)
    g_string_append_printf (text, "%s%s%s", column->each != NULL ? column->each : "",
                            column->each != NULL ? " " : "", column->part);
  else
    append_keys (text, table, row);
  g_string_append_c (text, ')');
}

/* Appends "Loss 2.5 nats, at first 3.2 nats" or "entropy of attention from 0.65 nats (1) to 1.2
 * nats (3)". */
static void
describe_series (GString *text, const IplTable *table, guint first, guint end, gssize moment)
{
  const IplTableColumn *column = ipl_table_column (table, first);
  Extremes found = find_extremes (table, first, end, moment < 0 ? 0 : (gsize)moment,
                                  moment < 0 ? table->n_rows : 1);
  GString *words;
  char *sentence;

  if (found.least > found.most)
    return;
  words = g_string_new (column->series);
  if (found.least == found.most)
    {
      g_string_append_c (words, ' ');
      append_value (words, ipl_table_column (table, found.most_column), found.most_row);
      if (column->unit[0] != '\0')
        g_string_append_printf (words, " %s", column->unit);
      if (moment > 0 && end == first + 1 && isfinite (ipl_numbers_get (&column->numbers, 0)))
        {
          g_string_append (words, ", at first ");
          append_value (words, column, 0);
        }
    }
  else
    {
      g_string_append (words, " from ");
      append_extreme (words, table, found.least_column, found.least_row, moment >= 0);
      g_string_append (words, " to ");
      append_extreme (words, table, found.most_column, found.most_row, moment >= 0);
    }
  sentence = capitalize (words);
  g_string_append_printf (text, " %s.", sentence);
  g_free (sentence);
}

/* Returns: unit of the vertical axis, from its first array */
static const char *
get_unit (const IplPlotAxes *axes)
{
  for (guint m = 0; m < axes->marks->len; m++)
    {
      const IplMark *mark = &g_array_index (axes->marks, IplMark, m);

      if (mark->array != NULL)
        return mark->array->unit;
    }
  return "";
}

/* Appends "Best prediction at 0.3 nats." */
static void
describe_rules (GString *text, const IplPlotAxes *axes)
{
  for (guint m = 0; m < axes->marks->len && !axes->is_map; m++)
    {
      const IplMark *mark = ipl_axes_get_listed (axes, m);
      GString *words;
      char *sentence;

      if (!ipl_mark_is_rule (mark) || mark->label == NULL || mark->slope != 0
          || !isfinite (mark->offset))
        continue;
      g_autofree char *label = ipl_markup_plain (mark->label);
      words = g_string_new (label);
      ipl_number_append (words, " at ", mark->offset, DIGITS);
      if (ipl_mark_is_level (mark) && get_unit (axes)[0] != '\0')
        g_string_append_printf (words, " %s", get_unit (axes));
      sentence = capitalize (words);
      g_string_append_printf (text, " %s.", sentence);
      g_free (sentence);
    }
}

/* Appends the range of each series, at the moment shown for series in time, and the notes of the
 * panel. */
void
ipl_plot_describe (const IplPlot *self, GString *text)
{
  g_autoptr (GPtrArray) tables = ipl_plot_make_tables (self);

  for (guint i = 0; i < tables->len; i++)
    {
      const IplTable *table = tables->pdata[i];
      gssize shown = find_shown (table);
      guint n = 0;

      for (guint c = table->n_keys, end; c < table->columns->len && n < MAX_SERIES; c = end)
        {
          end = find_end (table, c);
          if (!ipl_table_column (table, c)->is_drawn || ipl_table_column (table, c)->is_unsaid)
            continue;
          describe_series (text, table, c, end, shown);
          n++;
        }
    }
  for (guint a = 0; a < self->axes->len; a++)
    describe_rules (text, ipl_plot_get_axes (self, a));
  for (guint i = 0; i < self->notes->len; i++)
    g_string_append_printf (text, " %s", (const char *)self->notes->pdata[i]);
}
