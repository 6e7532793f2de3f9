/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands for the contents of figures: drawing choices, from their table; GP limits of chosen
 * paths, and the mean over seeds. */
#include "app/window/window-private.h"

#include "core/parameters/parameters-fields.h"
#include "figures/view/outputs.h"
#include "document/path-search.h"

#include <stdlib.h>

static void
choose (IplWindow *self, const IplChoice *choice, guint option)
{
  IplParameters parameters = *ipl_document_get_parameters (self->document);

  ipl_choice_set (choice, &parameters.display, option);
  ipl_document_change (self->document, &parameters, choice->id);
}

/* Returns: the option after the chosen one; skips options that need a trained network if there is
 *   none */
static guint
next_option (IplWindow *self, const IplChoice *choice)
{
  const IplDisplay *display = &ipl_document_get_parameters (self->document)->display;
  guint option = (ipl_choice_get (choice, display) + 1) % choice->n;
  IplView view;

  if (choice == &ipl_choice_heatmap && option == IPL_HEATMAP_TRAINED
      && (!ipl_document_get_view (self->document, &view) || view.the_case == NULL
          || view.the_case->trained == NULL))
    option = (option + 1) % choice->n;
  return option;
}

/* @number: number of the shown output, from 1 */
static void
show_output (IplWindow *self, guint number)
{
  IplParameters parameters = *ipl_document_get_parameters (self->document);

  parameters.display.outputs = IPL_OUTPUTS_ONE;
  parameters.display.shown_output = CLAMP (number, 1, IPL_MAX_OUTPUTS);
  ipl_document_change (self->document, &parameters, ipl_choice_outputs.id);
}

/* @parameter: id of an option, "next", or the number of an output */
static void
on_choice (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const IplChoice *choice = ipl_choice_find (g_action_get_name (G_ACTION (action)));
  const char *id = g_variant_get_string (parameter, NULL);
  guint option;

  if (g_str_equal (id, "next"))
    choose (data, choice, next_option (data, choice));
  else if (ipl_choice_parse (choice, id, &option))
    choose (data, choice, option);
  else if (choice == &ipl_choice_outputs && g_ascii_isdigit (id[0]))
    show_output (data, (guint)strtoul (id, NULL, 10));
}

static void
on_no_gp_lines (IplWindow *self)
{
  ipl_document_set_subsets (self->document, "");
}

/* Starts the mean over seeds, or stops it. */
static void
on_seeds (IplWindow *self)
{
  IplDocument *document = self->document;

  if (ipl_document_get_status (document, "seeds")->running)
    ipl_document_cancel_job (document, "seeds");
  else
    ipl_document_follow_seeds (document);
}

static void
update (IplWindow *self)
{
  guint n;
  const IplChoice *const *choices = ipl_choices (&n);
  const IplDisplay *display = &ipl_document_get_parameters (self->document)->display;
  IplView view;
  gboolean has_outputs
      = ipl_document_get_view (self->document, &view) && ipl_view_has_outputs (&view);

  for (guint i = 0; i < n; i++)
    {
      guint option
          = ipl_choice_get (choices[i], &ipl_document_get_parameters (self->document)->display);

      ipl_window_enable (self, choices[i]->id, has_outputs || !choices[i]->of_outputs);
      if (choices[i] == &ipl_choice_outputs && option == IPL_OUTPUTS_ONE)
        ipl_window_set_state (self, choices[i]->id,
                              g_variant_new_printf ("%u", display->shown_output));
      else
        ipl_window_set_state (self, choices[i]->id,
                              g_variant_new_string (choices[i]->options[option].id));
    }
  ipl_window_enable (self, "gp-line::new",
                     ipl_document_get_parameters (self->document)->gp_paths[0] != '\0');
  ipl_window_enable (self, "gp-line::remove",
                     ipl_document_get_parameters (self->document)->gp_paths[0] != '\0');
  ipl_window_enable (self, "seeds",
                     ipl_document_can_follow_seeds (self->document)
                         || ipl_document_get_status (self->document, "seeds")->running);
}

/* @reference: text of a path search, as for ipl_path_search() */
static void
on_select_path (IplWindow *self, const char *reference)
{
  g_autofree char *why = NULL;
  IplTarget target;
  IplView view;

  if (!ipl_document_get_view (self->document, &view) || view.the_case == NULL)
    return;
  if (ipl_path_search (view.the_case, reference, &target, &why))
    ipl_selection_select (ipl_document_get_selection (self->document), &target);
  else if (why != NULL)
    ipl_window_show_status (self, why);
}

static void
on_tick_path (IplWindow *self)
{
  if (ipl_target_get (ipl_selection_get_selected (ipl_document_get_selection (self->document)),
                      IPL_PART_PATH)
      < 0)
    ipl_window_show_status (self, "Select a path first, in the diagram or a heatmap.");
  else
    ipl_document_tick_path (self->document);
}

/* Adds an action for each choice, with the chosen option as its state. */
static void
set_up (IplWindow *self)
{
  guint n;
  const IplChoice *const *choices = ipl_choices (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *state = g_strdup_printf ("'%s'", choices[i]->options[0].id);
      GActionEntry entry = {
        .name = choices[i]->id, .activate = on_choice, .parameter_type = "s", .state = state
      };

      g_action_map_add_action_entries (G_ACTION_MAP (self), &entry, 1, self);
    }
}

/* Adds the keys that move to the next option of each choice. */
static void
add_shortcuts (GPtrArray *shortcuts)
{
  guint n;
  const IplChoice *const *choices = ipl_choices (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *action = g_strconcat ("win.", choices[i]->id, "::next", NULL);
      g_autofree char *title = g_strdup_printf ("%s: next", choices[i]->title);

      ipl_shortcuts_add (shortcuts, IPL_SHORTCUTS_PANELS, title, action, choices[i]->keys);
    }
}

static const IplCommand commands[] = {
  { "select-path", G_CALLBACK (on_select_path), .parameter_type = "s" },
  { "gp-line::add", G_CALLBACK (on_tick_path), "<Control>j", "Add the selected path to the GP line",
    IPL_SHORTCUTS_PANELS, .help = "accuracy" },
  { "gp-line::new", NULL, "<Control><Shift>j", "New GP line", IPL_SHORTCUTS_PANELS,
    .call = ipl_document_begin_subset, .why = "Add a path to a GP line first (Ctrl+J).",
    .help = "accuracy" },
  { "gp-line::remove", G_CALLBACK (on_no_gp_lines), .title = "Remove the GP lines",
    .group = IPL_SHORTCUTS_PANELS, .why = "There is no GP line: add a path to one first (Ctrl+J).",
    .help = "accuracy" },
  { "seeds", G_CALLBACK (on_seeds), "<Control>m", "Mean over seeds, start or stop",
    IPL_SHORTCUTS_WIDTHS, .why = "Needs a case that is generated from a seed.",
    .help = "accuracy" },
};

const IplWindowPart ipl_window_curves_part
    = { commands, G_N_ELEMENTS (commands), set_up, update, add_shortcuts };
