/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/base/theme.h"

#include "app/base/gtk-compat.h"
#include "app/base/widget-helpers.h"

#include <math.h>
#include <string.h>

G_DEFINE_FINAL_TYPE (IplThemeChoice, ipl_theme_choice, G_TYPE_OBJECT)

static gboolean
is_contrast (const char *name)
{
  return name != NULL && (strstr (name, "HighContrast") != NULL || strstr (name, "-hc") != NULL);
}

static void
show_paper (IplThemeChoice *self)
{
  g_autofree char *css = NULL;
  IplStyle style;

  ipl_style_init (&style, self->theme, 9.0);
  /* GTK's links are too dark for small text on its dark background: 3.3 : 1. */
  css = g_strdup_printf ("panel { background-color: rgb(%.0f,%.0f,%.0f); } %s",
                         style.paper.r * 255.0, style.paper.g * 255.0, style.paper.b * 255.0,
                         self->theme == IPL_THEME_DARK ? "link { color: #78aeed; }" : "");
  ipl_css_load (self->paper, css);
}

/* GTK 4 names its high-contrast themes differently from desktops, and falls back to the light
 * theme. */
static const char *
get_gtk_name (const char *name, gboolean dark)
{
  if (g_str_has_prefix (name, "HighContrast"))
    return dark ? "Default-hc-dark" : "Default-hc";
  return name;
}

/* TRUE if the theme has light text on a dark background, whatever its name; @guess if unknown. */
static gboolean
widgets_are_dark (gboolean guess)
{
  GtkWidget *probe = g_object_ref_sink (gtk_label_new (NULL));
  GdkRGBA back, text;

  if (ipl_widget_find_color (probe, "theme_bg_color", &back)
      && ipl_widget_find_color (probe, "theme_fg_color", &text))
    guess = back.red + back.green + back.blue < text.red + text.green + text.blue;
  g_object_unref (probe);
  return guess;
}

/* A change of the desktop's text size arrives as a change of dots per inch. */
static void
emit_changed (IplThemeChoice *self)
{
  g_signal_emit_by_name (self, "changed");
}

/* Sets the theme only if it differs, since GTK reloads all style sheets after every set. */
static void
set_widgets (GtkSettings *settings, const char *name, gboolean dark)
{
  g_autofree char *old_name = NULL;
  gboolean old_dark;

  g_object_get (settings, "gtk-theme-name", &old_name, "gtk-application-prefer-dark-theme",
                &old_dark, NULL);
  if (g_strcmp0 (old_name, name) != 0 || old_dark != dark)
    g_object_set (settings, "gtk-theme-name", name, "gtk-application-prefer-dark-theme", dark,
                  NULL);
}

static void
apply (IplThemeChoice *self)
{
  GtkSettings *settings = gtk_settings_get_default ();
  /* GTK_THEME overrides all settings, and figures must match the widgets. */
  const char *forced = g_getenv ("GTK_THEME");
  gboolean contrast, dark;
  const char *name;

  if (settings == NULL)
    return;
  if (forced != NULL && *forced != '\0')
    {
      contrast = is_contrast (forced);
      dark = g_str_has_suffix (forced, "dark") || g_str_has_suffix (forced, "Inverse");
      name = self->system_name;
    }
  else if (strcmp (self->id, "system") == 0)
    {
      contrast = is_contrast (self->system_name);
      dark = self->system_dark || g_str_has_suffix (self->system_name, "-dark")
             || g_str_has_suffix (self->system_name, "Inverse");
      name = get_gtk_name (self->system_name, dark);
    }
  else
    {
      contrast = g_str_has_prefix (self->id, "contrast");
      dark = g_str_has_suffix (self->id, "dark");
      name = contrast ? (dark ? "Default-hc-dark" : "Default-hc") : "Default";
    }
  g_free (self->applied_name);
  self->applied_name = g_strdup (name);
  self->applied_dark = dark && !contrast;
  set_widgets (settings, name, self->applied_dark);
  dark = widgets_are_dark (dark);
  self->theme = contrast ? (dark ? IPL_THEME_CONTRAST_DARK : IPL_THEME_CONTRAST)
                         : (dark ? IPL_THEME_DARK : IPL_THEME_LIGHT);
  show_paper (self);
  g_signal_emit_by_name (self, "changed");
}

