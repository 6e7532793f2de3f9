/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A group of the sidebar with a heading. A closed group shows its values in one line. */
#include "app/sidebar/collapsible-group.h"

#include "app/base/widget-helpers.h"
#include "app/sidebar/control-lookup.h"

struct _IplFold
{
  GtkWidget parent_instance;
  GtkWidget *box;
  GtkWidget *heading;
  GtkWidget *arrow;
  GtkWidget *title;
  GtkWidget *reset;
  GtkWidget *values;
  GtkWidget *content;
};

enum
{
  PROP_TITLE = 1,
  PROP_GROUP, /* target of sidebar.reset-group, for the Reset button */
};

static GtkBuildableIface *parent_buildable;

static void ipl_fold_buildable_init (GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (IplFold, ipl_fold, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, ipl_fold_buildable_init))

/* Returns: (transfer full) (nullable): value of a control: "Seed 27", "0.01, 0.1" of an entry */
static char *
describe (GtkWidget *control, const char *title)
{
  if (GTK_IS_SPIN_BUTTON (control))
    return g_strdup_printf ("%s %s", title, gtk_editable_get_text (GTK_EDITABLE (control)));
  if (GTK_IS_SWITCH (control))
    return gtk_switch_get_active (GTK_SWITCH (control)) ? g_strdup (title) : NULL;
  if (GTK_IS_EDITABLE (control))
    return g_strdup (gtk_editable_get_text (GTK_EDITABLE (control)));
  if (GTK_IS_DROP_DOWN (control))
    {
      GObject *item = gtk_drop_down_get_selected_item (GTK_DROP_DOWN (control));

      return GTK_IS_STRING_OBJECT (item)
                 ? g_strdup (gtk_string_object_get_string (GTK_STRING_OBJECT (item)))
                 : NULL;
    }
  return NULL;
}

static gboolean
add_value (const char *id, const char *title, const char *group, GtkWidget *control, gpointer data)
{
  g_autofree char *value = describe (control, title);

  if (value != NULL && value[0] != '\0')
    g_string_append_printf (data, "%s%s", ((GString *)data)->len > 0 ? " · " : "", value);
  return FALSE;
}

/* Updates the line of values, if it is visible. */
void
ipl_fold_show_values (IplFold *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (ipl_fold_get_expanded (self))
    {
      gtk_widget_set_visible (self->values, FALSE);
      return;
    }
  ipl_controls_for_each (self->content, add_value, text);
  ipl_widget_set_tooltip (self->values, text->str);
  ipl_label_set_or_hide (GTK_LABEL (self->values), text->str);
}

gboolean
ipl_fold_get_expanded (IplFold *self)
{
  return gtk_revealer_get_reveal_child (GTK_REVEALER (self->content));
}

void
ipl_fold_set_expanded (IplFold *self, gboolean expanded)
{
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->content), expanded);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->arrow),
                                expanded ? "pan-down-symbolic" : "pan-end-symbolic");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->heading), GTK_ACCESSIBLE_STATE_EXPANDED,
                               expanded, -1);
  ipl_fold_show_values (self);
}

/* Handles a click of the user. */
static void
toggle (IplFold *self)
{
  ipl_fold_set_expanded (self, !ipl_fold_get_expanded (self));
  g_signal_emit_by_name (self, "toggled");
}

/* Returns: name of the group, from the target of its Reset button */
const char *
ipl_fold_get_group (IplFold *self)
{
  return g_variant_get_string (
      gtk_actionable_get_action_target_value (GTK_ACTIONABLE (self->reset)), NULL);
}

/* @title: the heading */
void
ipl_fold_set_title (IplFold *self, const char *title)
{
  g_autofree char *heading = g_strdup_printf ("Parameters: %s", title);
  g_autofree char *reset = g_strdup_printf ("Reset %s", title);

  gtk_label_set_label (GTK_LABEL (self->title), title);
  ipl_widget_set_name (self->heading, heading);
  ipl_widget_set_name (self->reset, reset);
}

/* @resets: TRUE if a parameter of the group has changed */
void
ipl_fold_set_resets (IplFold *self, gboolean resets)
{
  gtk_widget_set_visible (self->reset, resets);
}

