/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Items of the search, from a table of sources: commands, pages, panels, parameters, menu choices,
 * paths and heads of the case, help. */
#include "app/window/window-private.h"

#include <string.h>

#include "app/find/finder.h"
#include "app/panels/panel-grid.h"
#include "app/pages/page-table.h"
#include "app/sidebar/sidebar.h"
#include "core/case/path-reference.h"
#include "figures/help/help-table.h"
#include "figures/panels/panel-table.h"
#include "figures/view/display-choice.h"
#include "document/claims.h"

/* Greatest number of listed paths. Any path is found by its number or heads. */
#define MOST_PATHS 4096

typedef struct _Source Source;
struct _Source
{
  const char *kind; /* kind of its items */
  void (*list) (IplWindow *self, const Source *source, GPtrArray *items);
  const char *action; /* (nullable): action whose menu items it lists */
  const char *help;   /* (nullable): help page of its items */
  const char *also;   /* (nullable): further search words of its items */
  /* (nullable): lists items that are the same in every window; replaces @list */
  void (*add) (GPtrArray *items, const char *kind);
};

static const Source *find_source_of_action (const char *action);

static void
note_place (const char *action, GVariant *target, const char *label, const char *where,
            gpointer data)
{
  GHashTable *places = data;
  g_autofree char *detailed = g_action_print_detailed_name (action, target);

  if (!g_hash_table_contains (places, detailed))
    g_hash_table_insert (places, g_steal_pointer (&detailed), g_strdup (where));
}

/* Help pages of commands that do not name one, by group. */
static const char *const help_of_group[IPL_SHORTCUTS_N_GROUPS] = {
  [IPL_SHORTCUTS_CASES] = "sessions",     [IPL_SHORTCUTS_WIDTHS] = "widths",
  [IPL_SHORTCUTS_NETWORKS] = "one-shot",  [IPL_SHORTCUTS_PARAMETERS] = "parameters",
  [IPL_SHORTCUTS_GENERAL] = "overview",   [IPL_SHORTCUTS_PANELS] = "panels",
  [IPL_SHORTCUTS_IN_PANEL] = "panels",    [IPL_SHORTCUTS_STORY] = "stories",
  [IPL_SHORTCUTS_EXPORT] = "figures-out",
};

/* Appends the page with the result of a command to its place in a menu. */
static void
add_place (char **where, const IplPage *page)
{
  g_autofree char *menu = g_steal_pointer (where);
  gboolean has_menu = menu != NULL && menu[0] != '\0';

  *where = g_strconcat (has_menu ? menu : "", has_menu ? ", " : "", page->title, " page", NULL);
}

static void
add_commands (const Source *source, const IplCommand *commands, guint n, const char *prefix,
              GHashTable *places, GPtrArray *items)
{
  for (guint i = 0; i < n; i++)
    {
      const IplCommand *command = &commands[i];
      g_autofree char *action = ipl_command_get_action (command, prefix), *where = NULL;
      IplFindItem *item;

      if (command->title == NULL || command->parameter_type != NULL)
        continue;
      where = g_strdup (g_hash_table_lookup (places, action));
      if (command->page != NULL)
        add_place (&where, ipl_page_find (command->page));
      item = ipl_find_items_add (items, source->kind, command->title, where, action);
      item->help = g_strdup (command->help != NULL ? command->help : help_of_group[command->group]);
      item->why = g_strdup (command->why);
      item->also = command->also;
    }
}

static void
list_commands (IplWindow *self, const Source *source, GPtrArray *items)
{
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  guint n;
  const IplCommand *commands = ipl_commands_get_of_application (&n);

  ipl_menu_items_for_each (self->header, note_place, places);
  for (guint i = 0; self->parts[i] != NULL; i++)
    add_commands (source, self->parts[i]->commands, self->parts[i]->n_commands, "win", places,
                  items);
  add_commands (source, commands, n, "app", places, items);
}

static void
list_pages (IplWindow *self, const Source *source, GPtrArray *items)
{
  for (const IplPage *const *at = ipl_pages (NULL), *page; (page = *at) != NULL; at++)
    {
      g_autofree char *action = g_strconcat ("win.page::", page->id, NULL);
      const IplPanel *first = ipl_page_get_panel (page, 0);
      IplFindItem *item;

      if (!ipl_window_offers_page (self, page->id))
        continue;
      item = ipl_find_items_add (items, source->kind, page->title, NULL, action);
      item->help = g_strdup (first != NULL && ipl_help_of_panel (first->id) != NULL
                                 ? ipl_help_of_panel (first->id)->id
                                 : source->help);
    }
}

