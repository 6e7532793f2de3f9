/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything that a window says can be read in every theme, those of high contrast and what the
 * desktop calls them included: the contrast of every text is measured in what is drawn. */
#include "../figures/pixel-contrast.h"
#include <string.h>

#include "app/base/theme.h"
#include "app/pages/page-table.h"
#include "window-fixture.h"

/* WCAG 2.1, 1.4.3, 1.4.6 and 1.4.11. */
#define TEXT_CONTRAST 4.5
#define HIGH_CONTRAST 7.0
#define LINE_CONTRAST 3.0

#define SCALE 3

/* Returns: (transfer full) (nullable): what @widget draws; NULL where it has not been painted yet
 */
static GskRenderNode *
snapshot (GtkWidget *widget)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  GtkSnapshot *all = gtk_snapshot_new ();

  gdk_paintable_snapshot (paintable, all, gtk_widget_get_width (widget),
                          gtk_widget_get_height (widget));
  return gtk_snapshot_free_to_node (all);
}

/* All that @widget draws, some times larger. */
static cairo_surface_t *
draw (GtkWidget *widget)
{
  GskRenderNode *node;
  cairo_surface_t *surface;
  cairo_t *cr;

  wait_until ((node = snapshot (widget)) != NULL);
  surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, SCALE * gtk_widget_get_width (widget),
                                        SCALE * gtk_widget_get_height (widget));
  cr = cairo_create (surface);
  cairo_scale (cr, SCALE, SCALE);
  gsk_render_node_draw (node, cr);
  gsk_render_node_unref (node);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static const char *
text_of (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    return gtk_label_get_text (GTK_LABEL (widget));
  if (GTK_IS_TEXT (widget))
    return gtk_editable_get_text (GTK_EDITABLE (widget));
  return "";
}

/* What a widget with text covers of the window, if all of it is to be seen. */
static gboolean
find_place (GtkWidget *widget, GtkWidget *window, graphene_rect_t *place)
{
  graphene_rect_t whole;

  if (!gtk_widget_compute_bounds (widget, window, &whole))
    return FALSE;
  /* An entry's edges are no text, and a label's may touch the row below, which may be chosen. */
  if (GTK_IS_TEXT (widget))
    graphene_rect_inset (&whole, 4, 6);
  else
    graphene_rect_inset (&whole, 0, 2);
  *place = whole;
  for (GtkWidget *at = gtk_widget_get_parent (widget); at != NULL; at = gtk_widget_get_parent (at))
    {
      graphene_rect_t bounds;

      if (gtk_widget_get_opacity (at) < 0.01)
        return FALSE;
      if (gtk_widget_compute_bounds (at, window, &bounds)
          && !graphene_rect_intersection (place, &bounds, place))
        return FALSE;
    }
  return place->size.width > whole.size.width - 1 && place->size.height > whole.size.height - 1;
}

/* In high contrast all is to be read; elsewhere what cannot be changed now is to be seen to be so,
 * and what is chosen or suggested has GTK's own colours, white on its blue. */
static gboolean
must_be_read (GtkWidget *widget, const char *theme)
{
  if (strstr (theme, "ontrast") != NULL)
    return TRUE;
  for (GtkWidget *at = widget; at != NULL; at = gtk_widget_get_parent (at))
    if (gtk_widget_has_css_class (at, "suggested-action")
        || (gtk_widget_get_state_flags (at) & GTK_STATE_FLAG_SELECTED) != 0)
      return FALSE;
  return gtk_widget_is_sensitive (widget);
}

/* A selection has another background than the rest. */
static void
deselect (GtkWidget *widget)
{
  if (GTK_IS_TEXT (widget))
    gtk_editable_select_region (GTK_EDITABLE (widget), 0, 0);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    deselect (child);
}

static guint
count_faint (GtkWidget *widget, GtkWidget *window, cairo_surface_t *surface, const char *theme,
             guint *n)
{
  graphene_rect_t place;
  guint faint = 0;

  /* What has a surface of its own, as the tooltip of what the pointer rests on, is not in the
   * picture of the window. */
  if (!gtk_widget_get_mapped (widget) || (GTK_IS_NATIVE (widget) && widget != window))
    return 0;
  if (text_of (widget)[0] != '\0' && must_be_read (widget, theme)
      && find_place (widget, window, &place))
    {
      IplRect ink = { SCALE * place.origin.x, SCALE * place.origin.y, SCALE * place.size.width,
                      SCALE * place.size.height };
      double contrast = pixel_contrast (surface, &ink);

      (*n)++;
      if (contrast < TEXT_CONTRAST)
        {
          faint++;
          g_test_message ("%s: “%s” (%s%s) has a contrast of %.1f, not %.1f", theme,
                          text_of (widget), G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)),
                          gtk_widget_is_sensitive (widget) ? "" : ", insensitive", contrast,
                          TEXT_CONTRAST);
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    faint += count_faint (child, window, surface, theme, n);
  return faint;
}

