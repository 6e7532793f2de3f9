/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every action of the window and of the application is reached by key, by mouse in a menu or a
 * button, or by Ctrl+K. Their handlers are blocked, so that only the route to them is tested. */
#include <gdk/x11/gdkx.h>
#include <string.h>

#include "app/base/widget-helpers.h"
#include "window-fixture.h"

#define MOST_ACTIONS 70

static char *activated;     /* detailed name of the action that was activated last */
static GHashTable *reached; /* names of all that were, without targets */

static void
on_activate (GSimpleAction *action, GVariant *parameter, gpointer prefix)
{
  g_autofree char *detailed
      = g_action_print_detailed_name (g_action_get_name (G_ACTION (action)), parameter);

  g_free (activated);
  activated = g_strconcat (prefix, detailed, NULL);
  g_hash_table_add (reached, g_strconcat (prefix, g_action_get_name (G_ACTION (action)), NULL));
}

typedef void (*ActionFunc) (GSimpleAction *action, const char *prefix);

static void
for_each_action (IplWindow *window, ActionFunc func)
{
  GActionMap *const maps[] = { G_ACTION_MAP (window), G_ACTION_MAP (application) };
  static const char *const prefixes[] = { "win.", "app." };

  for (guint m = 0; m < G_N_ELEMENTS (maps); m++)
    {
      g_auto (GStrv) names = g_action_group_list_actions (G_ACTION_GROUP (maps[m]));

      for (guint i = 0; names[i] != NULL; i++)
        {
          GAction *action = g_action_map_lookup_action (maps[m], names[i]);

          if (G_IS_SIMPLE_ACTION (action))
            func (G_SIMPLE_ACTION (action), prefixes[m]);
        }
    }
}

/* Returns: data of the action's own handler */
static gpointer
get_owner (const char *prefix)
{
  return g_str_equal (prefix, "win.") ? (gpointer)the_window () : (gpointer)application;
}

static void
block (GSimpleAction *action, const char *prefix)
{
  g_signal_handlers_block_matched (action, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL,
                                   get_owner (prefix));
  g_signal_connect (action, "activate", G_CALLBACK (on_activate), (gpointer)prefix);
}

static void
unblock (GSimpleAction *action, const char *prefix)
{
  g_signal_handlers_disconnect_by_func (action, on_activate, (gpointer)prefix);
  g_signal_handlers_unblock_matched (action, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL,
                                     get_owner (prefix));
}

static void
enable (GSimpleAction *action, const char *prefix)
{
  g_simple_action_set_enabled (action, TRUE);
}

static void
enable_all (IplWindow *window)
{
  g_hash_table_remove_all (window->disabled);
  for_each_action (window, enable);
}

static guint n_actions;

static void
count (GSimpleAction *action, const char *prefix)
{
  n_actions++;
}

WINDOW_TEST (test_count, "/commands/count")
{
  n_actions = 0;
  for_each_action (window, count);
  g_test_message ("%u actions", n_actions);
  g_assert_cmpuint (n_actions, >, 40);
  g_assert_cmpuint (n_actions, <=, MOST_ACTIONS);
}

/* Returns: (transfer full): "ctrl+shift+s" for "<Control><Shift>s" */
static char *
key_of_xdotool (const char *accelerator)
{
  GdkModifierType modifiers;
  guint key;

  g_assert_true (gtk_accelerator_parse (accelerator, &key, &modifiers));
  return g_strconcat ((modifiers & GDK_CONTROL_MASK) != 0 ? "ctrl+" : "",
                      (modifiers & GDK_ALT_MASK) != 0 ? "alt+" : "",
                      (modifiers & GDK_SHIFT_MASK) != 0 ? "shift+" : "", gdk_keyval_name (key),
                      NULL);
}

