/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/base/template.h"
#include "app/pages/diagnostics-table.h"
#include "app/pages/page-table.h"

#define IPL_TYPE_POSTERIOR_PAGE (ipl_posterior_page_get_type ())
G_DECLARE_FINAL_TYPE (IplPosteriorPage, ipl_posterior_page, IPL, POSTERIOR_PAGE, GtkWidget)

/* Four panels on the draws of an entry of U, over the diagnostics. */
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

#define CHILD(name) IPL_CHILD (IplPosteriorPage, name)
static const IplTemplateChild children[] = { CHILD (paned), CHILD (table), { NULL } };

static void
ipl_posterior_page_class_init (IplPosteriorPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ipl_posterior_page_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  g_type_ensure (IPL_TYPE_DIAGNOSTICS_TABLE);
  ipl_template_set (klass, "posterior-page", children, NULL);
}

static void
ipl_posterior_page_init (IplPosteriorPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->set_position = -1;
  g_signal_connect_object (self->paned, "notify::max-position", G_CALLBACK (on_height), self,
                           G_CONNECT_SWAPPED);
}

/* The diagnostics leave the page to a panel that is enlarged. */
static void
on_enlarged (IplPosteriorPage *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->table),
                          ipl_panel_grid_get_enlarged (self->grid) == NULL);
}

static GtkWidget *
create (IplPanelGrid *grid, IplSession *session)
{
  IplPosteriorPage *self = g_object_new (IPL_TYPE_POSTERIOR_PAGE, NULL);

  self->grid = grid;
  gtk_paned_set_start_child (self->paned, GTK_WIDGET (grid));
  g_signal_connect_object (grid, "enlarged", G_CALLBACK (on_enlarged), self, G_CONNECT_SWAPPED);
  ipl_diagnostics_table_set_session (self->table, session);
  return GTK_WIDGET (self);
}

const IplPage ipl_page_posterior = {
  .id = "posterior",
  .title = "Posterior",
  .mnemonic = 'P',
  .tooltip = "Trace, ranks, marginal, calibration and diagnostics of the samples",
  .composite = "posterior",
  .places = { { "trace", "<Control>5", 'r' },
              { "ranks", "<Control>6", 'k' },
              { "marginal", "<Control>7", 'M' },
              { "calibration", "<Control>8", 'b' } },
  .create = create,
};
