/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two cases side by side: another is chosen, and a line above the panels says what is compared. */
#include "app/window/window-private.h"

#include "app/base/file-chooser.h"
#include "app/base/widgets.h"

static void
on_chosen (IplWindow *self, const char *path)
{
  if (self->session != NULL)
    ipl_session_compare_file (self->session, path);
}

static void
update (IplWindow *self)
{
  g_autofree char *text = ipl_session_describe_comparison (self->session);
  const IplParameters *parameters = ipl_session_get_parameters (self->session);

  if (text != NULL && g_strcmp0 (gtk_label_get_label (self->compare_label), text) != 0)
    {
      gtk_label_set_label (self->compare_label, text);
      ipl_widget_set_tooltip (self->compare_label, text);
    }
  gtk_revealer_set_reveal_child (self->compare_revealer, text != NULL);
  ipl_window_enable (self, "compare", parameters->experiment->compute == NULL);
  ipl_window_enable (self, "stop-comparing", text != NULL);
}

static const IplFileQuestion compare_question
    = { "Compare With a Session, a Case, Results or a Network",
        IPL_FILE_OPEN,
        "_Compare",
        "*.interplay *.npz *.safetensors",
        "Sessions, cases, results, networks (*.interplay, *.npz, *.safetensors)",
        "compare" };

static const IplCommand commands[] = {
  { "compare", G_CALLBACK (on_chosen), "<Control><Alt>v", "Compare with another case",
    IPL_SHORTCUTS_CASES, .question = &compare_question,
    .why = "Only cases of attention paths can be compared.", .help = "compare" },
  { "stop-comparing", NULL, "<Control><Alt><Shift>v", "Stop comparing", IPL_SHORTCUTS_CASES,
    .call = ipl_session_stop_comparing, .why = "No two cases are compared.", .help = "compare" },
};

const IplWindowPart ipl_window_compare_part
    = { .commands = commands, .n_commands = G_N_ELEMENTS (commands), .update = update };
