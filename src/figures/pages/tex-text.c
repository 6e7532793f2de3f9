/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Labels in LaTeX: italic letters and letters with scripts in math mode, others as text. */

#include "figures/pages/tex-text.h"

#include "figures/kit/text.h"

#include <string.h>

/* A character that is not ASCII or is special in LaTeX. @text: %NULL if it exists only in math
 * mode. */
typedef struct
{
  gunichar sign;
  const char *math;
  const char *text;
} Sign;

static const Sign signs[] = {
  { '\\', "\\backslash ", "\\textbackslash{}" },
  { '{', "\\{", "\\{" },
  { '}', "\\}", "\\}" },
  { '$', "\\$", "\\$" },
  { '&', "\\&", "\\&" },
  { '#', "\\#", "\\#" },
  { '%', "\\%", "\\%" },
  { '_', "\\_", "\\_" },
  { '^', "\\hat{}", "\\^{}" },
  { '~', "\\sim ", "\\~{}" },
  { '<', "<", "$<$" },
  { '>', ">", "$>$" },
  { '|', "|", "$|$" },
  { '"', "''", "''" },
  { 0x3b1, "\\alpha ", NULL },
  { 0x3b2, "\\beta ", NULL },
  { 0x3b3, "\\gamma ", NULL },
  { 0x3b4, "\\delta ", NULL },
  { 0x3b5, "\\varepsilon ", NULL },
  { 0x3b6, "\\zeta ", NULL },
  { 0x3b7, "\\eta ", NULL },
  { 0x3b8, "\\theta ", NULL },
  { 0x3bb, "\\lambda ", NULL },
  { 0x3bc, "\\mu ", NULL },
  { 0xb5, "\\mu ", NULL },
  { 0x3bd, "\\nu ", NULL },
  { 0x3be, "\\xi ", NULL },
  { 0x3c0, "\\pi ", NULL },
  { 0x3c1, "\\rho ", NULL },
  { 0x3c3, "\\sigma ", NULL },
  { 0x3c4, "\\tau ", NULL },
  { 0x3c6, "\\varphi ", NULL },
  { 0x3c7, "\\chi ", NULL },
  { 0x3c8, "\\psi ", NULL },
  { 0x3c9, "\\omega ", NULL },
  { 0x393, "\\Gamma ", NULL },
  { 0x394, "\\Delta ", NULL },
  { 0x398, "\\Theta ", NULL },
  { 0x39b, "\\Lambda ", NULL },
  { 0x3a0, "\\Pi ", NULL },
  { 0x3a3, "\\Sigma ", NULL },
  { 0x3a6, "\\Phi ", NULL },
  { 0x3a8, "\\Psi ", NULL },
  { 0x3a9, "\\Omega ", NULL },
  { 0x2032, "'", NULL },
  { 0x2033, "''", NULL },
  { 0x2212, "-", NULL },
  { 0xb1, "\\pm ", NULL },
  { 0xd7, "\\times ", NULL },
  { 0xb7, "\\cdot ", NULL },
  { 0x22c5, "\\cdot ", NULL },
  { 0x2192, "\\to ", NULL },
  { 0x2190, "\\leftarrow ", NULL },
  { 0x2191, "\\uparrow ", NULL },
  { 0x2193, "\\downarrow ", NULL },
  { 0x221e, "\\infty ", NULL },
  { 0x2264, "\\le ", NULL },
  { 0x2265, "\\ge ", NULL },
  { 0x2260, "\\ne ", NULL },
  { 0x2248, "\\approx ", NULL },
  { 0x223c, "\\sim ", NULL },
  { 0x2208, "\\in ", NULL },
  { 0x2211, "\\sum ", NULL },
  { 0x220f, "\\prod ", NULL },
  { 0x221a, "\\surd ", NULL },
  { 0x2202, "\\partial ", NULL },
  { 0x2207, "\\nabla ", NULL },
  { 0x22a5, "\\perp ", NULL },
  { 0x2225, "\\parallel ", NULL },
  { 0x2113, "\\ell ", NULL },
  { 0x1d40, "^{\\mathsf T}", NULL },
  { 0x207b, "^-", NULL },
  { 0x2080, "_0", NULL },
  { 0x2081, "_1", NULL },
  { 0x2082, "_2", NULL },
  { 0x2083, "_3", NULL },
  { 0xb9, "^1", NULL },
  { 0xb2, "^2", NULL },
  { 0xb3, "^3", NULL },
  { 0x302, "\\hat ", NULL },
  { 0x304, "\\bar ", NULL },
  { 0x1e91, "\\hat z", NULL },
  { 0x177, "\\hat y", NULL },
  { 0xfb, "\\hat u", "\\^u" },
  { 0x2009, "\\,", "\\," },
  { 0x202f, "\\,", "\\," },
  { 0xa0, "~", "~" },
  { 0xb0, "^\\circ ", NULL },
  { 0x2026, "\\ldots ", "\\ldots{}" },
  { 0x2013, "\\text{--}", "--" },
  { 0x2014, "\\text{---}", "---" },
  { 0x2018, "`", "`" },
  { 0x2019, "'", "'" },
  { 0x201c, "``", "``" },
  { 0x201d, "''", "''" },
  { 0xe4, "\\ddot a", "\\\"a" },
  { 0xf6, "\\ddot o", "\\\"o" },
  { 0xfc, "\\ddot u", "\\\"u" },
  { 0xdf, NULL, "\\ss{}" },
  { 0xe9, "\\acute e", "\\'e" },
  { 0xe8, "\\grave e", "\\`e" },
};

static const Sign *
find_sign (gunichar sign)
{
  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (signs[i].sign == sign)
      return &signs[i];
  return NULL;
}

