/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Helpers that several widgets use. */
#include "app/base/widget-helpers.h"

#include "app/base/preferences.h"

#define PLACE "ipl-symbol-place"

static IplSymbolPlace
get_place (GtkWidget *label)
{
  GtkRoot *window = gtk_widget_get_root (label);
  guint place
      = window != NULL ? GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (window), PLACE)) : 0;

  return place != 0 ? place : IPL_SYMBOL_PATHS;
}

/* Sets the tooltip of a label: its text if it is ellipsized, then the meanings of its symbols. */
static gboolean
on_query (GtkLabel *label, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  const char *text = gtk_label_get_text (label);
  g_autofree char *explanation = ipl_symbols_explain_plain (text, get_place (GTK_WIDGET (label)));
  gboolean cut = pango_layout_is_ellipsized (gtk_label_get_layout (label));
  g_autofree char *all = NULL;

  if (explanation == NULL && !cut)
    return FALSE;
  all = g_strconcat (cut ? text : "", cut && explanation != NULL ? "\n\n" : "", explanation, NULL);
  gtk_tooltip_set_text (tooltip, all);
  return TRUE;
}

/* Sets the context that gives the letters in a window's labels their meaning. */
void
ipl_symbol_tips_set_place (GtkWidget *window, IplSymbolPlace place)
{
  g_object_set_data (G_OBJECT (window), PLACE, GUINT_TO_POINTER (place));
}

/* Gives labels a tooltip with their text, if it is ellipsized, and the meanings of their symbols.
 * Skips labels in widgets that have a tooltip.
 * @widget: a label, or a widget that contains labels */
void
ipl_symbol_tips_add (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    {
      gtk_widget_set_has_tooltip (widget, TRUE);
      g_signal_connect (widget, "query-tooltip", G_CALLBACK (on_query), NULL);
      return;
    }
  if (gtk_widget_get_has_tooltip (widget))
    return;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    ipl_symbol_tips_add (child);
}

/* Makes a button with an icon. The label is its tooltip and accessible name. */
GtkWidget *
ipl_icon_button_new (const char *icon, const char *label)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, label);
  ipl_widget_set_name (button, label);
  return button;
}

/* Makes a left-aligned label.
 * @css_class: (nullable) */
GtkWidget *
ipl_label_new (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0F);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static void
free_surface (gpointer surface)
{
  cairo_surface_destroy (surface);
}

/* @surface: (nullable): a finished image
 * Returns: (transfer full) (nullable): the same pixels */
GdkTexture *
ipl_texture_new (cairo_surface_t *surface)
{
  g_autoptr (GBytes) bytes = NULL;
  GdkTexture *texture;
  int width, height;
  gsize stride;

  if (surface == NULL)
    return NULL;
  width = cairo_image_surface_get_width (surface);
  height = cairo_image_surface_get_height (surface);
  stride = (gsize)cairo_image_surface_get_stride (surface);
  cairo_surface_flush (surface);
  bytes
      = g_bytes_new_with_free_func (cairo_image_surface_get_data (surface), stride * (gsize)height,
                                    free_surface, cairo_surface_reference (surface));
  texture = gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, stride);
  g_object_set_data_full (G_OBJECT (texture), "surface", cairo_surface_reference (surface),
                          free_surface);
  return texture;
}

/* Draws a texture of ipl_texture_new(). The software renderer of GTK 4.8 converts every texture to
 * floats and back in each frame, so it gets the surface instead. */
void
ipl_snapshot_append_texture (GtkSnapshot *snapshot, GtkWidget *widget, GdkTexture *texture,
                             const graphene_rect_t *bounds)
{
  cairo_surface_t *surface = g_object_get_data (G_OBJECT (texture), "surface");
  double x_scale, y_scale;
  cairo_t *cr;

  if (!GSK_IS_CAIRO_RENDERER (gtk_native_get_renderer (gtk_widget_get_native (widget))))
    {
      gtk_snapshot_append_texture (snapshot, texture, bounds);
      return;
    }
  cr = gtk_snapshot_append_cairo (snapshot, bounds);
  cairo_surface_get_device_scale (surface, &x_scale, &y_scale);
  cairo_scale (cr, x_scale * bounds->size.width / gdk_texture_get_width (texture),
               y_scale * bounds->size.height / gdk_texture_get_height (texture));
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
}