/* Actions that focus the widget with keys that are no actions; the keys follow after "::". */
static const char *const lead_of_group[IPL_SHORTCUTS_N_GROUPS] = {
  [IPL_SHORTCUTS_PANELS] = "win.focus-panel::",
  [IPL_SHORTCUTS_IN_PANEL] = "win.focus-panel::",
  [IPL_SHORTCUTS_STORY] = "win.present::story",
};

/* Lists keys of widgets, which apply when the widget has the focus. */
static void
list_keys (IplWindow *self, const Source *source, GPtrArray *items)
{
  g_autoptr (GPtrArray) shortcuts = ipl_shortcuts_new ();

  for (guint i = 0; self->parts[i] != NULL; i++)
    if (self->parts[i]->add_shortcuts != NULL)
      self->parts[i]->add_shortcuts (shortcuts);
  for (guint i = 0; i < shortcuts->len; i++)
    {
      const IplShortcut *shortcut = shortcuts->pdata[i];
      const char *lead = lead_of_group[shortcut->group];
      g_autofree char *keys = NULL, *action = NULL;
      IplFindItem *item;

      if (shortcut->action != NULL)
        continue;
      keys = ipl_keys_describe (shortcut->keys);
      action = g_strconcat (lead, g_str_has_suffix (lead, "::") ? keys : "", NULL);
      item = ipl_find_items_add (items, source->kind, shortcut->title,
                                 ipl_shortcut_group_get_title (shortcut->group), action);
      item->keys = g_steal_pointer (&keys);
      item->help = g_strdup (help_of_group[shortcut->group]);
    }
}

/* Lists the menu items of the visible panels. */
static void
list_panel_menus (IplWindow *self, const Source *source, GPtrArray *items)
{
  const IplPanel *panels[IPL_PANEL_GRID_PLACES];
  guint n_panels = ipl_panel_grid_list_shown (ipl_window_get_grid (self), panels), n;
  const IplPanelCommand *commands = ipl_panel_view_get_commands (&n);
  const IplPage *page = ipl_page_find (ipl_window_get_page (self));

  for (guint p = 0; p < n_panels; p++)
    for (guint i = 0; i < n; i++)
      {
        g_autofree char *action = ipl_panel_command_get_action (&commands[i], panels[p]->id);
        g_autofree char *where
            = g_strconcat (ipl_document_get_panel_label (self->document, panels[p]), ", ",
                           page->title, " page", NULL);
        IplFindItem *item;

        item = ipl_find_items_add (items, source->kind, commands[i].title, where, action);
        item->keys = commands[i].keys != NULL ? ipl_keys_describe (commands[i].keys) : NULL;
        item->help = g_strdup (source->help);
      }
}

/* Lists panels with their page. */
static void
list_panels (IplWindow *self, const Source *source, GPtrArray *items)
{
  IplView view;
  gboolean has_view = ipl_document_get_view (self->document, &view);

  for (const IplPanel *const *at = ipl_panels (NULL), *panel; (panel = *at) != NULL; at++)
    {
      const char *page = ipl_window_get_page_of (self, panel);
      const IplHelpPage *help = ipl_help_of_panel (panel->id);
      g_autofree char *action = g_strconcat ("win.panel-enlarge::", panel->id, NULL);
      g_autofree char *where = NULL;
      IplFindItem *item;

      if (page == NULL)
        continue;
      where = g_strconcat (ipl_page_find (page)->title, " page", NULL);
      item = ipl_find_items_add (
          items, source->kind, ipl_document_get_panel_label (self->document, panel), where, action);
      item->help = g_strdup (help != NULL ? help->id : source->help);
      item->also = help != NULL ? help->cites : NULL;
      if (!ipl_window_offers_page (self, page) || (has_view && !ipl_panel_fits (panel, &view)))
        item->why = g_strdup ("This figure does not apply to the open case.");
    }
}

static gboolean
add_parameter (const char *id, const char *title, const char *group, GtkWidget *control,
               gpointer data)
{
  g_autofree char *action = g_action_print_detailed_name (
      "win.edit-parameter", g_variant_ref_sink (g_variant_new_string (id)));
  IplFindItem *item = ipl_find_items_add (data, "Parameter", title, group, action);

  item->help = g_strdup ("parameters");
  if (!gtk_widget_is_sensitive (control))
    item->why = g_strdup ("Not available now.");
  return FALSE;
}

