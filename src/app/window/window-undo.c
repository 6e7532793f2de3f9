/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that change parameters and the display: undo, reset, sidebar. */
#include "app/window/window-private.h"

#include "core/parameters/parameters-change.h"

#include "core/parameters/parameters.h"

static void
on_copy_command (IplWindow *self)
{
  gboolean complete;
  g_autofree char *command = ipl_document_command (self->document, &complete);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), command);
  if (complete)
    ipl_window_show_status (self, "Command copied to the clipboard.");
  else
    ipl_window_show_message (
        self,
        "Command copied to the clipboard. The list of widths is empty: the command "
        "solves its default widths.",
        FALSE);
}

/* Undoes or redoes a change and shows its description. */
static void
undo_or_redo (IplWindow *self, void (*step) (IplDocument *document), const char *done)
{
  const IplParameters *before = ipl_parameters_ref (ipl_document_get_parameters (self->document));
  const IplStory *story = ipl_document_get_story (self->document);
  g_autofree char *what = NULL, *text = NULL;

  step (self->document);
  what = ipl_parameters_describe_change (before, ipl_document_get_parameters (self->document));
  text = g_strdup_printf ("%s: %s.", done,
                          what != NULL ? what
                          : story != ipl_document_get_story (self->document)
                              ? "a change of the story"
                              : "a change of the figure style");
  ipl_parameters_unref (before);
  ipl_window_show_status (self, text);
}

static void
on_undo (IplWindow *self)
{
  undo_or_redo (self, ipl_document_undo, "Undone");
}

static void
on_redo (IplWindow *self)
{
  undo_or_redo (self, ipl_document_redo, "Redone");
}

static void
on_new_seed (IplWindow *self)
{
  IplDocument *document = self->document;
  IplParameters parameters = *ipl_document_get_parameters (document);

  ipl_parameters_set_seed (&parameters, (guint64)g_random_int_range (1, 1000000));
  ipl_document_change (document, &parameters, NULL);
}

static void
on_sidebar (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplWindow *self = data;
  GtkRevealer *revealer = self->sidebar_revealer;
  gboolean shown = !gtk_revealer_get_reveal_child (revealer);

  gtk_revealer_set_reveal_child (revealer, shown);
  g_simple_action_set_state (action, g_variant_new_boolean (shown));
}

/* @id: id of a control of the sidebar */
static void
on_edit_parameter (IplWindow *self, const char *id)
{
  if (!gtk_revealer_get_reveal_child (self->sidebar_revealer))
    g_action_group_activate_action (G_ACTION_GROUP (self), "sidebar", NULL);
  ipl_sidebar_focus (self->sidebar, id);
}

static void
on_shared_limits (IplWindow *self)
{
  IplDocument *document = self->document;
  IplParameters parameters = *ipl_document_get_parameters (document);

  parameters.display.shared_limits = !parameters.display.shared_limits;
  ipl_document_change (document, &parameters, NULL);
}

static void
on_fullscreen (GtkWindow *self)
{
  if (gtk_window_is_fullscreen (self))
    gtk_window_unfullscreen (self);
  else
    gtk_window_fullscreen (self);
}

static void
set_up (IplWindow *self)
{
  ipl_document_widget_set_session (self->sidebar, self->document);
  ipl_window_set_state (
      self, "sidebar",
      g_variant_new_boolean (gtk_revealer_get_reveal_child (self->sidebar_revealer)));
}

static void
update (IplWindow *self)
{
  const IplParameters *parameters = ipl_document_get_parameters (self->document);
  guint64 seed;

  ipl_window_enable (self, "reset-all",
                     !ipl_parameters_equal (parameters,
                                            ipl_document_get_defaults (self->document)));
  ipl_window_enable (self, "new-seed", ipl_parameters_get_seed (parameters, &seed));
  ipl_window_set_state (self, "shared-limits",
                        g_variant_new_boolean (parameters->display.shared_limits));
}

static const IplCommand commands[] = {
  { "undo", G_CALLBACK (on_undo), "<Control>z", "Undo", IPL_SHORTCUTS_PARAMETERS,
    .can = ipl_document_can_undo, .why = "Nothing has been changed." },
  { "redo", G_CALLBACK (on_redo), "<Control><Shift>z <Control>y", "Redo", IPL_SHORTCUTS_PARAMETERS,
    .can = ipl_document_can_redo, .why = "Nothing has been undone." },
  { "reset-all", NULL, "<Control><Shift>r", "Reset all", IPL_SHORTCUTS_PARAMETERS,
    .call = ipl_document_reset, .why = "All parameters have their defaults.", .also = "defaults" },
  { "new-seed", G_CALLBACK (on_new_seed), "<Control>d", "New random seed", IPL_SHORTCUTS_PARAMETERS,
    .why = "The open case is not generated from a seed." },
  { "sidebar", NULL, "F9", "Show the sidebar", IPL_SHORTCUTS_PARAMETERS, .state = "true",
    .activate = on_sidebar },
  { "edit-parameter", G_CALLBACK (on_edit_parameter), .parameter_type = "s" },
  { "shared-limits", G_CALLBACK (on_shared_limits), "<Control>l", "Shared colour limits",
    IPL_SHORTCUTS_PANELS, .state = "true" },
  { "fullscreen", G_CALLBACK (on_fullscreen), "F11", "Full screen", IPL_SHORTCUTS_PANELS },
  { "copy-command::results", G_CALLBACK (on_copy_command), "<Control><Alt>c", "Copy as command",
    IPL_SHORTCUTS_EXPORT, .help = "command-line" },
};

const IplWindowPart ipl_window_edit_part = { commands, G_N_ELEMENTS (commands), set_up, update };
