/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Labels in LaTeX: mathematics as mathematics, and nothing of a name that is a command there. */

#include "../test.h"
#include "figures/pages/tex-text.h"

#include <string.h>

static const struct
{
  const char *markup, *tex;
} cases[] = {
  { "layer 1", "layer 1" },
  { "width <i>N</i>", "width $N$" },
  { "<i>N</i> = 10", "$N$ = 10" },
  { "<i>U</i><sub>pq</sub> &gt; 0", "$U_{pq}$ $>$ 0" },
  { "<i>U</i><sub>ππ′</sub>", "$U_{\\pi \\pi '}$" },
  { "path weight <i>U<sub>pp</sub></i>", "path weight $U_{pp}$" },
  { "<i>π</i>′", "$\\pi '$" },
  { "10<sup>−3</sup>", "$10^{-3}$" },
  { "0.5 to 10<sup>2</sup>", "0.5 to $10^{2}$" },
  { "log<sub>10</sub> x", "$\\mathrm{log}_{10}$ x" },
  { "<i>x</i><sub>last</sub>", "$x_{\\mathrm{last}}$" },
  { "−10", "$-$10" },
  { "±2.9", "$\\pm $2.9" },
  { "<i>N</i> → ∞", "$N$ $\\to $ $\\infty $" },
  { "<i>y y</i>ᵀ", "$y\\ y^{\\mathsf T}$" },
  { "predicted: <i>ẑ</i>", "predicted: $\\hat z$" },
  { "<b>a</b>", "\\textbf{a}" },
  { "<b>a</b> b", "\\textbf{a} b" },
  { "“theory’s”", "``theory's''" },
  { "Größe", "Gr\\\"o\\ss{}e" },
  { "", "" },
  { "a_b &amp; 5 % of {x} #1 ~ ^", "a\\_b \\& 5 \\% of \\{x\\} \\#1 \\~{} \\^{}" },
  { "\\input{/etc/passwd} $y$", "\\textbackslash{}input\\{/etc/passwd\\} \\$y\\$" },
  { "<i>\\write18</i>", "$\\backslash write18$" },
};

TEST (test_labels, "/figures/tex/labels")
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *tex = ipl_tex_text (cases[i].markup);

      g_assert_cmpstr (tex, ==, cases[i].tex);
    }
}

/* What LaTeX has no sign for stays in the drawing. */
TEST (test_unknown, "/figures/tex/unknown")
{
  static const char *const markups[] = { "漢", "a 漢 b", "☃", "<i>unfinished", "\xff" };

  for (guint i = 0; i < G_N_ELEMENTS (markups); i++)
    g_assert_null (ipl_tex_text (markups[i]));
}

/* Whatever a name is, braces are closed, dollars paired, and no sign is left that is not ASCII. */
TEST (test_any, "/figures/tex/any")
{
  static const char *const pieces[]
      = { "<i>", "</i>", "<sub>", "</sub>", "<sup>", "</sup>", "<b>", "</b>", "π",
          "x",   "1",    " ",     "{",      "}",     "$",      "\\",  "′",    "ẑ" };
  guint n_made = 0;

  for (guint round = 0; round < 20000; round++)
    {
      GString *markup = g_string_new (NULL);
      g_autofree char *tex = NULL;
      int depth = 0, dollars = 0, n = g_test_rand_int_range (0, 9);

      for (int k = 0; k < n; k++)
        g_string_append (markup, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
      tex = ipl_tex_text (markup->str);
      for (const char *at = tex; at != NULL && *at != '\0'; at++)
        {
          g_assert_true (g_ascii_isprint (*at));
          if (*at == '\\' && at[1] != '\0' && !g_ascii_isalpha (at[1]))
            at++;
          else if (*at == '{' || *at == '}')
            depth += *at == '{' ? 1 : -1;
          else if (*at == '$')
            dollars++;
          g_assert_cmpint (depth, >=, 0);
        }
      g_assert_cmpint (depth, ==, 0);
      g_assert_cmpint (dollars % 2, ==, 0);
      n_made += tex != NULL;
      g_string_free (markup, TRUE);
    }
  g_assert_cmpuint (n_made, >, 1000);
}