static void
list_parameters (IplWindow *self, const Source *source, GPtrArray *items)
{
  ipl_controls_for_each (GTK_WIDGET (self->sidebar), add_parameter, items);
}

typedef struct
{
  const Source *source;
  GPtrArray *items;
} Listing;

static void
add_choice (const char *action, GVariant *target, const char *label, const char *where,
            gpointer data)
{
  Listing *listing = data;
  IplFindItem *item;

  if (target == NULL || find_source_of_action (action) != listing->source)
    return;
  g_autofree char *detailed = g_action_print_detailed_name (action, target);

  for (guint i = 0; i < listing->items->len; i++)
    if (g_str_equal (((IplFindItem *)listing->items->pdata[i])->action, detailed))
      return;
  item = ipl_find_items_add (listing->items, listing->source->kind, label, where, detailed);
  item->help = g_strdup (listing->source->help);
  item->also = listing->source->also;
}

static void
list_from_menus (IplWindow *self, const Source *source, GPtrArray *items)
{
  Listing listing = { source, items };

  ipl_menu_items_for_each (self->header, add_choice, &listing);
  ipl_menu_items_for_each (GTK_WIDGET (self->sidebar), add_choice, &listing);
}

/* Lists the options of choices, and other choices in menus. */
static void
list_choices (IplWindow *self, const Source *source, GPtrArray *items)
{
  guint n;
  const IplChoice *const *choices = ipl_choices (&n);

  for (guint i = 0; i < n; i++)
    {
      const IplChoice *choice = choices[i];

      if (!g_action_group_get_action_enabled (G_ACTION_GROUP (self), choice->id))
        continue;
      for (guint k = 0; k < choice->n; k++)
        {
          g_autofree char *action
              = g_strconcat ("win.", choice->id, "::", choice->options[k].id, NULL);
          IplFindItem *item = ipl_find_items_add (items, source->kind, choice->options[k].title,
                                                  choice->title, action);

          item->help = g_strdup (source->help);
        }
    }
  list_from_menus (self, source, items);
}

static void
list_claims (IplWindow *self, const Source *source, GPtrArray *items)
{
  guint n;
  const IplClaim *claims = ipl_claims (&n);
  IplClaimView shown;
  IplView view;

  if (!ipl_document_get_view (self->document, &view))
    return;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *action = g_strconcat ("win.claim::", claims[i].id, NULL), *text = NULL;
      IplFindItem *item;

      if (!ipl_claim_is_shown (&claims[i], &view))
        continue;
      item = ipl_find_items_add (items, source->kind, claims[i].title, NULL, action);

      item->help = g_strdup (source->help);
      if (!ipl_claim_look (&claims[i], &view, &shown, &text))
        item->why = g_steal_pointer (&text);
    }
}

static void
add_path (const Source *source, const char *title, const char *reference, GPtrArray *items)
{
  g_autofree char *action = g_action_print_detailed_name (
      "win.select-path", g_variant_ref_sink (g_variant_new_string (reference)));

  ipl_find_items_add (items, source->kind, title, NULL, action)->help = g_strdup (source->help);
}

static void
list_paths (IplWindow *self, const Source *source, GPtrArray *items)
{
  IplView view;

  if (!ipl_document_get_view (self->document, &view) || view.the_case == NULL)
    return;
  for (gsize p = 0; p < MIN (view.the_case->Pi, (gsize)MOST_PATHS); p++)
    {
      g_autofree char *reference = g_strdup_printf ("%" G_GSIZE_FORMAT, p + 1);
      g_autofree char *title = ipl_path_reference_describe (view.the_case, p);

      title[0] = g_ascii_toupper (title[0]);
      add_path (source, title, reference, items);
    }
}

static void
list_heads (IplWindow *self, const Source *source, GPtrArray *items)
{
  IplView view;

  if (!ipl_document_get_view (self->document, &view) || view.the_case == NULL)
    return;
  for (guint l = 0; l < view.the_case->L; l++)
    for (guint h = 0; h < view.the_case->H[l]; h++)
      {
        g_autofree char *reference = g_strdup_printf ("%u.%u", l + 1, h + 1);
        g_autofree char *title
            = g_strdup_printf ("Head %s: head %u of layer %u", reference, h + 1, l + 1);

        add_path (source, title, reference, items);
      }
}

