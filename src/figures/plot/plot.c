/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Builds a plot: axes, marks and table columns. */

#include "figures/plot/plot-private.h"

#include "core/base/units.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

const IplItems ipl_items_component = { "component", IPL_TARGET_COMPONENT };
const IplItems ipl_items_row = { "row", IPL_TARGET_ROW };

static IplTarget
make_cell (const IplPlotAxes *axes, gsize row, gsize column)
{
  return ipl_target_entry (row, column);
}

static gboolean
find_cell (const IplPlotAxes *axes, const IplTarget *target, gsize *row, gsize *column)
{
  int i = ipl_target_get (target, IPL_PART_ROW), k = ipl_target_get (target, IPL_PART_COMPONENT);
  gboolean stated = i >= 0 || k >= 0;

  i = i >= 0 ? i : axes->shown_row;
  k = k >= 0 ? k : axes->shown_column;
  *row = (gsize)MAX (i, 0);
  *column = (gsize)MAX (k, 0);
  return stated && i >= 0 && k >= 0;
}

const IplCellItems ipl_cells_of_rows = { make_cell, find_cell };

static void
mark_clear (gpointer data)
{
  g_free (((IplMark *)data)->label);
  g_free (((IplMark *)data)->brief);
}

static void
axes_free (gpointer data)
{
  IplPlotAxes *self = data;

  g_array_unref (self->marks);
  g_array_unref (self->numbers);
  g_clear_pointer (&self->categories, g_array_unref);
  ipl_legend_clear (&self->legend);
  g_free (self);
}

/* Returns: (transfer full): a plot without axes; @view must outlive it */
IplPlot *
ipl_plot_new (const IplPanel *panel, const IplView *view)
{
  IplPlot *self = g_new0 (IplPlot, 1);

  self->panel = panel;
  self->view = view;
  self->row_aspect = 2.2;
  self->gap = 1;
  self->axes = g_ptr_array_new_with_free_func (axes_free);
  self->owned = g_ptr_array_new_with_free_func (g_free);
  self->notes = g_ptr_array_new_with_free_func (g_free);
  self->ghosts = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_plot_free);
  return self;
}

void
ipl_plot_free (IplPlot *self)
{
  ipl_legend_clear (&self->legend);
  g_ptr_array_unref (self->axes);
  g_ptr_array_unref (self->ghosts);
  g_ptr_array_unref (self->notes);
  g_ptr_array_unref (self->owned);
  g_clear_pointer (&self->facets, g_ptr_array_unref);
  g_free (self);
}

/* Returns: @n numbers, owned by the plot */
double *
ipl_plot_new_numbers (IplPlot *self, gsize n)
{
  double *numbers = g_new0 (double, MAX (n, 1));

  g_ptr_array_add (self->owned, numbers);
  return numbers;
}

/* Returns @first, @first + @step, ... of length @n, owned by the plot. */
IplNumbers
ipl_plot_new_steps (IplPlot *self, gsize n, double first, double step)
{
  double *numbers = ipl_plot_new_numbers (self, n);

  for (gsize i = 0; i < n; i++)
    numbers[i] = first + (double)i * step;
  return ipl_numbers (numbers, n);
}

/* Returns: (transfer none): array of @n names, owned by the plot */
const char **
ipl_plot_new_names (IplPlot *self, gsize n)
{
  const char **names = g_new0 (const char *, MAX (n, 1));

  g_ptr_array_add (self->owned, names);
  return names;
}

const char *
ipl_plot_adopt_text (IplPlot *self, char *text_take)
{
  g_ptr_array_add (self->owned, text_take);
  return text_take;
}

/* Returns: (transfer none): formatted text, owned by the plot */
const char *
ipl_plot_format (IplPlot *self, const char *format, ...)
{
  va_list arguments;
  char *text;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return ipl_plot_adopt_text (self, text);
}

