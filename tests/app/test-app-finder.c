/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Anything that a window can do is found by what it is called, and done by Return: commands, pages,
 * panels, parameters, examples, paths; what cannot be done now says why. */
#include <string.h>

#include "app/base/widget-helpers.h"
#include "app/find/finder.h"
#include "app/pages/page-table.h"
#include "app/sidebar/sidebar.h"
#include "core/parameters/parameters.h"
#include "window-fixture.h"

static const char *const nothing_recent[] = { NULL };

static const IplFindItem *
find_action (const GPtrArray *items, const char *action)
{
  for (guint i = 0; i < items->len; i++)
    if (g_str_equal (((IplFindItem *)items->pdata[i])->action, action))
      return items->pdata[i];
  return NULL;
}

/* The best match. */
static const IplFindItem *
find (const GPtrArray *items, const char *query)
{
  g_autoptr (GPtrArray) found = ipl_find_items_rank (items, query, nothing_recent);

  return found->len > 0 ? found->pdata[0] : NULL;
}

typedef void (*CommandFunc) (const IplCommand *command, const char *prefix, gpointer data);

static void
for_each_command (IplWindow *window, CommandFunc func, gpointer data)
{
  guint n;
  const IplCommand *commands = ipl_commands_get_of_application (&n);

  for (guint i = 0; window->parts[i] != NULL; i++)
    for (guint k = 0; k < window->parts[i]->n_commands; k++)
      func (&window->parts[i]->commands[k], "win", data);
  for (guint k = 0; k < n; k++)
    func (&commands[k], "app", data);
}

/* By its own label, by the beginnings of its words, and in the list with its keys. */
static void
check_command (const IplCommand *command, const char *prefix, gpointer data)
{
  const GPtrArray *items = data;
  g_autofree char *action = ipl_command_get_action (command, prefix);
  const IplFindItem *item;

  if (command->parameter_type != NULL)
    return;
  if (command->title == NULL)
    g_error ("%s has no title to be found by", action);
  item = find_action (items, action);
  g_assert_nonnull (item);
  g_assert_cmpstr (find (items, command->title)->title, ==, command->title);
  if (command->keys != NULL)
    g_assert_nonnull (item->keys);
  g_assert_nonnull (item->help);
  if (!item->can)
    {
      if (item->why == NULL)
        g_error ("%s: nothing says why it cannot be done", action);
      g_assert_true (g_str_has_suffix (item->why, "."));
    }
}

WINDOW_TEST (test_commands, "/app/finder/commands")
{
  g_autoptr (GPtrArray) items = ipl_window_list_findable (window);
  for_each_command (window, check_command, items);
}

/* Words that people type for what is called otherwise. */
WINDOW_TEST (test_other_words, "/app/finder/other-words")
{
  static const struct
  {
    const char *query, *action;
  } words[] = { { "png", "win.export::figure" },
                { "pdf", "win.export::figure" },
                { "save figure", "win.export::figure" },
                { "zoom", "app.step-text(1)" },
                { "numpy", "win.save::arrays" },
                { "html", "win.export::web" },
                { "dark mode", "app.theme::dark" },
                { "dark", "app.theme::dark" },
                { "joma-text", "win.open-example::joma-text" },
                { "hmc4", "win.open-example::hmc4" },
                { "figure's numbers", "win.panel-numbers('')" } };
  g_autoptr (GPtrArray) items = NULL;

  items = ipl_window_list_findable (window);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      const IplFindItem *item = find (items, words[i].query);

      g_assert_nonnull (item);
      g_assert_cmpstr (item->action, ==, words[i].action);
    }
}