static void
list_help (IplWindow *self, const Source *source, GPtrArray *items)
{
  const GPtrArray *pages = ipl_help_pages ();

  for (guint i = 0; i < pages->len; i++)
    {
      const IplHelpPage *page = pages->pdata[i];
      g_autofree char *action = g_strconcat ("win.help::", page->id, NULL);
      IplFindItem *item
          = ipl_find_items_add (items, source->kind, page->title, page->group, action);

      item->help = g_strdup (page->id);
      item->also = page->cites;
    }
}

/* Kinds of item, one row each. An earlier kind precedes a later one with the same score. */
static const Source sources[] = {
  { "Command", list_commands },
  { "Claim", list_claims, "win.claim", "accuracy" },
  { "Page", list_pages, "win.page", "panels" },
  { "Panel", list_panels, "win.panel-enlarge", "panels" },
  { "Parameter", list_parameters },
  { "Example", .add = ipl_find_items_add_examples },
  { "Figure", .add = ipl_find_items_add_figures },
  { "Path", list_paths, .help = "paths" },
  { "Head", list_heads, .help = "heads" },
  { "Recent file", list_from_menus, "win.open-recent", "sessions" },
  { "Story", list_from_menus, "win.present", "stories" },
  { "Theme", list_from_menus, "app.theme", "panels", "mode appearance colour color scheme" },
  { "Panel menu", list_panel_menus, .help = "panels" },
  { "Key", list_keys },
  { "Choice", list_choices, .help = "panels" },
  { "Help", list_help, "win.help" },
};

/* Returns: source of the action, or that of choices */
static const Source *
find_source_of_action (const char *action)
{
  const Source *rest = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    {
      if (g_strcmp0 (sources[i].action, action) == 0)
        return &sources[i];
      if (sources[i].list == list_choices)
        rest = &sources[i];
    }
  return rest;
}

static gboolean
is_enabled (IplWindow *self, const char *detailed)
{
  GActionGroup *application = G_ACTION_GROUP (gtk_window_get_application (GTK_WINDOW (self)));
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  if (!g_action_parse_detailed_name (detailed, &name, &target, NULL))
    return FALSE;
  if (g_str_has_prefix (name, "win."))
    return ipl_window_can (self, detailed + strlen ("win."));
  if (g_str_has_prefix (name, "app."))
    return g_action_group_get_action_enabled (application, name + strlen ("app."));
  return TRUE;
}

/* Returns: (transfer full) (nullable): label of the first key of an action */
static char *
describe_keys (IplWindow *self, const char *action)
{
  g_auto (GStrv) keys = gtk_application_get_accels_for_action (
      gtk_window_get_application (GTK_WINDOW (self)), action);

  return keys[0] != NULL ? ipl_keys_describe (keys[0]) : NULL;
}

/* Returns: (transfer full) (element-type IplFindItem): all items at present */
GPtrArray *
ipl_window_list_findable (IplWindow *self)
{
  GPtrArray *items = ipl_find_items_new ();

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    if (sources[i].add != NULL)
      sources[i].add (items, sources[i].kind);
    else
      sources[i].list (self, &sources[i], items);
  for (guint i = 0; i < items->len; i++)
    {
      IplFindItem *item = items->pdata[i];
      gboolean enabled = is_enabled (self, item->action);

      /* The sentence of a command applies only while it is disabled; that of another item always
       * disables it. */
      item->can = enabled && (item->why == NULL || item->kind == sources[0].kind);
      if (item->keys == NULL)
        item->keys = describe_keys (self, item->action);
    }
  ipl_find_items_seal (items);
  return items;
}

static void
open_with (IplWindow *self, const char *text)
{
  if (self->presentation == NULL)
    ipl_finder_open (self->finder, ipl_window_list_findable (self), text);
}

static void
on_find (IplWindow *self)
{
  open_with (self, "");
}

static void
on_find_paths (IplWindow *self)
{
  open_with (self, "path ");
}

static void
update (IplWindow *self)
{
  IplView view;

  ipl_window_enable (self, "find::paths",
                     ipl_document_get_view (self->document, &view) && view.the_case != NULL);
}

static const IplCommand commands[] = {
  { "find::anything", G_CALLBACK (on_find), "<Control>k", "Find anything", IPL_SHORTCUTS_GENERAL },
  { "find::paths", G_CALLBACK (on_find_paths), "<Control>f", "Find paths by their heads",
    IPL_SHORTCUTS_PANELS, .why = "The open case has no attention paths.", .help = "paths" },
};

const IplWindowPart ipl_window_find_anything_part
    = { .commands = commands, .n_commands = G_N_ELEMENTS (commands), .update = update };
