/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>
#include "figures/kit/style.h"

#define IPL_TYPE_THEME_CHOICE (ipl_theme_choice_get_type ())
G_DECLARE_FINAL_TYPE (IplThemeChoice, ipl_theme_choice, IPL, THEME_CHOICE, GObject)

IplThemeChoice *ipl_theme_choice_get_default (void);
void ipl_theme_choice_set (IplThemeChoice *self, const char *id);
IplTheme ipl_theme_choice_get_theme (IplThemeChoice *self);
void ipl_theme_choice_set_look (IplThemeChoice *self, const char *id);
IplLook ipl_theme_choice_get_look (IplThemeChoice *self);

/* The least and the most that figures' text is enlarged beyond what the desktop asks for. */
#define IPL_TEXT_ZOOM_MIN 0.7
#define IPL_TEXT_ZOOM_MAX 2.5

void ipl_theme_choice_set_text_zoom (IplThemeChoice *self, double zoom);
double ipl_theme_choice_get_text_zoom (IplThemeChoice *self);
double ipl_theme_choice_get_text_scale (IplThemeChoice *self);