static void
ipl_fold_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  IplFold *self = IPL_FOLD (object);

  switch (id)
    {
    case PROP_TITLE:
      ipl_fold_set_title (self, g_value_get_string (value));
      break;
    case PROP_GROUP:
      gtk_actionable_set_action_target (GTK_ACTIONABLE (self->reset), "s",
                                        g_value_get_string (value));
      gtk_actionable_set_action_name (GTK_ACTIONABLE (self->reset), "sidebar.reset-group");
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

/* Children in a template become the contents. */
static void
add_child (GtkBuildable *buildable, GtkBuilder *builder, GObject *child, const char *type)
{
  IplFold *self = IPL_FOLD (buildable);

  if (GTK_IS_WIDGET (child))
    gtk_box_append (GTK_BOX (gtk_revealer_get_child (GTK_REVEALER (self->content))),
                    GTK_WIDGET (child));
  else
    parent_buildable->add_child (buildable, builder, child, type);
}

static void
ipl_fold_buildable_init (GtkBuildableIface *iface)
{
  parent_buildable = g_type_interface_peek_parent (iface);
  iface->add_child = add_child;
}

static void
ipl_fold_dispose (GObject *object)
{
  ipl_widget_clear (object);
  G_OBJECT_CLASS (ipl_fold_parent_class)->dispose (object);
}

static void
ipl_fold_class_init (IplFoldClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;

  object_class->dispose = ipl_fold_dispose;
  object_class->set_property = ipl_fold_set_property;
  g_object_class_install_property (object_class, PROP_TITLE,
                                   g_param_spec_string ("title", NULL, NULL, "", flags));
  g_object_class_install_property (object_class, PROP_GROUP,
                                   g_param_spec_string ("group", NULL, NULL, "", flags));
  ipl_signal_add (klass, "toggled", 0);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "fold");
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
make_header (IplFold *self)
{
  GtkWidget *header = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *inside = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);

  self->heading = gtk_button_new ();
  self->arrow = gtk_image_new_from_icon_name ("pan-down-symbolic");
  self->title = ipl_label_new (NULL, "heading");
  self->reset = gtk_button_new_with_label ("Reset");
  gtk_widget_add_css_class (self->heading, "flat");
  gtk_widget_add_css_class (self->heading, "fold-heading");
  gtk_widget_set_hexpand (self->heading, TRUE);
  gtk_widget_set_tooltip_text (self->heading, "Collapse or expand this group");
  gtk_widget_add_css_class (self->reset, "flat");
  gtk_widget_add_css_class (self->reset, "caption");
  gtk_widget_set_tooltip_text (self->reset, "Reset the parameters of this group to their defaults");
  gtk_box_append (GTK_BOX (inside), self->arrow);
  gtk_box_append (GTK_BOX (inside), self->title);
  gtk_button_set_child (GTK_BUTTON (self->heading), inside);
  g_signal_connect_swapped (self->heading, "clicked", G_CALLBACK (toggle), self);
  gtk_box_append (GTK_BOX (header), self->heading);
  gtk_box_append (GTK_BOX (header), self->reset);
  gtk_box_append (GTK_BOX (self->box), header);
}

static void
ipl_fold_init (IplFold *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_add_css_class (self->box, "parameter-group");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  make_header (self);
  self->values = ipl_label_new (NULL, "dim-label");
  gtk_widget_add_css_class (self->values, "caption");
  gtk_label_set_ellipsize (GTK_LABEL (self->values), PANGO_ELLIPSIZE_END);
  gtk_widget_set_margin_start (self->values, 20);
  gtk_widget_set_visible (self->values, FALSE);
  gtk_box_append (GTK_BOX (self->box), self->values);
  self->content = gtk_revealer_new ();
  /* A transition would keep the size of the contents while they are hidden. */
  gtk_revealer_set_transition_duration (GTK_REVEALER (self->content), 0);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->content), TRUE);
  gtk_revealer_set_child (GTK_REVEALER (self->content), gtk_box_new (GTK_ORIENTATION_VERTICAL, 6));
  gtk_box_append (GTK_BOX (self->box), self->content);
}
