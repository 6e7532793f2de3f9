/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Searches for paths by their number, name or heads. A head is "2.3" in the panels of training,
 * "(2)3" in the paper's look, "layer 2 head 3" in files, or has a name. */

#include "document/path-search.h"

#include "core/base/number-text.h"
#include "core/base/text-escape.h"
#include "core/case/path-reference.h"
#include "figures/view/view.h"

#include <string.h>

/* The forms of a head by numbers, with the layer first if given; “id” is an identity. */
static const char *const patterns[] = {
  "layer\\s*(?<l>\\d{1,4})\\s*,?\\s*(?:head\\s*(?<h>\\d{1,4})|id(?:entity)?(?!\\w))",
  "(?<![\\w.])l(?<l>\\d{1,4})\\s*h(?<h>\\d{1,4})(?![\\w.])",
  "\\((?<l>\\d{1,4})\\)\\s*(?:(?<h>\\d{1,4})|id)(?![\\w.])",
  "(?<![\\w.])(?<l>\\d{1,4})\\.(?:(?<h>\\d{1,4})|id)(?![\\w.])",
  "(?<![\\w.])h(?:ead)?\\s*(?<h>\\d{1,4})(?![\\w.])",
};

/* The parsed part: of each layer the head, from 1, or 0 for any. */
typedef struct
{
  const IplCaseInfo *the_case;
  guint heads[IPL_MAX_LAYERS];
  char *why;
} Search;

/* Refuses with a sentence, the first of several. */
static void
refuse (Search *self, char *why_take)
{
  if (self->why == NULL)
    self->why = why_take;
  else
    g_free (why_take);
}

/* "1.3, 2.3 or 3.3": the candidates for a head without a layer. */
static char *
suggest_layers (const IplCaseInfo *the_case, guint head)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "Head %u of which layer? Say ", head);
  for (guint l = 0; l < the_case->L; l++)
    g_string_append_printf (text, "%s%u.%u",
                            l == 0                ? ""
                            : l + 1 < the_case->L ? ", "
                                                  : " or ",
                            l + 1, head);
  g_string_append_c (text, '.');
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The head of that number, counting all heads of the layer from 1; 0 for none. */
static guint
find_head (const IplCaseInfo *the_case, guint layer, guint number)
{
  for (guint h = 0; h < the_case->H[layer]; h++)
    {
      g_autofree char *text = ipl_case_head_text (the_case, layer, h);
      gboolean is_identity = ipl_case_head_is_identity (the_case, layer, h);

      if ((is_identity ? h + 1 : g_ascii_strtoull (text, NULL, 10)) == number)
        return h + 1;
    }
  return 0;
}

/* @layer and @head from 1. */
static void
select_head (Search *self, guint layer, guint head)
{
  if (self->heads[layer - 1] > 0 && self->heads[layer - 1] != head)
    refuse (self, g_strdup_printf ("No path passes through two heads of layer %u.", layer));
  else
    self->heads[layer - 1] = head;
}

/* "Layer 2 has heads 1 to 4." */
static char *
list_heads (const IplCaseInfo *the_case, guint layer)
{
  g_autofree char *first = ipl_case_head_text (the_case, layer, 0);
  g_autofree char *last = ipl_case_head_text (
      the_case, layer, MAX (ipl_case_attention_heads (the_case, layer), 1) - 1);

  return the_case->H[layer] == 1
             ? g_strdup_printf ("Layer %u has one head.", layer + 1)
             : g_strdup_printf ("Layer %u has heads %s to %s.", layer + 1, first, last);
}

/* @layer and @number from 1; layer 0 if not given. */
static void
select_number (Search *self, guint layer, guint number)
{
  const IplCaseInfo *the_case = self->the_case;
  guint head;

  if (layer == 0 && the_case->L > 1)
    {
      refuse (self, suggest_layers (the_case, number));
      return;
    }
  layer = MAX (layer, 1);
  if (layer > the_case->L)
    refuse (self, the_case->L == 1 ? g_strdup ("There is one layer.")
                                   : g_strdup_printf ("There are layers 1 to %u.", the_case->L));
  else if ((head = find_head (the_case, layer - 1, number)) == 0)
    refuse (self, list_heads (the_case, layer - 1));
  else
    select_head (self, layer, head);
}

/* @layer from 1. */
static void
select_identity (Search *self, guint layer)
{
  const IplCaseInfo *the_case = self->the_case;

  if (layer >= 1 && layer <= the_case->L && the_case->residual[layer - 1] > 0)
    select_head (self, layer, the_case->H[layer - 1]);
  else
    refuse (self, g_strdup_printf ("Layer %u has no residual connection.", layer));
}

