/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>
#include "figures/kit/style.h"

#define IPL_TYPE_THEME_CHOICE (ipl_theme_choice_get_type ())
G_DECLARE_FINAL_TYPE (IplThemeChoice, ipl_theme_choice, IPL, THEME_CHOICE, GObject)

/* Theme (light, dark or high contrast), conventions and text size of figures, chosen by the user or
 * by the desktop. One instance for the application; emits "changed" when one of these changes. */
struct _IplThemeChoice
{
  GObject parent_instance;
  char *id;
  IplTheme theme;
  IplLook look;
  /* Settings of the desktop, to follow and to restore. */
  char *system_name;
  gboolean system_dark;
  /* Settings of this program. GTK reports them like those of the desktop, and late if it is
   * emitting a notification. */
  char *applied_name;
  gboolean applied_dark;
  double text_zoom;
  GtkCssProvider *paper; /* background of panels in the colour of the figures */
};

IplThemeChoice *ipl_theme_choice_get_default (void);
void ipl_theme_choice_set (IplThemeChoice *self, const char *id);
void ipl_theme_choice_set_look (IplThemeChoice *self, const char *id);

/* Range of the user's factor on the text size in figures. */
#define IPL_TEXT_ZOOM_MIN 0.7
#define IPL_TEXT_ZOOM_MAX 2.5

void ipl_theme_choice_set_text_zoom (IplThemeChoice *self, double zoom);
double ipl_theme_choice_get_text_scale (IplThemeChoice *self);