/* Every text of a window; says how many there are. */
static guint
check_window (GtkWindow *window, const char *theme)
{
  cairo_surface_t *surface;
  guint n = 0, faint;

  deselect (GTK_WIDGET (window));
  settle ();
  surface = draw (GTK_WIDGET (window));
  faint = count_faint (GTK_WIDGET (window), GTK_WIDGET (window), surface, theme, &n);
  cairo_surface_destroy (surface);
  g_assert_cmpuint (n, >, 10);
  return faint;
}

static double
luminance_at (cairo_surface_t *surface, double x, double y)
{
  const guint8 *row = cairo_image_surface_get_data (surface)
                      + (gsize)y * (gsize)cairo_image_surface_get_stride (surface);

  return pixel_luminance (((const guint32 *)(gconstpointer)row)[(gsize)x] & 0xffffff);
}

/* What is drawn behind a figure is the paper that its colours are made for, and the paper of its
 * heading. */
static void
check_figure (IplWindow *window, const char *theme, gboolean high)
{
  IplFigureArea *area = ipl_window_get_area (window, &ipl_panel_paths);
  const IplStyle *style = ipl_figure_get_style (ipl_figure_area_get_figure (area));
  cairo_surface_t *surface = draw (GTK_WIDGET (window));
  graphene_rect_t place;
  double back;

  g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (area), GTK_WIDGET (window), &place));
  back = luminance_at (surface, SCALE * (place.origin.x + 3), SCALE * (place.origin.y + 3));
  g_test_message ("%s: theme %u", theme, style->theme);
  g_assert_true ((style->theme >= IPL_THEME_CONTRAST) == high);
  g_assert_cmpfloat (fabs (back - ipl_color_luminance (style->paper)), <, 0.01);
  g_assert_cmpfloat (
      fabs (luminance_at (surface, SCALE * (place.origin.x + 3), SCALE * (place.origin.y - 3))
            - back),
      <, 0.01);
  g_assert_cmpfloat (contrast_between (ipl_color_luminance (style->ink), back), >=, HIGH_CONTRAST);
  g_assert_cmpfloat (contrast_between (ipl_color_luminance (style->faint), back), >=,
                     high ? HIGH_CONTRAST : TEXT_CONTRAST);
  g_assert_cmpfloat (contrast_between (ipl_color_luminance (style->accent), back), >=,
                     LINE_CONTRAST);
  for (guint i = 0; i < 8; i++)
    g_assert_cmpfloat (contrast_between (ipl_color_luminance (ipl_style_identity_color (style, i)),
                                         back),
                       >=, LINE_CONTRAST);
  cairo_surface_destroy (surface);
}

/* The pages of a window, and a dialog, in the theme that is set. */
static void
check_theme (const char *theme, gboolean high)
{
  static const char *const pages[] = { "theory", "kernels", "posterior", "task" };
  IplWindow *window = the_window ();
  GListModel *windows = gtk_window_get_toplevels ();
  guint faint = 0;

  settle ();
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      act (window, "page", pages[i]);
      settle ();
      if (i == 0)
        check_figure (window, theme, high);
      faint += check_window (GTK_WINDOW (window), theme);
    }
  act (window, "page", "theory");
  act (window, "export::figure", NULL);
  act (window, "help", "paths");
  settle ();
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) other = g_list_model_get_item (windows, i);

      if (!GTK_IS_APPLICATION_WINDOW (other) && gtk_widget_get_mapped (GTK_WIDGET (other)))
        {
          faint += check_window (other, theme);
          gtk_window_close (other);
        }
    }
  settle ();
  if (faint > 0)
    g_test_fail_printf ("%s: %u texts can hardly be read", theme, faint);
}

/* As the desktop calls them. */
static void
test_system (gconstpointer data)
{
  const char *name = data;
  g_autofree char *before = NULL;

  g_object_get (gtk_settings_get_default (), "gtk-theme-name", &before, NULL);
  g_object_set (gtk_settings_get_default (), "gtk-theme-name", name, NULL);
  check_theme (name, g_str_has_prefix (name, "HighContrast"));
  g_assert_true (
      ipl_theme_choice_get_default ()->theme
      == (g_str_equal (name, "HighContrastInverse") ? IPL_THEME_CONTRAST_DARK : IPL_THEME_DARK));
  g_object_set (gtk_settings_get_default (), "gtk-theme-name", before, NULL);
}

/* With rows that cannot be changed now. */
WINDOW_TEST (test_opens, "/contrast/opens")
{
  gtk_window_set_default_size (GTK_WINDOW (window), 1500, 950);
  settle ();
}

TEST_ROWS (add_themes)
{
  test_add_row (test_system, "HighContrastInverse", "/contrast/inverse");
  test_add_row (test_system, "Adwaita-dark", "/contrast/usual-dark");
}
