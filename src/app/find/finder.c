/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Search over all actions of a window, in an overlay: typing narrows the list, Return activates the
 * selected item, Shift+Return opens its help page, Escape closes the search. Menu items are listed
 * with their submenus. */
#include "app/find/finder.h"

#include "app/base/preferences.h"
#include "app/base/widget-helpers.h"

/* Returns: (transfer full): label of a menu without the mnemonic mark */
static char *
without_mnemonic (const char *label)
{
  GString *text = g_string_new (NULL);

  for (const char *at = label; *at != '\0'; at++)
    if (*at != '_' || at[1] == '_')
      g_string_append_c (text, *at == '_' ? *at++ : *at);
  return g_string_free (text, FALSE);
}

static void
walk_menu (GMenuModel *menu, const char *where, IplMenuItemFunc func, gpointer data)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autoptr (GMenuModel) submenu = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);
      g_autoptr (GVariant) target
          = g_menu_model_get_item_attribute_value (menu, i, G_MENU_ATTRIBUTE_TARGET, NULL);
      g_autofree char *label = NULL, *action = NULL, *text = NULL;

      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label);
      text = without_mnemonic (label != NULL ? label : "");
      if (section != NULL)
        walk_menu (section, where, func, data);
      else if (submenu != NULL)
        {
          g_autofree char *inside
              = where[0] != '\0' ? g_strconcat (where, " › ", text, NULL) : g_strdup (text);

          walk_menu (submenu, inside, func, data);
        }
      else if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action))
        func (action, target, text, where, data);
    }
}

/* Calls @func for every menu item with an action, in the menu buttons below @widget. */
void
ipl_menu_items_for_each (GtkWidget *widget, IplMenuItemFunc func, gpointer data)
{
  if (GTK_IS_MENU_BUTTON (widget))
    {
      GMenuModel *menu = ipl_menu_button_get_menu (GTK_MENU_BUTTON (widget));
      const char *label = gtk_menu_button_get_label (GTK_MENU_BUTTON (widget));
      g_autofree char *where = without_mnemonic (label != NULL ? label : "");

      if (menu != NULL)
        walk_menu (menu, where, func, data);
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    ipl_menu_items_for_each (child, func, data);
}

/* Greatest number of rows in the list, and of remembered actions. */
#define N_ROWS 60
#define N_RECENT 8
#define RECENT_KEY "found-lately"

/* Number of rows that Page Up and Page Down move. */
#define PAGE 8

typedef struct
{
  GtkListBoxRow *row;
  GtkLabel *title, *where, *keys;
} Row;

struct _IplFinder
{
  GtkWidget parent_instance;
  GtkWidget *card;
  GtkEditable *entry;
  GtkScrolledWindow *scrolled;
  GtkListBox *list;
  GtkLabel *hint;
  Row rows[N_ROWS];
  GPtrArray *items;   /* (nullable): all items, while it is open */
  GPtrArray *typed;   /* (nullable): item made from typed heads */
  GPtrArray *found;   /* (nullable): listed items */
  GtkWidget *returns; /* (nullable): widget that had the focus before */
};

G_DEFINE_FINAL_TYPE (IplFinder, ipl_finder, GTK_TYPE_WIDGET)

static char **
get_recent (void)
{
  GSettings *preferences = ipl_preferences_get_default ();

  return preferences != NULL ? g_settings_get_strv (preferences, RECENT_KEY) : g_new0 (char *, 1);
}

/* Makes an action the most recent. */
static void
remember (const char *action)
{
  g_auto (GStrv) before = get_recent ();
  g_autoptr (GPtrArray) recent = g_ptr_array_new ();
  GSettings *preferences = ipl_preferences_get_default ();

  if (preferences == NULL)
    return;
  g_ptr_array_add (recent, (gpointer)action);
  for (guint i = 0; before[i] != NULL && recent->len < N_RECENT; i++)
    if (!g_str_equal (before[i], action))
      g_ptr_array_add (recent, before[i]);
  g_ptr_array_add (recent, NULL);
  g_settings_set_strv (preferences, RECENT_KEY, (const char *const *)recent->pdata);
}

/* Returns: (nullable): the item of the selected row */
static const IplFindItem *
get_selected (IplFinder *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);
  int index = row != NULL ? gtk_list_box_row_get_index (row) : -1;

  return index >= 0 && self->found != NULL && (guint)index < self->found->len
             ? self->found->pdata[index]
             : NULL;
}

