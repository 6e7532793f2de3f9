/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of the invented text. No form of one is a form of another. */
#pragma once

#include <glib.h>

#define IPL_GRAMMAR_TOPICS 8
#define IPL_GRAMMAR_NOUNS 8
#define IPL_GRAMMAR_VERBS 5
#define IPL_GRAMMAR_ADJECTIVES 4
#define IPL_GRAMMAR_COMMON 5

/* The topic of a paragraph: the words that no other topic has. Nouns and verbs are without their
 * ending; earlier ones are more frequent. */
typedef struct
{
  const char *nouns[IPL_GRAMMAR_NOUNS];
  const char *transitive[IPL_GRAMMAR_VERBS];
  const char *intransitive[IPL_GRAMMAR_VERBS];
  const char *adjectives[IPL_GRAMMAR_ADJECTIVES];
} IplGrammarTopic;

extern const IplGrammarTopic ipl_grammar_topics[IPL_GRAMMAR_TOPICS];
extern const char *const ipl_grammar_determiners[2][IPL_GRAMMAR_COMMON]; /* one, several */
extern const char *const ipl_grammar_thinking[IPL_GRAMMAR_COMMON];
extern const char *const ipl_grammar_prepositions[IPL_GRAMMAR_COMMON];
extern const char *const ipl_grammar_adverbs[IPL_GRAMMAR_COMMON];

char *ipl_grammar_with_ending (const char *word);