/* Figures and tables of the papers lead to the example that has them, and to panels. */
NEXT_TEST (test_cited, "/app/finder/cited")
{
  static const struct
  {
    const char *query, *figure, *panel;
  } cited[] = { { "figure 1b", "win.open-figure::hmc4-u", "win.panel-enlarge::u" },
                { "figure 3e", "win.open-figure::glyphs-heads", "win.panel-enlarge::heads" },
                { "table 1", "win.open-figure::joma-table-table-grid",
                  "win.panel-enlarge::table-grid" } };
  g_autoptr (GPtrArray) items = ipl_window_list_findable (window);

  for (guint i = 0; i < G_N_ELEMENTS (cited); i++)
    {
      g_autoptr (GPtrArray) found = ipl_find_items_rank (items, cited[i].query, nothing_recent);

      g_test_message ("%s", cited[i].query);
      g_assert_cmpuint (found->len, >, 0);
      g_assert_cmpstr (((IplFindItem *)found->pdata[0])->action, ==, cited[i].figure);
      g_assert_nonnull (find_action (found, cited[i].panel));
    }
}

static void
collect_action (const char *action, GVariant *target, gpointer actions)
{
  g_hash_table_add (actions, g_action_print_detailed_name (action, target));
}

/* Beside keys that go on or back, and buttons of bars, these have buttons of their own or show with
 * what they are about. */
static void
check_in_menu (const IplCommand *command, const char *prefix, gpointer data)
{
  static const char *const elsewhere[] = { "open::images",
                                           "open::test-set",
                                           "help::focus",
                                           "win.turn-region(1)",
                                           "win.turn-region(-1)",
                                           "exported::open",
                                           "exported::folder",
                                           "recover::restore",
                                           "recover::discard",
                                           "window.close",
                                           NULL };
  g_autofree char *action = ipl_command_get_action (command, prefix);

  if (command->parameter_type == NULL && !g_strv_contains (elsewhere, command->name)
      && !g_hash_table_contains (data, action))
    g_error ("%s is in no menu", action);
}

/* The rows of a menu, those of its sections counted, its submenus one each.
 * @may_nest: whether it may have submenus, which have none themselves */
static guint
count_rows (GMenuModel *menu, gboolean may_nest)
{
  guint n = 0;

  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autoptr (GMenuModel) submenu = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);

      g_assert_true (submenu == NULL || may_nest);
      if (submenu != NULL)
        count_rows (submenu, FALSE);
      n += section != NULL ? count_rows (section, may_nest) : 1;
    }
  return n;
}

NEXT_TEST (test_menus, "/app/finder/menus")
{
  GMenuModel *menu = ipl_menu_button_get_menu (window->main_menu_button);
  g_autoptr (GHashTable) actions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for_each_item (window, collect_action, actions);
  for_each_command (window, check_in_menu, actions);
  g_assert_cmpuint (count_rows (menu, TRUE), <=, 20);
  count_rows (ipl_menu_button_get_menu (window->case_button), TRUE);
  count_rows (ipl_menu_button_get_menu (GTK_MENU_BUTTON (window->export_button)), TRUE);
}

/* A key has one owner. */
NEXT_TEST (test_keys, "/app/finder/keys")
{
  g_autoptr (GHashTable) owners = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv) actions = gtk_application_list_action_descriptions (GTK_APPLICATION (application));

  for (guint i = 0; actions[i] != NULL; i++)
    {
      g_auto (GStrv) keys
          = gtk_application_get_accels_for_action (GTK_APPLICATION (application), actions[i]);

      for (guint k = 0; keys[k] != NULL; k++)
        {
          if (g_hash_table_contains (owners, keys[k]))
            g_error ("%s belongs to %s and %s", keys[k],
                     (char *)g_hash_table_lookup (owners, keys[k]), actions[i]);
          g_hash_table_insert (owners, g_strdup (keys[k]), actions[i]);
        }
    }
  g_assert_cmpuint (g_hash_table_size (owners), >, 60);
}

static GtkEditable *
the_entry (IplWindow *window)
{
  return part (window->finder, "entry");
}

static gboolean
is_open (IplWindow *window)
{
  return gtk_widget_get_visible (GTK_WIDGET (window->finder));
}

static void
press (IplWindow *window, guint key, GdkModifierType state)
{
  g_assert_true (press_key (the_entry (window), key, state));
}

static void
open_and_type (IplWindow *window, const char *text)
{
  act (window, "find::anything", NULL);
  g_assert_true (is_open (window));
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (window)),
                                         GTK_WIDGET (the_entry (window))));
  gtk_editable_set_text (the_entry (window), text);
}

/* Heads that are typed select all paths through them; one path is found by its number, heads or
 * name. */
