/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The card of a task in words and as a table. */

#include "figures/panels/sequence/card.h"

#include "figures/kit/number.h"
#include "figures/view/outputs.h"
#include "figures/view/words.h"

#include <math.h>

/* The words on one token's attention. */
#define MOST_SAID 3
#define LEAST_SAID 0.01

const char *
ipl_card_empty (const IplView *view, const char **more)
{
  if (view->card != NULL)
    return NULL;
  *more = ipl_quantities_get_why (&view->made, &ipl_quantity_card);
  return ipl_quantities_get_why (&view->made, &ipl_quantity_card) != NULL
             ? "There is no card of this task"
             : "The card is being made";
}

/* ", state +" of the chain's tokens. */
static const char *
state_of (const IplTaskCard *card, const IplCardSequence *sequence, gsize token)
{
  return !card->is_chain                            ? ""
         : sequence->kinds[token] == IPL_CARD_PLUS  ? ", state +"
         : sequence->kinds[token] == IPL_CARD_MINUS ? ", state −"
                                                    : ", the beginning";
}

/* (nullable): texts of the tokens of its test set. */
const IplTokenTexts *
ipl_card_tokens (const IplView *view)
{
  const IplTaskCard *card = view->card;
  const IplCaseInfo *the_case = view->the_case;

  return card != NULL && card->test < the_case->n_tests ? the_case->test_sets[card->test].tokens
                                                        : NULL;
}

static char *
name_sequence (const IplView *view, const IplCardSequence *sequence)
{
  g_autofree char *label = ipl_label_text (view->the_case, sequence->y, 3);

  return g_strdup_printf ("test sequence %" G_GSIZE_FORMAT " (%s %s)", sequence->number + 1,
                          ipl_view_has_classes (view) ? "class" : "label", label);
}

/* ", looks at token 5 (state +), weight 0.90; token 1 (the beginning), weight 0.05" */
static void
append_looks (GString *text, const IplView *view, const IplCardSequence *sequence,
              const float *weights)
{
  const IplTaskCard *card = view->card;
  g_autofree float *left = g_memdup2 (weights, card->T * sizeof *weights);
  const char *before = card->is_chain ? ", looks at" : " looks at";

  for (guint n = 0; n < MOST_SAID; n++, before = ";")
    {
      gsize key = 0;

      for (gsize s = 1; s < card->T; s++)
        key = left[s] > left[key] ? s : key;
      if (!(left[key] >= LEAST_SAID))
        {
          if (n == 0)
            g_string_append (text, " looks at no token with more than 0.01");
          return;
        }
      left[key] = 0;
      g_autofree char *weight = ipl_number_fixed (weights[key], 2);
      g_autofree char *word = ipl_token_texts_say (ipl_card_tokens (view), sequence->number, key);
      g_string_append_printf (text, "%s token %" G_GSIZE_FORMAT "%s", before, key + 1, word);
      if (card->is_chain)
        g_string_append_printf (text, " (%s)", state_of (card, sequence, key) + 2);
      g_string_append_printf (text, ", weight %s", weight);
    }
}

/* A token where it lies, or where a head looks from it. */
char *
ipl_card_say (const IplTarget *target, const IplView *view)
{
  IplView usable = ipl_view_usable (view);
  const IplTaskCard *card = usable.card;
  const IplCardSequence *sequence;
  gsize example = (gsize)ipl_target_get (target, IPL_PART_SEQUENCE);
  gsize token = (gsize)ipl_target_get (target, IPL_PART_TOKEN);
  int l = ipl_target_get (target, IPL_PART_LAYER), h = ipl_target_get (target, IPL_PART_HEAD);
  GString *text;

  if (card == NULL || example >= card->n || token >= card->T)
    return NULL;
  sequence = &card->sequences[example];
  g_autofree char *name = name_sequence (view, sequence);
  g_autofree char *word = ipl_token_texts_say (ipl_card_tokens (&usable), sequence->number, token);
  text = g_string_new (NULL);
  if (l >= 0 && l < (int)card->L && h >= 0 && h < (int)card->H[l])
    {
      g_autofree char *head = ipl_view_head_label (view->the_case, (guint)l, (guint)h);
      const float *attention = ipl_task_card_attention (card, (guint)example, (guint)l, (guint)h);

      g_string_append_printf (text, "Layer %d, %s, %s: token %" G_GSIZE_FORMAT "%s%s", l + 1, head,
                              name, token + 1, word, state_of (card, sequence, token));
      append_looks (text, &usable, sequence, attention + token * card->T);
      return g_string_free (text, FALSE);
    }
  g_autofree char *x = ipl_number_text (sequence->at[2 * token], 3);
  g_autofree char *y = ipl_number_text (sequence->at[2 * token + 1], 3);
  g_string_append_printf (text, "Token %" G_GSIZE_FORMAT "%s%s, of %s: ", token + 1, word,
                          state_of (card, sequence, token), name);
  if (card->is_chain)
    g_string_append_printf (text, "%s v₊ and %s v₋, in multiples of each vector", x, y);
  else
    g_string_append_printf (text, "%s and %s along the tokens’ first two principal components", x,
                            y);
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): the texts of a sequence, where there are any */
char *
ipl_card_sentence (const IplView *view, guint sequence)
{
  return ipl_token_texts_show_example (ipl_card_tokens (view),
                                       view->card->sequences[sequence].number, IPL_MOST_TOKEN_SAID);
}

