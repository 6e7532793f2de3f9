/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Panels of salience: drawn at every size, with every kind of dynamics; the time to 90 % of mu
 * against what was predicted; a click selects, a drag and keys change; what blows up. */

#include <math.h>
#include <string.h>

#include "../test.h"
#include "figures/plot/panel-calls.h"
#include "core/experiments/salience-experiment.h"
#include "core/parameters/parameters-json.h"
#include "core/parameters/parameters.h"
#include "figures/output/export.h"
#include "figures/panels/panel-table.h"
#include "figure-once.h"

#define WIDTH 320.0
#define HEIGHT 240.0

static const char *const ids[]
    = { "salience-components", "salience-bars", "salience-profile", "salience-arrival", "entropy" };

static const char *const kinds[] = {
  "{\"experiment\": \"joma-salience\", \"task\": {}}",
  "{\"experiment\": \"joma-salience\", \"task\": {\"time\": \"flow\", \"attention\": \"exp\"}}",
  "{\"experiment\": \"joma-salience\", \"task\": {\"time\": \"flow\", \"attention\": \"exp\", "
  "\"activation\": \"linear\"}}",
  "{\"experiment\": \"joma-salience\", \"task\": {\"activation\": \"linear\"}}",
  "{\"experiment\": \"joma-salience\", \"task\": {\"time\": \"flow\", \"duration\": 1000, "
  "\"attention\": \"exp\", \"mu\": [-0.8, 0, 0.05, 1, 6]}}",
  "{\"experiment\": \"joma-salience\", \"task\": {\"mu\": [0], \"steps\": 1}}",
  "{\"experiment\": \"joma-salience\", \"task\": {\"attention\": \"exp\", \"mu\": [1, 6]}}",
};

static void
progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
}

static IplExperimentResult *
compute (IplParameters *parameters, const char *json)
{
  IplExperimentRun run = { .work = { .threads = 1, .progress = progress } };
  g_autoptr (GError) error = NULL;
  IplExperimentResult *result;

  ipl_parameters_from_json (parameters, json, &error);
  g_assert_no_error (error);
  result = parameters->experiment->compute (parameters, &run, &error);
  g_assert_no_error (error);
  return result;
}

TEST (test_drawn, "/figures/salience/drawn")
{
  const double sizes[][2] = { { 300, 200 }, { 120, 260 }, { 900, 150 }, { 12, 9 }, { 1, 1 } };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      IplParameters parameters;
      g_autoptr (IplExperimentResult) result = compute (&parameters, kinds[k]);
      IplTarget highlighted = IPL_TARGET_NONE;

      highlighted = ipl_target_component (0);
      for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
        for (guint s = 0; s < 2 * G_N_ELEMENTS (sizes); s++)
          {
            const IplPanel *panel = ipl_panel_find (ids[i]);
            IplView view = view_of_dynamics (result, s % 2 ? -1 : 0);

            figure_once_check (panel, &view, s % 2 ? IPL_THEME_DARK : IPL_THEME_LIGHT,
                               sizes[s / 2][0], sizes[s / 2][1], &highlighted);
          }
    }
}

/* Every component can be pointed at, whether it came there or not. */
TEST (test_pick, "/figures/salience/pick")
{
  IplParameters parameters;
  g_autoptr (IplExperimentResult) result = compute (&parameters, kinds[0]);
  IplView view = view_of_dynamics (result, -1);

  for (guint i = 1; i < 4; i++)
    {
      gboolean seen[10] = { FALSE };
      IplStyle style;

      ipl_style_init (&style, IPL_THEME_LIGHT, 8);
      for (double y = 1; y < HEIGHT; y += 2)
        for (double x = 1; x < WIDTH; x += 2)
          {
            IplTarget target = IPL_TARGET_NONE;

            if (ipl_figure_pick (ipl_panel_find (ids[i]), &view, &style, WIDTH, HEIGHT, x, y,
                                 &target))
              seen[ipl_target_get (&target, IPL_PART_COMPONENT)] = TRUE;
          }
      for (guint l = 0; l < 10; l++)
        g_assert_true (seen[l]);
    }
}

/* The first place where a panel can be edited, from below. */
static void
find_editable (const IplPanel *panel, gpointer layout, const IplView *view, const IplStyle *style,
               IplParameters *parameters, double *x, double *y)
{
  for (*y = HEIGHT; *y > 0; *y -= 1)
    for (*x = WIDTH / 2; *x < WIDTH; *x += 1)
      if (ipl_panel_edit (panel, layout, view, style, *x, *y, *x, *y, parameters))
        return;
  g_assert_not_reached ();
}

TEST (test_click_and_drag, "/figures/salience/click-and-drag")
{
  IplParameters parameters, before;
  g_autoptr (IplExperimentResult) result = compute (&parameters, kinds[0]);
  IplView view = view_of_dynamics (result, -1);
  const IplPanel *panel = ipl_panel_find (ids[3]);
  gpointer layout;
  IplStyle style;
  double x, y;

  before = parameters;
  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  layout = ipl_panel_layout (panel, &view, &style, WIDTH, HEIGHT);
  find_editable (panel, layout, &view, &style, &parameters, &x, &y);
  /* That was a click. */
  g_assert_true (ipl_parameters_equal (&parameters, &before));
  g_assert_true (ipl_panel_edit (panel, layout, &view, &style, x, y, x, y - 20, &parameters));
  g_assert_cmpfloat (parameters.shown_time, >, 0);
  ipl_panel_free_layout (panel, layout);
}
