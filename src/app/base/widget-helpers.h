/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "figures/kit/symbol-meanings.h"

GtkWidget *ipl_icon_button_new (const char *icon, const char *label);
GtkWidget *ipl_label_new (const char *text, const char *css_class);
GdkTexture *ipl_texture_new (cairo_surface_t *surface);
void ipl_snapshot_append_texture (GtkSnapshot *snapshot, GtkWidget *widget, GdkTexture *texture,
                                  const graphene_rect_t *bounds);
void ipl_widget_activate (GtkWidget *widget, const char *action);
void ipl_widget_clear (gpointer widget);
void ipl_widget_set_class (gpointer widget, const char *css_class, gboolean has);
void ipl_widget_set_name (gpointer widget, const char *name);
void ipl_bar_name_close (GtkWidget *bar);
void ipl_widget_set_tooltip (gpointer widget, const char *text);
void ipl_widget_set_description (gpointer widget, const char *description);
void ipl_entry_mark (gpointer entry, gboolean wrong);
void ipl_entry_refuse (gpointer entry, GtkLabel *label, const char *why);
gboolean ipl_entry_is_typed_in (gpointer entry);
void ipl_entry_show (gpointer entry, const char *text);
void ipl_label_set_or_hide (GtkLabel *label, const char *sentence);
void ipl_widgets_follow_settings (void);
/* @detailed: action of a menu item with its target */
typedef gboolean (*IplMenuFilter) (const char *detailed, gpointer data);

void ipl_menu_button_set_filter (GtkMenuButton *button, IplMenuFilter is_listed, gpointer data);
void ipl_menu_button_set_menu (GtkMenuButton *button, GMenuModel *menu);
GMenuModel *ipl_menu_button_get_menu (GtkMenuButton *button);
void ipl_scroll_through (GtkWidget *widget);
void ipl_spin_accept_comma (GtkSpinButton *spin);
void ipl_window_close_on_escape (GtkWindow *window);

/* An action of a widget's class. */
typedef struct
{
  const char *name;
  GtkWidgetActionActivateFunc activate; /* (nullable): NULL if another action has it */
  /* (nullable): keys in the syntax of gtk_accelerator_parse(), separated by spaces */
  const char *keys;
  const char *title;
  const char *parameter_type;
} IplWidgetAction;

void ipl_widget_class_add_actions (gpointer klass, guint n, const IplWidgetAction *actions);

/* Names in a template: child widgets in the struct, and signal callbacks. */
typedef struct
{
  const char *name;
  gssize offset;
} IplTemplateChild;

typedef struct
{
  const char *name;
  GCallback function;
} IplTemplateCallback;

/* clang-format off */
#define IPL_CHILD(Type, name) { #name, G_STRUCT_OFFSET (Type, name) }
#define IPL_CALLBACK(function) { #function, G_CALLBACK (function) }
/* clang-format on */

void ipl_signal_add (gpointer klass, const char *name, guint n_texts);
void ipl_template_bind (gpointer klass, const IplTemplateChild *children,
                        const IplTemplateCallback *callbacks);
void ipl_template_set (gpointer klass, const char *name, const IplTemplateChild *children,
                       const IplTemplateCallback *callbacks);

void ipl_symbol_tips_set_place (GtkWidget *window, IplSymbolPlace place);
void ipl_symbol_tips_add (GtkWidget *widget);