WINDOW_TEST (test_heads, "/app/finder/heads")
{
  static const struct
  {
    const char *typed;
    int path, layer, head;
  } searches[] = {
    { "2.1", -1, 1, 0 }, { "(1,2)", 1, -1, -1 }, { "3", 2, -1, -1 }, { "denoising", 2, -1, -1 }
  };
  const IplTarget *selected;

  for (guint i = 0; i < G_N_ELEMENTS (searches); i++)
    {
      g_autofree char *text = g_strconcat ("path ", searches[i].typed, NULL);

      act (window, "find::paths", NULL);
      g_assert_cmpstr (gtk_editable_get_text (the_entry (window)), ==, "path ");
      gtk_editable_set_text (the_entry (window), text);
      press (window, GDK_KEY_Return, 0);
      selected = ipl_selection_get_selected (selection_of (window));
      g_assert_cmpint (ipl_target_get (selected, IPL_PART_PATH), ==, searches[i].path);
      g_assert_cmpint (ipl_target_get (selected, IPL_PART_LAYER), ==, searches[i].layer);
      g_assert_cmpint (ipl_target_get (selected, IPL_PART_HEAD), ==, searches[i].head);
    }
  act_and_wait (window, "open-example", "joma-joint");
  g_assert_false (is_enabled (window, "find::paths"));
  reset (window);
}

static const char *
get_hint (IplWindow *window)
{
  return label_text (window->finder, "hint");
}

WINDOW_TEST (test_do, "/app/finder/do")
{
  IplDocument *document = document_of (window);
  const IplFindItem *item;
  GtkWidget *before;
  guint64 seed, another;

  ipl_window_focus_page (window);
  before = gtk_window_get_focus (GTK_WINDOW (window));
  g_assert_true (ipl_parameters_get_seed (ipl_document_get_parameters (document), &seed));
  open_and_type (window, "new random seed");
  press (window, GDK_KEY_Return, 0);
  g_assert_false (is_open (window));
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == before);
  g_assert_true (ipl_parameters_get_seed (ipl_document_get_parameters (document), &another));
  g_assert_cmpuint (seed, !=, another);
  /* What was done last comes first while nothing is typed. */
  open_and_type (window, "");
  press (window, GDK_KEY_Down, 0);
  press (window, GDK_KEY_Up, 0);
  press (window, GDK_KEY_Return, 0);
  g_assert_true (ipl_parameters_get_seed (ipl_document_get_parameters (document), &seed));
  g_assert_cmpuint (seed, !=, another);
  /* What cannot be done stays, and says why. */
  open_and_type (window, "continue training");
  g_assert_nonnull (strstr (get_hint (window), "no training"));
  press (window, GDK_KEY_Return, 0);
  g_assert_true (is_open (window));
  gtk_editable_set_text (the_entry (window), "no such thing at all, xyz");
  g_assert_cmpstr (get_hint (window), ==, "No results.");
  press (window, GDK_KEY_Return, 0);
  press (window, GDK_KEY_Page_Down, 0);
  press (window, GDK_KEY_Escape, 0);
  g_assert_false (is_open (window));
  g_autoptr (GPtrArray) items = ipl_window_list_findable (window);
  item = find (items, "kernels page");
  g_assert_cmpstr (item->action, ==, "win.page::kernels");
  open_and_type (window, "kernels page");
  press (window, GDK_KEY_Return, 0);
  g_assert_cmpstr (ipl_window_get_page (window), ==, "kernels");
  act (window, "page", "theory");
}

static gboolean
count_control (const char *id, const char *title, const char *group, GtkWidget *control,
               gpointer data)
{
  (*(guint *)data)++;
  return FALSE;
}

