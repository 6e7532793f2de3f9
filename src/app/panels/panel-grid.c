/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/panels/panel-grid.h"

/**
 * IplPanelGrid:
 *
 * Up to four panels, two by two, with handles between them; or one of them alone.
 */

struct _IplPanelGrid
{
  GtkWidget parent_instance;
  GtkPaned *rows;
  GtkPaned *top;
  GtkPaned *bottom;
  IplPanelView *panels[IPL_PANEL_GRID_PLACES];
  guint n_panels;
  const IplPanel *shown[IPL_PANEL_GRID_PLACES]; /* [n_panels] */
  const IplPanel *composite;                    /* all of them together */
  const IplPanel *enlarged;                     /* nullable */
  GtkPaned *moved;                              /* whose handle the other row is to follow */
  guint align_id;
  int evened[3]; /* positions of rows, top and bottom that no hand has set, or -1 */
};

G_DEFINE_FINAL_TYPE (IplPanelGrid, ipl_panel_grid, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_ENLARGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* Not at once: a handle also moves while its row is given its size, and then the other must not be
 * asked for another. */
static gboolean
align_columns (gpointer data)
{
  IplPanelGrid *self = data;
  GtkPaned *other = self->moved == self->top ? self->bottom : self->top;

  self->align_id = 0;
  if (self->enlarged == NULL && self->n_panels == IPL_PANEL_GRID_PLACES
      && gtk_widget_get_width (GTK_WIDGET (self->moved))
             == gtk_widget_get_width (GTK_WIDGET (other)))
    gtk_paned_set_position (other, gtk_paned_get_position (self->moved));
  return G_SOURCE_REMOVE;
}

static void
on_position (IplPanelGrid *self, GParamSpec *pspec, GtkPaned *paned)
{
  GtkPaned *other = paned == self->top ? self->bottom : self->top;

  if (self->enlarged != NULL || self->n_panels < IPL_PANEL_GRID_PLACES
      || gtk_paned_get_position (paned) == gtk_paned_get_position (other))
    return;
  self->moved = paned;
  if (self->align_id == 0)
    self->align_id = g_idle_add (align_columns, self);
}

/* Columns and rows are alike until the user moves a handle, whatever their headings need. */
static void
on_range (IplPanelGrid *self, GParamSpec *pspec, GtkPaned *paned)
{
  gboolean vertical = paned == self->rows;
  int size = vertical ? gtk_widget_get_height (GTK_WIDGET (paned))
                      : gtk_widget_get_width (GTK_WIDGET (paned));
  int place = vertical ? 0 : (paned == self->top ? 1 : 2);

  if (self->enlarged != NULL || size <= 0
      || (self->evened[place] >= 0 && gtk_paned_get_position (paned) != self->evened[place]))
    return;
  gtk_paned_set_position (paned, size / 2);
  self->evened[place] = gtk_paned_get_position (paned);
}

static void
ipl_panel_grid_dispose (GObject *object)
{
  IplPanelGrid *self = IPL_PANEL_GRID (object);

  g_clear_handle_id (&self->align_id, g_source_remove);
  if (self->rows != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->rows));
  self->rows = NULL;
  G_OBJECT_CLASS (ipl_panel_grid_parent_class)->dispose (object);
}

static void
ipl_panel_grid_class_init (IplPanelGridClass *klass)
{
  static const char *const places[IPL_PANEL_GRID_PLACES]
      = { "top_left", "top_right", "bottom_left", "bottom_right" };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ipl_panel_grid_dispose;
  /* Another panel is shown alone, or all are. */
  signals[SIGNAL_ENLARGED] = g_signal_new ("enlarged", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                           0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "panelgrid");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  g_type_ensure (IPL_TYPE_PANEL_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/interplay/Interplay/ui/panel-grid.ui");
  gtk_widget_class_bind_template_child (widget_class, IplPanelGrid, rows);
  gtk_widget_class_bind_template_child (widget_class, IplPanelGrid, top);
  gtk_widget_class_bind_template_child (widget_class, IplPanelGrid, bottom);
  for (guint i = 0; i < IPL_PANEL_GRID_PLACES; i++)
    gtk_widget_class_bind_template_child_full (widget_class, places[i], FALSE,
                                               G_STRUCT_OFFSET (IplPanelGrid, panels)
                                                   + (goffset)(i * sizeof (IplPanelView *)));
}

static void
ipl_panel_grid_init (IplPanelGrid *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  GtkPaned *panes[] = { self->rows, self->top, self->bottom };

  for (guint i = 0; i < G_N_ELEMENTS (panes); i++)
    {
      self->evened[i] = -1;
      g_signal_connect_object (panes[i], "notify::max-position", G_CALLBACK (on_range), self,
                               G_CONNECT_SWAPPED);
    }
  g_signal_connect_object (self->top, "notify::position", G_CALLBACK (on_position), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->bottom, "notify::position", G_CALLBACK (on_position), self,
                           G_CONNECT_SWAPPED);
}

static int
place_of (IplPanelGrid *self, const IplPanel *panel)
{
  for (guint i = 0; i < self->n_panels; i++)
    if (self->shown[i] == panel)
      return (int)i;
  return -1;
}

/* Places without a panel, or all but the enlarged one, are not there. */
static void
show_places (IplPanelGrid *self)
{
  int place = self->enlarged == NULL ? -1 : place_of (self, self->enlarged);

  for (int i = 0; i < IPL_PANEL_GRID_PLACES; i++)
    {
      gtk_widget_set_visible (GTK_WIDGET (self->panels[i]),
                              i < (int)self->n_panels && (place < 0 || i == place));
      ipl_panel_view_set_enlarged (self->panels[i], i == place);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->top), place < 2);
  gtk_widget_set_visible (GTK_WIDGET (self->bottom),
                          self->n_panels > 2 && (place < 0 || place >= 2));
}

