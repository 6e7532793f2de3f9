/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text without a file: sentences of a probabilistic grammar (THEORY.md section 14.2). Every
 * sentence has a single parse, so the probability of a text is the product of its choices, and
 * the mean of minus its logarithm is the smallest loss a network can learn. */
#include "core/text/text-corpus.h"

#include "core/base/random-stream.h"
#include "core/text/text-grammar-words-private.h"

#include <math.h>
#include <string.h>

/* Clauses within clauses. */
#define MAX_DEPTH 3

typedef struct
{
  IplRandomStream stream;
  GString *text;
  gsize n_tokens;
  double surprise; /* minus the logarithm of the probability of all choices */
  const IplGrammarTopic *topic;
  gboolean last_plural; /* number of the last sentence's subject */
} Writer;

static guint
choose (Writer *self, guint n, const double *weights)
{
  double total = 0, at;
  guint chosen = 0;

  for (guint i = 0; i < n; i++)
    total += weights[i];
  at = gsl_rng_uniform (&self->stream.rng) * total;
  while (chosen + 1 < n && at >= weights[chosen])
    at -= weights[chosen++];
  self->surprise -= log (weights[chosen] / total);
  return chosen;
}

static gboolean
decide (Writer *self, double probability)
{
  const double weights[] = { 1 - probability, probability };

  return probability > 0 && choose (self, 2, weights) == 1;
}

/* Earlier words are more frequent (Zipf). */
static const char *
choose_word (Writer *self, guint n, const char *const *words)
{
  double weights[IPL_GRAMMAR_NOUNS];

  for (guint i = 0; i < n; i++)
    weights[i] = 1.0 / (i + 1);
  return words[choose (self, n, weights)];
}

static void
write_word (Writer *self, const char *word)
{
  if (self->text->len > 0 && self->text->str[self->text->len - 1] != '\n')
    g_string_append_c (self->text, ' ');
  g_string_append (self->text, word);
  self->n_tokens++;
}

static void
write_form (Writer *self, const char *word, gboolean with_ending)
{
  g_autofree char *form = with_ending ? ipl_grammar_with_ending (word) : g_strdup (word);

  write_word (self, form);
}

static void write_noun_phrase (Writer *self, gboolean plural, guint depth);
static void write_verb_phrase (Writer *self, gboolean plural, guint depth);

/* "that bark", or "that the farmers feed" */
static void
write_relative_clause (Writer *self, gboolean plural, guint depth)
{
  write_word (self, "that");
  if (decide (self, 0.5))
    {
      gboolean subject = decide (self, 0.4);

      write_noun_phrase (self, subject, depth + 1);
      write_form (self, choose_word (self, IPL_GRAMMAR_VERBS, self->topic->transitive), !subject);
    }
  else
    write_verb_phrase (self, plural, depth + 1);
}

/* A noun has at most one complement, so that its attachment is unambiguous. */
static void
write_noun_phrase (Writer *self, gboolean plural, guint depth)
{
  const double weights[] = { 0.62, 0.18, 0.2 };
  guint after;

  write_word (self, choose_word (self, IPL_GRAMMAR_COMMON, ipl_grammar_determiners[plural]));
  if (decide (self, 0.3))
    write_word (self, choose_word (self, IPL_GRAMMAR_ADJECTIVES, self->topic->adjectives));
  write_form (self, choose_word (self, IPL_GRAMMAR_NOUNS, self->topic->nouns), plural);
  if (depth >= MAX_DEPTH)
    return;
  after = choose (self, 3, weights);
  if (after == 1)
    {
      write_word (self, choose_word (self, IPL_GRAMMAR_COMMON, ipl_grammar_prepositions));
      write_noun_phrase (self, decide (self, 0.4), depth + 1);
    }
  else if (after == 2)
    write_relative_clause (self, plural, depth);
}

static void
write_clause (Writer *self, guint depth)
{
  gboolean plural = decide (self, 0.4);

  write_noun_phrase (self, plural, depth);
  write_verb_phrase (self, plural, depth);
}

static void
write_verb_phrase (Writer *self, gboolean plural, guint depth)
{
  const double weights[] = { 0.4, 0.4, 0.08, depth < MAX_DEPTH ? 0.12 : 0 };

  switch (choose (self, 4, weights))
    {
    case 0:
      write_form (self, choose_word (self, IPL_GRAMMAR_VERBS, self->topic->intransitive), !plural);
      if (decide (self, 0.3))
        write_word (self, choose_word (self, IPL_GRAMMAR_COMMON, ipl_grammar_adverbs));
      break;
    case 1:
      write_form (self, choose_word (self, IPL_GRAMMAR_VERBS, self->topic->transitive), !plural);
      write_noun_phrase (self, decide (self, 0.4), depth + 1);
      break;
    case 2:
      write_form (self, choose_word (self, IPL_GRAMMAR_VERBS, self->topic->transitive), !plural);
      write_word (self, plural ? "themselves" : "itself");
      break;
    default:
      write_form (self, choose_word (self, IPL_GRAMMAR_COMMON, ipl_grammar_thinking), !plural);
      write_word (self, "that");
      write_clause (self, depth + 1);
      break;
    }
}

