/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Theme, look and text size of figures: actions that choose them, and preferences that store
 * them. */
#include "app/shell/application.h"

#include <math.h>

#include "app/base/preferences.h"
#include "app/base/theme.h"

/* Activates the actions "theme" and "look". */
void
ipl_appearance_choose (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *key = g_action_get_name (G_ACTION (action)),
             *id = g_variant_get_string (parameter, NULL);
  GSettings *preferences = ipl_preferences_get_default ();

  if (g_str_equal (key, "theme"))
    ipl_theme_choice_set (ipl_theme_choice_get_default (), id);
  else if (g_str_equal (id, "own") || g_str_equal (id, "paper"))
    ipl_theme_choice_set_look (ipl_theme_choice_get_default (), id);
  else
    return;
  g_simple_action_set_state (action, g_variant_new_string (id));
  if (preferences != NULL)
    g_settings_set_string (preferences, key, id);
}

static void
set_text_zoom (double zoom)
{
  IplThemeChoice *choice = ipl_theme_choice_get_default ();
  GSettings *preferences = ipl_preferences_get_default ();

  ipl_theme_choice_set_text_zoom (choice, zoom);
  if (preferences != NULL)
    g_settings_set_double (preferences, "text-zoom", choice->text_zoom);
}

/* Changes the text size in steps of a tenth, so that steps up and down cancel.
 * @by: 1 for larger text in figures, -1 for smaller, 0 for the default */
void
ipl_appearance_step_text (gpointer application, int by)
{
  double tenths = round (ipl_theme_choice_get_default ()->text_zoom * 10.0);

  set_text_zoom (by == 0 ? 1.0 : (tenths + by) / 10.0);
}

/* Restores the last choice.
 * @actions: group with "theme" and "look" */
void
ipl_appearance_restore (GActionGroup *actions)
{
  GSettings *preferences = ipl_preferences_get_default ();
  g_autofree char *theme = NULL, *look = NULL;

  if (preferences == NULL)
    return;
  theme = g_settings_get_string (preferences, "theme");
  look = g_settings_get_string (preferences, "look");
  g_action_group_activate_action (actions, "theme", g_variant_new_string (theme));
  g_action_group_activate_action (actions, "look", g_variant_new_string (look));
  ipl_theme_choice_set_text_zoom (ipl_theme_choice_get_default (),
                                  g_settings_get_double (preferences, "text-zoom"));
}
