/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/panels/panel-grid.h"

#include "app/base/document-widget.h"
#include "app/base/widget-helpers.h"

#define ROWS 2
#define BORDER 1

/* Up to six panels in two rows, all of the same size in a row, or an enlarged one. Up to four
 * panels form two columns. */

struct _IplPanelGrid
{
  GtkWidget parent_instance;
  IplDocument *document;
  GtkWidget *rows;
  GtkWidget *waiting; /* replaces the panels of an experiment without results */
  GtkLabel *takes;
  GtkWidget *row[ROWS];
  IplPanelView *panels[IPL_PANEL_GRID_PLACES]; /* [n_panels] views of @shown */
  guint n_panels;
  const IplPanel *shown[IPL_PANEL_GRID_PLACES]; /* [n_panels] */
  gboolean unfit[IPL_PANEL_GRID_PLACES];        /* TRUE for a panel that cannot draw the results */
  const IplPanel *composite;                    /* (nullable): composite of all panels */
  const IplPanel *enlarged;                     /* (nullable) */
};

G_DEFINE_FINAL_TYPE (IplPanelGrid, ipl_panel_grid, GTK_TYPE_WIDGET)

static void
ipl_panel_grid_dispose (GObject *object)
{
  IplPanelGrid *self = IPL_PANEL_GRID (object);

  g_clear_object (&self->document);
  ipl_widget_clear (object);
  G_OBJECT_CLASS (ipl_panel_grid_parent_class)->dispose (object);
}

#define CHILD(name) IPL_CHILD (IplPanelGrid, name)
static const IplTemplateChild children[]
    = { CHILD (rows), CHILD (waiting), CHILD (takes), { NULL } };

static void
ipl_panel_grid_class_init (IplPanelGridClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ipl_panel_grid_dispose;
  /* Emitted when a panel is enlarged or restored. */
  ipl_signal_add (klass, "enlarged", 0);
  gtk_widget_class_set_css_name (widget_class, "panelgrid");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ipl_template_set (klass, "panel-grid", children, NULL);
}

static void
ipl_panel_grid_init (IplPanelGrid *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint r = 0; r < ROWS; r++)
    {
      self->row[r] = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, BORDER);
      gtk_box_set_homogeneous (GTK_BOX (self->row[r]), TRUE);
      gtk_box_append (GTK_BOX (self->rows), self->row[r]);
    }
}

static guint
row_of (IplPanelGrid *self, guint i)
{
  return i / (self->n_panels > 4 ? 3 : 2);
}

static int
place_of (IplPanelGrid *self, const IplPanel *panel)
{
  for (guint i = 0; i < self->n_panels; i++)
    if (self->shown[i] == panel)
      return (int)i;
  return -1;
}

/* Shows the enlarged panel only, or all panels that can draw the results. */
static void
show_places (IplPanelGrid *self)
{
  int enlarged = self->enlarged == NULL ? -1 : place_of (self, self->enlarged);
  gboolean fills[ROWS] = { FALSE };

  for (int i = 0; i < (int)self->n_panels; i++)
    {
      gboolean shown = enlarged < 0 ? !self->unfit[i] : i == enlarged;

      gtk_widget_set_visible (GTK_WIDGET (self->panels[i]), shown);
      ipl_panel_view_set_enlarged (self->panels[i], i == enlarged);
      fills[row_of (self, (guint)i)] |= shown;
    }
  for (guint r = 0; r < ROWS; r++)
    gtk_widget_set_visible (self->row[r], fills[r]);
}

/* Replaces the panels of a long experiment without results by a sentence with its duration, and a
 * Run button. */
static void
show_waiting (IplPanelGrid *self)
{
  IplView view;
  g_autofree char *takes = ipl_document_get_view (self->document, &view)
                               ? g_strdup ("")
                               : ipl_document_describe_run (self->document);

  gtk_label_set_label (self->takes, takes);
  gtk_widget_set_visible (self->waiting, takes[0] != '\0');
  gtk_widget_set_visible (self->rows, takes[0] == '\0');
}

/* @composite: (nullable): composite of the panels; NULL for the first panel
 * @panels: [n] row by row, in three columns for more than four panels; the last of three fills a
 *   row
 * Returns: (transfer floating): the grid */