/* Sets the tooltip only if it differs, since GTK then asks the X server for the pointer.
 * @text: (nullable) */
void
ipl_widget_set_tooltip (gpointer widget, const char *text)
{
  if (g_strcmp0 (gtk_widget_get_tooltip_text (widget), text) != 0)
    gtk_widget_set_tooltip_text (widget, text);
}

/* Activates an action of the widget, or of its window or application.
 * @action: detailed name, "win.page::theory" */
void
ipl_widget_activate (GtkWidget *widget, const char *action)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  if (g_action_parse_detailed_name (action, &name, &target, NULL))
    gtk_widget_activate_action_variant (widget, name, target);
}

/* Removes the children of a widget. */
void
ipl_widget_clear (gpointer widget)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (widget)) != NULL)
    gtk_widget_unparent (child);
}

void
ipl_widget_set_class (gpointer widget, const char *css_class, gboolean has)
{
  if (has)
    gtk_widget_add_css_class (widget, css_class);
  else
    gtk_widget_remove_css_class (widget, css_class);
}

/* @name: accessible name; a label next to the widget would be read twice */
void
ipl_widget_set_name (gpointer widget, const char *name)
{
  gtk_accessible_reset_relation (widget, GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (widget, GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  /* The button inside takes the focus. */
  if (GTK_IS_DROP_DOWN (widget))
    ipl_widget_set_name (gtk_widget_get_first_child (widget), name);
}

/* Names the close button of a bar, which has no accessible name in GTK 4.8. */
void
ipl_bar_name_close (GtkWidget *bar)
{
  for (GtkWidget *child = gtk_widget_get_first_child (bar); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_BUTTON (child) && gtk_widget_has_css_class (child, "close"))
      ipl_widget_set_name (child, "Close");
    else
      ipl_bar_name_close (child);
}

/* @description: accessible description, in addition to the name */
void
ipl_widget_set_description (gpointer widget, const char *description)
{
  gtk_accessible_update_property (widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

/* Marks an entry as valid or invalid, also for screen readers. */
void
ipl_entry_mark (gpointer entry, gboolean wrong)
{
  ipl_widget_set_class (entry, "error", wrong);
  gtk_accessible_update_state (entry, GTK_ACCESSIBLE_STATE_INVALID,
                               wrong ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE,
                               -1);
}

/* Sets the text only if it differs, so that the cursor keeps its position. */
void
ipl_entry_show (gpointer entry, const char *text)
{
  g_object_set_data_full (entry, "ipl-shown", g_strdup (text), g_free);
  if (!g_str_equal (gtk_editable_get_text (entry), text))
    gtk_editable_set_text (entry, text);
}

/* Returns: TRUE if it has the focus and its text differs from the last ipl_entry_show() */
gboolean
ipl_entry_is_typed_in (gpointer entry)
{
  return gtk_widget_has_focus (GTK_WIDGET (gtk_editable_get_delegate (entry)))
         && g_strcmp0 (gtk_editable_get_text (entry), g_object_get_data (entry, "ipl-shown")) != 0;
}

/* @sentence: (nullable): text of the label; the label is hidden without one */
void
ipl_label_set_or_hide (GtkLabel *label, const char *sentence)
{
  gtk_label_set_label (label, sentence != NULL ? sentence : "");
  gtk_widget_set_visible (GTK_WIDGET (label), sentence != NULL && sentence[0] != '\0');
}

/* @label: shows the reason next to the entry
 * @why: (nullable): reason why the text is invalid; NULL if it is valid */
void
ipl_entry_refuse (gpointer entry, GtkLabel *label, const char *why)
{
  ipl_widget_set_class (entry, "error", why != NULL);
  ipl_label_set_or_hide (label, why);
}

static gboolean
close_window (GtkWidget *widget, GVariant *args, gpointer data)
{
  gtk_window_close (GTK_WINDOW (widget));
  return TRUE;
}

/* Binds Escape for a window without its own class, which would bind the key itself. */
void
ipl_window_close_on_escape (GtkWindow *window)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                        gtk_callback_action_new (close_window, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (window), keys);
}

/* Disables the scroll wheel of a spin button, so that scrolling a list of parameters does not
 * change the numbers under the pointer. */
void
ipl_scroll_through (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = g_list_model_get_n_items (controllers); i > 0; i--)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i - 1);
      if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller))
        gtk_widget_remove_controller (widget, controller);
    }
}