/**
 * ipl_panel_grid_new:
 * @session: whose results the panels show
 * @composite: the figure that stands for all of them together
 * @n: how many, at most %IPL_PANEL_GRID_PLACES
 * @panels: [n] row by row; the last of three has a row of its own
 *
 * Returns: (transfer floating): the panels side by side
 */
IplPanelGrid *
ipl_panel_grid_new (IplSession *session, const IplPanel *composite, guint n,
                    const IplPanel *const *panels)
{
  IplPanelGrid *self;

  g_return_val_if_fail (n >= 1 && n <= IPL_PANEL_GRID_PLACES, NULL);
  self = g_object_new (IPL_TYPE_PANEL_GRID, NULL);
  self->composite = composite;
  self->n_panels = n;
  for (guint i = 0; i < n; i++)
    {
      self->shown[i] = panels[i];
      ipl_panel_view_set_panel (self->panels[i], panels[i]);
      ipl_panel_view_set_session (self->panels[i], session);
    }
  show_places (self);
  return self;
}

gboolean
ipl_panel_grid_has (IplPanelGrid *self, const IplPanel *panel)
{
  return place_of (self, panel) >= 0;
}

/**
 * ipl_panel_grid_set_enlarged:
 * @self: the grid
 * @panel: (nullable): the panel to show alone, or %NULL for all
 */
void
ipl_panel_grid_set_enlarged (IplPanelGrid *self, const IplPanel *panel)
{
  g_return_if_fail (panel == NULL || ipl_panel_grid_has (self, panel));
  if (panel == self->enlarged)
    return;
  self->enlarged = panel;
  show_places (self);
  g_signal_emit (self, signals[SIGNAL_ENLARGED], 0);
  if (panel != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (ipl_panel_grid_get_area (self, panel)));
}

const IplPanel *
ipl_panel_grid_get_enlarged (IplPanelGrid *self)
{
  return self->enlarged;
}

/**
 * ipl_panel_grid_even_out:
 * @self: the grid
 *
 * Gives all panels the same size again.
 */
void
ipl_panel_grid_even_out (IplPanelGrid *self)
{
  gtk_paned_set_position (self->top, gtk_widget_get_width (GTK_WIDGET (self->top)) / 2);
  gtk_paned_set_position (self->rows, gtk_widget_get_height (GTK_WIDGET (self->rows)) / 2);
}

IplFigureArea *
ipl_panel_grid_get_area (IplPanelGrid *self, const IplPanel *panel)
{
  g_return_val_if_fail (ipl_panel_grid_has (self, panel), NULL);
  return ipl_panel_view_get_area (self->panels[place_of (self, panel)]);
}

const IplPanel *
ipl_panel_grid_get_first (IplPanelGrid *self)
{
  return self->shown[0];
}

/**
 * ipl_panel_grid_get_focused:
 * @self: the grid
 *
 * Returns: the panel that has the keyboard or is enlarged; the composite of all where neither is so
 */
const IplPanel *
ipl_panel_grid_get_focused (IplPanelGrid *self)
{
  if (self->enlarged != NULL)
    return self->enlarged;
  for (guint i = 0; i < self->n_panels; i++)
    if (gtk_widget_get_focus_child (GTK_WIDGET (self->panels[i])) != NULL
        && gtk_widget_has_focus (GTK_WIDGET (ipl_panel_view_get_area (self->panels[i]))))
      return self->shown[i];
  return self->composite;
}