/* A pronoun can replace the subject of the preceding sentence. */
static void
write_sentence (Writer *self, gboolean first)
{
  if (!first && decide (self, 0.35))
    write_word (self, self->last_plural ? "they" : "it");
  else
    {
      self->last_plural = decide (self, 0.4);
      write_noun_phrase (self, self->last_plural, 0);
    }
  write_verb_phrase (self, self->last_plural, 0);
  write_word (self, ".");
  g_string_append_c (self->text, '\n');
}

/* Writes sentences of a single topic, at least two, and an empty line. */
static void
write_paragraph (Writer *self)
{
  static const double even[IPL_GRAMMAR_TOPICS] = { 1, 1, 1, 1, 1, 1, 1, 1 };

  self->topic = &ipl_grammar_topics[choose (self, IPL_GRAMMAR_TOPICS, even)];
  write_sentence (self, TRUE);
  do
    write_sentence (self, FALSE);
  while (decide (self, 0.7));
  g_string_append_c (self->text, '\n');
  self->n_tokens++;
}

/* Writes a text: paragraphs have topics, verbs agree with their subjects across the words
 * between them, clauses are nested. @length: bytes of the text; @entropy: mean information of a
 * word in nats, given the grammar and all preceding words, which is the smallest loss a network
 * can learn. */
char *
ipl_text_grammar_write (guint64 seed, guint n_words, gsize *length, double *entropy)
{
  Writer self = { .text = g_string_new (NULL) };

  ipl_random_stream_init (&self.stream, seed, IPL_STREAM_TEXT, 0);
  do
    write_paragraph (&self);
  while (self.n_tokens < n_words);
  *length = self.text->len;
  if (entropy != NULL)
    *entropy = self.surprise / (double)self.n_tokens;
  return g_string_free (self.text, FALSE);
}

const IplGrammarTopic ipl_grammar_topics[IPL_GRAMMAR_TOPICS] = {
  { { "dog", "cow", "horse", "farmer", "goat", "hen", "fox", "lamb" },
    { "chase", "feed", "follow", "groom", "herd" },
    { "graze", "bark", "sleep", "wander", "limp" },
    { "hungry", "muddy", "brown", "tame" } },
  { { "ship", "sailor", "captain", "whale", "island", "gull", "boat", "pirate" },
    { "sight", "board", "hail", "rescue", "tow" },
    { "drift", "sail", "sink", "float", "sway" },
    { "salty", "distant", "lost", "grey" } },
  { { "chef", "waiter", "pot", "guest", "pie", "loaf", "onion", "spoon" },
    { "stir", "serve", "taste", "burn", "slice" },
    { "simmer", "boil", "cool", "steam", "sizzle" },
    { "warm", "sweet", "bitter", "fresh" } },
  { { "teacher", "pupil", "book", "lesson", "riddle", "pencil", "poem", "essay" },
    { "read", "explain", "learn", "copy", "recite" },
    { "listen", "giggle", "whisper", "yawn", "nod" },
    { "clever", "difficult", "young", "patient" } },
  { { "singer", "violin", "song", "drum", "pianist", "choir", "flute", "dancer" },
    { "play", "hear", "praise", "rehearse", "record" },
    { "resound", "perform", "bow", "hum", "pause" },
    { "loud", "solemn", "famous", "gentle" } },
  { { "tram", "driver", "baker", "tower", "market", "street", "bridge", "lamp" },
    { "cross", "pass", "reach", "visit", "repair" },
    { "stop", "hurry", "glow", "wait", "crumble" },
    { "crowded", "narrow", "modern", "noisy" } },
  { { "star", "planet", "comet", "moon", "astronomer", "telescope", "galaxy", "rocket" },
    { "orbit", "measure", "discover", "photograph", "eclipse" },
    { "shine", "explode", "rotate", "fade", "rise" },
    { "bright", "cold", "remote", "ancient" } },
  { { "judge", "lawyer", "thief", "clerk", "prisoner", "witness", "letter", "guard" },
    { "accuse", "question", "defend", "sentence", "arrest" },
    { "confess", "protest", "object", "tremble", "sigh" },
    { "honest", "guilty", "stern", "anxious" } },
};

const char *const ipl_grammar_determiners[2][IPL_GRAMMAR_COMMON]
    = { { "the", "a", "this", "every", "one" }, { "the", "these", "some", "many", "two" } };
const char *const ipl_grammar_thinking[IPL_GRAMMAR_COMMON]
    = { "say", "think", "know", "hope", "forget" };
const char *const ipl_grammar_prepositions[IPL_GRAMMAR_COMMON]
    = { "near", "behind", "beside", "above", "without" };
const char *const ipl_grammar_adverbs[IPL_GRAMMAR_COMMON]
    = { "often", "never", "slowly", "again", "today" };

/* A noun's plural, or a verb's form of the third person singular, which English spells alike. */
char *
ipl_grammar_with_ending (const char *word)
{
  gsize n = strlen (word);
  char last = word[n - 1], before = word[n - 2];

  if (strcmp (word, "loaf") == 0 || strcmp (word, "thief") == 0)
    return g_strdup_printf ("%.*sves", (int)n - 1, word);
  if (last == 'y' && strchr ("aeiou", before) == NULL)
    return g_strdup_printf ("%.*sies", (int)n - 1, word);
  if (last == 's' || last == 'x' || (last == 'h' && (before == 's' || before == 'c')))
    return g_strconcat (word, "es", NULL);
  return g_strconcat (word, "s", NULL);
}
