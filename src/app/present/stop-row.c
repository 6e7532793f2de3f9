/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/present/stop-row.h"

#include "app/base/widgets.h"
#include "app/base/template.h"

#include <string.h>

#include "core/case/setting.h"

/* A stop in the list of a story's: its number and panels, and what can be changed about it: what is
 * said, the width, the panel that is emphasised, how long the way to it takes. */
struct _IplStopRow
{
  GtkListBoxRow parent_instance;
  IplSession *session;
  guint at;
  gboolean is_shown; /* being filled in: what changes is not the user's doing */
  GtkLabel *number;
  GtkLabel *panels;
  GtkEditable *caption;
  GtkEditable *width;
  GtkSpinButton *seconds;
  GtkDropDown *emphasised;
};

G_DEFINE_FINAL_TYPE (IplStopRow, ipl_stop_row, GTK_TYPE_LIST_BOX_ROW)

/* Returns: (nullable): the stop, where the story still has it */
static const IplStop *
get_stop (IplStopRow *self)
{
  const IplStory *story = ipl_session_get_story (self->session);

  return story != NULL && self->at < ipl_story_n_stops (story)
             ? ipl_story_get_stop (story, self->at)
             : NULL;
}

/* Returns: (transfer full) (nullable): what is to be changed of the stop */
static IplStop *
edit (IplStopRow *self)
{
  const IplStop *stop = self->is_shown ? NULL : get_stop (self);

  return stop != NULL ? ipl_stop_copy (stop) : NULL;
}

/* @stop is a reference to be taken; changes of one kind in quick succession are one step of undo.
 */
static void
commit (IplStopRow *self, IplStop *stop, const char *what)
{
  g_autofree char *tag = g_strdup_printf ("stop-%u-%s", self->at, what);
  g_autoptr (IplStory) story
      = (IplStory *)ipl_story_replace (ipl_session_get_story (self->session), self->at, stop);

  ipl_stop_unref (stop);
  ipl_session_set_story (self->session, story, tag);
}

static void
on_caption (IplStopRow *self)
{
  IplStop *stop = edit (self);

  if (stop == NULL)
    return;
  ipl_stop_set_caption (stop, gtk_editable_get_text (self->caption));
  commit (self, stop, "caption");
}

/* What is no width is marked, and the stop keeps the one it has. */
static void
on_width (IplStopRow *self)
{
  IplStop *stop = edit (self);
  g_autofree char *text = g_strdup (gtk_editable_get_text (self->width));
  g_autoptr (GError) error = NULL;
  IplParameters parameters;

  if (stop == NULL)
    return;
  parameters = *stop->parameters;
  if (!ipl_setting_parse_widths (&parameters.current, g_strstrip (text), &error))
    {
      gtk_widget_add_css_class (GTK_WIDGET (self->width), "error");
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->width), error->message);
      ipl_stop_unref (stop);
      return;
    }
  gtk_widget_remove_css_class (GTK_WIDGET (self->width), "error");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->width), NULL);
  ipl_stop_set_parameters (stop, &parameters);
  commit (self, stop, "width");
}

static void
on_seconds (IplStopRow *self)
{
  IplStop *stop = edit (self);

  if (stop == NULL)
    return;
  stop->seconds = gtk_spin_button_get_value (self->seconds);
  commit (self, stop, "seconds");
}

static void
on_emphasised (IplStopRow *self)
{
  IplStop *stop = edit (self);
  guint chosen = gtk_drop_down_get_selected (self->emphasised);

  if (stop == NULL)
    return;
  stop->emphasised = chosen > 0 && chosen <= stop->n_panels ? stop->panels[chosen - 1] : NULL;
  commit (self, stop, "emphasised");
}

static const char *
name_of (const IplPanel *panel)
{
  return panel->label != NULL ? panel->label : panel->title;
}

/* The panels that can be emphasised, behind none. */
static void
list_panels (IplStopRow *self, const IplStop *stop)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new ((const char *[]){ "All alike", NULL });
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < stop->n_panels; i++)
    {
      gtk_string_list_append (names, name_of (stop->panels[i]));
      g_string_append_printf (text, "%s%s", i > 0 ? " · " : "", name_of (stop->panels[i]));
    }
  gtk_label_set_label (self->panels, text->str);
  gtk_drop_down_set_model (self->emphasised, G_LIST_MODEL (names));
}

/* Shows the stop as the story has it now; what is just being typed stays where it says the same. */
void
ipl_stop_row_show (IplStopRow *self)
{
  const IplStop *stop = get_stop (self);
  g_autofree char *number = g_strdup_printf ("%u", self->at + 1);
  g_autofree char *width = NULL;
  guint emphasised = 0;
  gboolean own;

  if (stop == NULL)
    return;
  self->is_shown = TRUE;
  own = stop->parameters->experiment->compute != NULL;
  width = ipl_setting_widths_text (&stop->parameters->current);
  gtk_label_set_label (self->number, number);
  list_panels (self, stop);
  for (guint i = 0; i < stop->n_panels; i++)
    if (stop->panels[i] == stop->emphasised)
      emphasised = i + 1;
  gtk_drop_down_set_selected (self->emphasised, emphasised);
  ipl_entry_show (self->caption, stop->caption);
  if (!gtk_widget_has_css_class (GTK_WIDGET (self->width), "error"))
    ipl_entry_show (self->width, width);
  gtk_widget_set_visible (GTK_WIDGET (self->width), !own);
  if (gtk_spin_button_get_value (self->seconds) != stop->seconds)
    gtk_spin_button_set_value (self->seconds, stop->seconds);
  self->is_shown = FALSE;
}

/* The keyboard writes what is said. */
void
ipl_stop_row_focus (IplStopRow *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->caption));
}

static void
ipl_stop_row_dispose (GObject *object)
{
  g_clear_object (&IPL_STOP_ROW (object)->session);
  G_OBJECT_CLASS (ipl_stop_row_parent_class)->dispose (object);
}

#define CHILD(name) IPL_CHILD (IplStopRow, name)
static const IplTemplateChild children[]
    = { CHILD (number),  CHILD (panels),     CHILD (caption), CHILD (width),
        CHILD (seconds), CHILD (emphasised), { NULL } };
static const IplTemplateCallback callbacks[] = { IPL_CALLBACK (on_caption),
                                                 IPL_CALLBACK (on_width),
                                                 IPL_CALLBACK (on_seconds),
                                                 IPL_CALLBACK (on_emphasised),
                                                 { NULL } };

static void
ipl_stop_row_class_init (IplStopRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ipl_stop_row_dispose;
  ipl_template_set (klass, "stop-row", children, callbacks);
}

static void
ipl_stop_row_init (IplStopRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Returns: (transfer floating): a row of the list of stops */
GtkWidget *
ipl_stop_row_new (IplSession *session, guint at)
{
  IplStopRow *self = g_object_new (IPL_TYPE_STOP_ROW, NULL);

  self->session = g_object_ref (session);
  self->at = at;
  ipl_stop_row_show (self);
  return GTK_WIDGET (self);
}
