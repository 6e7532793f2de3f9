/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Widgets that are made from a template in ui/. */
#include "app/base/template.h"

/* @name: of the template in ui/, without its ending
 * @children: (nullable): up to one without a name, as @callbacks */
void
ipl_template_set (gpointer klass, const char *name, const IplTemplateChild *children,
                  const IplTemplateCallback *callbacks)
{
  g_autofree char *path = g_strdup_printf ("/org/interplay/Interplay/ui/%s.ui", name);

  gtk_widget_class_set_template_from_resource (klass, path);
  for (; children != NULL && children->name != NULL; children++)
    gtk_widget_class_bind_template_child_full (klass, children->name, FALSE, children->offset);
  for (; callbacks != NULL && callbacks->name != NULL; callbacks++)
    gtk_widget_class_bind_template_callback_full (klass, callbacks->name, callbacks->function);
}