static gboolean
on_spin_key (GtkEditable *spin, guint key, guint code, GdkModifierType state)
{
  int at;

  if (gdk_keyval_to_unicode (key) != ',' || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  gtk_editable_delete_selection (spin);
  at = gtk_editable_get_position (spin);
  gtk_editable_insert_text (spin, ".", 1, &at);
  gtk_editable_set_position (spin, at);
  return TRUE;
}

/* Accepts a typed comma as the decimal point. */
void
ipl_spin_accept_comma (GtkSpinButton *spin)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_spin_key), spin);
  gtk_widget_add_controller (GTK_WIDGET (spin), keys);
}

/* @children: (nullable): terminated by one without a name, like @callbacks */
void
ipl_template_bind (gpointer klass, const IplTemplateChild *children,
                   const IplTemplateCallback *callbacks)
{
  for (; children != NULL && children->name != NULL; children++)
    gtk_widget_class_bind_template_child_full (klass, children->name, FALSE, children->offset);
  for (; callbacks != NULL && callbacks->name != NULL; callbacks++)
    gtk_widget_class_bind_template_callback_full (klass, callbacks->name, callbacks->function);
}

/* @name: name of the template in ui/, without its ending */
void
ipl_template_set (gpointer klass, const char *name, const IplTemplateChild *children,
                  const IplTemplateCallback *callbacks)
{
  g_autofree char *path = g_strdup_printf ("/org/interplay/Interplay/ui/%s.ui", name);

  gtk_widget_class_set_template_from_resource (klass, path);
  ipl_template_bind (klass, children, callbacks);
}

/* Adds a signal in class_init.
 * @n_texts: number of string arguments, at most two */
void
ipl_signal_add (gpointer klass, const char *name, guint n_texts)
{
  g_signal_new (name, G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, n_texts, G_TYPE_STRING, G_TYPE_STRING);
}

/* Adds actions in class_init.
 * @actions: [n] actions and their keys */
void
ipl_widget_class_add_actions (gpointer klass, guint n, const IplWidgetAction *actions)
{
  for (guint i = 0; i < n; i++)
    {
      g_auto (GStrv) keys = g_strsplit (actions[i].keys != NULL ? actions[i].keys : "", " ", -1);

      if (actions[i].activate != NULL)
        gtk_widget_class_install_action (klass, actions[i].name, actions[i].parameter_type,
                                         actions[i].activate);
      for (guint k = 0; keys[k] != NULL; k++)
        {
          g_autofree char *name = NULL;
          g_autoptr (GVariant) target = NULL;
          GdkModifierType modifiers;
          guint key;

          if (!gtk_accelerator_parse (keys[k], &key, &modifiers)
              || !g_action_parse_detailed_name (actions[i].name, &name, &target, NULL))
            continue;
          gtk_widget_class_add_binding_action (klass, key, modifiers, name,
                                               target != NULL ? "@s" : NULL, target);
        }
    }
}

typedef struct
{
  IplMenuFilter is_listed;
  gpointer data;
} Filter;

/* Returns: (transfer full): the menu without the items that are not listed; without such items the
 *   menu itself, which may change while it is open */
