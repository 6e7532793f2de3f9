/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mathematical symbols and their meaning: one table for figures, headings, tables and help. */
#include "figures/kit/symbol-meanings.h"

#include <string.h>

/* Maximum number of symbols that a tooltip explains. */
#define MOST_SYMBOLS 5

/* Generated from resources/symbols.tsv. */
static const IplSymbol symbols[] = {
#include "figures/kit/symbol-table.h"
};

/* @n: (out): number of symbols
 * Returns: the table of symbols */
const IplSymbol *
ipl_symbols (guint *n)
{
  *n = G_N_ELEMENTS (symbols);
  return symbols;
}

/* Returns the longest symbol that @at begins with, or NULL. */
static const IplSymbol *
find_at (const char *at, IplSymbolPlace place)
{
  const IplSymbol *found = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (symbols); i++)
    if ((symbols[i].place & place) != 0 && g_str_has_prefix (at, symbols[i].text)
        && (found == NULL || strlen (symbols[i].text) > strlen (found->text)))
      found = &symbols[i];
  return found;
}

static gboolean
is_word (const IplSymbol *symbol)
{
  return g_utf8_strlen (symbol->text, -1) > 1 && g_ascii_isalpha (symbol->text[0])
         && g_ascii_isalpha (symbol->text[1] == '-' ? symbol->text[2] : symbol->text[1]);
}

static gboolean
is_inside_word (const char *text, const char *at, gsize length)
{
  gunichar after = g_utf8_get_char (at + length);

  return (at > text && g_unichar_isalnum (g_utf8_get_char (g_utf8_prev_char (at))))
         || g_unichar_isalnum (after) || g_unichar_ismark (after);
}

typedef struct
{
  GString *text;
  guint64 mentioned;
  guint n;
} Explained;

static void
append_symbol (Explained *self, const IplSymbol *symbol)
{
  guint64 bit = G_GUINT64_CONSTANT (1) << (symbol - symbols);

  if ((self->mentioned & bit) != 0 || self->n >= MOST_SYMBOLS)
    return;
  self->mentioned |= bit;
  self->n++;
  g_string_append_printf (self->text, "%s%s: %s.", self->text->len > 0 ? "\n" : "", symbol->text,
                          symbol->sentence);
}

G_STATIC_ASSERT (G_N_ELEMENTS (symbols) <= 64);

/* @markup: Pango markup of a figure; letters in italics are symbols
 * Returns: (transfer full) (nullable): meanings of its symbols, one per line, plain text; NULL
 * for none */
char *
ipl_symbols_explain (const char *markup, IplSymbolPlace place)
{
  Explained mentioned = { g_string_new (NULL) };
  guint italic = 0, lowered = 0;

  for (const char *at = markup; *at != '\0';)
    {
      const IplSymbol *symbol;

      if (*at == '<')
        {
          const char *end = strchr (at, '>');

          italic += g_str_has_prefix (at, "<i>");
          italic -= g_str_has_prefix (at, "</i>") && italic > 0;
          lowered += g_str_has_prefix (at, "<sub>") || g_str_has_prefix (at, "<sup>");
          lowered -= (g_str_has_prefix (at, "</sub>") || g_str_has_prefix (at, "</sup>"))
                     && lowered > 0;
          at = end != NULL ? end + 1 : at + 1;
          continue;
        }
      symbol = lowered == 0 ? find_at (at, place) : NULL;
      if (symbol != NULL
          && (is_word (symbol) ? !is_inside_word (markup, at, strlen (symbol->text)) : italic > 0))
        {
          append_symbol (&mentioned, symbol);
          at += strlen (symbol->text);
        }
      else
        at = g_utf8_next_char (at);
    }
  return g_string_free (mentioned.text, mentioned.text->len == 0);
}

/* TRUE for words, non-ASCII and upper-case letters, which cannot be mistaken for words in plain
 * text. */
static gboolean
is_sign (const IplSymbol *symbol)
{
  gunichar c = g_utf8_get_char (symbol->text);

  return is_word (symbol) || c >= 0x80 || g_ascii_isupper (symbol->text[0]);
}

/* @text: plain text of a window, "N = 100 · T = 0.01"
 * Returns: (transfer full) (nullable): meanings of its symbols, one per line; NULL for none */
char *
ipl_symbols_explain_plain (const char *text, IplSymbolPlace place)
{
  Explained mentioned = { g_string_new (NULL) };

  for (const char *at = text; *at != '\0';)
    {
      const IplSymbol *symbol = find_at (at, place);

      if (symbol != NULL && is_sign (symbol) && !is_inside_word (text, at, strlen (symbol->text)))
        {
          append_symbol (&mentioned, symbol);
          at += strlen (symbol->text);
        }
      else
        at = g_utf8_next_char (at);
    }
  return g_string_free (mentioned.text, mentioned.text->len == 0);
}
