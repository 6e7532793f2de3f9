/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of maps: entries for the axes, a map, and curves through its cursor. */
#include "app/base/document-widget.h"
#include "app/base/widget-helpers.h"
#include "app/pages/page-table.h"

#include "core/experiments/parameter-words.h"
#include "core/maps/map-parameters.h"
#include "core/parameters/parameters.h"
#include "core/theory/solution.h"
#include <string.h>

/* Axes of a map as interned text: "N=10,20", and seeds "1-8"; empty for none. */
typedef struct
{
  const char *x, *y, *seeds;
} IplMapAxes;

#define IPL_TYPE_MAP_BAR (ipl_map_bar_get_type ())
G_DECLARE_FINAL_TYPE (IplMapBar, ipl_map_bar, IPL, MAP_BAR, IplDocumentWidget)

/* Entries for the axes of the next map. */
struct _IplMapBar
{
  IplDocumentWidget;
  GtkDropDown *x, *y, *ratio;
  GtkEntry *x_values, *y_values, *seeds;
  GtkButton *solve;
  GtkLabel *error, *rest;
  char **names;                   /* axes that the case offers */
  guint n_cases;                  /* number of the case that @names belong to */
  IplMapAxes axes;                /* axes of the map that was shown last */
  const IplParameters *previewed; /* (nullable): parameters of the last preview */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (IplMapBar, ipl_map_bar, IPL_TYPE_DOCUMENT_WIDGET)

/* Name for no second axis. */
#define NO_AXIS "none"

/* Returns: (nullable): the chosen axis */
static const char *
get_name (IplMapBar *self, GtkDropDown *axis)
{
  guint at = gtk_drop_down_get_selected (axis);

  return self->names != NULL && at < g_strv_length (self->names) ? self->names[at] : NULL;
}

/* Returns: (transfer full): the axes by their labels in the sidebar: "Stay probability, +1" */
static GtkStringList *
list_labels (const IplParameters *parameters, char **names)
{
  GtkStringList *list = gtk_string_list_new (NULL);

  for (guint i = 0; names[i] != NULL; i++)
    {
      const IplFieldGroup *group = NULL;
      const IplField *field = ipl_experiment_find_field (parameters->experiment, names[i], &group);

      if (field == NULL)
        gtk_string_list_append (list, names[i]);
      else
        gtk_string_list_append (list, field->label);
    }
  return list;
}

static void
show_values (IplMapBar *self, GtkDropDown *axis, GtkEntry *values)
{
  const char *name = get_name (self, axis);
  g_autofree char *text = NULL;

  if (self->updating || self->document == NULL)
    return;
  if (name != NULL)
    text = ipl_map_axis_default (ipl_document_get_parameters (self->document), name);
  gtk_editable_set_text (GTK_EDITABLE (values), text != NULL ? text : "");
  gtk_widget_set_sensitive (GTK_WIDGET (values), name != NULL);
  ipl_entry_refuse (values, self->error, NULL);
}

static void
on_x (IplMapBar *self)
{
  show_values (self, self->x, self->x_values);
}

static void
on_y (IplMapBar *self)
{
  show_values (self, self->y, self->y_values);
}

/* Returns: (transfer full) (nullable): "N=10,100"; NULL for no axis */
static char *
get_axis (IplMapBar *self, GtkDropDown *axis, GtkEntry *values)
{
  const char *name = get_name (self, axis);

  return name != NULL ? g_strconcat (name, "=", gtk_editable_get_text (GTK_EDITABLE (values)), NULL)
                      : NULL;
}

/* Returns: the parameters with the axes in the entries */
static IplParameters
read_fields (IplMapBar *self)
{
  g_autofree char *x = get_axis (self, self->x, self->x_values);
  g_autofree char *y = get_axis (self, self->y, self->y_values);
  IplParameters parameters = *ipl_document_get_parameters (self->document);

  parameters.map_axis_x = g_intern_string (x != NULL ? x : "");
  parameters.map_axis_y = g_intern_string (y != NULL ? y : "");
  parameters.map_seeds = g_intern_string (gtk_editable_get_text (GTK_EDITABLE (self->seeds)));
  return parameters;
}

static void
on_solve (IplMapBar *self)
{
  g_autoptr (GError) error = NULL;
  IplParameters fields;

  if (self->document == NULL || get_name (self, self->x) == NULL)
    return;
  fields = read_fields (self);
  ipl_document_solve_map (self->document, fields.map_axis_x, fields.map_axis_y, fields.map_seeds,
                          &error);
  ipl_label_set_or_hide (self->error, error != NULL ? error->message : NULL);
}

static void
on_solve_or_stop (IplMapBar *self)
{
  if (self->document != NULL && ipl_document_get_status (self->document, "map")->running)
    ipl_document_cancel_job (self->document, "map");
  else
    on_solve (self);
}

/* Solves a first map of the present parameters while the page is visible. */
static void
preview (IplMapBar *self)
{
  const IplParameters *parameters;
  IplParameters fields;

  if (self->document == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  parameters = ipl_document_get_parameters (self->document);
  if (parameters == self->previewed || !ipl_document_is_current_shown (self->document)
      || ipl_document_get_map (self->document) != NULL
      || ipl_document_get_status (self->document, "map")->running)
    return;
  ipl_parameters_replace (&self->previewed, ipl_parameters_ref (parameters));
  fields = read_fields (self);
  ipl_document_preview_map (self->document, fields.map_axis_x, fields.map_axis_y, fields.map_seeds);
}

/* Rows of the list of ratios. */
enum
{
  RATIO_NONE,
  RATIO_P_OVER_N,
  RATIO_N_OVER_P,
};

static void
on_ratio (IplMapBar *self)
{
  guint ratio = gtk_drop_down_get_selected (self->ratio);
  IplParameters parameters;

  if (self->updating || self->document == NULL)
    return;
  parameters = *ipl_document_get_parameters (self->document);
  parameters.display.map_load = ratio != RATIO_NONE;
  parameters.display.map_inverse = ratio == RATIO_N_OVER_P;
  ipl_document_change (self->document, &parameters, "map-load");
}

/* A stopped map has empty cells. The button resumes it while the entries show its axes. */
static void
update_resume (IplMapBar *self)
{
  gboolean running = ipl_document_get_status (self->document, "map")->running;
  const IplMap *map = running ? NULL : ipl_document_get_map (self->document);
  gboolean stopped = map != NULL && map->n_done < map->n;
  IplParameters fields = read_fields (self);
  g_autofree char *text = NULL;

  if (stopped)
    text = g_strdup_printf ("%u of %u cells are solved.", map->n_done, map->n);
  ipl_label_set_or_hide (self->rest, text);
  gtk_button_set_label (self->solve, running                                     ? "Sto_p"
                                     : stopped && ipl_map_answers (map, &fields) ? "Resu_me"
                                                                                 : "Sol_ve");
}

static void
on_field (IplMapBar *self)
{
  if (!self->updating && self->document != NULL)
    update_resume (self);
}

static void
on_job (IplMapBar *self)
{
  update_resume (self);
  preview (self);
}

/* Lists the axes of a new case. */
static void
list_axes (IplMapBar *self)
{
  const IplParameters *parameters = ipl_document_get_parameters (self->document);
  g_auto (GStrv) names = ipl_map_axis_names (parameters);
  guint n_cases = ipl_document_count_cases (self->document);
  g_autoptr (GtkStringList) first = NULL, second = NULL;

  if (self->names != NULL && n_cases == self->n_cases
      && g_strv_equal ((const char *const *)names, (const char *const *)self->names))
    return;
  first = list_labels (parameters, names);
  second = list_labels (parameters, names);
  gtk_string_list_append (second, NO_AXIS);
  self->updating = TRUE;
  gtk_drop_down_set_model (self->x, G_LIST_MODEL (first));
  gtk_drop_down_set_model (self->y, G_LIST_MODEL (second));
  gtk_drop_down_set_selected (self->x, 0);
  gtk_drop_down_set_selected (self->y, 1);
  g_strfreev (self->names);
  self->names = g_steal_pointer (&names);
  self->updating = FALSE;
  self->n_cases = n_cases;
  self->axes = (IplMapAxes){ NULL };
  gtk_editable_set_text (GTK_EDITABLE (self->seeds), "");
  on_x (self);
  on_y (self);
}

/* @text: "N=10,20", or empty */
static void
show_axis (IplMapBar *self, GtkDropDown *axis, GtkEntry *values, const char *text)
{
  const char *equals = strchr (text, '=');
  g_autofree char *name = g_strndup (text, equals != NULL ? (gsize)(equals - text) : 0);
  guint n = g_strv_length (self->names), at = 0;

  while (at < n && strcmp (self->names[at], name) != 0)
    at++;
  /* The last item of the second list is "none". */
  gtk_drop_down_set_selected (axis, at);
  gtk_editable_set_text (GTK_EDITABLE (values), equals != NULL ? equals + 1 : "");
  gtk_widget_set_sensitive (GTK_WIDGET (values), equals != NULL);
}

/* Shows the axes of a session, a file or a step of a story, or else those of the shown map. Text of
 * the user stays until another map is shown. */
static void
show_axes (IplMapBar *self)
{
  const IplMap *map = ipl_document_get_map (self->document);
  IplParameters of = *ipl_document_get_parameters (self->document), fields;
  IplMapAxes axes;

  if (of.map_axis_x[0] == '\0' && map == NULL)
    return;
  if (of.map_axis_x[0] == '\0')
    ipl_map_set_parameters (&of, &map->run);
  axes = (IplMapAxes){ of.map_axis_x, of.map_axis_y, of.map_seeds };
  if (axes.x == self->axes.x && axes.y == self->axes.y && axes.seeds == self->axes.seeds)
    return;
  self->axes = axes;
  fields = read_fields (self);
  if (map != NULL && ipl_map_answers (map, &fields))
    return;
  show_axis (self, self->x, self->x_values, axes.x);
  show_axis (self, self->y, self->y_values, axes.y);
  gtk_editable_set_text (GTK_EDITABLE (self->seeds), axes.seeds);
  ipl_label_set_or_hide (self->error, NULL);
}

static void
update (IplMapBar *self)
{
  const IplParameters *parameters = ipl_document_get_parameters (self->document);

  if (parameters != self->previewed)
    ipl_parameters_replace (&self->previewed, NULL);
  list_axes (self);
  self->updating = TRUE;
  show_axes (self);
  gtk_drop_down_set_selected (self->ratio, !parameters->display.map_load     ? RATIO_NONE
                                           : parameters->display.map_inverse ? RATIO_N_OVER_P
                                                                             : RATIO_P_OVER_N);
  self->updating = FALSE;
  update_resume (self);
}

static void
on_results (IplMapBar *self)
{
  update (self);
  preview (self);
}

static void
attach (IplMapBar *self)
{
  ipl_document_follow (self->document, "results-changed", G_CALLBACK (on_results), self);
  ipl_document_follow (self->document, "job-changed::map", G_CALLBACK (on_job), self);
}

static void
ipl_map_bar_finalize (GObject *object)
{
  g_strfreev (IPL_MAP_BAR (object)->names);
  ipl_parameters_replace (&IPL_MAP_BAR (object)->previewed, NULL);
  G_OBJECT_CLASS (ipl_map_bar_parent_class)->finalize (object);
}

#define CHILD(name) IPL_CHILD (IplMapBar, name)
static const IplTemplateChild children[]
    = { CHILD (x),     CHILD (y),     CHILD (x_values), CHILD (y_values), CHILD (seeds),
        CHILD (ratio), CHILD (solve), CHILD (error),    CHILD (rest),     { NULL } };
static const IplTemplateCallback callbacks[] = { IPL_CALLBACK (on_x),
                                                 IPL_CALLBACK (on_y),
                                                 IPL_CALLBACK (on_field),
                                                 IPL_CALLBACK (on_solve),
                                                 IPL_CALLBACK (on_ratio),
                                                 IPL_CALLBACK (on_solve_or_stop),
                                                 { NULL } };

static void
ipl_map_bar_class_init (IplMapBarClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ipl_map_bar_finalize;
  ipl_document_widget_class_set_up (klass, "map-bar", G_CALLBACK (attach), G_CALLBACK (update));
  ipl_template_set (klass, "map-bar", children, callbacks);
}

static void
ipl_map_bar_init (IplMapBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ipl_widget_set_name (self->x, "First axis");
  ipl_widget_set_name (self->y, "Second axis");
  ipl_widget_set_name (self->ratio, "Ratio of P and N");
  g_signal_connect (self, "map", G_CALLBACK (preview), NULL);
}

/* An enlarged panel hides the entries. */
static void
on_enlarged (IplPanelGrid *grid, GtkWidget *bar)
{
  gtk_widget_set_visible (bar, ipl_panel_grid_get_enlarged (grid) == NULL);
}

static GtkWidget *
create (IplPanelGrid *grid, IplDocument *document)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  IplMapBar *bar = g_object_new (IPL_TYPE_MAP_BAR, NULL);

  gtk_box_append (GTK_BOX (page), GTK_WIDGET (bar));
  gtk_widget_set_vexpand (GTK_WIDGET (grid), TRUE);
  gtk_box_append (GTK_BOX (page), GTK_WIDGET (grid));
  g_signal_connect_object (grid, "enlarged", G_CALLBACK (on_enlarged), bar, 0);
  ipl_document_widget_set_session (bar, document);
  return page;
}

const IplPage ipl_page_map = {
  .id = "map",
  .title = "Map",
  .mnemonic = 'M',
  .tooltip = "The theory over any two parameters as a map, and curves through it",
  .places = { { "map" }, { "map-curve" } },
  .create = create,
  .run = "map",
};