IplPanelGrid *
ipl_panel_grid_new (IplDocument *document, const IplPanel *composite, guint n,
                    const IplPanel *const *panels)
{
  IplPanelGrid *self;

  g_return_val_if_fail (n >= 1 && n <= IPL_PANEL_GRID_PLACES, NULL);
  self = g_object_new (IPL_TYPE_PANEL_GRID, NULL);
  self->composite = composite;
  self->document = g_object_ref (document);
  self->n_panels = n;
  for (guint i = 0; i < n; i++)
    {
      self->shown[i] = panels[i];
      self->panels[i] = g_object_new (IPL_TYPE_PANEL_VIEW, NULL);
      gtk_box_append (GTK_BOX (self->row[row_of (self, i)]), GTK_WIDGET (self->panels[i]));
      ipl_panel_view_set_panel (self->panels[i], panels[i]);
      ipl_panel_view_set_session (self->panels[i], document);
    }
  show_places (self);
  ipl_document_follow (document, "results-changed parameters-changed job-changed::solve",
                       G_CALLBACK (show_waiting), self);
  show_waiting (self);
  return self;
}

gboolean
ipl_panel_grid_has (IplPanelGrid *self, const IplPanel *panel)
{
  return place_of (self, panel) >= 0;
}

/* @panel: (nullable): panel to enlarge; NULL for all */
void
ipl_panel_grid_set_enlarged (IplPanelGrid *self, const IplPanel *panel)
{
  g_return_if_fail (panel == NULL || ipl_panel_grid_has (self, panel));
  if (panel == self->enlarged)
    return;
  self->enlarged = panel;
  show_places (self);
  g_signal_emit_by_name (self, "enlarged");
  if (panel != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (ipl_panel_grid_get_area (self, panel)));
}

const IplPanel *
ipl_panel_grid_get_enlarged (IplPanelGrid *self)
{
  return self->enlarged;
}

/* Hides panels that cannot draw the results.
 * @view: (nullable): present results */
void
ipl_panel_grid_show_fitting (IplPanelGrid *self, const IplView *view)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < self->n_panels; i++)
    {
      gboolean unfit = view != NULL && !ipl_panel_fits (self->shown[i], view);

      changed = changed || unfit != self->unfit[i];
      self->unfit[i] = unfit;
    }
  if (!changed)
    return;
  if (self->enlarged != NULL && self->unfit[place_of (self, self->enlarged)])
    ipl_panel_grid_set_enlarged (self, NULL);
  show_places (self);
}

IplFigureArea *
ipl_panel_grid_get_area (IplPanelGrid *self, const IplPanel *panel)
{
  g_return_val_if_fail (ipl_panel_grid_has (self, panel), NULL);
  return ipl_panel_view_get_area (self->panels[place_of (self, panel)]);
}

/* Returns: first panel that can draw the results */
const IplPanel *
ipl_panel_grid_get_first (IplPanelGrid *self)
{
  for (guint i = 0; i < self->n_panels; i++)
    if (!self->unfit[i])
      return self->shown[i];
  return self->shown[0];
}

/* @panels: (out): visible panels, row by row
 * Returns: number of panels */
guint
ipl_panel_grid_list_shown (IplPanelGrid *self, const IplPanel *panels[IPL_PANEL_GRID_PLACES])
{
  guint n = 0;

  for (guint i = 0; i < self->n_panels; i++)
    if (self->enlarged != NULL ? self->shown[i] == self->enlarged : !self->unfit[i])
      panels[n++] = self->shown[i];
  return n;
}

/* Returns: the focused or enlarged panel, or else the composite */
const IplPanel *
ipl_panel_grid_get_focused (IplPanelGrid *self)
{
  if (self->enlarged != NULL)
    return self->enlarged;
  for (guint i = 0; i < self->n_panels; i++)
    if (gtk_widget_get_focus_child (GTK_WIDGET (self->panels[i])) != NULL
        && gtk_widget_has_focus (GTK_WIDGET (ipl_panel_view_get_area (self->panels[i]))))
      return self->shown[i];
  return self->composite != NULL ? self->composite : ipl_panel_grid_get_first (self);
}
