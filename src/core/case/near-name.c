/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names that were meant for others: X_train, xTrain, train_x, inputs_train or x_trian for x_train.
 *
 * A name is taken apart into words, at what is no letter or digit, between letters and digits and
 * before a capital. Two names are near where each word of one stands for a word of the other; where
 * it does by a slip of the keys only, both must be long. Numbers count layers, and x and y are
 * another thing: these must be the same. */
#include "core/case/near-name.h"

#include <string.h>

#include "core/base/shown-text.h"
#include "core/base/slips.h"

#define MAX_LENGTH 64
#define MAX_WORDS 8

typedef struct
{
  guint n;
  char words[MAX_WORDS][MAX_LENGTH + 1];
} Words;

/* Other words for a word of the format. */
static const struct
{
  const char *said;
  const char *meant;
} synonyms[] = {
  { "attention", "attn" },
  { "attentions", "attn" },
  { "att", "attn" },
  { "label", "y" },
  { "labels", "y" },
  { "target", "y" },
  { "targets", "y" },
  { "input", "x" },
  { "inputs", "x" },
  { "tokens", "x" },
  { "training", "train" },
  { "testing", "test" },
  { "weight", "w" },
  { "weights", "w" },
  { "query", "wq" },
  { "queries", "wq" },
  { "key", "wk" },
  { "keys", "wk" },
  { "temp", "temperature" },
  /* Nothing: "x_data", "attention_layer_1". */
  { "data", "" },
  { "set", "" },
  { "array", "" },
  { "layer", "" },
};

/* Names of the format, with "#" for a number: what has one of these was meant for itself. */
static const char *const own[] = {
  "x_train",       "x_test",         "y_train",        "y_test",        "xi_train",
  "xi_test",       "attn_train_#",   "attn_test_#",    "w_#",           "wq_#",
  "wk_#",          "heads",          "readout",        "temperature",   "variances",
  "path_names",    "head_names",     "name",           "w_q_weigts",    "w_k_weigts",
  "x_zeros_train", "x_zeros_test",   "y_labels_train", "y_labels_test", "trained_readout",
  "trained_u",     "trained_widths",
};

/* How far two names are from each other: the less the nearer. */
enum
{
  SAME_LETTERS,
  SAME_WORDS,
  WITHOUT_TRAIN, /* "x" for x_train */
  SLIP,
  FAR,
};

