/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands on what figures show: the ways to draw something that are chosen from, by their table;
 * GP limits of chosen paths, and the mean over seeds. */
#include "app/window/window-private.h"

#include <string.h>

#include "app/panels/panel-view.h"
#include "core/parameters/parameters-fields.h"

static void
choose (IplWindow *self, const IplChoice *choice, guint option)
{
  IplParameters parameters = *ipl_session_get_parameters (self->session);

  ipl_choice_set (choice, &parameters.display, option);
  ipl_session_change (self->session, &parameters, choice->id);
}

static void
on_choice (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const IplChoice *choice = ipl_choice_find (g_action_get_name (G_ACTION (action)));
  guint option;

  if (ipl_choice_parse (choice, g_variant_get_string (parameter, NULL), &option))
    choose (data, choice, option);
}

/* Past what only a trained network has, where there is none. */
static void
on_next (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplSession *session = ipl_window_get_session (data);
  const IplChoice *choice
      = ipl_choice_find (g_action_get_name (G_ACTION (action)) + strlen ("next-"));
  guint option = (ipl_session_get_choice (session, choice) + 1) % choice->n;
  IplView view;

  if (choice == &ipl_choice_heatmap && option == IPL_HEATMAP_TRAINED
      && (!ipl_session_get_view (session, &view) || view.the_case == NULL
          || view.the_case->trained == NULL))
    option = (option + 1) % choice->n;
  choose (data, choice, option);
}

static void
on_no_gp_lines (IplWindow *self)
{
  ipl_session_set_subsets (self->session, "");
}

/* Begins, or ends what has begun. */
static void
on_seeds (IplWindow *self)
{
  IplSession *session = self->session;

  if (ipl_session_get_status (session, "seeds")->running)
    ipl_session_give_up (session, "seeds");
  else
    ipl_session_follow_seeds (session);
}

static void
set_up (IplWindow *self)
{
  guint n;
  const IplChoice *const *choices = ipl_choices (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GMenuModel) menu = ipl_choice_menu_new (choices[i], TRUE);

      g_menu_append_submenu (self->choices_menu, choices[i]->menu, menu);
    }
}

static void
update (IplWindow *self)
{
  guint n;
  const IplChoice *const *choices = ipl_choices (&n);

  for (guint i = 0; i < n; i++)
    {
      guint option = ipl_session_get_choice (self->session, choices[i]);

      ipl_window_set_state (self, choices[i]->id,
                            g_variant_new_string (choices[i]->options[option].id));
    }
  ipl_window_enable (self, "new-gp-line",
                     ipl_session_get_parameters (self->session)->gp_paths[0] != '\0');
  ipl_window_enable (self, "no-gp-lines",
                     ipl_session_get_parameters (self->session)->gp_paths[0] != '\0');
  ipl_window_enable (self, "seeds",
                     ipl_session_can_follow_seeds (self->session)
                         || ipl_session_get_status (self->session, "seeds")->running);
}

static void
on_tick_path (IplWindow *self)
{
  if (ipl_selection_get_selected (ipl_session_get_selection (self->session))->path < 0)
    ipl_window_say (self, "Select a path first, in the diagram or a heatmap.");
  else
    ipl_session_tick_path (self->session);
}

static const IplCommand commands[] = {
  { "heatmap", NULL, .parameter_type = "s", .state = "'theory'", .activate = on_choice },
  { "next-heatmap", NULL, "<Control>h", "Next way to show U", IPL_SHORTCUTS_PANELS,
    .activate = on_next, .help = "u" },
  { "heatmap-scale", NULL, .parameter_type = "s", .state = "'linear'", .activate = on_choice },
  { "next-heatmap-scale", NULL, "<Control>b", "Next colors of U", IPL_SHORTCUTS_PANELS,
    .activate = on_next, .help = "u" },
  { "accuracy-lines", NULL, .parameter_type = "s", .state = "'full'", .activate = on_choice },
  { "next-accuracy-lines", NULL, "<Control>u", "Next parts of U in the accuracy",
    IPL_SHORTCUTS_PANELS, .activate = on_next, .help = "accuracy" },
  { "path-scale", NULL, .parameter_type = "s", .state = "'own'", .activate = on_choice },
  { "next-path-scale", NULL, "<Control><Shift>y", "Next scale of paths’ thickness",
    IPL_SHORTCUTS_PANELS, .activate = on_next, .help = "paths" },
  { "map-quantity", NULL, .parameter_type = "s", .state = "'accuracy'", .activate = on_choice },
  { "next-map-quantity", NULL, "<Control><Alt>m", "Next quantity of maps", IPL_SHORTCUTS_PANELS,
    .activate = on_next },
  { "tick-path", G_CALLBACK (on_tick_path), "<Control>j", "Tick the selected path for a GP limit",
    IPL_SHORTCUTS_PANELS, .help = "accuracy" },
  { "new-gp-line", NULL, "<Control><Shift>j", "Begin another GP limit", IPL_SHORTCUTS_PANELS,
    .call = ipl_session_begin_subset,
    .why = "Another GP limit begins where one has been ticked: tick paths first (Ctrl+J).",
    .help = "accuracy" },
  { "no-gp-lines", G_CALLBACK (on_no_gp_lines), .title = "No GP limits of chosen paths",
    .group = IPL_SHORTCUTS_PANELS,
    .why = "No GP limit of chosen paths is shown: tick paths first (Ctrl+J).", .help = "accuracy" },
  { "seeds", G_CALLBACK (on_seeds), "<Control>m", "Mean over seeds, or stop it",
    IPL_SHORTCUTS_WIDTHS, .why = "Only a case that is made from a seed has a mean over seeds.",
    .help = "accuracy" },
};

const IplWindowPart ipl_window_curves_part = { commands, G_N_ELEMENTS (commands), set_up, update };