static void
on_settings (IplThemeChoice *self, GParamSpec *pspec, GtkSettings *settings)
{
  g_autofree char *name = NULL;
  gboolean dark;

  g_object_get (settings, "gtk-theme-name", &name, "gtk-application-prefer-dark-theme", &dark,
                NULL);
  if (name == NULL)
    name = g_strdup ("Default");
  if (self->applied_name != NULL && g_str_equal (name, self->applied_name)
      && dark == self->applied_dark)
    return;
  /* Settings of this program are not those of the desktop. */
  if (self->applied_name == NULL || dark != self->applied_dark)
    self->system_dark = dark;
  if (self->applied_name == NULL || !g_str_equal (name, self->applied_name))
    {
      g_free (self->system_name);
      self->system_name = g_steal_pointer (&name);
    }
  apply (self);
}

static void
ipl_theme_choice_finalize (GObject *object)
{
  IplThemeChoice *self = IPL_THEME_CHOICE (object);

  g_clear_object (&self->paper);
  g_free (self->id);
  g_free (self->system_name);
  g_free (self->applied_name);
  G_OBJECT_CLASS (ipl_theme_choice_parent_class)->finalize (object);
}

static void
ipl_theme_choice_class_init (IplThemeChoiceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ipl_theme_choice_finalize;
  ipl_signal_add (klass, "changed", 0);
}

static void
ipl_theme_choice_init (IplThemeChoice *self)
{
  GtkSettings *settings = gtk_settings_get_default ();

  self->id = g_strdup ("system");
  self->text_zoom = 1.0;
  self->system_name = g_strdup ("Default");
  self->paper = gtk_css_provider_new ();
  if (settings != NULL)
    {
      gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                                  GTK_STYLE_PROVIDER (self->paper),
                                                  GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
      on_settings (self, NULL, settings);
      g_signal_connect_object (settings, "notify::gtk-theme-name", G_CALLBACK (on_settings), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (settings, "notify::gtk-application-prefer-dark-theme",
                               G_CALLBACK (on_settings), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (settings, "notify::gtk-xft-dpi", G_CALLBACK (emit_changed), self,
                               G_CONNECT_SWAPPED);
    }
}

/* Returns: the only instance; needs a display */
IplThemeChoice *
ipl_theme_choice_get_default (void)
{
  static IplThemeChoice *the_choice;

  if (the_choice == NULL)
    the_choice = g_object_new (IPL_TYPE_THEME_CHOICE, NULL);
  return the_choice;
}

void
ipl_theme_choice_set (IplThemeChoice *self, const char *id)
{
  if (strcmp (self->id, id) == 0)
    return;
  g_free (self->id);
  self->id = g_strdup (id);
  apply (self);
}

/* Sets the colours and names in figures.
 * @id: "paper" for those of the paper, else those of the program */
void
ipl_theme_choice_set_look (IplThemeChoice *self, const char *id)
{
  IplLook look = strcmp (id, "paper") == 0 ? IPL_LOOK_PAPER : IPL_LOOK_INTERPLAY;

  if (look == self->look)
    return;
  self->look = look;
  g_signal_emit_by_name (self, "changed");
}

/* @zoom: factor on the desktop's text size in figures; clamped to the range */
void
ipl_theme_choice_set_text_zoom (IplThemeChoice *self, double zoom)
{
  zoom = CLAMP (zoom, IPL_TEXT_ZOOM_MIN, IPL_TEXT_ZOOM_MAX);
  if (fabs (zoom - self->text_zoom) < 1e-6)
    return;
  self->text_zoom = zoom;
  g_signal_emit_by_name (self, "changed");
}

/* Returns: factor on the usual text size in figures: the desktop's factor, which also applies to
 *   widgets, times the user's */
double
ipl_theme_choice_get_text_scale (IplThemeChoice *self)
{
  GtkSettings *settings = gtk_settings_get_default ();
  int dpi = -1; /* in 1/1024 of a dot per inch */

  if (settings != NULL)
    g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  return self->text_zoom * (dpi > 0 ? CLAMP (dpi / (96.0 * 1024.0), 0.5, 3.0) : 1.0);
}