static gboolean
is_own (const char *name)
{
  g_autofree char *plain = g_strdup (name);
  gsize length = strlen (plain);

  if (length > 2 && g_ascii_isdigit (plain[length - 1]))
    {
      while (length > 1 && g_ascii_isdigit (plain[length - 1]))
        length--;
      plain[length] = '#';
      plain[length + 1] = '\0';
    }
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    if (strcmp (plain, own[i]) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
begins_word (const char *name, const char *at)
{
  if (at == name || !g_ascii_isalnum (at[-1]))
    return TRUE;
  return g_ascii_isdigit (*at) != g_ascii_isdigit (at[-1])
         || (g_ascii_isupper (*at) && g_ascii_islower (at[-1]));
}

static const char *
meaning (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (synonyms); i++)
    if (strcmp (word, synonyms[i].said) == 0)
      return synonyms[i].meant;
  return word;
}

static void
add_word (Words *self, const char *from, gsize length)
{
  char *word = self->words[self->n];

  for (gsize i = 0; i < length; i++)
    word[i] = g_ascii_tolower (from[i]);
  word[length] = '\0';
  self->n += meaning (word)[0] != '\0';
}

/* FALSE where it is no name that anybody would give. */
static gboolean
split (const char *name, Words *self)
{
  self->n = 0;
  if (strlen (name) > MAX_LENGTH)
    return FALSE;
  for (const char *at = name; *at != '\0';)
    {
      const char *from = at;

      if (!g_ascii_isalnum (*at))
        {
          if ((guchar)*at >= 0x80)
            return FALSE;
          at++;
          continue;
        }
      if (self->n == MAX_WORDS)
        return FALSE;
      for (at++; g_ascii_isalnum (*at) && !begins_word (name, at);)
        at++;
      add_word (self, from, (gsize)(at - from));
    }
  return self->n > 0;
}

/* How a word stands for another, the surest first. */
static gboolean
is_same (const char *a, const char *b)
{
  return strcmp (a, b) == 0;
}

static gboolean
means_same (const char *a, const char *b)
{
  return strcmp (meaning (a), meaning (b)) == 0;
}

static gboolean (*const stands_for[]) (const char *, const char *)
    = { is_same, means_same, ipl_is_slip };
#define SLIPS 2 /* the last of them */

/* Strikes out the first of the words that stands for @word in this way; whether there was any. */
static gboolean
strike (Words *self, const char *word, guint way)
{
  for (guint i = 0; i < self->n; i++)
    if (self->words[i][0] != '\0' && stands_for[way](word, self->words[i]))
      {
        self->words[i][0] = '\0';
        return TRUE;
      }
  return FALSE;
}

/* TRUE if what is left of a name says what it has said already: "y_train_labels". */
static gboolean
is_said_twice (const Words *left, const Words *wanted)
{
  for (guint i = 0; i < left->n; i++)
    {
      gboolean said = left->words[i][0] == '\0';

      for (guint k = 0; !said && k < wanted->n; k++)
        said = means_same (left->words[i], wanted->words[k]);
      if (!said)
        return FALSE;
    }
  return TRUE;
}

static guint
compare_words (const char *wanted, const char *name)
{
  Words expected, missing, found;
  guint far = SAME_WORDS;

  if (!split (wanted, &expected) || !split (name, &found))
    return FAR;
  missing = expected;
  for (guint way = 0; way < G_N_ELEMENTS (stands_for); way++)
    for (guint i = 0; i < missing.n; i++)
      if (missing.words[i][0] != '\0' && strike (&found, missing.words[i], way))
        {
          missing.words[i][0] = '\0';
          far = way == SLIPS ? SLIP : far;
        }
  for (guint i = 0; i < missing.n; i++)
    if (strcmp (missing.words[i], "train") == 0)
      far = MAX (far, WITHOUT_TRAIN);
    else if (missing.words[i][0] != '\0')
      return FAR;
  return is_said_twice (&found, &expected) ? far : FAR;
}

/* Letters and digits alone, in any case. */
static gboolean
has_same_letters (const char *a, const char *b)
{
  for (;; a++, b++)
    {
      while (*a != '\0' && (guchar)*a < 0x80 && !g_ascii_isalnum (*a))
        a++;
      while (*b != '\0' && (guchar)*b < 0x80 && !g_ascii_isalnum (*b))
        b++;
      if (g_ascii_tolower (*a) != g_ascii_tolower (*b))
        return FALSE;
      if (*a == '\0')
        return TRUE;
    }
}

/* The name that was meant for it, as far as one can tell. */
const char *
ipl_near_name (const char *wanted, GList *names)
{
  const char *nearest = NULL;
  guint least = FAR;

  for (; names != NULL; names = names->next)
    {
      const char *name = names->data;
      guint far;

      if (is_own (name) || strlen (name) > MAX_LENGTH)
        continue;
      far = has_same_letters (wanted, name) ? SAME_LETTERS : compare_words (wanted, name);
      if (far < least)
        {
          least = far;
          nearest = name;
        }
    }
  return nearest;
}

/* "; it has “X_train”: rename that to x_train" for the first of @wanted that a name was meant for;
 * empty where none was. */
char *
ipl_near_name_hint (const char *const *wanted, GList *names)
{
  for (; *wanted != NULL; wanted++)
    {
      const char *near = ipl_near_name (*wanted, names);
      g_autofree char *shown = near != NULL ? ipl_text_shown (near) : NULL;

      if (near != NULL)
        return g_strdup_printf ("; it has “%s”: rename that to %s", shown, *wanted);
    }
  return g_strdup ("");
}
