/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that can be asked of a window, collected from the program's tables. */
#include "every-command.h"

#include <string.h>

#include "app/base/window-command.h"
#include "app/base/widget-helpers.h"
#include "app/dialogs/export-dialog.h"
#include "core/case/example-cases.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters.h"
#include "figures/view/display-choice.h"
#include "figures/panels/panel-table.h"
#include "app/pages/page-table.h"

static void
command_free (gpointer data)
{
  Command *self = data;

  g_free (self->title);
  g_free (self->action);
  g_free (self->argument);
  g_free (self);
}

static Command *
add (GPtrArray *list, const char *title, void (*run) (IplWindow *window, const char *argument),
     const char *argument)
{
  Command *command = g_new0 (Command, 1);

  command->title = argument != NULL ? g_strdup_printf ("%s %s", title, argument) : g_strdup (title);
  command->run = run;
  command->argument = g_strdup (argument);
  g_ptr_array_add (list, command);
  return command;
}

/* Menus tell the same more than once. */
static void
add_action (GPtrArray *list, const char *action)
{
  Command *command;

  for (guint i = 0; i < list->len; i++)
    if (g_strcmp0 (((Command *)list->pdata[i])->action, action) == 0)
      return;
  /* The first two start what the machine has for a file: tests/app/test-app-export asks for one
   * that nobody opens. The others end the test. */
  if (g_str_equal (action, "win.exported::open") || g_str_equal (action, "win.exported::folder")
      || g_str_has_suffix (action, ".quit") || g_str_has_suffix (action, ".close"))
    return;
  command = add (list, action, NULL, NULL);
  command->action = g_strdup (action);
}

static void
add_target (GPtrArray *list, const char *action, GVariant *target)
{
  g_autoptr (GVariant) sunk = g_variant_ref_sink (target);
  g_autofree char *detailed = g_action_print_detailed_name (action, sunk);

  add_action (list, detailed);
}

typedef struct
{
  GPtrArray *list;
  const char *action;
} Wanted;

/* Whatever a menu gives the action. */
static void
add_from_menu (const char *name, GVariant *target, gpointer data)
{
  Wanted *wanted = data;

  if (strcmp (name, wanted->action) == 0 && target != NULL)
    add_target (wanted->list, name, g_variant_ref (target));
}

/* Of a choice whose menu is offered for several outputs only. */
static void
add_options (GPtrArray *list, const char *action)
{
  const IplChoice *choice
      = g_str_has_prefix (action, "win.") ? ipl_choice_find (action + strlen ("win.")) : NULL;

  for (guint i = 0; choice != NULL && i < choice->n; i++)
    add_target (list, action, g_variant_new_string (choice->options[i].id));
}

/* With every target that a menu of the window gives it, and those of panels with some; with
 * something that it does not know, too. */
static void
add_all_targets (GPtrArray *list, IplWindow *window, const char *action, const GVariantType *type)
{
  guint before = list->len;

  for_each_item (window, add_from_menu, &(Wanted){ list, action });
  if (list->len == before)
    add_options (list, action);
  if (g_variant_type_equal (type, G_VARIANT_TYPE_STRING))
    {
      if (g_str_has_prefix (action, "win.panel-"))
        for (guint i = 0; i < 2; i++)
          add_target (list, action, g_variant_new_string (ipl_panels (NULL)[i]->id));
      if (!g_str_equal (action, "app.theme"))
        add_target (list, action, g_variant_new_string ("nothing of that name"));
    }
  else if (g_variant_type_equal (type, G_VARIANT_TYPE_INT32))
    for (int i = -1; i <= 1; i++)
      add_target (list, action, g_variant_new_int32 (i));
  else if (g_variant_type_equal (type, G_VARIANT_TYPE_BYTESTRING))
    add_target (list, action, g_variant_new_bytestring ("nothing of that name"));
  else
    g_error ("%s: nobody knows what it takes", action);
}

