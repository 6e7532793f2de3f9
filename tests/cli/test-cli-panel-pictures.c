/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every panel of a result in time beside its stored picture, in the middle of a short run. */

#include "figures/output/export.h"
#include "figures/panels/panel-table.h"
#include "small-dynamics.h"
#include "../figures/figure-once.h"
#include "../figures/stored-picture.h"

#include "core/experiments/experiment-table.h"
#include "figures/kit/recorder.h"

#include <math.h>
#include <string.h>

/* The names of the panels that have been drawn. */
static GHashTable *drawn;

static void
check_panel (const IplPanel *panel, const IplView *view, const IplExperiment *experiment)
{
  g_autofree char *name = panel->experiment != NULL
                              ? g_strdup (panel->id)
                              : g_strdup_printf ("%s-%s", panel->id, experiment->id);
  g_autoptr (GError) error = NULL;
  cairo_surface_t *surface;
  IplPaper page;
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  g_strlcpy (style.font_family, "DejaVu Sans", sizeof style.font_family);
  ipl_paper_init (&page, "3.4x2.4in", panel, view, 8, 72, &error);
  g_assert_no_error (error);
  surface = ipl_figure_render (panel, view, &style, &page);
  assert_stored_picture (surface, "cli", name);
  g_hash_table_add (drawn, (gpointer)panel->id);
  cairo_surface_destroy (surface);
}

static void
test_experiment (gconstpointer data)
{
  const IplExperiment *experiment = data;
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  g_autoptr (IplExperimentResult) own = NULL;
  g_autoptr (GError) error = NULL;
  IplView view;

  small_get_parameters (experiment, parameters);
  own = small_compute (parameters, 2, FALSE, FALSE, &error);
  g_assert_no_error (error);
  view = view_of_dynamics (
      own, own->trajectory != NULL ? own->trajectory->time[own->trajectory->S / 2] : -1);
  for (const IplPanel *const *panel = ipl_panels (NULL); *panel != NULL; panel++)
    if (!ipl_panel_is_composite (*panel) && ipl_panel_fits (*panel, &view))
      check_panel (*panel, &view, experiment);
}

/* The leftmost text of flip rates, and a picture without texts. */
typedef struct
{
  double left;
  GArray *inks; /* of IplRect */
} Tree;

static void
hear_text (const char *markup, double size, const IplRect *ink, gpointer data)
{
  Tree *self = data;

  g_array_append_val (self->inks, *ink);
  if (strstr (markup, "ε") != NULL)
    self->left = MIN (self->left, ink->x);
}

/* Number of pixels that are neither paper nor text, at the flip rates. */
static guint
count_drawn (const IplView *view, gboolean has_controls)
{
  g_autoptr (cairo_t) cr = canvas_new (CAIRO_FORMAT_RGB24, 400, 300);
  Tree tree = { INFINITY, g_array_new (FALSE, FALSE, sizeof (IplRect)) };
  cairo_surface_t *surface = cairo_get_target (cr);
  guint n = 0;
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  style.has_controls = has_controls;
  ipl_recorder_set (cr, &(IplRecorder){ .on_text = hear_text, .on_data = &tree });
  ipl_figure_draw (&ipl_panel_latent_tree, view, &style, cr, 400, 300);
  for (guint i = 0; i < tree.inks->len; i++)
    {
      const IplRect *ink = &g_array_index (tree.inks, IplRect, i);

      cairo_rectangle (cr, ink->x - 1, ink->y - 1, ink->w + 2, ink->h + 2);
      ipl_fill (cr, style.paper, 1);
    }
  cairo_surface_flush (surface);
  for (int y = 0; y < 300; y++)
    for (int x = (int)tree.left; x < 400; x++)
      n += cairo_image_surface_get_data (
               surface)[y * cairo_image_surface_get_stride (surface) + 4 * x]
           < 250;
  g_array_unref (tree.inks);
  return n;
}

/* Sliders are in the window alone. */
static void
test_sliders (gconstpointer data)
{
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  g_autoptr (IplExperimentResult) own = NULL;
  IplView view;

  small_get_parameters (&ipl_experiment_joma_tree, parameters);
  own = small_compute (parameters, 2, FALSE, FALSE, NULL);
  view = view_of_dynamics (own, -1);
  g_assert_cmpuint (count_drawn (&view, TRUE), >, 100);
  g_assert_cmpuint (count_drawn (&view, FALSE), <, 10);
}

/* Panels that no case is drawn by have been drawn above. */
static void
test_all_panels (gconstpointer data)
{
  for (const IplPanel *const *panel = ipl_panels (NULL); *panel != NULL; panel++)
    if (!ipl_panel_is_composite (*panel)
        && ((*panel)->experiment != NULL || (*panel)->fits == ipl_panel_has_arrays)
        && !g_hash_table_contains (drawn, (*panel)->id))
      g_error ("%s has no picture", (*panel)->id);
}

TEST_ROWS (add_experiments)
{
  drawn = g_hash_table_new (g_str_hash, g_str_equal);
  for (const IplExperiment *const *next = ipl_experiments (NULL); *next != NULL; next++)
    if ((*next)->compute != NULL)
      test_add_row (test_experiment, *next, "/panel-pictures/%s", (*next)->id);
  test_add_row (test_sliders, NULL, "/panel-pictures/sliders");
  test_add_row (test_all_panels, NULL, "/panel-pictures/all-panels");
}

AFTER_TESTS (forget)
{
  g_hash_table_unref (drawn);
}
