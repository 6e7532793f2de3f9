/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Widgets that are made from a template in ui/, and their signals. */
#include "app/base/template.h"

/* @children: (nullable): up to one without a name, as @callbacks */
void
ipl_template_bind (gpointer klass, const IplTemplateChild *children,
                   const IplTemplateCallback *callbacks)
{
  for (; children != NULL && children->name != NULL; children++)
    gtk_widget_class_bind_template_child_full (klass, children->name, FALSE, children->offset);
  for (; callbacks != NULL && callbacks->name != NULL; callbacks++)
    gtk_widget_class_bind_template_callback_full (klass, callbacks->name, callbacks->function);
}

/* @name: of the template in ui/, without its ending */
void
ipl_template_set (gpointer klass, const char *name, const IplTemplateChild *children,
                  const IplTemplateCallback *callbacks)
{
  g_autofree char *path = g_strdup_printf ("/org/interplay/Interplay/ui/%s.ui", name);

  gtk_widget_class_set_template_from_resource (klass, path);
  ipl_template_bind (klass, children, callbacks);
}

/* Adds a signal to a class that is made.
 * @n_texts: texts that it comes with, up to two */
void
ipl_signal_add (gpointer klass, const char *name, guint n_texts)
{
  g_signal_new (name, G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, n_texts, G_TYPE_STRING, G_TYPE_STRING);
}
