/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A page of help from its file in resources/help. The format is a little of Markdown:
 *
 *   # Title                          the first line
 *   group: Theory                    then what is said of the page, up to the first empty line:
 *   theory: 2, 4.1                   sections of src/THEORY.md,
 *   paper: figure 1b                 where it is in Tiberi et al. (2024),
 *   joma: figure 4                   or in Tian et al. (2024),
 *   also: id, id                     further panels that it is about,
 *   place: 3                         where it stands in its group (1 first; 50 where nothing is
 * said)
 *
 *   Paragraphs, ended by an empty line. ## A heading. Lines of a list begin with "- ". A line that
 *   begins with "> " is a formula. Lines between two lines of ``` are code, with a button to copy
 *   them. Within a line: $formula$, *emphasis*, **strong**, `code`, [words](page) and
 *   [words](https://...).
 *
 * Formulas are as help-math.c reads them. A page about a panel has the panel's id as its name.
 */
#include "figures/help/help-page.h"

#include <string.h>

#include "core/base/error.h"

typedef enum
{
  RUN_PLAIN,
  RUN_MATH,
  RUN_EMPHASIS,
  RUN_STRONG,
  RUN_CODE,
  RUN_LINK,
} RunKind;

typedef void (*RunFunc) (RunKind kind, const char *text, const char *target, gpointer data);

static const struct
{
  const char *sign;
  RunKind kind;
} signs[] = { { "$", RUN_MATH }, { "`", RUN_CODE }, { "**", RUN_STRONG }, { "*", RUN_EMPHASIS } };

/* "[words](target)" at @at; the end of it, or NULL. */
static const char *
read_link (const char *at, char **words, char **target)
{
  const char *middle = *at == '[' ? strchr (at, ']') : NULL;
  const char *end = middle != NULL && middle[1] == '(' ? strchr (middle, ')') : NULL;

  if (end == NULL)
    return NULL;
  *words = g_strndup (at + 1, (gsize)(middle - at) - 1);
  *target = g_strndup (middle + 2, (gsize)(end - middle) - 2);
  return end + 1;
}

/* "$...$" and the like at @at; the end of it, or NULL. */
static const char *
read_signed (const char *at, RunKind *kind, char **inner)
{
  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    {
      gsize n = strlen (signs[i].sign);
      const char *end
          = g_str_has_prefix (at, signs[i].sign) ? strstr (at + n, signs[i].sign) : NULL;

      if (end == NULL || end == at + n)
        continue;
      *kind = signs[i].kind;
      *inner = g_strndup (at + n, (gsize)(end - at) - n);
      return end + n;
    }
  return NULL;
}

static void
for_each_run (const char *text, RunFunc func, gpointer data)
{
  g_autoptr (GString) plain = g_string_new (NULL);
  const char *at = text;

  while (*at != '\0')
    {
      g_autofree char *inner = NULL, *target = NULL;
      RunKind kind = RUN_LINK;
      const char *end = read_link (at, &inner, &target);

      if (end == NULL)
        end = read_signed (at, &kind, &inner);
      if (end == NULL)
        {
          g_string_append_c (plain, *at++);
          continue;
        }
      if (plain->len > 0)
        func (RUN_PLAIN, plain->str, NULL, data);
      g_string_truncate (plain, 0);
      func (kind, inner, target, data);
      at = end;
    }
  if (plain->len > 0)
    func (RUN_PLAIN, plain->str, NULL, data);
}

static gboolean
is_alnum (const char *at)
{
  return g_unichar_isalnum (g_utf8_get_char (at));
}

/* Finds a term that begins a word, whatever the case; a single letter is a word by itself.
 * @at: a place in @text
 * Returns: the length of the term there; 0 where it is not there */
gsize
ipl_help_match (const char *text, const char *at, const char *term)
{
  gboolean is_letter = g_utf8_strlen (term, -1) == 1 && is_alnum (term);
  const char *p = at;

  if (at > text && is_alnum (term) && is_alnum (g_utf8_prev_char (at)))
    return 0;
  for (; *term != '\0'; term = g_utf8_next_char (term), p = g_utf8_next_char (p))
    if (*p == '\0'
        || g_unichar_tolower (g_utf8_get_char (p)) != g_unichar_tolower (g_utf8_get_char (term)))
      return 0;
  return is_letter && is_alnum (p) ? 0 : (gsize)(p - at);
}

