/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/shell/application.h"

#include "app/base/window-command.h"

/* Rows of a column that fit a screen 720 pixels high. */
#define MOST_ROWS 12

static const struct
{
  const char *id, *title;
  IplShortcutGroup first, last;
} sections[] = {
  { "cases", "Cases", IPL_SHORTCUTS_CASES, IPL_SHORTCUTS_CASES },
  { "solving", "Solving and Training", IPL_SHORTCUTS_WIDTHS, IPL_SHORTCUTS_GENERAL },
  { "panels", "Panels", IPL_SHORTCUTS_PANELS, IPL_SHORTCUTS_IN_PANEL },
  { "out", "Story and Export", IPL_SHORTCUTS_STORY, IPL_SHORTCUTS_EXPORT },
};

/* Returns: (transfer full): first key of an action, or all keys of a widget */
static char *
shown_keys (const IplShortcut *shortcut)
{
  if (shortcut->action == NULL)
    return g_strdup (shortcut->keys);
  return g_strndup (shortcut->keys, strcspn (shortcut->keys, " "));
}

static void
begin_group (GString *xml, IplShortcutGroup group, const char *more)
{
  g_autofree char *start = g_markup_printf_escaped (
      "<child><object class='GtkShortcutsGroup'><property name='title'>%s%s</property>",
      ipl_shortcut_group_get_title (group), more);

  g_string_append (xml, start);
}

/* Adds a group. GTK does not break groups into columns, so a group of more than MOST_ROWS becomes
 * several. */
static void
add_group (GString *xml, IplShortcutGroup group, const GPtrArray *shortcuts)
{
  guint n = 0;

  begin_group (xml, group, "");
  for (guint i = 0; i < shortcuts->len; i++)
    {
      const IplShortcut *shortcut = shortcuts->pdata[i];
      g_autofree char *keys = shown_keys (shortcut);
      g_autofree char *item = NULL;

      if (shortcut->group != group || shortcut->title == NULL)
        continue;
      if (n > 0 && n % MOST_ROWS == 0)
        {
          g_string_append (xml, "</object></child>");
          begin_group (xml, group, ", continued");
        }
      n++;
      item = g_markup_printf_escaped ("<child><object class='GtkShortcutsShortcut'>"
                                      "<property name='title'>%s</property>"
                                      "<property name='accelerator'>%s</property>"
                                      "</object></child>",
                                      shortcut->title, keys);
      g_string_append (xml, item);
    }
  g_string_append (xml, "</object></child>");
}

/* GTK before 4.14 fills a shortcuts window only from a template, so one is written here.
 * Returns: the shortcuts window */
GtkShortcutsWindow *
ipl_shortcuts_window_new (const GPtrArray *shortcuts)
{
  g_autoptr (GString) xml = g_string_new ("<interface><object class='GtkShortcutsWindow' "
                                          "id='window'><property name='modal'>1</property>");
  g_autoptr (GtkBuilder) builder = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    {
      g_autofree char *start
          = g_markup_printf_escaped ("<child><object class='GtkShortcutsSection'>"
                                     "<property name='section-name'>%s</property>"
                                     "<property name='title'>%s</property>"
                                     "<property name='max-height'>%d</property>",
                                     sections[i].id, sections[i].title, MOST_ROWS + 1);

      g_string_append (xml, start);
      for (IplShortcutGroup group = sections[i].first; group <= sections[i].last; group++)
        add_group (xml, group, shortcuts);
      g_string_append (xml, "</object></child>");
    }
  g_string_append (xml, "</object></interface>");
  builder = gtk_builder_new_from_string (xml->str, (gssize)xml->len);
  return GTK_SHORTCUTS_WINDOW (gtk_builder_get_object (builder, "window"));
}
