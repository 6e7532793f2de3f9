/* SPDX-License-Identifier: GPL-3.0-or-later */

/* For the eye: gallery DIRECTORY [FIXTURE|SIZE|PANEL|THEME|MODE ...] draws panels as PNG files.
 * With "solve" the built-in four-path case and one of 64 paths are solved and drawn; with "sample"
 * the published four-path case is solved and sampled, from tests/data of the folder it is run in.
 */

#include "core/case/case-io.h"
#include "core/posterior/posterior-summary.h"
#include "core/tasks/markov-chain.h"
#include "figures/output/export.h"
#include "figures/panels/panel-table.h"
#include "fixture.h"
#include "figure-once.h"

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
draw (const char *directory, const char *name, const IplView *view, const IplPanel *panel,
      const char *size, IplTheme theme, const IplTarget *target)
{
  g_autoptr (GError) error = NULL;
  IplPaper page;
  IplStyle style;
  ipl_style_init (&style, theme, 8);
  g_strlcpy (style.font_family, "DejaVu Sans", sizeof style.font_family);
  if (!ipl_paper_init (&page, size, panel, view, 0, 150, &error))
    g_error ("%s", error->message);
  g_autofree char *file = g_strdup_printf ("%s/%s-%s-%s-%s%s.png", directory, name, panel->id, size,
                                           themes[theme], target ? "-lit" : "");
  if (!target)
    {
      if (!ipl_figure_export (panel, view, &style, &page, NULL, &ipl_format_png, file, &error))
        g_error ("%s", error->message);
      return;
    }
  cairo_surface_t *surface = ipl_figure_render (panel, view, &style, &page);
  cairo_t *cr = cairo_create (surface);
  cairo_scale (cr, page.dpi / 72, page.dpi / 72);
  style.font_pt = page.font_pt;
  style.line_pt = 0.14 * page.font_pt;
  IplTarget none = IPL_TARGET_NONE;
  ipl_figure_draw_overlay (panel, view, &style, &none, target, cr, page.width_pt, page.height_pt);
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
      IplView view = { .the_case = &the_case->info,
                       .sweep = sweep,
                       .current = sweep->rows[row],
                       .display.n_components = 30 };
      g_autofree char *title = g_strdup_printf ("%s-N%u", name, widths[row]);
      draw (directory, title, &view, &ipl_panel_all, "nature2", IPL_THEME_LIGHT, NULL);
    }
  ipl_sweep_unref (sweep);
}

#define N_WIDTHS 7