/* Every key of the shortcuts window activates its action with its target. */
static void
press_all_keys (IplWindow *window)
{
  g_autoptr (GPtrArray) shortcuts = ipl_shortcuts_new ();

  ipl_window_add_shortcuts (shortcuts);
  for (guint i = 0; i < shortcuts->len; i++)
    {
      const IplShortcut *shortcut = shortcuts->pdata[i];
      g_auto (GStrv) keys = g_strsplit (shortcut->keys, " ", -1);
      g_autofree char *key = NULL;

      if (shortcut->action == NULL || !g_str_has_prefix (shortcut->action, "win."))
        continue;
      key = key_of_xdotool (keys[0]);
      g_test_message ("%s: %s", key, shortcut->action);
      enable_all (window);
      g_clear_pointer (&activated, g_free);
      xdo ("key --clearmodifiers %s", key);
      wait_until (activated != NULL);
      g_assert_cmpstr (activated, ==, shortcut->action);
    }
}

/* @label: label of the item, with its mnemonic mark */
static gboolean
is_item (GtkWidget *widget, gconstpointer label)
{
  g_auto (GStrv) parts = g_strsplit (label, "_", 2);
  g_autofree char *plain = g_strjoinv ("", parts), *text = NULL;

  if (!gtk_widget_get_mapped (widget)
      || !g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkModelButton"))
    return FALSE;
  g_object_get (widget, "text", &text, NULL);
  return g_strcmp0 (text, plain) == 0;
}

/* Clicks by the real pointer. */
static void
click_on (GtkWidget *widget)
{
  GtkNative *native = gtk_widget_get_native (widget);
  graphene_rect_t bounds;
  double x, y;

  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (native), &bounds));
  gtk_native_get_surface_transform (native, &x, &y);
  xdo ("mousemove --window %lu %d %d click 1",
       gdk_x11_surface_get_xid (gtk_native_get_surface (native)),
       (int)(x + bounds.origin.x + bounds.size.width / 2),
       (int)(y + bounds.origin.y + bounds.size.height / 2));
  settle ();
}

typedef struct
{
  GtkWidget *button;
  const char *submenu; /* (nullable) */
} Place;

/* Opens the menu, clicks the item and compares its action. */
static void
click_item (IplWindow *window, const Place *place, const char *label, const char *action)
{
  GtkWidget *popover, *item;

  g_test_message ("%s, %s: %s", place->submenu, label, action);
  enable_all (window);
  g_clear_pointer (&activated, g_free);
  click_on (place->button);
  popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (place->button)));
  wait_until (gtk_widget_get_mapped (popover));
  if (place->submenu != NULL)
    {
      wait_until ((item = find_widget (popover, is_item, place->submenu)) != NULL);
      click_on (item);
    }
  wait_until ((item = find_widget (popover, is_item, label)) != NULL);
  click_on (item);
  wait_until (activated != NULL);
  g_assert_cmpstr (activated, ==, action);
  wait_until (!gtk_widget_get_mapped (popover));
}

/* Clicks the first item of every action that no key and no item before has reached. */
static void
click_items (IplWindow *window, Place place, GMenuModel *menu)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autoptr (GMenuModel) submenu = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);
      g_autoptr (GVariant) target
          = g_menu_model_get_item_attribute_value (menu, i, G_MENU_ATTRIBUTE_TARGET, NULL);
      g_autofree char *label = NULL, *action = NULL, *detailed = NULL;

      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label);
      if (section != NULL)
        click_items (window, place, section);
      if (submenu != NULL)
        click_items (window, (Place){ place.button, label }, submenu);
      if (!g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action)
          || g_hash_table_contains (reached, action))
        continue;
      detailed = g_action_print_detailed_name (action, target);
      click_item (window, &place, label, detailed);
    }
}

