/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The task card as text and tables. */

#include "figures/kit/number.h"
#include "figures/panels/sequence/sequence.h"
#include "figures/view/outputs.h"
#include "figures/view/target-arrow-keys.h"
#include "figures/view/view-words.h"

/* Maximum number of tokens for which the table has attention. */
#define MOST_LISTED 64

const char *
ipl_card_empty (const IplView *view, const char **more)
{
  if (view->card != NULL)
    return NULL;
  *more = ipl_quantities_get_why (&view->quantities, &ipl_quantity_card);
  return ipl_quantities_get_why (&view->quantities, &ipl_quantity_card) != NULL
             ? "This task has no card"
             : "The card is being drawn";
}

/* Returns: (nullable): texts of the tokens of the test set of the card. */
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

/* Returns: (transfer full): the texts of a sequence; "" if there are none */
char *
ipl_card_sentence (const IplView *view, guint sequence)
{
  return ipl_token_texts_show_example (
      ipl_card_tokens (view), view->card->sequences[sequence].number, IPL_MOST_TOKEN_SHOWN);
}

/* Returns "6 “word” (state +)". */
static const char *
name_token (IplPlot *plot, const IplCardSequence *sequence, gsize token)
{
  static const char *const states[] = { " (the beginning)", " (state +)", " (state −)" };
  const IplTaskCard *card = plot->view->card;
  g_autofree char *word
      = ipl_token_texts_format (ipl_card_tokens (plot->view), sequence->number, token);
  g_autofree char *name = g_strdup_printf ("%" G_GSIZE_FORMAT "%s%s", token + 1, word,
                                           card->is_chain ? states[sequence->kinds[token]] : "");

  return ipl_plot_adopt_text (plot, g_markup_escape_text (name, -1));
}

static IplTarget
make_token (gsize i, gconstpointer data)
{
  return ipl_target_sequence (GPOINTER_TO_INT (data), i);
}

static const IplItems tokens_of_plane
    = { "token", IPL_TARGET_SEQUENCE, make_token, NULL, NULL, TRUE };

/* Adds the positions of the tokens in the plane to text and table. */
static void
add_place_numbers (IplPlot *plot, guint i, const char *name, const char *const *tokens)
{
  static const char *const axes_names[][2]
      = { { "component 1", "component 2" }, { "along v₊", "along v₋" } };
  const IplTaskCard *card = plot->view->card;
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  IplNumbers x = ipl_plot_new_steps (plot, card->T, 1, 1);

  axes->x.title = ipl_plot_format (plot, "token of %s", name);
  axes->names = tokens;
  for (guint k = 0; k < 2; k++)
    {
      IplNumbers at = { card->sequences[i].at + k, card->T, 2, NULL };

      ipl_axes_add (axes, (IplMark){ IPL_MARK_POINTS, .x = x, .y = at,
                                     .series = axes_names[card->is_chain][k], .each = axes->x.title,
                                     .items = &tokens_of_plane, .item_data = GINT_TO_POINTER (i) });
    }
}

/* Adds the attention of each head to text and table. */
static void
add_head_numbers (IplPlot *plot, guint i, const char *name, const char *const *tokens)
{
  const IplTaskCard *card = plot->view->card;
  gsize T = card->T;

  for (guint l = 0; l < card->L; l++)
    for (guint h = 0; h < card->H[l]; h++)
      {
        g_autofree char *head = ipl_view_head_label (plot->view->the_case, l, h);
        const float *weights = ipl_task_card_attention (card, i, l, h);
        double *attention = ipl_plot_new_numbers (plot, T * T);
        IplTarget item = ipl_target_token (l, h, i, -1);

        for (gsize k = 0; k < T * T; k++)
          attention[k] = weights[k];
        ipl_sequence_add_numbers (plot, g_strdup_printf ("layer %u, %s, %s", l + 1, head, name),
                                  &(IplSequenceNumbers){ item, T, T, attention, tokens, tokens,
                                                         &ipl_cells_of_queries });
      }
}

/* Adds a note on noise and extent of a chain, in units of the vectors that span its plane. */
static void
note_chain (IplPlot *plot, const IplTaskCard *card)
{
  g_autofree char *along = ipl_number_fixed (card->noise_parallel, 2);
  g_autofree char *across = ipl_number_fixed (card->noise_perpendicular, 2);
  g_autofree char *outside = ipl_number_fixed (card->outside, 2);

  ipl_plot_add_note (plot,
                     "Noise has standard deviation %s in the plane of v₊ and v₋ and %s across; "
                     "tokens lie %s lengths of v₊ outside the plane.",
                     along, across, outside);
}

void
ipl_card_add_numbers (IplPlot *plot, const IplView *view)
{
  const IplTaskCard *card = view->card;

  for (guint i = 0; i < card->n; i++)
    {
      const IplCardSequence *sequence = &card->sequences[i];
      const char **tokens = ipl_plot_new_names (plot, card->T);
      g_autofree char *name = name_sequence (view, sequence);
      g_autofree char *words = ipl_card_tokens (view) != NULL ? ipl_card_sentence (view, i) : NULL;

      for (gsize t = 0; t < card->T; t++)
        tokens[t] = name_token (plot, sequence, t);
      add_place_numbers (plot, i, name, tokens);
      if (card->T <= MOST_LISTED)
        add_head_numbers (plot, i, name, tokens);
      if (words != NULL)
        ipl_plot_add_note (plot, "The text of %s is “%s”.", name, words);
    }
  if (card->is_chain)
    note_chain (plot, card);
}