static gsize
match_any (const char *text, const char *at, const char *const *terms)
{
  gsize longest = 0;

  for (; terms != NULL && *terms != NULL; terms++)
    longest = MAX (longest, ipl_help_match (text, at, *terms));
  return longest;
}

/* Text escaped, with what is searched for in it marked. */
static void
append_marked (GString *out, const char *text, const char *const *terms)
{
  for (const char *at = text; *at != '\0';)
    {
      gsize hit = match_any (text, at, terms);
      gsize length = hit > 0 ? hit : (gsize)(g_utf8_next_char (at) - at);
      g_autofree char *part = g_markup_escape_text (at, (gssize)length);

      if (hit > 0)
        g_string_append_printf (out, "<span background='#ffe066' foreground='#000000'>%s</span>",
                                part);
      else
        g_string_append (out, part);
      at += length;
    }
}

typedef struct
{
  GString *out;
  const char *const *terms;
} MarkupData;

static void
append_run (RunKind kind, const char *text, const char *target, gpointer data)
{
  static const char *const tags[] = { [RUN_EMPHASIS] = "i", [RUN_STRONG] = "b", [RUN_CODE] = "tt" };
  MarkupData *markup = data;
  GString *out = markup->out;

  if (kind == RUN_MATH)
    {
      g_autofree char *math = ipl_help_math_markup (text);

      g_string_append (out, math);
    }
  else if (kind == RUN_LINK)
    {
      g_autofree char *href = g_markup_escape_text (target, -1);

      g_string_append_printf (out, "<a href=\"%s\">", href);
      for_each_run (text, append_run, markup);
      g_string_append (out, "</a>");
    }
  else if (kind == RUN_PLAIN)
    append_marked (out, text, markup->terms);
  else
    {
      g_string_append_printf (out, "<%s>", tags[kind]);
      append_marked (out, text, markup->terms);
      g_string_append_printf (out, "</%s>", tags[kind]);
    }
}

static void
append_plain (RunKind kind, const char *text, const char *target, gpointer data)
{
  g_autofree char *math = kind == RUN_MATH ? ipl_help_math_plain (text) : NULL;

  if (kind == RUN_LINK)
    for_each_run (text, append_plain, data);
  else
    g_string_append (data, math != NULL ? math : text);
}

/* @terms: (nullable): what is searched for
 * Returns: (transfer full): it as Pango markup, with @terms marked */
char *
ipl_help_block_get_markup (const IplHelpBlock *self, const char *const *terms)
{
  MarkupData data = { g_string_new (NULL), terms };

  if (self->kind == IPL_HELP_FORMULA)
    append_run (RUN_MATH, self->text, NULL, &data);
  else if (self->kind == IPL_HELP_CODE)
    append_marked (data.out, self->text, terms);
  else
    for_each_run (self->text, append_run, &data);
  return g_string_free (data.out, FALSE);
}

/* Returns: (transfer full): its text without signs */
char *
ipl_help_block_get_plain (const IplHelpBlock *self)
{
  GString *out = g_string_new (NULL);

  if (self->kind == IPL_HELP_FORMULA)
    append_plain (RUN_MATH, self->text, NULL, out);
  else if (self->kind == IPL_HELP_CODE)
    g_string_append (out, self->text);
  else
    for_each_run (self->text, append_plain, out);
  return g_string_free (out, FALSE);
}

static void
block_free (gpointer data)
{
  g_free (((IplHelpBlock *)data)->text);
  g_free (data);
}

static void
add_block (IplHelpPage *self, IplHelpBlockKind kind, GString *text)
{
  IplHelpBlock *block;

  if (text->len == 0)
    return;
  block = g_new0 (IplHelpBlock, 1);
  block->kind = kind;
  block->text = g_strdup (g_strchomp (text->str));
  g_ptr_array_add (self->blocks, block);
  g_string_truncate (text, 0);
}

static char **
split_list (const char *value)
{
  char **list = g_strsplit (value, ",", -1);

  for (guint i = 0; list[i] != NULL; i++)
    g_strstrip (list[i]);
  return list;
}

