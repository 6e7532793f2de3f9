/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every panel has a script or a sentence that says why there is none, and scripts say what the
 * view shows. What they draw is tested by tests/cli/test-cli-python.py. */

#include "figure-fixture.h"

#include "figures/panels/panel-table.h"
#include "figures/python/python-script.h"
#include "figures/python/python-parts.h"

#include <string.h>

/* Drawings that are no plots. */
static const char *const refused[]
    = { "paths", "task-card", "task", "attention", "latent-tree", NULL };

TEST (test_every_panel, "/python/every-panel")
{
  for (const IplPanel *const *panel = ipl_panels (NULL); *panel != NULL; panel++)
    {
      g_autofree char *why = ipl_python_refusal (*panel, NULL);

      if ((why != NULL) != g_strv_contains (refused, (*panel)->id))
        g_test_message ("%s: %s", (*panel)->id, why != NULL ? why : "is not refused");
      g_assert_true ((why != NULL) == g_strv_contains (refused, (*panel)->id));
    }
}

static gboolean
has_line (const char *text, const char *line)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], line))
      return TRUE;
  return FALSE;
}

static char *
write_script (const IplPanel *panel, const IplView *view, const char *results, const char *command)
{
  g_autoptr (GError) error = NULL;
  IplStyle style;
  IplPaper paper;
  char *text;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  g_assert_true (ipl_paper_init (&paper, "neurips", panel, view, 0, 0, &error));
  text = ipl_python_script (&(IplPythonFigure){ panel, view, &style, &paper, results, command },
                            NULL, &error);
  g_assert_no_error (error);
  return text;
}

/* Marks are drawn by the functions of their kinds. */
FIXTURE_TEST (test_marks, "/python/marks", FIXTURE_SAMPLED)
{
  static const char *const functions[]
      = { "    band(axes[0]", "    curve(axes[0]", "    points(axes[0]", "    rule(axes[0]",
          "    key_alone(axes[0]" };
  g_autofree char *script = write_script (&ipl_panel_calibration, &fixture->view, "results.npz",
                                          "interplay-cli figure x");

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    g_assert_true (has_line (script, functions[i]));
}

FIXTURE_TEST (test_words, "/python/words", FIXTURE_HMC4)
{
  g_autofree char *u = NULL, *overlap = NULL;

  u = write_script (&ipl_panel_u, &fixture->view, "a \"b\".npz", "interplay-cli figure x");
  g_assert_true (has_line (u, "PATHS ="));
  g_assert_true (has_line (u, "results = np.load(\"a \\\"b\\\".npz\")"));
  g_assert_true (has_line (u, "    interplay-cli figure x"));
  g_assert_true (has_line (u, "def draw_u(panel):"));
  g_assert_true (has_line (u, "draw_u(figure)"));
  g_assert_true (has_line (u, "plt.show()"));
  /* Nothing that it does not use. */
  g_assert_false (has_line (u, "EXAMPLES ="));
  overlap = write_script (&ipl_panel_overlap, &fixture->view, "results.npz", NULL);
  g_assert_true (has_line (overlap, "INK ="));
  g_assert_false (has_line (overlap, "def heat_map("));
}

/* Text that would end the script's first sentence, or a name. */
FIXTURE_TEST (test_hostile_names, "/python/hostile-names", FIXTURE_HMC4)
{
  g_autofree char *text = write_script (&ipl_panel_u, &fixture->view, "x\"\"\"\nimport os\n.npz",
                                        "interplay-cli figure 'a\"\"\"\nimport os'\\");

  g_assert_false (has_line (text, "import os"));
  g_assert_nonnull (strstr (text, "np.load(\"x\\\"\\\"\\\"\\x0aimport os\\x0a.npz\")"));
}

/* Symbols as matplotlib has them. */
TEST (test_mathtext, "/python/mathtext")
{
  static const char *const texts[][2] = {
    { "loss (nats)", "loss (nats)" },
    { "<i>U<sub>pq</sub></i>", "$U_{pq}$" },
    { "change of <i>z</i>² − |<i>v</i>|<sup>2</sup>", "change of $z$² − |$v$|$^{2}$" },
    { "5 $", "5 \\$" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *text = ipl_python_mathtext (texts[i][0]);

      g_assert_cmpstr (text, ==, texts[i][1]);
    }
}