static gboolean
has_tex (gunichar sign)
{
  return (sign >= 0x20 && sign < 0x7f) || find_sign (sign) != NULL;
}

static void
append_sign (GString *tex, gunichar sign, gboolean math)
{
  const Sign *found = find_sign (sign);

  if (found == NULL)
    g_string_append_unichar (tex, sign);
  else if (math)
    g_string_append (tex, found->math != NULL ? found->math : found->text);
  else if (found->text != NULL)
    g_string_append (tex, found->text);
  else
    g_string_append_printf (tex, "$%s$", found->math);
}

static gboolean
is_digit (gunichar sign)
{
  return g_unichar_isdigit (sign) || sign == '.';
}

/* Returns the beginning of the base of a script at @end: a number, a word or a single character. */
static guint
find_base (const GArray *letters, guint end)
{
  const IplLetter *all = (const IplLetter *)(void *)letters->data;
  guint begin = end;

  if (end == 0 || all[end - 1].script != 0)
    return end;
  begin--;
  while (begin > 0 && all[begin - 1].script == 0 && all[begin - 1].italic == all[end - 1].italic
         && ((is_digit (all[begin - 1].sign) && is_digit (all[end - 1].sign))
             || (!all[end - 1].italic && g_ascii_isalpha (all[begin - 1].sign & 0x7f)
                 && all[begin - 1].sign < 0x80 && all[end - 1].sign < 0x80
                 && g_ascii_isalpha (all[end - 1].sign & 0x7f))))
    begin--;
  return begin;
}

/* Combining accents follow their letter in Unicode and precede it in LaTeX. */
static gboolean
is_accent (gunichar sign)
{
  return sign == 0x302 || sign == 0x304;
}

static void
append_math (GString *tex, const IplLetter *letters, guint n)
{
  gboolean upright = n > 2;

  for (guint i = 0; i < n && upright; i++)
    upright
        = letters[i].sign < 0x80 && g_ascii_isalpha ((char)letters[i].sign) && !letters[i].italic;
  if (upright)
    g_string_append (tex, "\\mathrm{");
  for (guint i = 0; i < n; i++)
    {
      if (i + 1 < n && is_accent (letters[i + 1].sign))
        append_sign (tex, letters[i + 1].sign, TRUE);
      if (is_accent (letters[i].sign))
        continue;
      if (letters[i].sign == ' ')
        g_string_append (tex, "\\ ");
      else
        append_sign (tex, letters[i].sign, TRUE);
    }
  if (upright)
    g_string_append_c (tex, '}');
}

/* Appends the scripts from @at on. Returns: end of the run */
static guint
append_scripts (GString *tex, const IplLetter *letters, guint at, guint n)
{
  while (at < n && letters[at].script != 0)
    {
      int script = letters[at].script;
      guint end = at;

      while (end < n && letters[end].script == script)
        end++;
      g_string_append (tex, script > 0 ? "^{" : "_{");
      append_math (tex, letters + at, end - at);
      g_string_append_c (tex, '}');
      at = end;
    }
  return at;
}

/* TRUE if a letter requires math mode. */
static gboolean
is_math (const IplLetter *letter)
{
  const Sign *found = find_sign (letter->sign);

  return letter->italic || letter->script != 0 || (found != NULL && found->text == NULL);
}

/* Joins adjacent math segments: "$U$$'$" becomes one. Escaped dollars stay. */
static void
join (GString *tex)
{
  gsize i = 0;

  while (i + 1 < tex->len)
    if (tex->str[i] == '\\')
      i += 2;
    else if (tex->str[i] == '$' && tex->str[i + 1] == '$')
      g_string_erase (tex, (gssize)i, 2);
    else
      i++;
}

static char *
write_tex (const GArray *letters)
{
  const IplLetter *all = (const IplLetter *)(void *)letters->data;
  GString *tex = g_string_new (NULL);
  gboolean bold = FALSE;

  for (guint i = 0; i < letters->len;)
    {
      guint script = i, base;

      if (all[i].bold != bold)
        g_string_append (tex, bold ? "}" : "\\textbf{");
      bold = all[i].bold;
      /* Finds the next script. */
      while (script < letters->len && all[script].script == 0 && all[script].bold == bold)
        script++;
      base
          = script < letters->len && all[script].script != 0 ? find_base (letters, script) : script;
      for (; i < base;)
        {
          guint end = i;

          while (end < base && is_math (&all[end]) == is_math (&all[i]))
            end++;
          if (is_math (&all[i]))
            {
              g_string_append_c (tex, '$');
              append_math (tex, all + i, end - i);
              g_string_append_c (tex, '$');
            }
          else
            for (guint k = i; k < end; k++)
              append_sign (tex, all[k].sign, FALSE);
          i = end;
        }
      if (script >= letters->len || all[script].script == 0)
        continue;
      g_string_append_c (tex, '$');
      append_math (tex, all + base, script - base);
      i = append_scripts (tex, all, script, letters->len);
      g_string_append_c (tex, '$');
    }
  if (bold)
    g_string_append_c (tex, '}');
  join (tex);
  return g_string_free (tex, FALSE);
}

/* @markup: Pango markup with the elements i, b, sub, sup
 * Returns: (transfer full) (nullable): LaTeX for any font; NULL if a character is unknown to
 * LaTeX */
char *
ipl_tex_text (const char *markup)
{
  g_autoptr (GArray) letters = ipl_markup_letters (markup);

  for (guint i = 0; letters != NULL && i < letters->len; i++)
    if (!has_tex (g_array_index (letters, IplLetter, i).sign))
      return NULL;
  return letters != NULL ? write_tex (letters) : NULL;
}
