/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>
#include "figures/kit/style.h"

#define IPL_TYPE_THEME_CHOICE (ipl_theme_choice_get_type ())
G_DECLARE_FINAL_TYPE (IplThemeChoice, ipl_theme_choice, IPL, THEME_CHOICE, GObject)

/* Light, dark or high contrast, and how large the text of figures is: the user's choice for this
 * application, or the desktop's. One for the whole application; emits "changed" when figures must
 * be drawn in another theme or size of text. */
struct _IplThemeChoice
{
  GObject parent_instance;
  char *id;
  IplTheme theme;
  IplLook look;
  /* The desktop's settings, to follow and to go back to. */
  char *system_name;
  gboolean system_dark;
  /* Settings made here, which GTK reports as it does the desktop's: not at once where it
   * was telling of something. */
  char *applied_name;
  gboolean applied_dark;
  double text_zoom;
  GtkCssProvider *paper; /* panels are as the paper of their figures */
};

IplThemeChoice *ipl_theme_choice_get_default (void);
void ipl_theme_choice_set (IplThemeChoice *self, const char *id);
void ipl_theme_choice_set_look (IplThemeChoice *self, const char *id);

/* The least and the most that figures' text is enlarged beyond what the desktop asks for. */
#define IPL_TEXT_ZOOM_MIN 0.7
#define IPL_TEXT_ZOOM_MAX 2.5

void ipl_theme_choice_set_text_zoom (IplThemeChoice *self, double zoom);
double ipl_theme_choice_get_text_scale (IplThemeChoice *self);
