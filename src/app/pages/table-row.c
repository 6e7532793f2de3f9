/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/pages/table-row.h"

#include "app/base/widget-helpers.h"

#include <math.h>

G_DEFINE_FINAL_TYPE (IplTableRow, ipl_table_row, G_TYPE_OBJECT)

static void
ipl_table_row_finalize (GObject *object)
{
  g_free (IPL_TABLE_ROW (object)->name);
  G_OBJECT_CLASS (ipl_table_row_parent_class)->finalize (object);
}

static void
ipl_table_row_class_init (IplTableRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ipl_table_row_finalize;
  ipl_signal_add (klass, "changed", 0);
}

static void
ipl_table_row_init (IplTableRow *self)
{
}

/* @place: position in the default order
 * @values: [n] copied; NaN is shown as a dash
 * Returns: (transfer full): the row */
IplTableRow *
ipl_table_row_new (const char *name, guint place, int p, int q, guint n, const double *values)
{
  IplTableRow *self = g_object_new (IPL_TYPE_TABLE_ROW, NULL);

  g_return_val_if_fail (n <= IPL_TABLE_MAX_COLUMNS, self);
  self->name = g_strdup (name);
  self->place = place;
  self->p = p;
  self->q = q;
  for (guint i = 0; i < n; i++)
    self->values[i] = values[i];
  return self;
}

static void
setup_cell (GtkListItemFactory *factory, GtkListItem *item, gpointer column)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), GPOINTER_TO_INT (column) < 0 ? 0.0F : 1.0F);
  if (GPOINTER_TO_INT (column) < 0)
    {
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_label_set_width_chars (GTK_LABEL (label), 12);
    }
  gtk_list_item_set_child (item, label);
}

/* Returns: (transfer full): significant digits, without an exponent if possible, with a minus sign
 *   U+2212 */
static char *
number_text (double value, guint digits)
{
  g_autofree char *text = NULL;
  double size = fabs (value);
  g_auto (GStrv) parts = NULL;

  if (isnan (value))
    return g_strdup ("–");
  if (digits == 0)
    text = g_strdup_printf ("%.0f", value);
  else if (size >= 1e5 || (size < 1e-4 && size > 0.0))
    text = g_strdup_printf ("%.*e", (int)digits - 1, value);
  else
    {
      int before = size > 0.0 ? (int)floor (log10 (size)) + 1 : 1;
      text = g_strdup_printf ("%.*f", MAX ((int)digits - before, 0), value);
    }
  parts = g_strsplit (text, "-", -1);
  return g_strjoinv ("−", parts);
}

/* Shows a number of a row in its cell. */
static void
show_number (IplTableRow *row, GtkListItem *item)
{
  int index = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (item), "ipl-column"));
  guint digits = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (item), "ipl-digits"));
  g_autofree char *text = number_text (row->values[index], digits);

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), text);
}

static void
bind_cell (GtkListItemFactory *factory, GtkListItem *item, gpointer column)
{
  IplTableRow *row = gtk_list_item_get_item (item);

  if (GPOINTER_TO_INT (column) < 0)
    {
      gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), row->name);
      return;
    }
  g_object_set_data (G_OBJECT (item), "ipl-column", column);
  g_object_set_data (G_OBJECT (item), "ipl-digits",
                     g_object_get_data (G_OBJECT (factory), "ipl-digits"));
  g_signal_connect (row, "changed", G_CALLBACK (show_number), item);
  show_number (row, item);
}

static void
unbind_cell (GtkListItemFactory *factory, GtkListItem *item, gpointer column)
{
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (item), show_number, item);
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer column)
{
  const IplTableRow *x = a, *y = b;
  int index = GPOINTER_TO_INT (column);

  if (index < 0)
    return (x->place > y->place) - (x->place < y->place);
  return (x->values[index] > y->values[index]) - (x->values[index] < y->values[index]);
}

static void
add_column (GtkColumnView *view, const char *title, int index, guint digits)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = NULL;
  g_autoptr (GtkSorter) sorter
      = GTK_SORTER (gtk_custom_sorter_new (compare_rows, GINT_TO_POINTER (index), NULL));

  g_object_set_data (G_OBJECT (factory), "ipl-digits", GUINT_TO_POINTER (digits));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), GINT_TO_POINTER (index));
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), GINT_TO_POINTER (index));
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cell), GINT_TO_POINTER (index));
  column = gtk_column_view_column_new (title, factory);
  gtk_column_view_column_set_sorter (column, sorter);
  gtk_column_view_column_set_expand (column, TRUE);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_append_column (view, column);
}

/* Aligns headings of numbers to the right, like the numbers. */
static void
align_headings (GtkColumnView *view)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (view));
  GtkWidget *title = header != NULL ? gtk_widget_get_first_child (header) : NULL;

  while (title != NULL && (title = gtk_widget_get_next_sibling (title)) != NULL)
    if (gtk_widget_get_first_child (title) != NULL)
      gtk_widget_set_halign (gtk_widget_get_first_child (title), GTK_ALIGN_END);
}

static gboolean
is_same_row (IplTableRow *a, IplTableRow *b)
{
  return a->p == b->p && a->q == b->q && a->place == b->place && g_strcmp0 (a->name, b->name) == 0;
}

/* Shows rows. If their names and pairs are unchanged, only the numbers change and the focus stays:
 * a focused row that is replaced would lose key presses. */
void
ipl_table_show_rows (GListStore *store, GPtrArray *rows, GtkColumnView *view)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (store));
  gboolean same = n == rows->len;

  for (guint i = 0; i < n && same; i++)
    {
      g_autoptr (IplTableRow) row = g_list_model_get_item (G_LIST_MODEL (store), i);

      same = is_same_row (row, rows->pdata[i]);
    }
  if (!same)
    {
      g_list_store_splice (store, 0, n, rows->pdata, rows->len);
      return;
    }
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (IplTableRow) row = g_list_model_get_item (G_LIST_MODEL (store), i);

      memcpy (row->values, IPL_TABLE_ROW (rows->pdata[i])->values, sizeof row->values);
      g_signal_emit_by_name (row, "changed");
    }
  gtk_sorter_changed (gtk_column_view_get_sorter (view), GTK_SORTER_CHANGE_DIFFERENT);
}

/* Adds sortable columns.
 * @columns: [n] columns of numbers */
void
ipl_table_add_columns (GtkColumnView *view, const char *name_title, guint n,
                       const IplTableColumn *columns)
{
  g_return_if_fail (n <= IPL_TABLE_MAX_COLUMNS);
  add_column (view, name_title, -1, 0);
  for (guint i = 0; i < n; i++)
    add_column (view, columns[i].title, (int)i, columns[i].digits);
  align_headings (view);
}