static gboolean
read_key (IplHelpPage *self, const char *line, GString *sources, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (line, ":", 2);
  const char *value = parts[0] != NULL && parts[1] != NULL ? g_strstrip (parts[1]) : NULL;

  if (value == NULL)
    ;
  else if (g_str_equal (parts[0], "group"))
    self->group = g_strdup (value);
  else if (g_str_equal (parts[0], "place"))
    self->place = (int)g_ascii_strtoll (value, NULL, 10);
  else if (g_str_equal (parts[0], "also"))
    self->also = split_list (value);
  else if (g_str_equal (parts[0], "theory"))
    self->theory = split_list (value);
  else if (g_str_equal (parts[0], "paper"))
    g_string_append_printf (sources,
                            "Tiberi et al., NeurIPS 2024 "
                            "([arXiv 2405.15926](https://arxiv.org/abs/2405.15926)): %s. ",
                            value);
  else if (g_str_equal (parts[0], "joma"))
    g_string_append_printf (sources,
                            "Tian et al., ICLR 2024 "
                            "([arXiv 2310.00535](https://arxiv.org/abs/2310.00535)): %s. ",
                            value);
  else
    value = NULL;
  if (value == NULL)
    g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE, "Help page %s: \"%s\" is no key.", self->id,
                 line);
  return value != NULL;
}

/* Where it is written down, at the end of a page. */
static void
add_sources (IplHelpPage *self, GString *sources)
{
  g_autoptr (GString) title = g_string_new ("Where this is from");

  if (self->theory != NULL)
    {
      g_autofree char *list = g_strjoinv (", ", self->theory);

      g_string_append_printf (sources, "The program’s own notes, `src/THEORY.md`: section%s %s.",
                              self->theory[1] != NULL ? "s" : "", list);
    }
  if (sources->len == 0)
    return;
  add_block (self, IPL_HELP_HEADING, title);
  add_block (self, IPL_HELP_PARAGRAPH, sources);
}

/* One line of the body; what goes on over several lines is collected in @open. */
static void
read_line (IplHelpPage *self, const char *line, IplHelpBlockKind *kind, GString *open)
{
  static const struct
  {
    const char *sign;
    IplHelpBlockKind kind;
  } starts[] = { { "## ", IPL_HELP_HEADING }, { "- ", IPL_HELP_ITEM }, { "> ", IPL_HELP_FORMULA } };
  gboolean fence = g_str_has_prefix (line, "```");

  if (*kind == IPL_HELP_CODE && !fence)
    {
      g_string_append_printf (open, "%s\n", line);
      return;
    }
  if (fence || *line == '\0')
    {
      gboolean begins = fence && *kind != IPL_HELP_CODE;

      add_block (self, *kind, open);
      *kind = begins ? IPL_HELP_CODE : IPL_HELP_PARAGRAPH;
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    if (g_str_has_prefix (line, starts[i].sign))
      {
        add_block (self, *kind, open);
        *kind = starts[i].kind;
        line += strlen (starts[i].sign);
      }
  while (*line == ' ')
    line++;
  g_string_append_printf (open, "%s%s", open->len > 0 ? " " : "", line);
}

/* Returns: (transfer full) (nullable): the page */
IplHelpPage *
ipl_help_page_parse (const char *id, const char *text, GError **error)
{
  g_autoptr (IplHelpPage) self = g_new0 (IplHelpPage, 1);
  g_autoptr (GString) open = g_string_new (NULL), sources = g_string_new (NULL);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  IplHelpBlockKind kind = IPL_HELP_PARAGRAPH;
  guint i = 1;

  self->id = g_strdup (id);
  self->place = 50;
  self->blocks = g_ptr_array_new_with_free_func (block_free);
  if (lines[0] == NULL || !g_str_has_prefix (lines[0], "# "))
    return ipl_fail_null (error, IPL_ERROR_VALUE, "Help page %s has no title.", id);
  self->title = g_strdup (lines[0] + 2);
  for (; lines[i] != NULL && *lines[i] != '\0'; i++)
    if (!read_key (self, lines[i], sources, error))
      return NULL;
  for (; lines[i] != NULL; i++)
    read_line (self, lines[i], &kind, open);
  add_block (self, kind, open);
  if (self->group == NULL)
    return ipl_fail_null (error, IPL_ERROR_VALUE, "Help page %s has no group.", id);
  add_sources (self, sources);
  return g_steal_pointer (&self);
}

void
ipl_help_page_free (IplHelpPage *self)
{
  g_free (self->id);
  g_free (self->title);
  g_free (self->group);
  g_strfreev (self->also);
  g_strfreev (self->theory);
  g_clear_pointer (&self->blocks, g_ptr_array_unref);
  g_free (self);
}
