/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/pages/posterior-page.h"

/**
 * IplPosteriorPage:
 *
 * The second page of the window: four panels on the draws of an entry of U, over the diagnostics.
 */
struct _IplPosteriorPage
{
  GtkWidget parent_instance;
  GtkPaned *paned;
  IplPanelGrid *grid;
  IplDiagnosticsTable *table;
  int set_position; /* the last one not set by the user */
};

/* The table gets at most this share of the height. */
#define TABLE_SHARE 0.32

G_DEFINE_FINAL_TYPE (IplPosteriorPage, ipl_posterior_page, GTK_TYPE_WIDGET)

/* As many rows of the table as there is room for, until the user moves the handle. */
static void
on_height (IplPosteriorPage *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned));
  int minimum, natural, lowest, highest;

  if (self->set_position >= 0 && gtk_paned_get_position (self->paned) != self->set_position)
    return;
  gtk_widget_measure (GTK_WIDGET (self->table), GTK_ORIENTATION_VERTICAL, -1, &minimum, &natural,
                      NULL, NULL);
  g_object_get (self->paned, "min-position", &lowest, "max-position", &highest, NULL);
  natural = MIN (natural, (int)(height * TABLE_SHARE));
  self->set_position = CLAMP (height - natural, lowest, MAX (lowest, highest));
  gtk_paned_set_position (self->paned, self->set_position);
}

static void
ipl_posterior_page_dispose (GObject *object)
{
  IplPosteriorPage *self = IPL_POSTERIOR_PAGE (object);

  if (self->paned != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->paned));
  self->paned = NULL;
  G_OBJECT_CLASS (ipl_posterior_page_parent_class)->dispose (object);
}

static void
ipl_posterior_page_class_init (IplPosteriorPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ipl_posterior_page_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  g_type_ensure (IPL_TYPE_PANEL_GRID);
  g_type_ensure (IPL_TYPE_DIAGNOSTICS_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/interplay/Interplay/ui/posterior-page.ui");
  gtk_widget_class_bind_template_child (widget_class, IplPosteriorPage, paned);
  gtk_widget_class_bind_template_child (widget_class, IplPosteriorPage, grid);
  gtk_widget_class_bind_template_child (widget_class, IplPosteriorPage, table);
}

static void
ipl_posterior_page_init (IplPosteriorPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ipl_panel_grid_set_panels (self->grid, &ipl_panel_posterior, 4,
                             (const IplPanel *const[]){ &ipl_panel_trace, &ipl_panel_ranks,
                                                        &ipl_panel_marginal,
                                                        &ipl_panel_calibration });
  self->set_position = -1;
  g_signal_connect_object (self->paned, "notify::max-position", G_CALLBACK (on_height), self,
                           G_CONNECT_SWAPPED);
}

void
ipl_posterior_page_set_session (IplPosteriorPage *self, IplSession *session)
{
  ipl_panel_grid_set_session (self->grid, session);
  ipl_diagnostics_table_set_session (self->table, session);
}

/**
 * ipl_posterior_page_set_enlarged:
 * @self: the page
 * @panel: (nullable): the panel to show alone, or %NULL for all and the diagnostics
 */
void
ipl_posterior_page_set_enlarged (IplPosteriorPage *self, const IplPanel *panel)
{
  gtk_widget_set_visible (GTK_WIDGET (self->table), panel == NULL);
  ipl_panel_grid_set_enlarged (self->grid, panel);
}

IplPanelGrid *
ipl_posterior_page_get_grid (IplPosteriorPage *self)
{
  return self->grid;
}

IplDiagnosticsTable *
ipl_posterior_page_get_table (IplPosteriorPage *self)
{
  return self->table;
}