IplPlotAxes *
ipl_plot_add_axes (IplPlot *self)
{
  IplPlotAxes *axes = g_new0 (IplPlotAxes, 1);

  axes->marks = g_array_new (FALSE, TRUE, sizeof (IplMark));
  g_array_set_clear_func (axes->marks, mark_clear);
  axes->numbers = g_array_new (FALSE, TRUE, sizeof (IplMark));
  axes->x = axes->y = (IplPlotAxis){ .lo = NAN, .hi = NAN, .pad = 0.05 };
  axes->now = axes->now_value = NAN;
  axes->shown_row = axes->shown_column = -1;
  axes->cell_items = &ipl_cells_of_rows;
  axes->until = INFINITY;
  ipl_legend_init (&axes->legend);
  g_ptr_array_add (self->axes, axes);
  return axes;
}

static double
get_cell (gsize row, gsize column, gconstpointer data)
{
  const IplPlotAxes *self = data;

  return ipl_numbers_get (&self->cells, self->map_spec.transposed
                                            ? column * self->map_spec.columns + row
                                            : row * self->map_spec.columns + column);
}

/* Adds a matrix in row-major order, without a scale. @cells is empty if the numbers are unknown. */
IplPlotAxes *
ipl_plot_add_map_without_scale (IplPlot *self, gsize rows, gsize columns, IplNumbers cells)
{
  IplPlotAxes *axes = ipl_plot_add_axes (self);

  axes->is_map = TRUE;
  axes->cells = cells;
  axes->map_spec = (IplHeatMapSpec){
    .rows = rows, .columns = columns, .cell = cells.n > 0 ? get_cell : NULL, .data = axes
  };
  return axes;
}

/* Adds a matrix with a scale up to the largest absolute number. The scale diverges if a number
 * is negative, unless the caller changes @map_spec. */
IplPlotAxes *
ipl_plot_add_map (IplPlot *self, gsize rows, gsize columns, IplNumbers cells)
{
  IplPlotAxes *axes = ipl_plot_add_map_without_scale (self, rows, columns, cells);
  double largest = 0;

  for (gsize i = 0; i < cells.n; i++)
    {
      double value = ipl_numbers_get (&cells, i);

      largest = isfinite (value) ? fmax (largest, fabs (value)) : largest;
      axes->map_spec.diverging |= value < 0;
    }
  axes->map_spec.hi = largest > 0 ? largest : 1;
  return axes;
}

static void
category_clear (gpointer data)
{
  g_free (((IplPlotCategory *)data)->name);
  g_free (((IplPlotCategory *)data)->brief);
}

void
ipl_axes_add_category (IplPlotAxes *self, double at, guint group, char *name_take, char *brief_take)
{
  IplPlotCategory category = { at, group, name_take, brief_take };

  if (self->categories == NULL)
    {
      self->categories = g_array_new (FALSE, FALSE, sizeof category);
      g_array_set_clear_func (self->categories, category_clear);
    }
  g_array_append_val (self->categories, category);
}

IplPlotAxes *
ipl_plot_get_axes (const IplPlot *self, guint i)
{
  return i < self->axes->len ? self->axes->pdata[i] : NULL;
}

/* @mark: zero fields get the default of their kind
 * Returns: the mark, owned by the axes and valid until the next is added */
IplMark *
ipl_axes_add (IplPlotAxes *self, IplMark mark)
{
  static const struct
  {
    IplKeyKind key;
    double size, alpha;
  } usual[] = {
    [IPL_MARK_LINE] = { IPL_KEY_LINE, 0, 1 },      [IPL_MARK_POINTS] = { IPL_KEY_DOT, 0.3, 1 },
    [IPL_MARK_BARS] = { IPL_KEY_BAR, 0.36, 1 },    [IPL_MARK_BAND] = { IPL_KEY_BAR, 0, 0.16 },
    [IPL_MARK_INTERVAL] = { IPL_KEY_LINE, 0, 1 },  [IPL_MARK_RULE] = { IPL_KEY_LINE, 0, 1 },
    [IPL_MARK_RULE_AT_X] = { IPL_KEY_LINE, 0, 1 }, [IPL_MARK_KEY] = { IPL_KEY_NONE, 0, 1 },
    [IPL_MARK_HISTOGRAM] = { IPL_KEY_BAR, 0, 1 },  [IPL_MARK_RANGE] = { IPL_KEY_NONE, 0, 1 }
  };

  mark.moment = -1;
  mark.key = mark.key == IPL_KEY_NONE ? usual[mark.kind].key : mark.key;
  mark.weight = mark.weight == 0 ? 1 : mark.weight;
  mark.size = mark.size == 0 ? usual[mark.kind].size : mark.size;
  if (mark.alpha == 0 && !mark.outlined)
    mark.alpha = usual[mark.kind].alpha;
  g_array_append_val (self->marks, mark);
  return &g_array_index (self->marks, IplMark, self->marks->len - 1);
}

