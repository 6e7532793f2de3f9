/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Base class of widgets that show a part of a session. */
#pragma once

#include <gtk/gtk.h>

#include "document/document.h"

#define IPL_TYPE_DOCUMENT_WIDGET (ipl_document_widget_get_type ())

typedef struct
{
  GtkWidget parent_instance;
  /* (nullable): NULL before ipl_document_widget_set_session() and after dispose */
  IplDocument *document;
  gulong refused_id; /* signal handler while the window shows a message about the entry; else 0 */
  guint shown_case;  /* number of the case that the entry showed last */
} IplDocumentWidget;

/* attach: (nullable): called once, when the session is set
 * update: called then and after every change of the parameters */
typedef struct
{
  GtkWidgetClass parent_class;
  void (*attach) (gpointer self);
  void (*update) (gpointer self);
} IplDocumentWidgetClass;

GType ipl_document_widget_get_type (void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplDocumentWidget, g_object_unref)

void ipl_document_follow (IplDocument *document, const char *signals, GCallback changed,
                          gpointer object);
void ipl_document_widget_set_session (gpointer widget, IplDocument *document);
void ipl_document_widget_refuse (gpointer widget, const char *why);
void ipl_document_widget_clear_refusal (gpointer widget);
void ipl_document_widget_show_entry (gpointer widget, GtkEntry *entry, const char *text);
gboolean ipl_document_widget_is_typed_in (gpointer widget, GtkEntry *entry);
void ipl_document_widget_class_set_up (gpointer klass, const char *css_name, GCallback attach,
                                       GCallback update);
