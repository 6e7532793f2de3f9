/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The widgets in which a sweep is typed, a row of the table each. */
#include "app/sweeps/plan-entries.h"

#include <string.h>

static void
add_entry (IplPlanEntries *self, const IplPlanRow *row, GtkGrid *grid)
{
  gboolean beside = strcmp (row->id, "folder") == 0;
  GtkWidget *label = gtk_label_new_with_mnemonic (row->label), *entry = gtk_entry_new ();

  self->labels[self->n] = label;
  self->entries[self->n++] = entry;
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), entry);
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_label_set_width_chars (GTK_LABEL (label), 14);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_widget_set_tooltip_text (entry, row->tip);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), row->hint);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                  label, NULL, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  row->tip, -1);
  gtk_grid_attach (grid, label, 0, row->row, 1, 1);
  gtk_grid_attach (grid, entry, 1, row->row, beside ? 1 : 2, 1);
}

void
ipl_plan_entries_add (IplPlanEntries *self, GtkGrid *grid, GtkGrid *scheduler_grid)
{
  guint n;
  const IplPlanRow *rows = ipl_plan_rows (&n);

  for (guint i = 0; i < n; i++)
    add_entry (self, &rows[i], rows[i].scheduler ? scheduler_grid : grid);
}

void
ipl_plan_entries_clear (IplPlanEntries *self)
{
  for (guint i = 0; i < self->n; i++)
    g_clear_pointer (&self->offered[i], g_free);
}

/* (nullable) */
GtkEntry *
ipl_plan_entries_find (IplPlanEntries *self, const char *id)
{
  const IplPlanRow *rows = ipl_plan_rows (&(guint){ 0 });

  for (guint i = 0; i < self->n; i++)
    if (strcmp (rows[i].id, id) == 0)
      return GTK_ENTRY (self->entries[i]);
  return NULL;
}

/* Of what is not computed nothing is asked. */
void
ipl_plan_entries_show (IplPlanEntries *self, IplPlanComputed computed)
{
  const IplPlanRow *rows = ipl_plan_rows (&(guint){ 0 });

  for (guint i = 0; i < self->n; i++)
    {
      gboolean used = ipl_plan_row_is_used (&rows[i], computed);

      gtk_widget_set_visible (self->entries[i], used);
      gtk_widget_set_visible (self->labels[i], used);
    }
}

/* What nobody has typed over follows the document. */
void
ipl_plan_entries_offer (IplPlanEntries *self, IplSession *session, IplPlanComputed computed)
{
  const IplPlanRow *rows = ipl_plan_rows (&(guint){ 0 });

  for (guint i = 0; i < self->n; i++)
    {
      GtkEditable *entry = GTK_EDITABLE (self->entries[i]);
      g_autofree char *offer = ipl_plan_row_offer (&rows[i], session, computed);

      if (g_strcmp0 (offer, self->offered[i]) == 0)
        continue;
      if (self->offered[i] == NULL || strcmp (gtk_editable_get_text (entry), self->offered[i]) == 0)
        gtk_editable_set_text (entry, offer);
      g_free (self->offered[i]);
      self->offered[i] = g_steal_pointer (&offer);
    }
}

static void
mark (GtkWidget *entry, gboolean wrong)
{
  if (wrong)
    gtk_widget_add_css_class (entry, "error");
  else
    gtk_widget_remove_css_class (entry, "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID,
                               wrong ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE,
                               -1);
}

/* FALSE with the sentence about the first entry that is wrong, which is marked. The folder that has
 * just been made is not wrong.
 * @planned: (nullable): that folder */
gboolean
ipl_plan_entries_read (IplPlanEntries *self, IplPlanComputed computed, const char *planned,
                       IplPlanRequest *request, GError **error)
{
  const IplPlanRow *rows = ipl_plan_rows (&(guint){ 0 });
  gboolean fine = TRUE;

  for (guint i = 0; i < self->n; i++)
    {
      g_autofree char *text
          = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entries[i]))));
      gboolean right = !fine || !ipl_plan_row_is_used (&rows[i], computed)
                       || rows[i].read (text, request, error);

      if (!right && planned != NULL && g_strcmp0 (request->path, planned) == 0)
        {
          g_clear_error (error);
          right = TRUE;
        }
      mark (self->entries[i], !right);
      fine = fine && right;
    }
  return fine;
}
