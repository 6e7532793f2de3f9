/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Choices between ways to draw something. */

#include "figures/view/display-choice.h"

#include <string.h>

/* In the order of #IplHeatmapMode. */
static const IplChoiceOption heatmaps[] = {
  { "theory", "Theory", "_Theory" },
  { "sampled", "Sampled mean", "_Sampled Mean" },
  { "difference", "Sampled − theory", "Sampled − Theory (_Difference)" },
  { "sd", "Posterior standard deviation", "Posterior Standard De_viation" },
  { "side-by-side", "Side by side", "Side _by Side" },
  { "trained", "Gradient descent", "_Gradient Descent" },
};

static const IplChoiceOption heatmap_scales[] = {
  [IPL_HEATMAP_LINEAR] = { "linear", "Linear colours", "_Linear" },
  [IPL_HEATMAP_SYMLOG] = { "symlog", "Symlog colours", "_Symlog: Logarithmic on Either Side of 0" },
  [IPL_HEATMAP_OFF_DIAGONAL]
  = { "off-diagonal", "Range off the diagonal", "Range _Off the Diagonal" },
};

static const IplChoiceOption accuracy_lines[] = {
  [IPL_ACCURACY_FULL] = { "full", "Full U", "_Full U" },
  [IPL_ACCURACY_DIAGONAL] = { "diagonal", "Full U and diagonal", "Full U and _Diagonal" },
  [IPL_ACCURACY_LEVELLED] = { "levelled", "Full U and equal weights", "Full U and _Equal Weights" },
  [IPL_ACCURACY_ALL]
  = { "all", "Full, diagonal, equal weights", "Full U, Diagonal _and Equal Weights" },
};

static const IplChoiceOption path_scales[] = {
  [IPL_PATHS_DEFAULT] = { "own", "Own scale", "_Own Scale at Each Width" },
  [IPL_PATHS_LINEAR] = { "linear", "Linear over widths", "One _Linear Scale over Widths" },
  [IPL_PATHS_LOG] = { "log", "Logarithmic over widths", "One Lo_garithmic Scale over Widths" },
};

static const IplChoiceOption map_quantities[] = {
  [IPL_MAP_SHOWS_ACCURACY] = { "accuracy", "Accuracy", "_Accuracy" },
  [IPL_MAP_SHOWS_GAIN] = { "gain", "Gain over the GP", "_Gain over the GP" },
  [IPL_MAP_SHOWS_GP] = { "gp", "Accuracy of the GP", "Accuracy of the G_P" },
  [IPL_MAP_SHOWS_OFF_DIAGONAL]
  = { "off-diagonal", "Share of U off the diagonal", "Share of U _off the Diagonal" },
  [IPL_MAP_SHOWS_ALIGNMENT] = { "alignment", "Centred alignment", "Centred A_lignment" },
  [IPL_MAP_SHOWS_RESIDUAL] = { "residual", "Training residual", "Training _Residual" },
  [IPL_MAP_SHOWS_ACTION] = { "action", "Action", "A_ction" },
  [IPL_MAP_SHOWS_STARTS] = { "starts", "Starts that agree", "_Starts That Agree" },
  [IPL_MAP_SHOWS_U] = { "u", "U of the selected path", "_U of the Selected Path" },
};

static const IplChoiceOption outputs[] = {
  [IPL_OUTPUTS_TRACED] = { "traced", "Traced over outputs", "_Traced over Outputs" },
  [IPL_OUTPUTS_ONE] = { "one", "One output", "_One Output" },
  [IPL_OUTPUTS_ALL] = { "all", "All outputs", "_All Outputs" },
};

static const IplChoiceOption path_orders[] = {
  [IPL_PATH_ORDER_PATHS] = { "paths", "As in other panels", "As in Other _Panels" },
  [IPL_PATH_ORDER_WEIGHT] = { "weight", "By weight", "By _Weight" },
  [IPL_PATH_ORDER_OUTPUT] = { "output", "By preference", "By Output of _Largest Weight" },
};

static const IplChoiceOption time_axes[] = {
  [IPL_TIME_AXIS_DEFAULT] = { "own", "Time as usual", "As _Usual" },
  [IPL_TIME_AXIS_LINEAR] = { "linear", "Linear time", "_Linear" },
  [IPL_TIME_AXIS_LOG] = { "log", "Logarithm of time", "Lo_garithmic" },
};