static guint
number (const GMatchInfo *match, const char *name)
{
  g_autofree char *text = g_match_info_fetch_named (match, name);

  return text != NULL ? (guint)g_ascii_strtoull (text, NULL, 10) : 0;
}

/* Parses all heads of one form; returns the remainder of @text. */
static char *
select_matches (Search *self, const char *text, const char *pattern)
{
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_CASELESS, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  for (g_regex_match (regex, text, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *head = g_match_info_fetch_named (match, "h");

      if (head == NULL || head[0] == '\0')
        select_identity (self, number (match, "l"));
      else
        select_number (self, number (match, "l"), number (match, "h"));
    }
  return g_regex_replace_literal (regex, text, -1, 0, " ", 0, NULL);
}

static gboolean
same_name (const char *name, const char *text)
{
  g_autofree char *one = g_utf8_casefold (name, -1), *other = g_utf8_casefold (text, -1);

  return strcmp (one, other) == 0;
}

/* Selects a head by its unique name.
 * Returns: FALSE if there is none */
static gboolean
select_named_head (Search *self, const char *text)
{
  const IplCaseInfo *the_case = self->the_case;
  guint layer = 0, head = 0, n = 0;

  for (guint l = 0, k = 0; l < the_case->L; l++)
    for (guint h = 0; h < the_case->H[l]; h++, k++)
      {
        g_autofree char *label = ipl_view_head_label (the_case, l, h);

        if (!same_name (label, text)
            && (the_case->head_names == NULL || !same_name (the_case->head_names[k], text)))
          continue;
        layer = l + 1;
        head = h + 1;
        n++;
      }
  if (n == 1)
    select_head (self, layer, head);
  return n == 1;
}

/* The rest of the text without heads by number: names of heads, by spaces. */
static void
select_names (Search *self, const char *rest)
{
  g_auto (GStrv) words = g_strsplit_set (rest, " \t,;", -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (words[i][0] != '\0' && !select_named_head (self, words[i]))
      {
        /* A single number is a path; several of them are an error together. */
        g_autofree char *shown = ipl_text_shown (g_ascii_isdigit (words[i][0]) ? rest : words[i]);
        guint L = self->the_case->L, H = self->the_case->H[L - 1];

        refuse (self,
                g_strdup_printf (
                    "This case has no head or path “%s”. Write %u.%u for head %u of layer %u.",
                    shown, L, H, H, L));
      }
}

static IplTarget
make_target (const Search *self)
{
  const IplCaseInfo *the_case = self->the_case;
  IplTarget target = IPL_TARGET_NONE;
  gsize path = 0;
  guint n = 0;

  for (guint l = 0; l < the_case->L; l++)
    {
      path = path * the_case->H[l] + MAX (self->heads[l], 1) - 1;
      if (self->heads[l] == 0)
        continue;
      if (n++ == 0)
        target = ipl_target_head (l, self->heads[l] - 1);
      else
        {
          target.kind = IPL_TARGET_HEADS;
          target.also[l] = (guint8)self->heads[l];
        }
    }
  return n == the_case->L && n > 1 ? ipl_target_path (path) : target;
}

/* @text: heads as “2.3”, “(2)3”, “layer 2 head 3” or “l2h3”, of a single layer “h3”, or by their
 *   names, separated by spaces; or a path by its number, heads or name, as for
 *   ipl_path_reference_parse()
 * @target: (out): a head, several heads, or the only path; empty for an empty text
 * @why: (out, nullable): a sentence with the reason, if nothing is found
 * Returns: TRUE if something is found */
gboolean
ipl_path_search (const IplCaseInfo *the_case, const char *text, IplTarget *target, char **why)
{
  g_autofree char *rest = g_strstrip (g_strdup (text));
  Search self = { .the_case = the_case };
  g_autoptr (GError) error = NULL;
  gssize path;
  guint64 index;

  *target = IPL_TARGET_NONE;
  if (why != NULL)
    *why = NULL;
  if (rest[0] == '\0')
    return FALSE;
  path = ipl_path_reference_parse (the_case, rest, &error);
  if (path >= 0)
    {
      *target = ipl_target_path (path);
      return TRUE;
    }
  if (rest[0] == '"' || ipl_number_parse_integer (rest, &index))
    refuse (&self, g_strdup (error->message));
  else if (!select_named_head (&self, rest))
    {
      for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
        {
          char *left = select_matches (&self, rest, patterns[i]);

          g_free (rest);
          rest = left;
        }
      select_names (&self, rest);
    }
  if (self.why != NULL)
    {
      if (why != NULL)
        *why = g_steal_pointer (&self.why);
      g_free (self.why);
      return FALSE;
    }
  *target = make_target (&self);
  return !ipl_target_is_none (target);
}
