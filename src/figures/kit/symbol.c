/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symbols and their meaning: one table for figures, headings, tables and help. */
#include "figures/kit/symbol.h"
#include "core/base/units.h"

#include <string.h>

/* The most symbols that a tooltip explains. */
#define MOST_TOLD 5

#define PATHS IPL_SYMBOL_PATHS
#define DYNAMICS IPL_SYMBOL_DYNAMICS
#define ANYWHERE IPL_SYMBOL_ANYWHERE

static const IplSymbol symbols[] = {
  { "U", "U",
    "order parameter: how strongly each pair of attention paths works together; its "
    "diagonal is the weight of each path",
    "u", ANYWHERE },
  { "C", "C",
    "path-path kernel: how alike two examples are, one seen through path p and the other "
    "through path q",
    "kernel-tiles", PATHS },
  { "K", "K",
    "kernel: how alike two examples are to the network, the sum of all path-path kernels "
    "with the weights U",
    "kernel-sum", PATHS },
  { "K", "K", "number of classes, and of hidden units", "joint-attention", DYNAMICS },
  { "N", "N", "width of the network: how many numbers a token has inside it", "widths", ANYWHERE },
  { "T", "T",
    "temperature: of the posterior, the variance of the noise that labels are taken to "
    "have (the number of tokens has no sign of its own)",
    "symbols", PATHS },
  { "T", "T",
    "temperature of attention, which divides the logits: small is sharp (not the "
    "temperature of the posterior)",
    "symbols", DYNAMICS },
  { "P", "P", "number of training examples", "symbols", PATHS },
  { "P", "P", "probability of one token where another one occurs", "cooccurrence", DYNAMICS },
  { "GP", "GP",
    "Gaussian process: the network in the limit of infinite width, in which all paths "
    "weigh the same and none work together",
    "widths", ANYWHERE },
  { "L", "L", "number of attention layers", "paths", PATHS },
  { "L", "L", "length of a sequence, in tokens", "level-correlation", DYNAMICS },
  { "H", "H_l", "number of heads of attention layer l", "paths", PATHS },
  { "G", "G", "width of queries and keys of a head", "own-model", PATHS },
  { "Π", "Π", "number of attention paths: the product of the numbers of heads of all layers",
    "paths", PATHS },
  { "π", "π", "an attention path, by the name the paper gives it", "paths", PATHS },
  { "π′", "π′", "the other attention path of a pair", "u", PATHS },
  { "p", "p, q", "attention paths: a head of every layer each", "paths", PATHS },
  { "x", "x", "token of a sequence, as the network is given it", "task-card", PATHS },
  { "ξ", "ξ^p",
    "path feature: the sum of a sequence’s tokens with the attention that path p gives "
    "them",
    "own-model", PATHS },
  { "y", "y", "labels of the examples", "kernel-sum", PATHS },
  { "v", "v_k",
    "principal component of the kernel: the direction over the training examples of its "
    "k-th largest eigenvalue",
    "overlap", PATHS },
  { "v", "v", "weights of a hidden unit, as the tokens see them", "salience-components", DYNAMICS },
  { "V", "V", "weights of all hidden units, as the tokens see them", "joint-weights", DYNAMICS },
  { "k", "k", "number of a principal component, the largest eigenvalue first", "overlap", PATHS },
  { "w", "w_p", "effective weights of a path: all its value matrices and the readout, multiplied",
    "u", PATHS },
  { "S", "S", "action, of which the theory’s U is the minimum", "u", PATHS },
  { "action", "S",
    "what the theory’s U minimizes: fit of the labels plus the cost of leaving the "
    "prior",
    "u", PATHS },
  { "ρ", "ρ",
    "rank correlation (Spearman) of head scores with what the head is worth; 1 where the "
    "order is the same",
    "heads", PATHS },
  { "β", "β", "sharpness of attention: the factor on all logits of the task’s heads", "task-card",
    PATHS },
  { "σ", "σ",
    "standard deviation of a token’s noise, in the plane of the two states (∥) or across "
    "it (⊥)",
    "task-card", PATHS },
  { "R-hat", "R̂",
    "R-hat: spread of all chains over that within each; 1 where they agree, at most "
    "1.01 is fine",
    "diagnostics", PATHS },
  { "R̂", "R̂",
    "R-hat: spread of all chains over that within each; 1 where they agree, at most 1.01 "
    "is fine",
    "diagnostics", PATHS },
  { "ESS", "ESS", "effective sample size: as many independent draws would tell as much",
    "diagnostics", PATHS },
  { "MCSE", "MCSE",
    "Monte Carlo standard error: how far the mean of the draws may be from that of "
    "endlessly many",
    "diagnostics", PATHS },
  { "E-BFMI", "E-BFMI",
    "how well the sampler changes its energy from draw to draw; below 0.3 it "
    "does not reach the tails",
    "diagnostics", PATHS },
  { "sd", "sd", "standard deviation", "symbols", ANYWHERE },
  { "z", "z", "logits of attention: what the query gives each token before it is made a weight",
    "joint-prediction", DYNAMICS },
  { "ẑ", "ẑ", "logits as they follow from the weights V alone", "joint-prediction", DYNAMICS },
  { "b", "b", "attention: the weight of each token for the query", "joint-attention", DYNAMICS },
  { "μ", "μ", "target of a component: the weight that it grows to", "salience-bars", DYNAMICS },
  { "Δ", "Δ", "drive of a component: the gradient that makes it grow for ever", "salience-bars",
    DYNAMICS },
  { "δ", "δ", "what is still missing of a component, 1 − v/μ", "salience-arrival", DYNAMICS },
  { "t", "t", "time of learning", "time", ANYWHERE },
  { "W", "W", "a weight matrix", "stable-rank", DYNAMICS },
  { "x̄", "x̄", "frequency of a token, mean over classes", "joint-invariant", DYNAMICS },
  { IPL_NATS, IPL_NATS,
    "unit of entropy and loss with natural logarithms; one of n equal chances has "
    "ln n",
    "entropy", ANYWHERE },
};