const IplChoice ipl_choice_heatmap
    = { "heatmap",    "_Heatmaps of U",        "Quantity in the heatmaps",
        "<Control>h", G_N_ELEMENTS (heatmaps), heatmaps };
const IplChoice ipl_choice_heatmap_scale = { "heatmap-scale",
                                             "C_olours of U",
                                             "Colour scale of U",
                                             "<Control>b",
                                             G_N_ELEMENTS (heatmap_scales),
                                             heatmap_scales };
const IplChoice ipl_choice_accuracy_lines = { "accuracy-lines",
                                              "_Accuracy Lines",
                                              "Parts of U for the accuracy",
                                              "<Control>u",
                                              G_N_ELEMENTS (accuracy_lines),
                                              accuracy_lines };
const IplChoice ipl_choice_path_scale
    = { "path-scale",        "_Thickness of Paths",      "Scale of the thickness of paths",
        "<Control><Shift>y", G_N_ELEMENTS (path_scales), path_scales };

const IplChoice ipl_choice_map_quantity = {
  "map-quantity", "_Map", "Quantity in maps", "<Control><Alt>m", G_N_ELEMENTS (map_quantities),
  map_quantities
};
const IplChoice ipl_choice_time_axis = { .id = "time-axis",
                                         .menu = "A_xis of Time",
                                         .title = "The axis of panels against time",
                                         .keys = "<Control><Alt>t",
                                         .n = G_N_ELEMENTS (time_axes),
                                         .options = time_axes };
const IplChoice ipl_choice_outputs = { .id = "outputs",
                                       .menu = "_Outputs Shown",
                                       .title = "Outputs for which U is shown",
                                       .keys = "<Control><Alt>u",
                                       .n = G_N_ELEMENTS (outputs),
                                       .options = outputs,
                                       .of_outputs = TRUE };
const IplChoice ipl_choice_path_order = { .id = "path-order",
                                          .menu = "_Order of Paths with Outputs",
                                          .title = "How paths are listed next to outputs",
                                          .keys = "<Control><Alt>r",
                                          .n = G_N_ELEMENTS (path_orders),
                                          .options = path_orders,
                                          .of_outputs = TRUE };

static const IplChoice *const choices[]
    = { &ipl_choice_heatmap,    &ipl_choice_heatmap_scale, &ipl_choice_accuracy_lines,
        &ipl_choice_path_scale, &ipl_choice_map_quantity,  &ipl_choice_time_axis,
        &ipl_choice_outputs,    &ipl_choice_path_order };

/* @n: (out): number of choices
 * Returns: [n] all choices */
const IplChoice *const *
ipl_choices (guint *n)
{
  *n = G_N_ELEMENTS (choices);
  return choices;
}

/* Returns: (nullable): the choice with this id */
const IplChoice *
ipl_choice_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    if (strcmp (choices[i]->id, id) == 0)
      return choices[i];
  return NULL;
}

static guint *
place_in (const IplChoice *self, const IplDisplay *display)
{
  for (guint i = 0; i < IPL_N_DISPLAY_FIELDS; i++)
    if (strcmp (ipl_display_fields[i].id, self->id) == 0)
      return (guint *)(gpointer)((char *)(gpointer)display + ipl_display_fields[i].offset);
  g_return_val_if_reached (NULL);
}

/* Returns: index of the option in use */
guint
ipl_choice_get (const IplChoice *self, const IplDisplay *display)
{
  return *place_in (self, display);
}

void
ipl_choice_set (const IplChoice *self, IplDisplay *display, guint option)
{
  *place_in (self, display) = option;
}

/* @option: (out): index of the option; unchanged if the id is unknown
 * Returns: TRUE if the option exists */
gboolean
ipl_choice_parse (const IplChoice *self, const char *id, guint *option)
{
  g_return_val_if_fail (self != NULL && id != NULL, FALSE);
  for (guint i = 0; i < self->n; i++)
    if (strcmp (self->options[i].id, id) == 0)
      {
        *option = i;
        return TRUE;
      }
  return FALSE;
}
