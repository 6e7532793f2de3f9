/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* What a template names: children of the widget's struct, and what its signals call. */
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