/* Shows the function of Return for the selected item, or the reason why it is disabled. */
static void
show_hint (IplFinder *self)
{
  const IplFindItem *item = get_selected (self);

  if (item == NULL)
    gtk_label_set_label (self->hint, "No results.");
  else if (!item->can)
    gtk_label_set_label (self->hint, item->why != NULL ? item->why : "Not available now.");
  else
    gtk_label_set_label (self->hint,
                         item->help != NULL ? "Return: run · Shift+Return: help" : "Return: run");
}

/* Scrolls only as far as needed to show the row. */
static void
show_row (IplFinder *self, GtkWidget *row)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scrolled);
  graphene_rect_t bounds;

  if (gtk_widget_compute_bounds (row, GTK_WIDGET (self->list), &bounds))
    gtk_adjustment_clamp_page (adjustment, bounds.origin.y, bounds.origin.y + bounds.size.height);
}

static void
select_row (IplFinder *self, int index)
{
  int last = MIN ((int)self->found->len, N_ROWS) - 1;
  GtkListBoxRow *row;

  if (last < 0)
    {
      gtk_list_box_unselect_all (self->list);
      gtk_accessible_reset_relation (GTK_ACCESSIBLE (self->entry),
                                     GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT);
      show_hint (self);
      return;
    }
  row = self->rows[CLAMP (index, 0, last)].row;
  gtk_list_box_select_row (self->list, row);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->entry),
                                  GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT, row, -1);
  show_row (self, GTK_WIDGET (row));
  show_hint (self);
}

static void
fill_row (const Row *row, const IplFindItem *item)
{
  g_autofree char *where = item->where != NULL && item->where[0] != '\0'
                               ? g_strdup_printf ("%s · %s", item->kind, item->where)
                               : g_strdup (item->kind);
  g_autofree char *name
      = g_strdup_printf ("%s, %s%s%s", item->title, where, item->keys != NULL ? ", " : "",
                         item->keys != NULL ? item->keys : "");

  gtk_label_set_label (row->title, item->title);
  gtk_label_set_label (row->where, where);
  ipl_label_set_or_hide (row->keys, item->keys);
  ipl_widget_set_class (row->row, "dim-label", !item->can);
  ipl_widget_set_name (row->row, name);
}

/* Adds an item for typed heads, "1.2 2.5", or for a path, "(1,2)", which no title contains. */
static void
add_typed (IplFinder *self, const char *text)
{
  g_autofree char *action = NULL;
  IplFindItem *item;

  text += g_ascii_strncasecmp (text, "path ", 5) == 0 ? 5 : 0;
  if (!g_regex_match_simple ("^\\s*[0-9(][0-9().,·\\s]*$", text, 0, 0))
    return;
  action = g_action_print_detailed_name ("win.select-path",
                                         g_variant_ref_sink (g_variant_new_string (text)));
  g_clear_pointer (&self->typed, g_ptr_array_unref);
  self->typed = ipl_find_items_new ();
  item = ipl_find_items_add (self->typed, "Paths", text, "by heads", action);
  item->help = g_strdup ("paths");
  g_ptr_array_add (self->found, item);
}

static void
on_changed (IplFinder *self)
{
  g_auto (GStrv) recent = get_recent ();

  if (self->items == NULL)
    return;
  g_clear_pointer (&self->found, g_ptr_array_unref);
  self->found = ipl_find_items_rank (self->items, gtk_editable_get_text (self->entry),
                                     (const char *const *)recent);
  add_typed (self, gtk_editable_get_text (self->entry));
  for (guint i = 0; i < N_ROWS; i++)
    {
      gtk_widget_set_visible (GTK_WIDGET (self->rows[i].row), i < self->found->len);
      if (i < self->found->len)
        fill_row (&self->rows[i], self->found->pdata[i]);
    }
  select_row (self, 0);
}

static void
step (IplFinder *self, int by)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  select_row (self, (row != NULL ? gtk_list_box_row_get_index (row) : 0) + by);
}

/* Restores the focus first, since some commands apply to the focused widget. */
static void
activate (IplFinder *self, const char *action)
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self)));

  ipl_finder_close (self);
  ipl_widget_activate (window, action);
}

static void
do_selected (IplFinder *self)
{
  const IplFindItem *item = get_selected (self);

  if (item == NULL || !item->can)
    return;
  remember (item->action);
  g_autofree char *action = g_strdup (item->action);
  activate (self, action);
}

static void
explain_selected (IplFinder *self)
{
  const IplFindItem *item = get_selected (self);

  if (item == NULL || item->help == NULL)
    return;
  g_autofree char *action = g_strconcat ("win.help::", item->help, NULL);
  activate (self, action);
}

