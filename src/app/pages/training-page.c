/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/pages/page-table.h"

/* Advice where nothing can be trained. */
static void
update_hint (GtkWidget *hint)
{
  IplSession *session = g_object_get_data (G_OBJECT (hint), "session");

  gtk_widget_set_visible (hint, !ipl_session_is_trainable (session));
}

static GtkWidget *
create (IplPanelGrid *grid, IplSession *session)
{
  g_autoptr (GtkBuilder) builder
      = gtk_builder_new_from_resource ("/org/interplay/Interplay/ui/training-page.ui");
  GtkWidget *hint = GTK_WIDGET (gtk_builder_get_object (builder, "hint"));
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  g_object_set_data_full (G_OBJECT (hint), "session", g_object_ref (session), g_object_unref);
  g_signal_connect_object (session, "parameters-changed", G_CALLBACK (update_hint), hint,
                           G_CONNECT_SWAPPED);
  update_hint (hint);
  gtk_widget_set_vexpand (GTK_WIDGET (grid), TRUE);
  gtk_box_append (GTK_BOX (box), hint);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (grid));
  return box;
}

const IplPage ipl_page_training = {
  .id = "training",
  .title = "Training",
  .mnemonic = 'n',
  .tooltip = "Sequences of the one-shot task, the learning curve, and where heads look",
  .composite = "network",
  .places = { { "task", "<Control><Alt>1", 'k' },
              { "training", "<Control><Alt>2", 'g' },
              { "attention", "<Control><Alt>3", 'i' } },
  .create = create,
};