static void
click_all_menus (IplWindow *window)
{
  GtkWidget *view = gtk_widget_get_ancestor (
      GTK_WIDGET (ipl_window_get_area (window, &ipl_panel_u)), IPL_TYPE_PANEL_VIEW);
  GtkWidget *const buttons[]
      = { GTK_WIDGET (window->case_button), window->export_button,
          GTK_WIDGET (window->page_menu_button), GTK_WIDGET (window->main_menu_button),
          part (view, "menu_button") };

  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    click_items (window, (Place){ buttons[i], NULL },
                 ipl_menu_button_get_menu (GTK_MENU_BUTTON (buttons[i])));
}

/* Runs the first item of Ctrl+K of every action that was not reached yet. */
static void
find_rest (IplWindow *window)
{
  g_autoptr (GPtrArray) items = ipl_window_list_findable (window);

  for (guint i = 0; i < items->len; i++)
    {
      const IplFindItem *item = items->pdata[i];
      g_autofree char *name = g_strndup (item->action, strcspn (item->action, ":("));
      GtkEditable *entry = part (window->finder, "entry");

      if (g_hash_table_contains (reached, name) || !item->can
          || (!g_str_has_prefix (name, "win.") && !g_str_has_prefix (name, "app.")))
        continue;
      g_test_message ("%s: %s", item->title, item->action);
      g_clear_pointer (&activated, g_free);
      ipl_finder_open (window->finder, ipl_window_list_findable (window), item->title);
      settle ();
      g_assert_true (gtk_editable_get_text (entry)[0] != '\0');
      xdo ("key Return");
      wait_until (activated != NULL);
    }
}

static GString *unreached;

static void
list_unreached (GSimpleAction *action, const char *prefix)
{
  /* Of a case with several test sets, of recent files and of another process: app-images, app-files
   * and app-drive have them. */
  static const char *const elsewhere[] = { "win.test-set", "win.open-recent", "app.present-story" };
  g_autofree char *name = g_strconcat (prefix, g_action_get_name (G_ACTION (action)), NULL);

  for (guint i = 0; i < G_N_ELEMENTS (elsewhere); i++)
    if (g_str_equal (elsewhere[i], name))
      return;
  if (!g_hash_table_contains (reached, name))
    g_string_append_printf (unreached, " %s", name);
}

NEXT_TEST (test_reached, "/commands/reached")
{
  reached = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  unreached = g_string_new (NULL);
  ipl_window_focus_page (window);
  for_each_action (window, block);
  press_all_keys (window);
  click_all_menus (window);
  enable_all (window);
  find_rest (window);
  for_each_action (window, list_unreached);
  for_each_action (window, unblock);
  ipl_window_update (window);
  if (unreached->len > 0)
    g_error ("neither key, menu nor Ctrl+K leads to%s", unreached->str);
  g_string_free (unreached, TRUE);
  g_clear_pointer (&activated, g_free);
  g_clear_pointer (&reached, g_hash_table_unref);
}

/* A menu lists of an action with targets only what is possible, and says so of the rest when it is
 * asked for by key. */
WINDOW_TEST (test_disabled, "/commands/disabled")
{
  GtkWidget *button = GTK_WIDGET (window->main_menu_button);
  GtkWidget *popover;

  g_assert_false (is_enabled (window, "pale-curve::clear"));
  act (window, "pale-curve::clear", NULL);
  g_assert_nonnull (strstr (ipl_window_get_status (window), "no pale curves"));
  for (guint i = 0; i < 2; i++)
    {
      click_on (button);
      popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));
      wait_until (gtk_widget_get_mapped (popover));
      click_on (find_widget (popover, is_item, "_View"));
      wait_until (find_widget (popover, is_item, "_Keep as Pale Curve") != NULL);
      g_assert_true ((find_widget (popover, is_item, "C_lear Pale Curves") != NULL) == (i == 1));
      xdo ("key Escape");
      xdo ("key Escape");
      wait_until (!gtk_widget_get_mapped (popover));
      act (window, "pale-curve::keep", NULL);
    }
  act (window, "pale-curve::clear", NULL);
}
