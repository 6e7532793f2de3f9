/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/options/options.h"

#include "core/heads/pruning.h"
#include "core/heads/removal-order.h"
#include "figures/view/view.h"

/* The shown head, sequence and point of the pruning curve, as the options say. */
typedef struct
{
  char *test;   /* (nullable): the test set looked at, by name or number */
  char *head;   /* (nullable): the head whose attention is shown, "L.H" from 1 */
  int sequence; /* which of the sequences drawn it is shown for, from 1; 0 for the first */
  int token;    /* the token that looks, from 1; 0 for the mean over the query's */
  int pruned;   /* heads removed at the point chosen on the pruning curve; negative for no point */
  int random_orders;     /* random orders of the pruning curve; negative for the default */
  char *order_id;        /* (nullable): on which of its curves */
  IplRemovalOrder order; /* the same */
} CliFigureShown;

void cli_figure_shown_clear (CliFigureShown *self);

CliExit cli_figure_shown_parse (CliFigureShown *self, const char *command);
gboolean cli_figure_shown_find_test (const CliFigureShown *self, const IplCase *the_case,
                                     guint *test, GError **error);
gboolean cli_figure_shown_apply (const CliFigureShown *self, IplView *view, GError **error);

/* Entries of its options, to be added to a command's own. */
/* clang-format off */
#define CLI_FIGURE_SHOWN_ENTRIES(shown)                                                            \
  { "test", 0, 0, G_OPTION_ARG_STRING, &(shown).test,                                              \
    "of heads and sequences, the test set looked at, by name or number (default: the first)",      \
    "NAME" },                                                                                      \
  { "head", 0, 0, G_OPTION_ARG_STRING, &(shown).head,                                              \
    "the head whose attention is shown, as layer.head from 1 (default: of the highest score)",     \
    "L.H" },                                                                                       \
  { "sequence", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, (shown).sequence, 1, 1000000),            \
    "which of the sequences drawn its attention is shown for, from 1", "n" },                      \
  { "token", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, (shown).token, 1, 1000000),                  \
    "the token that looks, from 1 (default: the mean over the query's)", "n" },                    \
  { "pruned", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, (shown).pruned, 0, 1000000),                \
    "the point chosen on the pruning curve: so many heads removed", "n" },                         \
  { "random-orders", 0, 0, CLI_ARG_NUMBER,                                                         \
    CLI_NUMBER (WHOLE, (shown).random_orders, 0, IPL_PRUNING_MAX_RANDOM),                          \
    "random orders of the pruning curve (default: 100)", "n" },                                    \
  { "order", 0, 0, G_OPTION_ARG_STRING, &(shown).order_id,                                         \
    "the order of removal on whose curve it is: score, reverse, entropy or random", "ORDER" }
/* clang-format on */
