/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "core/parameters/parameters.h"

/* A group of the sidebar: an expander, with its heading in place of a label. */
typedef struct
{
  GtkExpander *expander;
  GtkWidget *title;
  GtkWidget *reset;  /* button that resets the group */
  GtkWidget *values; /* line with the values of a closed group */
} IplGroup;

void ipl_group_set_up (IplGroup *self, const char *name, const char *title);
void ipl_group_set_title (IplGroup *self, const char *title);
void ipl_group_show_values (IplGroup *self);
void ipl_group_reset (IplParameters *parameters, const IplParameters *defaults, const char *name);