/* Handles keys before the entry does. */
static gboolean
on_key (IplFinder *self, guint key, guint code, GdkModifierType state)
{
  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      if ((state & GDK_SHIFT_MASK) != 0)
        explain_selected (self);
      else
        do_selected (self);
      return TRUE;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      step (self, 1);
      return TRUE;
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      step (self, -1);
      return TRUE;
    case GDK_KEY_Page_Down:
      step (self, PAGE);
      return TRUE;
    case GDK_KEY_Page_Up:
      step (self, -PAGE);
      return TRUE;
    case GDK_KEY_Escape:
      ipl_finder_close (self);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
on_row (IplFinder *self, GtkListBoxRow *row)
{
  select_row (self, gtk_list_box_row_get_index (row));
  do_selected (self);
}

/* Closes the search after a click outside its card. */
static void
on_pressed (IplFinder *self, int n, double x, double y)
{
  GtkWidget *at = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);

  if (at == NULL || at == GTK_WIDGET (self))
    ipl_finder_close (self);
}

static gboolean
has_focus (IplFinder *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self));
}

/* Closes the search when another widget of the window gets the focus. */
static void
on_left (IplFinder *self)
{
  if (self->items != NULL && !has_focus (self))
    ipl_finder_close (self);
}

static void
make_rows (IplFinder *self)
{
  for (guint i = 0; i < N_ROWS; i++)
    {
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
      GtkWidget *title = ipl_label_new (NULL, NULL);
      GtkWidget *where = ipl_label_new (NULL, "dim-label");
      GtkWidget *keys = ipl_label_new (NULL, "finder-keys");
      GtkWidget *row = gtk_list_box_row_new ();

      gtk_widget_set_hexpand (title, TRUE);
      gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
      gtk_label_set_ellipsize (GTK_LABEL (where), PANGO_ELLIPSIZE_END);
      gtk_label_set_max_width_chars (GTK_LABEL (where), 44);
      gtk_box_append (GTK_BOX (box), title);
      gtk_box_append (GTK_BOX (box), where);
      gtk_box_append (GTK_BOX (box), keys);
      gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
      /* The entry keeps the focus. */
      gtk_widget_set_focusable (row, FALSE);
      gtk_list_box_append (self->list, row);
      self->rows[i]
          = (Row){ GTK_LIST_BOX_ROW (row), GTK_LABEL (title), GTK_LABEL (where), GTK_LABEL (keys) };
    }
}

/* Opens the search.
 * @items: (transfer full) (element-type IplFindItem): sealed
 * @text: initial query */
void
ipl_finder_open (IplFinder *self, GPtrArray *items, const char *text)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (self->rows[0].row == NULL)
    make_rows (self);
  g_clear_pointer (&self->found, g_ptr_array_unref);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    g_set_weak_pointer (&self->returns, gtk_root_get_focus (root));
  self->items = items;
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  gtk_editable_set_text (self->entry, text);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  gtk_editable_set_position (self->entry, -1);
  on_changed (self);
}

/* Closes the search and restores the focus. */
void
ipl_finder_close (IplFinder *self)
{
  gboolean had_focus = has_focus (self);
  GtkWidget *returns = self->returns;

  if (self->items == NULL)
    return;
  g_clear_weak_pointer (&self->returns);
  g_clear_pointer (&self->found, g_ptr_array_unref);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  if (had_focus && returns != NULL && gtk_widget_get_mapped (returns))
    gtk_widget_grab_focus (returns);
  else if (had_focus)
    gtk_root_set_focus (gtk_widget_get_root (GTK_WIDGET (self)), NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static void
ipl_finder_dispose (GObject *object)
{
  IplFinder *self = IPL_FINDER (object);

  g_clear_weak_pointer (&self->returns);
  g_clear_pointer (&self->found, g_ptr_array_unref);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_clear_pointer (&self->typed, g_ptr_array_unref);
  ipl_widget_clear (self);
  G_OBJECT_CLASS (ipl_finder_parent_class)->dispose (object);
}

#define CHILD(name) IPL_CHILD (IplFinder, name)
static const IplTemplateChild children[]
    = { CHILD (card), CHILD (entry), CHILD (scrolled), CHILD (list), CHILD (hint), { NULL } };

static void
ipl_finder_class_init (IplFinderClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ipl_finder_dispose;
  gtk_widget_class_set_css_name (widget_class, "finder");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ipl_template_set (klass, "finder", children, NULL);
}

static void
ipl_finder_init (IplFinder *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self->entry), keys);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (on_left), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (on_row), self);
}