/* Returns mark @m in the order of keys, text and columns. */
const IplMark *
ipl_axes_get_listed (const IplPlotAxes *self, guint m)
{
  return &g_array_index (self->marks, IplMark,
                         self->listed_from_top ? self->marks->len - 1 - m : m);
}

/* Returns the number of items of a mark. A line or a rule is one item. */
gsize
ipl_mark_count_items (const IplMark *mark)
{
  if (mark->items == NULL)
    return 0;
  return mark->kind == IPL_MARK_LINE || ipl_mark_is_rule (mark) ? 1
         : mark->n_items > 0                                    ? mark->n_items
                                                                : mark->y.n;
}

/* Adds the line y = @offset + @slope x, which does not extend the axes.
 * @label_take: (nullable): markup of its key; the same for the functions below */
IplMark *
ipl_axes_add_rule (IplPlotAxes *self, double slope, double offset, IplRole role, char *label_take)
{
  return ipl_axes_add (self, (IplMark){ IPL_MARK_RULE, .slope = slope, .offset = offset,
                                        .role = role, .label = label_take });
}

IplMark *
ipl_axes_add_rule_at_x (IplPlotAxes *self, double x, IplRole role, char *label_take)
{
  return ipl_axes_add (self, (IplMark){ IPL_MARK_RULE_AT_X, .offset = x, .role = role,
                                        .label = label_take });
}

/* Adds a key without a mark: a note or a warning. */
IplMark *
ipl_axes_add_key (IplPlotAxes *self, IplKeyKind kind, IplRole role, char *label_take)
{
  return ipl_axes_add (self,
                       (IplMark){ IPL_MARK_KEY, .key = kind, .role = role, .label = label_take });
}

/* Adds numbers to text and table without drawing them: at the same @x as other marks, or one for
 * each cell of a map.
 * Returns: the mark, owned by the axes and valid until the next is added */
IplMark *
ipl_axes_list_numbers (IplPlotAxes *self, IplNumbers x, IplNumbers y, const char *series)
{
  IplMark mark = { .kind = IPL_MARK_LINE, .x = x, .y = y, .moment = -1, .series = series };

  g_array_append_val (self->numbers, mark);
  return &g_array_index (self->numbers, IplMark, self->numbers->len - 1);
}

/* Adds all numbers of a recorded array to text and table. Does nothing if the array does not
 * exist. */
void
ipl_axes_list_array (IplPlotAxes *self, const IplTrajectory *trajectory, const char *name,
                     IplListed listed)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (trajectory, name);

  for (gsize k = 0; array != NULL && array->in_time && k < array->size; k++)
    {
      IplMark *mark = ipl_axes_list_numbers (
          self, ipl_numbers (trajectory->time, trajectory->S),
          (IplNumbers){ array->values + k, trajectory->S, array->size, NULL }, NULL);

      mark->array = array;
      mark->number = k;
      mark->listed = listed;
    }
}

/* Returns: @a + @factor * @b, owned by the plot */
IplNumbers
ipl_plot_add_numbers (IplPlot *self, IplNumbers a, IplNumbers b, double factor)
{
  double *sum = ipl_plot_new_numbers (self, a.n);

  for (gsize i = 0; i < a.n; i++)
    sum[i] = ipl_numbers_get (&a, i) + factor * ipl_numbers_get (&b, i);
  return ipl_numbers (sum, a.n);
}

