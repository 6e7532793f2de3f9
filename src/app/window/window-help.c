/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens help about the focused panel or parameter, or the first page. */
#include "app/window/window-private.h"

#include "app/base/widget-helpers.h"
#include "app/help/context-help.h"
#include "figures/help/help-table.h"
#include "app/help/help-window.h"
#include "app/panels/panel-view.h"
#include "figures/panels/panel-table.h"
#include "runs/file-kind.h"

static void
on_help_closed (IplWindow *self)
{
  self->help = NULL;
}

/* Returns: help window of this window, which is made at its first use */
static IplHelpWindow *
get_help (IplWindow *self)
{
  if (self->help == NULL)
    {
      g_autoptr (GtkWindowGroup) group = gtk_window_group_new ();

      self->help = GTK_WINDOW (ipl_help_window_new ());
      /* A separate group keeps the help window usable during modal dialogs. */
      gtk_window_group_add_window (group, self->help);
      g_signal_connect_object (self->help, "destroy", G_CALLBACK (on_help_closed), self,
                               G_CONNECT_SWAPPED);
    }
  return IPL_HELP_WINDOW (self->help);
}

static void
show_page (IplWindow *self, const char *page)
{
  IplHelpWindow *help = get_help (self);

  ipl_help_window_show (help, page);
  gtk_window_present (GTK_WINDOW (help));
}

/* Returns: (nullable): the focused panel */
static const IplPanel *
find_panel (GtkWidget *focus)
{
  GtkWidget *view = focus != NULL ? gtk_widget_get_ancestor (focus, IPL_TYPE_PANEL_VIEW) : NULL;

  return view != NULL ? ipl_panel_view_get_area (IPL_PANEL_VIEW (view))->panel : NULL;
}

/* Shows the help page of the open task, or of parameters in general. */
static void
show_parameters (IplWindow *self)
{
  g_autofree char *task
      = g_strconcat ("task-", ipl_document_get_parameters (self->document)->experiment->id, NULL);

  show_page (self, ipl_help_find (task) != NULL ? task : "parameters");
}

/* Shows help about the focused widget. */
static void
on_help (IplWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  const IplPanel *panel = find_panel (focus);
  const char *page = ipl_help_find_page (focus);

  if (page != NULL)
    show_page (self, page);
  else if (panel != NULL)
    show_page (self, ipl_help_get_page_of_panel (panel->id));
  else if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->sidebar)))
    show_parameters (self);
  else if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->scrubber)))
    show_page (self, "widths");
  else if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->time_scrubber)))
    show_page (self, "time");
  else
    show_page (self, IPL_HELP_FIRST);
}

static void
on_other_message (IplWindow *self)
{
  gtk_widget_set_visible (self->info_help, FALSE);
}

/* Shows the button for help about file formats after a file could not be opened. */
static void
on_message (IplWindow *self, const char *text, gboolean is_error)
{
  const char *path = ipl_document_get_opening (self->document);

  gtk_widget_set_visible (self->info_help,
                          is_error && path != NULL && !ipl_file_kind_has_name ("network", path));
}

static void
set_up (IplWindow *self)
{
  g_signal_connect_object (self->info_label, "notify::label", G_CALLBACK (on_other_message), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "message", G_CALLBACK (on_message), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  ipl_symbol_tips_add (GTK_WIDGET (self->subtitle));
  ipl_symbol_tips_add (GTK_WIDGET (self->status));
  ipl_symbol_tips_add (GTK_WIDGET (self->sidebar));
  ipl_symbol_tips_add (GTK_WIDGET (self->scrubber));
}

static void
update (IplWindow *self)
{
  IplView view;
  gboolean dynamics = ipl_document_get_view (self->document, &view) && view.dynamics != NULL
                      && !g_str_equal (view.dynamics->experiment->id, "head-course");

  ipl_symbol_tips_set_place (GTK_WIDGET (self), dynamics ? IPL_SYMBOL_DYNAMICS : IPL_SYMBOL_PATHS);
}

static const IplCommand commands[] = {
  { "help::focus", G_CALLBACK (on_help), "F1", "Help about this", IPL_SHORTCUTS_GENERAL },
  { "win.help::" IPL_HELP_FIRST, .title = "Help: all pages", .group = IPL_SHORTCUTS_GENERAL },
  { "help", G_CALLBACK (show_page), .parameter_type = "s" },
};

const IplWindowPart ipl_window_help_part
    = { commands, G_N_ELEMENTS (commands), set_up, update, NULL };