/* How many controls that take a value are below it and can be seen, in what is folded too. */
static guint
count_controls (GtkWidget *widget)
{
  guint n = 0;

  if (!gtk_widget_get_visible (widget))
    return 0;
  if (GTK_IS_SPIN_BUTTON (widget) || GTK_IS_SWITCH (widget) || GTK_IS_ENTRY (widget))
    return 1;
  if (GTK_IS_EXPANDER (widget))
    return count_controls (gtk_expander_get_child (GTK_EXPANDER (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_controls (child);
  return n;
}

NEXT_TEST (test_parameters, "/app/finder/parameters")
{
  GtkWidget *focus;
  const char *const examples[]
      = { "hmc4", "glyphs", "joma-joint", "joma-salience", "joma-text", "joma-hierarchy" };

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      guint n = 0;

      act (window, "open-example", examples[i]);
      ipl_controls_for_each (GTK_WIDGET (window->sidebar), count_control, &n);
      g_assert_cmpuint (n, >=, count_controls (GTK_WIDGET (window->sidebar)));
    }
  reset (window);
  open_and_type (window, "stay probability +1");
  press (window, GDK_KEY_Return, 0);
  focus = gtk_window_get_focus (GTK_WINDOW (window));
  g_assert_nonnull (gtk_widget_get_ancestor (focus, GTK_TYPE_SPIN_BUTTON));
  g_assert_true (gtk_widget_is_ancestor (focus, GTK_WIDGET (window->sidebar)));
  /* In a group that is folded, of a sidebar that is hidden. */
  act (window, "sidebar", NULL);
  open_and_type (window, "readout sigma variance");
  gtk_editable_set_text (the_entry (window), "values layer 2");
  press (window, GDK_KEY_Return, 0);
  g_assert_true (gtk_revealer_get_reveal_child (window->sidebar_revealer));
  focus = gtk_window_get_focus (GTK_WINDOW (window));
  g_assert_true (gtk_widget_is_ancestor (focus, GTK_WIDGET (window->sidebar)));
}

/* Shift+Return explains; examples and choices of menus are there. */
WINDOW_TEST (test_others, "/app/finder/others")
{
  g_autoptr (GPtrArray) items = ipl_window_list_findable (window);
  g_assert_nonnull (find_action (items, "win.open-example::joma-salience"));
  g_assert_nonnull (find_action (items, "app.theme::dark"));
  g_assert_nonnull (find_action (items, "win.heatmap-scale::symlog"));
  g_assert_nonnull (find_action (items, "win.help::accuracy"));
  g_assert_true (find_action (items, "win.panel-enlarge::u")->can);
  g_assert_nonnull (find_action (items, "win.panel-enlarge::salience-bars")->why);
  g_assert_false (find_action (items, "win.panel-enlarge::salience-bars")->can);
  open_and_type (window, "order parameter u");
  press (window, GDK_KEY_Return, GDK_SHIFT_MASK);
  g_assert_false (is_open (window));
  g_assert_nonnull (window->help);
  gtk_window_close (window->help);
  settle ();
}

/* Keys that a figure takes, and what the menus of the panels in sight have: with their keys and
 * their page. */
WINDOW_TEST (test_in_panels, "/app/finder/in-panels")
{
  static const char *const of_panel[]
      = { "panel-copy", "panel-numbers", "copy-command", "export", "help", NULL };
  const IplFindItem *item;

  g_autoptr (GPtrArray) items = ipl_window_list_findable (window);
  for (guint i = 0; of_panel[i] != NULL; i++)
    {
      g_autofree char *action = g_strdup_printf ("win.%s::overlap", of_panel[i]);

      item = find_action (items, action);
      g_assert_nonnull (item);
      g_assert_true (item->can);
      g_assert_cmpstr (item->where, ==, "Principal components, Theory page");
    }
  item = find (items, "copy as picture principal");
  g_assert_cmpstr (item->action, ==, "win.panel-copy::overlap");
  g_assert_cmpstr (item->keys, ==, "Ctrl+C");
  /* Those of another page are found there. */
  g_assert_null (find_action (items, "win.panel-copy::kernel-tiles"));
  item = find (items, "move between items");
  g_assert_cmpstr (item->keys, ==, "Left Right Up Down");
  g_assert_cmpstr (item->where, ==, "In a panel");
  g_assert_nonnull (find (items, "presentation: blank screen")->keys);
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  open_and_type (window, "move between items");
  press (window, GDK_KEY_Return, 0);
  g_assert_true (IPL_IS_FIGURE_AREA (gtk_window_get_focus (GTK_WINDOW (window))));
}