/* Sets the standard errors of points. */
void
ipl_mark_set_error (IplPlot *plot, IplMark *mark, IplNumbers error)
{
  mark->error = error;
  mark->lo = ipl_plot_add_numbers (plot, mark->y, error, -1);
  mark->hi = ipl_plot_add_numbers (plot, mark->y, error, 1);
}

/* Adds a sentence to the end of the description. */
void
ipl_plot_add_note (IplPlot *self, const char *format, ...)
{
  va_list arguments;
  GString *text = g_string_new (NULL);

  va_start (arguments, format);
  g_string_vprintf (text, format, arguments);
  va_end (arguments);
  /* Replaces the hyphen before a digit by a minus sign. */
  for (gsize i = 1; i + 1 < text->len; i++)
    if (text->str[i] == '-' && text->str[i - 1] == ' ' && g_ascii_isdigit (text->str[i + 1]))
      {
        g_string_erase (text, (gssize)i, 1);
        g_string_insert (text, (gssize)i, "−");
      }
  g_ptr_array_add (self->notes, g_string_free (text, FALSE));
}

/* Adds the curve of one number of a recorded array. NULL if the array or the number does not
 * exist. */
IplMark *
ipl_axes_add_number (IplPlotAxes *self, const IplTrajectory *trajectory, const char *name,
                     gsize component, IplRole role, char *label_take)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (trajectory, name);

  if (array == NULL || !array->in_time || component >= array->size)
    {
      g_free (label_take);
      return NULL;
    }
  return ipl_axes_add (
      self, (IplMark){ .x = ipl_numbers (trajectory->time, trajectory->S),
                       .y = { array->values + component, trajectory->S, array->size, NULL },
                       .role = role,
                       .label = label_take,
                       .shows_points = TRUE,
                       .array = array,
                       .number = component });
}

/* Adds a curve for each number of a recorded array. All have keys if they are few; otherwise only
 * the first, the middle and the last.
 * @one: name of one of several numbers ("layer"), plain text
 * Returns: number of curves; 0 if the array does not exist */
guint
ipl_axes_add_array (IplPlotAxes *self, const IplTrajectory *trajectory, const char *name,
                    const char *one)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (trajectory, name);
  gsize n = array != NULL && array->in_time ? array->size : 0;

  for (gsize k = 0; k < n; k++)
    {
      gboolean few = n <= IPL_ROLE_FEW, key = n > 1 && (few || k == 0 || k == n / 2 || k == n - 1);
      g_autofree char *part
          = key ? ipl_trajectory_part_text (array, k, k == 0 || !few ? one : NULL) : NULL;
      IplMark *mark = ipl_axes_add_number (self, trajectory, name, k, IPL_ROLE_OF_N (ORDERED, k, n),
                                           key ? g_markup_escape_text (part, -1) : NULL);

      mark->each = one;
      if (few)
        mark->dash = k % IPL_N_DASHES;
      else
        mark->weight = 0.8;
    }
  return (guint)n;
}

/* Sets the title of the vertical axis to the description and unit of the array. */
void
ipl_plot_title_by_array (IplPlot *self, IplPlotAxes *axes, const IplTrajectory *trajectory,
                         const char *name, const char *brief)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (trajectory, name);

  axes->y.title = ipl_unit_label (array->words, array->unit);
  axes->y.brief = ipl_unit_label (brief, array->unit);
}

IplNumbers
ipl_numbers (const double *data, gsize n)
{
  return (IplNumbers){ data, n, 1, NULL };
}

/* Returns all numbers of an array at a moment; empty if the array does not exist. */
IplNumbers
ipl_numbers_at (const IplTrajectory *trajectory, const char *name, guint moment)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (trajectory, name);

  return array == NULL ? (IplNumbers){ 0 }
                       : ipl_numbers (ipl_trajectory_get (trajectory, name, moment), array->size);
}