void
ipl_describe_card (GString *text, const IplView *view)
{
  const IplTaskCard *card = view->card;

  g_string_append (text, "Card of the task: single sequences, their tokens as points of a plane, "
                         "and what every head looks at.");
  if (card == NULL)
    {
      g_string_append_printf (text, " %s",
                              ipl_quantities_get_why (&view->made, &ipl_quantity_card) != NULL
                                  ? ipl_quantities_get_why (&view->made, &ipl_quantity_card)
                                  : "It is being made.");
      return;
    }
  for (guint i = 0; i < card->n; i++)
    {
      g_autofree char *name = name_sequence (view, &card->sequences[i]);

      g_string_append_printf (text, "%s %s", i == 0 ? " Shown:" : ",", name);
      if (ipl_card_tokens (view) != NULL)
        {
          g_autofree char *words = ipl_card_sentence (view, i);

          g_string_append_printf (text, " “%s”", words);
        }
    }
  g_string_append_printf (text, ", %" G_GSIZE_FORMAT " tokens each.", card->T);
  if (card->is_chain)
    {
      g_autofree char *along = ipl_number_fixed (card->noise_parallel, 2);
      g_autofree char *across = ipl_number_fixed (card->noise_perpendicular, 2);
      g_autofree char *outside = ipl_number_fixed (card->outside, 2);

      g_string_append_printf (text,
                              " Noise has standard deviation %s in the plane of v+ and v- and %s "
                              "across; tokens lie %s lengths of v+ outside the plane.",
                              along, across, outside);
    }
}

/* A number, or a class by its name, or several numbers. */
static void
append_label (GString *text, const IplView *view, const IplCardSequence *sequence)
{
  g_autofree char *label = NULL;

  if (view->the_case->labels.outputs == 1)
    {
      ipl_table_number (text, sequence->y[0]);
      return;
    }
  label = ipl_label_text (view->the_case, sequence->y, 3);
  g_string_append (text, label);
}

/* The place of every token, and the key that every head attends to most. */
void
ipl_table_card (GString *text, const IplView *view)
{
  const IplTaskCard *card = view->card;
  const IplCaseInfo *the_case = view->the_case;
  const IplTokenTexts *tokens = ipl_card_tokens (view);

  g_string_append_printf (text, "sequence\tlabel\ttoken%s\tstate\tx\ty",
                          tokens != NULL ? "\ttext" : "");
  for (guint l = 0; card != NULL && l < card->L; l++)
    for (guint h = 0; h < card->H[l]; h++)
      {
        g_autofree char *label = ipl_view_head_label (the_case, l, h);

        g_string_append_printf (text, "\tlayer %u %s looks at\tweight", l + 1, label);
      }
  g_string_append_c (text, '\n');
  for (guint i = 0; card != NULL && i < card->n; i++)
    for (gsize t = 0; t < card->T; t++)
      {
        const IplCardSequence *sequence = &card->sequences[i];

        g_string_append_printf (text, "%" G_GSIZE_FORMAT "\t", sequence->number + 1);
        append_label (text, view, sequence);
        g_string_append_printf (text, "\t%" G_GSIZE_FORMAT, t + 1);
        if (tokens != NULL)
          {
            g_autofree char *word
                = ipl_token_texts_show (tokens, sequence->number, t, IPL_MOST_TOKEN_SAID);

            g_string_append_printf (text, "\t%s", word);
          }
        g_string_append_printf (text, "\t%s\t",
                                !card->is_chain                        ? ""
                                : sequence->kinds[t] == IPL_CARD_PLUS  ? "1"
                                : sequence->kinds[t] == IPL_CARD_MINUS ? "-1"
                                                                       : "");
        ipl_table_number (text, sequence->at[2 * t]);
        ipl_table_cell (text, sequence->at[2 * t + 1]);
        for (guint l = 0; l < card->L; l++)
          for (guint h = 0; h < card->H[l]; h++)
            {
              const float *weights = ipl_task_card_attention (card, i, l, h) + t * card->T;
              gsize key = 0;

              for (gsize s = 1; s < card->T; s++)
                if (weights[s] > weights[key])
                  key = s;
              g_string_append_printf (text, "\t%" G_GSIZE_FORMAT "\t", key + 1);
              ipl_table_number (text, weights[key]);
            }
        g_string_append_c (text, '\n');
      }
}
