/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/base/document-widget.h"

#include "app/base/widget-helpers.h"

G_DEFINE_ABSTRACT_TYPE (IplDocumentWidget, ipl_document_widget, GTK_TYPE_WIDGET)

/* Connects @changed to the signals, with @object as user data, for the lifetime of @object.
 * @signals: separated by spaces */
void
ipl_document_follow (IplDocument *document, const char *signals, GCallback changed, gpointer object)
{
  g_auto (GStrv) names = g_strsplit (signals, " ", -1);

  for (guint i = 0; names[i] != NULL; i++)
    g_signal_connect_object (document, names[i], changed, object, G_CONNECT_SWAPPED);
}

static void
on_parameters (IplDocumentWidget *self)
{
  IplDocumentWidgetClass *klass
      = G_TYPE_INSTANCE_GET_CLASS (self, IPL_TYPE_DOCUMENT_WIDGET, IplDocumentWidgetClass);

  klass->update (self);
}

/* Called once, before the widget is shown. */
void
ipl_document_widget_set_session (gpointer widget, IplDocument *document)
{
  IplDocumentWidget *self = widget;
  IplDocumentWidgetClass *klass
      = G_TYPE_INSTANCE_GET_CLASS (self, IPL_TYPE_DOCUMENT_WIDGET, IplDocumentWidgetClass);

  g_return_if_fail (self->document == NULL);
  self->document = g_object_ref (document);
  if (klass->attach != NULL)
    klass->attach (self);
  ipl_document_follow (document, "parameters-changed", G_CALLBACK (on_parameters), self);
  on_parameters (self);
}

/* Another message has replaced the one about the entry. */
static void
on_other_message (IplDocumentWidget *self)
{
  g_clear_signal_handler (&self->refused_id, self->document);
}

/* Shows the reason why an entry is invalid in the window's message bar. */
void
ipl_document_widget_refuse (gpointer widget, const char *why)
{
  IplDocumentWidget *self = widget;

  g_signal_emit_by_name (self->document, "message", why, TRUE);
  if (self->refused_id == 0)
    self->refused_id = g_signal_connect_object (
        self->document, "message", G_CALLBACK (on_other_message), self, G_CONNECT_SWAPPED);
}

/* Removes the message about the entry, unless another has replaced it. */
void
ipl_document_widget_clear_refusal (gpointer widget)
{
  IplDocumentWidget *self = widget;

  if (self->refused_id == 0)
    return;
  g_clear_signal_handler (&self->refused_id, self->document);
  g_signal_emit_by_name (self->document, "message", "", FALSE);
}

/* Shows a value in the widget's entry, without an error. */
void
ipl_document_widget_show_entry (gpointer widget, GtkEntry *entry, const char *text)
{
  IplDocumentWidget *self = widget;

  self->shown_case = ipl_document_count_cases (self->document);
  gtk_widget_remove_css_class (GTK_WIDGET (entry), "error");
  ipl_document_widget_clear_refusal (self);
  ipl_entry_show (entry, text);
}

/* Returns: TRUE if the user is editing the entry and its text belongs to the present case */
gboolean
ipl_document_widget_is_typed_in (gpointer widget, GtkEntry *entry)
{
  IplDocumentWidget *self = widget;

  return self->shown_case == ipl_document_count_cases (self->document)
         && ipl_entry_is_typed_in (entry);
}

static void
ipl_document_widget_dispose (GObject *object)
{

  ipl_widget_clear (object);
  g_clear_object (&((IplDocumentWidget *)object)->document);
  G_OBJECT_CLASS (ipl_document_widget_parent_class)->dispose (object);
}

static void
ipl_document_widget_class_init (IplDocumentWidgetClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ipl_document_widget_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static void
ipl_document_widget_init (IplDocumentWidget *self)
{
}

/* @css_name: (nullable)
 * @attach: (nullable): void (*) (Widget *self), like @update */
void
ipl_document_widget_class_set_up (gpointer klass, const char *css_name, GCallback attach,
                                  GCallback update)
{
  IplDocumentWidgetClass *self = klass;

  if (css_name != NULL)
    gtk_widget_class_set_css_name (klass, css_name);
  self->attach = (void (*) (gpointer))attach;
  self->update = (void (*) (gpointer))update;
}
