/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps that outgrow this machine: planning them. */
#include "app/window/window-private.h"

#include "app/sweeps/plan-dialog.h"

#define KEY "ipl-plan-dialog"

static void
on_copied (IplWindow *self)
{
  ipl_window_say (self, "The commands are in the clipboard.");
}

static void
forget_dialog (gpointer window)
{
  g_object_set_data (window, KEY, NULL);
}

static void
on_plan_sweep (IplWindow *self)
{
  IplPlanDialog *dialog = g_object_get_data (G_OBJECT (self), KEY);

  if (dialog == NULL)
    {
      dialog = ipl_plan_dialog_new (GTK_WINDOW (self), self->session);
      g_object_set_data (G_OBJECT (self), KEY, dialog);
      g_signal_connect_object (dialog, "destroy", G_CALLBACK (forget_dialog), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (dialog, "open-folder", G_CALLBACK (ipl_window_open_path), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (dialog, "copied", G_CALLBACK (on_copied), self, G_CONNECT_SWAPPED);
    }
  gtk_window_present (GTK_WINDOW (dialog));
}

/* An experiment that makes no case has no widths to sweep over; some fall into parts. */
static void
update (IplWindow *self)
{
  const IplParameters *parameters = ipl_session_get_parameters (self->session);

  ipl_window_enable (self, "plan-sweep",
                     (parameters->experiment->compute == NULL
                      || parameters->experiment->parts != NULL)
                         && ipl_session_get_opening (self->session) == NULL);
}

static const IplCommand commands[] = {
  { "plan-sweep", G_CALLBACK (on_plan_sweep), "<Control><Alt>p", "Plan a sweep",
    IPL_SHORTCUTS_EXPORT, .why = "This cannot be swept.", .help = "cluster" },
};

const IplWindowPart ipl_window_sweep_part
    = { .commands = commands, .n_commands = G_N_ELEMENTS (commands), .update = update };