static GMenuModel *
filter_menu (GMenuModel *menu, const Filter *filter)
{
  GMenu *listed = g_menu_new ();
  gboolean changed = FALSE;

  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new_from_model (menu, i);
      const char *const links[] = { G_MENU_LINK_SECTION, G_MENU_LINK_SUBMENU };
      g_autofree char *action = NULL, *detailed = NULL;
      g_autoptr (GVariant) target
          = g_menu_item_get_attribute_value (item, G_MENU_ATTRIBUTE_TARGET, NULL);

      if (g_menu_item_get_attribute (item, G_MENU_ATTRIBUTE_ACTION, "s", &action))
        detailed = g_action_print_detailed_name (action, target);
      if (detailed != NULL && !filter->is_listed (detailed, filter->data))
        {
          changed = TRUE;
          continue;
        }
      for (guint k = 0; k < G_N_ELEMENTS (links); k++)
        {
          g_autoptr (GMenuModel) inner = g_menu_item_get_link (item, links[k]);
          g_autoptr (GMenuModel) rest = inner != NULL ? filter_menu (inner, filter) : NULL;

          changed |= rest != inner;
          g_menu_item_set_link (item, links[k], rest);
        }
      g_menu_append_item (listed, item);
    }
  if (changed)
    return G_MENU_MODEL (listed);
  g_object_unref (listed);
  return g_object_ref (menu);
}

static void
build_menu (GtkMenuButton *button, gpointer data)
{
  GMenuModel *menu = ipl_menu_button_get_menu (button);
  const Filter *filter = g_object_get_data (G_OBJECT (button), "filter");
  g_autoptr (GMenuModel) listed = filter != NULL ? filter_menu (menu, filter) : g_object_ref (menu);

  if (gtk_menu_button_get_menu_model (button) != listed)
    gtk_menu_button_set_menu_model (button, listed);
}

/* Lists only some items of the menu, from its next opening on. */
void
ipl_menu_button_set_filter (GtkMenuButton *button, IplMenuFilter is_listed, gpointer data)
{
  const Filter filter = { is_listed, data };

  g_object_set_data_full (G_OBJECT (button), "filter", g_memdup2 (&filter, sizeof filter), g_free);
}

static gboolean
forbid_emoji (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data)
{
  GObject *widget = g_value_get_object (values);

  if (GTK_IS_TEXT (widget))
    gtk_text_set_input_hints (GTK_TEXT (widget), gtk_text_get_input_hints (GTK_TEXT (widget))
                                                     | GTK_INPUT_HINT_NO_EMOJI);
  return TRUE;
}

/* Without its schema, GTK's emoji chooser would abort the program, so entries do not offer it. */
void
ipl_widgets_follow_settings (void)
{
  if (ipl_gtk_has_settings ("EmojiChooser"))
    return;
  g_type_class_ref (GTK_TYPE_WIDGET);
  g_signal_add_emission_hook (g_signal_lookup ("realize", GTK_TYPE_WIDGET), 0, forbid_emoji, NULL,
                              NULL);
}

/* Moves the focus of GTK 4.8 out of a submenu item that is no longer shown. */
static void
on_menu_closed (GtkWidget *button)
{
  GtkRoot *root = gtk_widget_get_root (button);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus != NULL && (!gtk_widget_get_mapped (focus) || gtk_widget_is_ancestor (focus, button)))
    gtk_root_set_focus (root, NULL);
}

static void
on_menu_created (GtkMenuButton *button)
{
  GtkPopover *menu = gtk_menu_button_get_popover (button);

  if (menu != NULL)
    g_signal_connect_object (menu, "closed", G_CALLBACK (on_menu_closed), button,
                             G_CONNECT_SWAPPED);
}

/* Gives a button a menu whose widgets are made when it is first opened; all menus together have
 * thousands. A closed menu leaves no widget with the focus. */
void
ipl_menu_button_set_menu (GtkMenuButton *button, GMenuModel *menu)
{
  if (ipl_menu_button_get_menu (button) == NULL)
    g_signal_connect (button, "notify::popover", G_CALLBACK (on_menu_created), NULL);
  g_object_set_data_full (G_OBJECT (button), "menu", g_object_ref (menu), g_object_unref);
  gtk_menu_button_set_create_popup_func (button, build_menu, NULL, NULL);
}

/* Returns: (nullable): menu set by ipl_menu_button_set_menu() */
GMenuModel *
ipl_menu_button_get_menu (GtkMenuButton *button)
{
  return g_object_get_data (G_OBJECT (button), "menu");
}
