/* SPDX-License-Identifier: GPL-3.0-or-later */

/* For the eye: gallery DIRECTORY [FIXTURE|SIZE|PANEL|THEME ...] draws panels as PNG files. With
 * "solve" the built-in four-path case and one of 64 paths are solved and drawn. */

#include "fixture.h"

#include <interplay/document.h>
#include <interplay/figure-export.h>
#include <string.h>

static const char *const themes[] = { "light", "dark", "contrast", "contrast-dark" };

static gboolean
wanted (char **words, const char *word, const char *fallback)
{
  gboolean any = FALSE;
  return g_strv_contains ((const char *const *)words, word)
         || (!any && fallback && g_strcmp0 (word, fallback) == 0
             && g_strv_contains ((const char *const *)words, "default"));
}

static void
draw (const char *directory, const char *name, const IplView *view, IplPanel panel,
      const char *size, IplTheme theme, const IplFocus *focus)
{
  g_autoptr (GError) error = NULL;
  IplPage page;
  IplStyle style;
  ipl_style_init (&style, theme, 8);
  g_strlcpy (style.font_family, "DejaVu Sans", sizeof style.font_family);
  if (!ipl_page_init (&page, size, panel, view, 0, 150, &error))
    g_error ("%s", error->message);
  g_autofree char *file
      = g_strdup_printf ("%s/%s-%s-%s-%s%s.png", directory, name, ipl_panel_id (panel), size,
                         themes[theme], focus ? "-lit" : "");
  if (!focus)
    {
      if (!ipl_figure_export (panel, view, &style, &page, IPL_FORMAT_PNG, file, &error))
        g_error ("%s", error->message);
      return;
    }
  cairo_surface_t *surface = ipl_figure_render (panel, view, &style, &page);
  cairo_t *cr = cairo_create (surface);
  cairo_scale (cr, page.dpi / 72, page.dpi / 72);
  style.font_pt = page.font_pt;
  style.line_pt = 0.14 * page.font_pt;
  IplFocus none = IPL_FOCUS_NONE;
  ipl_figure_draw_overlay (panel, view, &style, &none, focus, cr, page.width_pt, page.height_pt);
  cairo_destroy (cr);
  cairo_surface_write_to_png (surface, file);
  cairo_surface_destroy (surface);
}

static void
solve (const char *directory, const char *name, const IplMarkovChain *chain)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplCase) the_case = ipl_markov_chain_generate (chain, name, FALSE, 2, NULL, &error);
  if (!the_case)
    g_error ("%s", error->message);
  static const guint widths[] = { 10, 30, 50, 100, 300, 500, 1000 };
  IplSetting settings[G_N_ELEMENTS (widths)];
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    ipl_setting_init_for_case (&settings[i], the_case, widths[i]);
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, &error);
  IplSweep *sweep = kernel ? ipl_sweep_run (the_case, kernel, G_N_ELEMENTS (widths), settings, 2,
                                            NULL, NULL, NULL, &error)
                           : NULL;
  if (!sweep)
    g_error ("%s", error->message);
  for (guint row = 0; row < 4; row += 3)
    {
      IplView view = {
        .the_case = the_case, .sweep = sweep, .current = sweep->rows[row], .n_components = 30
      };
      g_autofree char *title = g_strdup_printf ("%s-N%u", name, widths[row]);
      draw (directory, title, &view, IPL_PANEL_ALL, "nature2", IPL_THEME_LIGHT, NULL);
    }
  ipl_sweep_unref (sweep);
}

int
main (int argc, char **argv)
{
  if (argc < 2)
    return 2;
  const char *directory = argv[1];
  char **words = argv + 2;
  g_mkdir_with_parents (directory, 0777);
  if (g_strv_contains ((const char *const *)words, "solve"))
    {
      IplMarkovChain chain = { 0 };
      ipl_markov_chain_init_hmc4 (&chain);
      solve (directory, "solved4", &chain);
      chain.n_layers = 3;
      for (guint l = 0; l < 3; l++)
        {
          chain.n_heads[l] = 4;
          for (guint h = 0; h < 4; h++)
            chain.heads[l][h]
                = h == 0 ? (l == 0 ? IPL_HEAD_GOOD : IPL_HEAD_UNIFORM) : IPL_HEAD_RANDOM;
        }
      solve (directory, "solved64", &chain);
      return 0;
    }
  guint n_presets;
  const IplPagePreset *presets = ipl_page_presets (&n_presets);
  for (int kind = 0; kind < N_FIXTURES; kind++)
    {
      if (!wanted (words, fixture_names[kind], "hmc4"))
        continue;
      g_autoptr (Fixture) fixture = fixture_new (kind);
      for (IplPanel panel = 0; panel <= IPL_PANEL_ALL; panel++)
        for (guint s = 0; s < n_presets; s++)
          for (IplTheme theme = 0; theme <= IPL_THEME_CONTRAST_DARK; theme++)
            {
              if (!wanted (words, ipl_panel_id (panel), "all")
                  || !wanted (words, presets[s].id, "nature2")
                  || !wanted (words, themes[theme], "light"))
                continue;
              draw (directory, fixture_names[kind], &fixture->view, panel, presets[s].id, theme,
                    NULL);
              IplFocus focus = IPL_FOCUS_NONE;
              if (g_strv_contains ((const char *const *)words, "path"))
                focus.path = 2;
              else if (g_strv_contains ((const char *const *)words, "pair"))
                {
                  focus.path = 0;
                  focus.other = 2;
                }
              else if (g_strv_contains ((const char *const *)words, "head"))
                focus.layer = focus.head = 0;
              else if (g_strv_contains ((const char *const *)words, "row"))
                focus.row = 3;
              else if (g_strv_contains ((const char *const *)words, "component"))
                focus.component = 5;
              else
                continue;
              draw (directory, fixture_names[kind], &fixture->view, panel, presets[s].id, theme,
                    &focus);
            }
    }
  return 0;
}