/* All but the last width sampled, one of them too briefly. */
static void
sample (const char *directory, char **words)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *file = g_build_filename ("tests", "data", "hmc.npz", NULL);
  g_autoptr (IplCase) the_case = ipl_case_load (file, FALSE, 2, NULL, &error);
  g_autoptr (IplKernel) kernel = the_case ? ipl_kernel_new (the_case, &error) : NULL;
  static const guint widths[N_WIDTHS] = { 10, 30, 50, 100, 300, 500, 1000 };
  IplSetting settings[N_WIDTHS];
  g_autoptr (GPtrArray) summaries = ipl_posterior_list_new (N_WIDTHS);
  for (guint i = 0; kernel && i < N_WIDTHS; i++)
    ipl_setting_init_for_case (&settings[i], the_case, widths[i]);
  IplSweep *sweep
      = kernel ? ipl_sweep_run (the_case, kernel, N_WIDTHS, settings, 2, NULL, NULL, NULL, &error)
               : NULL;
  for (guint i = 0; sweep && !error && i + 1 < N_WIDTHS; i++)
    {
      IplPosteriorOptions options;
      ipl_posterior_options_init (&options);
      g_autoptr (IplPosterior) posterior
          = ipl_posterior_new (the_case, kernel, &settings[i], &options, &error);
      if (posterior
          && ipl_posterior_run (posterior, i == 2 ? 20 : IPL_POSTERIOR_DEFAULT_DRAWS, 2, NULL, NULL,
                                NULL, &error))
        summaries->pdata[i] = ipl_posterior_summarize (posterior, 2, NULL, &error);
    }
  if (error)
    g_error ("%s", error->message);
  for (guint row = 0; row < N_WIDTHS; row += row == 0 ? 2 : row == 2 ? 1 : 3)
    {
      IplView view = { .the_case = &the_case->info,
                       .sweep = sweep,
                       .current = sweep->rows[row],
                       .display.n_components = 30,
                       .posteriors = summaries };
      g_autofree char *title = g_strdup_printf ("sampled-N%u", widths[row]);
      for (IplTheme theme = 0; theme <= IPL_THEME_CONTRAST_DARK; theme++)
        {
          if (!wanted (words, themes[theme], theme == IPL_THEME_LIGHT ? "light" : NULL)
              && theme != IPL_THEME_LIGHT)
            continue;
          for (const IplPanel *const *at = ipl_panels (NULL), *panel; (panel = *at) != NULL; at++)
            if (!(panel->needs & IPL_NEEDS_THEORY))
              draw (directory, title, &view, panel, "nature2", theme, NULL);
          draw (directory, title, &view, &ipl_panel_accuracy, "nature2", theme, NULL);
          draw (directory, title, &view, &ipl_panel_all, "nature2", theme, NULL);
          for (view.display.heatmap = 0; view.display.heatmap < IPL_N_HEATMAPS;
               view.display.heatmap++)
            {
              g_autofree char *mode = g_strdup_printf (
                  "%s-%s", title, ipl_choice_heatmap.options[view.display.heatmap].id);
              draw (directory, mode, &view, &ipl_panel_u, "nature2", theme, NULL);
              draw (directory, mode, &view, &ipl_panel_u, "nature", theme, NULL);
            }
          view.display.heatmap = IPL_HEATMAP_THEORY;
          view.pair_p = 0;
          view.pair_q = 2;
          draw (directory, title, &view, &ipl_panel_posterior, "nature", theme, NULL);
          draw (directory, title, &view, &ipl_panel_posterior, "slide", theme, NULL);
        }
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
  if (g_strv_contains ((const char *const *)words, "sample"))
    {
      sample (directory, words);
      return 0;
    }
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
  const IplPaperPreset *presets = ipl_paper_presets (&n_presets);
  for (int kind = 0; kind < N_FIXTURES; kind++)
    {
      if (!wanted (words, fixture_names[kind], "hmc4"))
        continue;
      g_autoptr (Fixture) fixture = fixture_new (kind);
      for (const IplPanel *const *at = ipl_panels (NULL), *panel; (panel = *at) != NULL; at++)
        for (guint s = 0; s < n_presets; s++)
          for (IplTheme theme = 0; theme <= IPL_THEME_CONTRAST_DARK; theme++)
            {
              if (!wanted (words, panel->id, "all") || !wanted (words, presets[s].id, "nature2")
                  || !wanted (words, themes[theme], "light"))
                continue;
              draw (directory, fixture_names[kind], &fixture->view, panel, presets[s].id, theme,
                    NULL);
              IplTarget target = IPL_TARGET_NONE;
              if (g_strv_contains ((const char *const *)words, "path"))
                target.path = 2;
              else if (g_strv_contains ((const char *const *)words, "pair"))
                {
                  target.path = 0;
                  target.other = 2;
                }
              else if (g_strv_contains ((const char *const *)words, "head"))
                target.layer = target.head = 0;
              else if (g_strv_contains ((const char *const *)words, "row"))
                target.row = 3;
              else if (g_strv_contains ((const char *const *)words, "component"))
                target.component = 5;
              else if (g_strv_contains ((const char *const *)words, "sequence"))
                target.example = 1;
              else if (g_strv_contains ((const char *const *)words, "patch"))
                target = (IplTarget){ -1, -1, 0, 1, -1, -1, 0, 21, -1 };
              else if (g_strv_contains ((const char *const *)words, "step"))
                target.step = 4;
              else if (g_strv_contains ((const char *const *)words, "point"))
                target.step = IPL_TARGET_POINT + 1899;
              else
                continue;
              draw (directory, fixture_names[kind], &fixture->view, panel, presets[s].id, theme,
                    &target);
            }
    }
  return 0;
}
