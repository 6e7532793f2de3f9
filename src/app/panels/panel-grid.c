/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/panels/panel-grid.h"

#include "app/base/session-widget.h"
#include "app/base/widget-helpers.h"

#define ROWS 2
#define COLUMNS 3
/* Handles: between the rows; right of the left panel of each row; between the other panels of each
 * row. */
#define HANDLES (1 + 2 * ROWS)

/* Up to six panels in two rows, with handles between them, or an enlarged one. Up to four panels
 * form two columns. */

struct _IplPanelGrid
{
  GtkWidget parent_instance;
  IplSession *session;
  GtkPaned *rows;
  GtkWidget *waiting; /* replaces the panels of an experiment without results */
  GtkLabel *takes;
  GtkPaned *left[ROWS];                        /* each row: the left panel, and the rest ... */
  GtkPaned *rest[ROWS];                        /* ... which holds one or two panels */
  IplPanelView *places[ROWS][COLUMNS];         /* (nullable) */
  IplPanelView *panels[IPL_PANEL_GRID_PLACES]; /* [n_panels] views of @shown */
  guint n_panels;
  const IplPanel *shown[IPL_PANEL_GRID_PLACES]; /* [n_panels] */
  gboolean unfit[IPL_PANEL_GRID_PLACES];        /* TRUE for a panel that cannot draw the results */
  const IplPanel *composite;                    /* (nullable): composite of all panels */
  const IplPanel *enlarged;                     /* (nullable) */
  GtkPaned *moved; /* handle that the user moved; the other row follows */
  guint align_id;
  int evened[HANDLES]; /* positions set by the program, or -1 */
};

G_DEFINE_FINAL_TYPE (IplPanelGrid, ipl_panel_grid, GTK_TYPE_WIDGET)

static guint
n_columns (IplPanelGrid *self)
{
  return self->n_panels > 4 ? 3 : 2;
}

/* TRUE if both rows are full, so that their handles are aligned. */
static gboolean
is_full (IplPanelGrid *self)
{
  for (guint i = 0; i < self->n_panels; i++)
    if (self->unfit[i])
      return FALSE;
  return self->enlarged == NULL && self->n_panels == ROWS * n_columns (self);
}

/* Returns: handle of the other row in the same column */
static GtkPaned *
opposite (IplPanelGrid *self, GtkPaned *paned)
{
  for (guint r = 0; r < ROWS; r++)
    {
      if (paned == self->left[r])
        return self->left[1 - r];
      if (paned == self->rest[r])
        return self->rest[1 - r];
    }
  return NULL;
}

/* Aligns the handle of the other row. Runs as an idle callback: a handle also moves during the
 * allocation of its row, when the other one must not request a new size. */
static gboolean
align_columns (gpointer data)
{
  IplPanelGrid *self = data;
  GtkPaned *other = opposite (self, self->moved);

  self->align_id = 0;
  if (is_full (self)
      && gtk_widget_get_width (GTK_WIDGET (self->moved))
             == gtk_widget_get_width (GTK_WIDGET (other)))
    gtk_paned_set_position (other, gtk_paned_get_position (self->moved));
  return G_SOURCE_REMOVE;
}

static void
on_position (IplPanelGrid *self, GParamSpec *pspec, GtkPaned *paned)
{
  GtkPaned *other = opposite (self, paned);

  if (!is_full (self) || gtk_paned_get_position (paned) == gtk_paned_get_position (other))
    return;
  self->moved = paned;
  if (self->align_id == 0)
    self->align_id = g_idle_add (align_columns, self);
}

/* Returns: handle @i, in the order of @evened */
static GtkPaned *
handle (IplPanelGrid *self, guint i)
{
  if (i == 0)
    return self->rows;
  return (i - 1) % 2 == 0 ? self->left[(i - 1) / 2] : self->rest[(i - 1) / 2];
}

static gboolean
is_visible (IplPanelGrid *self, guint row, guint column)
{
  return self->places[row][column] != NULL
         && gtk_widget_get_visible (GTK_WIDGET (self->places[row][column]));
}

/* Counts the visible panels of a row, from @column on. */
static int
count_visible_from (IplPanelGrid *self, guint row, guint column)
{
  int n = 0;

  for (guint c = column; c < COLUMNS; c++)
    n += is_visible (self, row, c);
  return MAX (n, 1);
}

/* Returns: position of a handle for equal columns and rows */
static int
even_position (IplPanelGrid *self, guint i)
{
  GtkWidget *paned = GTK_WIDGET (handle (self, i));

  if (i == 0)
    return gtk_widget_get_height (paned) / ROWS;
  return gtk_widget_get_width (paned) / count_visible_from (self, (i - 1) / 2, (i - 1) % 2);
}

/* Keeps columns and rows equal, whatever size the headings request, until the user moves a
 * handle. */
static void
on_range (IplPanelGrid *self, GParamSpec *pspec, GtkPaned *paned)
{
  for (guint i = 0; i < HANDLES; i++)
    if (handle (self, i) == paned)
      {
        int position = even_position (self, i);

        if (self->enlarged != NULL || position <= 0
            || (self->evened[i] >= 0 && gtk_paned_get_position (paned) != self->evened[i]))
          return;
        gtk_paned_set_position (paned, position);
        self->evened[i] = gtk_paned_get_position (paned);
      }
}

