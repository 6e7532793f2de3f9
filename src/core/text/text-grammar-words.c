/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/text/text-grammar-words-private.h"

#include <string.h>

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