/* @n: (out): how many
 * Returns: the table of symbols */
const IplSymbol *
ipl_symbols (guint *n)
{
  *n = G_N_ELEMENTS (symbols);
  return symbols;
}

/* The symbol that @at begins with, the longest one; NULL for none. */
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
  guint64 told;
  guint n;
} Told;

static void
tell (Told *self, const IplSymbol *symbol)
{
  guint64 bit = G_GUINT64_CONSTANT (1) << (symbol - symbols);

  if ((self->told & bit) != 0 || self->n >= MOST_TOLD)
    return;
  self->told |= bit;
  self->n++;
  g_string_append_printf (self->text, "%s%s: %s.", self->text->len > 0 ? "\n" : "", symbol->text,
                          symbol->sentence);
}

G_STATIC_ASSERT (G_N_ELEMENTS (symbols) <= 64);

/* @markup: text of a figure, as Pango markup: letters in italics are symbols there
 * Returns: (transfer full) (nullable): what the symbols in it mean, a line each, in plain text;
 *   NULL where there are none */
char *
ipl_symbols_tell (const char *markup, IplSymbolPlace place)
{
  Told told = { g_string_new (NULL) };
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
          tell (&told, symbol);
          at += strlen (symbol->text);
        }
      else
        at = g_utf8_next_char (at);
    }
  return g_string_free (told.text, told.text->len == 0);
}

/* A letter that stands alone and is one of those nobody takes for a word. */
static gboolean
is_sign (const IplSymbol *symbol)
{
  gunichar c = g_utf8_get_char (symbol->text);

  return is_word (symbol) || c >= 0x80 || g_ascii_isupper (symbol->text[0]);
}

/* @text: plain text of a window, "N = 100 · T = 0.01"
 * Returns: (transfer full) (nullable): what the symbols in it mean, a line each; NULL where there
 *   are none */
char *
ipl_symbols_tell_plain (const char *text, IplSymbolPlace place)
{
  Told told = { g_string_new (NULL) };

  for (const char *at = text; *at != '\0';)
    {
      const IplSymbol *symbol = find_at (at, place);

      if (symbol != NULL && is_sign (symbol) && !is_inside_word (text, at, strlen (symbol->text)))
        {
          tell (&told, symbol);
          at += strlen (symbol->text);
        }
      else
        at = g_utf8_next_char (at);
    }
  return g_string_free (told.text, told.text->len == 0);
}