static void
add_group (GPtrArray *list, IplWindow *window, const char *prefix, GActionGroup *group)
{
  g_auto (GStrv) names = g_action_group_list_actions (group);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *action = g_strconcat (prefix, ".", names[i], NULL);
      const GVariantType *type = g_action_group_get_action_parameter_type (group, names[i]);

      if (type != NULL)
        add_all_targets (list, window, action, type);
      else
        add_action (list, action);
    }
}

/* What has keys but no action of the window's or the application's belongs to widgets. */
static void
add_widget_actions (GPtrArray *list)
{
  g_autoptr (GPtrArray) shortcuts = ipl_shortcuts_new ();

  ipl_window_add_shortcuts (shortcuts);
  for (guint i = 0; i < shortcuts->len; i++)
    {
      const IplShortcut *shortcut = shortcuts->pdata[i];

      if (shortcut->action != NULL && !g_str_has_prefix (shortcut->action, "win.")
          && !g_str_has_prefix (shortcut->action, "app."))
        add_action (list, shortcut->action);
    }
}

static void
drag_width (IplWindow *window, const char *argument)
{
  gboolean handled;

  for (double at = 1.0; at < 3.0; at += 0.5)
    g_signal_emit_by_name (GTK_WIDGET (window->scrubber->scale), "change-value", GTK_SCROLL_JUMP,
                           at, &handled);
}

static void
open_file (IplWindow *window, const char *path)
{
  ipl_window_open_path (window, path);
}

static void
save_all (IplWindow *window, const char *argument)
{
  for (int kind = IPL_SAVE_CASE; kind <= IPL_SAVE_HEAD_MASK; kind++)
    {
      g_autofree char *name = g_strdup_printf ("saved-%d", kind);
      g_autofree char *path = in_folder (name);

      ipl_window_save_to (window, (IplSaveKind)kind, path);
    }
}

static void
export_page (IplWindow *window, const char *format)
{
  g_autofree char *name = g_strconcat ("exported.", format, NULL);
  g_autofree char *path = in_folder (name);
  ipl_export_dialog_export_to (
      open_export (window, ipl_panel_grid_get_focused (ipl_window_get_grid (window)), format),
      path);
}

GPtrArray *
every_command (IplWindow *window)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (command_free);
  guint n, n_files;
  const IplExperiment *const *experiments = ipl_experiments (&n);
  const IplExampleCase *files = ipl_example_cases (&n_files);
  g_autofree char *right = g_test_build_filename (G_TEST_DIST, "data", "hmc.npz", NULL);
  g_autofree char *damaged = in_folder ("damaged.npz");

  write_file (damaged, "this is not a zip archive");
  add_group (list, window, "win", G_ACTION_GROUP (window));
  add_group (list, window, "app", G_ACTION_GROUP (application));
  add_widget_actions (list);
  /* Also those that no menu has. */
  for (guint i = 0; i < n; i++)
    if (experiments[i]->generated)
      add_target (list, "win.open-example", g_variant_new_string (experiments[i]->id));
  for (guint i = 0; i < n_files; i++)
    add_target (list, "win.open-example", g_variant_new_string (files[i].id));
  add (list, "open", open_file, right);
  add (list, "open", open_file, damaged);
  add (list, "drag the width", drag_width, NULL);
  add (list, "save everything", save_all, NULL);
  add (list, "export as", export_page, "png");
  add (list, "export as", export_page, "svg");
  add (list, "export as", export_page, "pdf");
  return list;
}

void
command_run (const Command *command, IplWindow *window)
{
  g_autoptr (GVariant) target = NULL;
  g_autofree char *name = NULL;

  if (command->run != NULL)
    {
      command->run (window, command->argument);
      return;
    }
  g_assert_true (g_action_parse_detailed_name (command->action, &name, &target, NULL));
  gtk_widget_activate_action_variant (
      GTK_WIDGET (ipl_window_get_area (window, ipl_window_get_focused (window))), name, target);
}
