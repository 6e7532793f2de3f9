/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "panel-grid.h"

#define N_PLACES 4

/**
 * IplPanelGrid:
 *
 * Four panels, two by two, with handles between them; or one of them alone.
 */

struct _IplPanelGrid
{
  GtkWidget parent_instance;
  GtkPaned *rows;
  GtkPaned *top;
  GtkPaned *bottom;
  IplPanelView *panels[N_PLACES];
  IplPanel first;
  int enlarged;    /* a panel, or -1 */
  GtkPaned *moved; /* whose handle the other row is to follow */
  guint align_id;
};

G_DEFINE_FINAL_TYPE (IplPanelGrid, ipl_panel_grid, GTK_TYPE_WIDGET)

/* Not at once: a handle also moves while its row is given its size, and then the other must not be
 * asked for another. */
static gboolean
align_columns (gpointer data)
{
  IplPanelGrid *self = data;
  GtkPaned *other = self->moved == self->top ? self->bottom : self->top;

  self->align_id = 0;
  if (self->enlarged < 0
      && gtk_widget_get_width (GTK_WIDGET (self->moved))
             == gtk_widget_get_width (GTK_WIDGET (other)))
    gtk_paned_set_position (other, gtk_paned_get_position (self->moved));
  return G_SOURCE_REMOVE;
}

static void
on_position (IplPanelGrid *self, GParamSpec *pspec, GtkPaned *paned)
{
  GtkPaned *other = paned == self->top ? self->bottom : self->top;

  if (self->enlarged >= 0 || gtk_paned_get_position (paned) == gtk_paned_get_position (other))
    return;
  self->moved = paned;
  if (self->align_id == 0)
    self->align_id = g_idle_add (align_columns, self);
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
  static const char *const places[N_PLACES]
      = { "top_left", "top_right", "bottom_left", "bottom_right" };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ipl_panel_grid_dispose;
  gtk_widget_class_set_css_name (widget_class, "panelgrid");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  g_type_ensure (IPL_TYPE_PANEL_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/interplay/Interplay/ui/panel-grid.ui");
  gtk_widget_class_bind_template_child (widget_class, IplPanelGrid, rows);
  gtk_widget_class_bind_template_child (widget_class, IplPanelGrid, top);
  gtk_widget_class_bind_template_child (widget_class, IplPanelGrid, bottom);
  for (guint i = 0; i < N_PLACES; i++)
    gtk_widget_class_bind_template_child_full (widget_class, places[i], FALSE,
                                               G_STRUCT_OFFSET (IplPanelGrid, panels)
                                                   + (goffset)(i * sizeof (IplPanelView *)));
}

static void
ipl_panel_grid_init (IplPanelGrid *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->enlarged = -1;
  ipl_panel_grid_set_first (self, IPL_PANEL_PATHS);
  g_signal_connect_object (self->top, "notify::position", G_CALLBACK (on_position), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->bottom, "notify::position", G_CALLBACK (on_position), self,
                           G_CONNECT_SWAPPED);
}

/**
 * ipl_panel_grid_set_first:
 * @self: the grid
 * @first: the first of the four panels in a row that it shows
 */
void
ipl_panel_grid_set_first (IplPanelGrid *self, IplPanel first)
{
  self->first = first;
  for (guint i = 0; i < N_PLACES; i++)
    ipl_panel_view_set_panel (self->panels[i], first + i);
}

gboolean
ipl_panel_grid_has (IplPanelGrid *self, IplPanel panel)
{
  return panel >= self->first && panel < self->first + N_PLACES;
}

void
ipl_panel_grid_set_session (IplPanelGrid *self, IplSession *session)
{
  for (guint i = 0; i < N_PLACES; i++)
    ipl_panel_view_set_session (self->panels[i], session);
}

/**
 * ipl_panel_grid_set_enlarged:
 * @self: the grid
 * @panel: the panel to show alone, or -1 for all
 */
void
ipl_panel_grid_set_enlarged (IplPanelGrid *self, int panel)
{
  int place = panel < 0 ? -1 : panel - (int)self->first;

  g_return_if_fail (panel < 0 || ipl_panel_grid_has (self, (IplPanel)panel));
  if (panel == self->enlarged)
    return;
  self->enlarged = panel;
  for (int i = 0; i < N_PLACES; i++)
    {
      gtk_widget_set_visible (GTK_WIDGET (self->panels[i]), place < 0 || i == place);
      ipl_panel_view_set_enlarged (self->panels[i], i == place);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->top), place < 2);
  gtk_widget_set_visible (GTK_WIDGET (self->bottom), place < 0 || place >= 2);
  if (place >= 0)
    gtk_widget_grab_focus (GTK_WIDGET (ipl_panel_view_get_area (self->panels[place])));
}

int
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
ipl_panel_grid_get_area (IplPanelGrid *self, IplPanel panel)
{
  g_return_val_if_fail (ipl_panel_grid_has (self, panel), NULL);
  return ipl_panel_view_get_area (self->panels[panel - self->first]);
}

/**
 * ipl_panel_grid_get_focused:
 * @self: the grid
 *
 * Returns: the panel that has the keyboard or is enlarged; the sheet of all four where neither is
 * so
 */
IplPanel
ipl_panel_grid_get_focused (IplPanelGrid *self)
{
  if (self->enlarged >= 0)
    return (IplPanel)self->enlarged;
  for (guint i = 0; i < N_PLACES; i++)
    if (gtk_widget_get_focus_child (GTK_WIDGET (self->panels[i])) != NULL
        && gtk_widget_has_focus (GTK_WIDGET (ipl_panel_view_get_area (self->panels[i]))))
      return self->first + i;
  return self->first == IPL_PANEL_PATHS ? IPL_PANEL_ALL : IPL_PANEL_POSTERIOR;
}
