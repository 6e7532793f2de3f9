/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* One step of a tour. */
typedef struct
{
  GtkWidget *widget; /* what it points at; a step is left out while that is not to be seen */
  const char *title; /* a few words, Pango markup */
  const char *text;  /* what can be seen there, plain text; not read where there is @begin */
  /* (nullable): goes there, and returns (transfer full) what can be seen there now */
  char *(*begin) (gpointer window, gconstpointer data);
  gconstpointer data; /* for @begin */
} IplTourStep;

#define IPL_TYPE_TOUR (ipl_tour_get_type ())
G_DECLARE_FINAL_TYPE (IplTour, ipl_tour, IPL, TOUR, GObject)

/* A few steps through a window, each a bubble that points at a widget. Meanwhile the window can be
 * used: nothing is held back.
 */
struct _IplTour
{
  GObject parent_instance;
  GtkWindow *window; /* (nullable): not any more once the tour is over */
  GArray *steps;     /* of #IplTourStep, which hold their widgets */
  guint at;
  GtkWidget *popover; /* (nullable) */
  GtkWidget *title, *text, *count;
  GtkWidget *skip, *back, *next;
  GtkWidget *before; /* (nullable): what had the keyboard */
  gulong unmap_id;
  guint frames; /* since the step was come to */
};

IplTour *ipl_tour_new (GtkWindow *window, const IplTourStep *steps, guint n);
gboolean ipl_tour_go (IplTour *self, int by);
void ipl_tour_end (IplTour *self);