static void
ipl_panel_grid_dispose (GObject *object)
{
  IplPanelGrid *self = IPL_PANEL_GRID (object);

  g_clear_handle_id (&self->align_id, g_source_remove);
  g_clear_object (&self->session);
  ipl_widget_clear (object);
  G_OBJECT_CLASS (ipl_panel_grid_parent_class)->dispose (object);
}

static void
bind (GtkWidgetClass *widget_class, const char *name, gsize offset)
{
  gtk_widget_class_bind_template_child_full (widget_class, name, FALSE, (gssize)offset);
}

#define CHILD(name) IPL_CHILD (IplPanelGrid, name)
static const IplTemplateChild children[]
    = { CHILD (rows), CHILD (waiting), CHILD (takes), { NULL } };

static void
ipl_panel_grid_class_init (IplPanelGridClass *klass)
{
  static const char *const rows[ROWS][2] = { { "top", "top_rest" }, { "bottom", "bottom_rest" } };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ipl_panel_grid_dispose;
  /* Emitted when a panel is enlarged or restored. */
  ipl_signal_add (klass, "enlarged", 0);
  gtk_widget_class_set_css_name (widget_class, "panelgrid");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ipl_template_set (klass, "panel-grid", children, NULL);
  for (guint r = 0; r < ROWS; r++)
    {
      bind (widget_class, rows[r][0], G_STRUCT_OFFSET (IplPanelGrid, left[r]));
      bind (widget_class, rows[r][1], G_STRUCT_OFFSET (IplPanelGrid, rest[r]));
    }
}

static void
ipl_panel_grid_init (IplPanelGrid *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < HANDLES; i++)
    {
      GtkPaned *paned = handle (self, i);

      self->evened[i] = -1;
      g_signal_connect_object (paned, "notify::max-position", G_CALLBACK (on_range), self,
                               G_CONNECT_SWAPPED);
      if (i > 0)
        g_signal_connect_object (paned, "notify::position", G_CALLBACK (on_position), self,
                                 G_CONNECT_SWAPPED);
    }
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

  for (int i = 0; i < (int)self->n_panels; i++)
    {
      gtk_widget_set_visible (GTK_WIDGET (self->panels[i]),
                              enlarged < 0 ? !self->unfit[i] : i == enlarged);
      ipl_panel_view_set_enlarged (self->panels[i], i == enlarged);
    }
  for (guint r = 0; r < ROWS; r++)
    {
      gboolean rest = is_visible (self, r, 1) || is_visible (self, r, 2);

      gtk_widget_set_visible (GTK_WIDGET (self->rest[r]), rest);
      gtk_widget_set_visible (GTK_WIDGET (self->left[r]), rest || is_visible (self, r, 0));
    }
}

/* Makes the view of panel @i. */
static IplPanelView *
add_view (IplPanelGrid *self, guint i)
{
  guint row = i / n_columns (self), column = i % n_columns (self);
  IplPanelView *view = g_object_new (IPL_TYPE_PANEL_VIEW, NULL);

  self->places[row][column] = view;
  if (column == 0)
    gtk_paned_set_start_child (self->left[row], GTK_WIDGET (view));
  else if (column == 1)
    gtk_paned_set_start_child (self->rest[row], GTK_WIDGET (view));
  else
    gtk_paned_set_end_child (self->rest[row], GTK_WIDGET (view));
  return view;
}

/* Replaces the panels of a long experiment without results by a sentence with its duration, and a
 * Run button. */
static void
show_waiting (IplPanelGrid *self)
{
  IplView view;
  g_autofree char *takes = ipl_session_get_view (self->session, &view)
                               ? g_strdup ("")
                               : ipl_session_describe_run (self->session);

  gtk_label_set_label (self->takes, takes);
  gtk_widget_set_visible (self->waiting, takes[0] != '\0');
  gtk_widget_set_visible (GTK_WIDGET (self->rows), takes[0] == '\0');
}

/* @composite: (nullable): composite of the panels; NULL for the first panel
 * @panels: [n] row by row, in three columns for more than four panels; the last of three fills a
 *   row
 * Returns: (transfer floating): the grid */
IplPanelGrid *
ipl_panel_grid_new (IplSession *session, const IplPanel *composite, guint n,
                    const IplPanel *const *panels)
{
  IplPanelGrid *self;

  g_return_val_if_fail (n >= 1 && n <= IPL_PANEL_GRID_PLACES, NULL);
  self = g_object_new (IPL_TYPE_PANEL_GRID, NULL);
  self->composite = composite;
  self->session = g_object_ref (session);
  self->n_panels = n;
  for (guint i = 0; i < n; i++)
    {
      self->shown[i] = panels[i];
      self->panels[i] = add_view (self, i);
      ipl_panel_view_set_panel (self->panels[i], panels[i]);
      ipl_panel_view_set_session (self->panels[i], session);
    }
  show_places (self);
  ipl_session_follow (session, "results-changed parameters-changed job-changed::solve",
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

/* Makes all panels the same size. */
void
ipl_panel_grid_even_out (IplPanelGrid *self)
{
  for (guint i = 0; i < HANDLES; i++)
    gtk_paned_set_position (handle (self, i), even_position (self, i));
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
