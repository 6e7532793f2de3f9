/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The card of a task, and a map whose numbers are made up but always the same. */

#include "core/experiments/markov-chain-experiment.h"
#include "core/maps/map.h"
#include "core/parameters/parameters.h"
#include "figure-fixture.h"

/* Two seeds of few widths and temperatures. */
IplMap *
fixture_map_new (void)
{
  g_auto (IplRunSettings) run = { .command = NULL };
  double numbers[IPL_MAP_N_NUMBERS], diagonal[] = { 4, 3, 2, 1 };
  IplParameters parameters;
  IplMap *map;

  ipl_parameters_init (&parameters, "hmc4");
  ipl_run_settings_init (&run, "map", &parameters);
  g_assert_true (ipl_map_axis_find (&run.x, "x", "N=10,20,gp", &parameters, NULL));
  g_assert_true (ipl_map_axis_find (&run.y, "y", "T=0.1234567,1", &parameters, NULL));
  g_assert_true (ipl_sweep_axis_parse (&run.seeds, "--seeds", "1-2", FALSE, NULL));
  map = ipl_map_new (&run, NULL);
  g_assert_nonnull (map);
  for (guint i = 0; i < map->n; i++)
    {
      for (guint k = 0; k < IPL_MAP_N_NUMBERS; k++)
        numbers[k] = 0.5 + 0.5 * fixture_irregular (i + 31 * k);
      ipl_map_set_solved (map, i, numbers, G_N_ELEMENTS (diagonal), diagonal);
    }
  return map;
}

/* Adds sequences of the hidden Markov chain of the paper.
 * Returns: (transfer full): the card, which the view borrows */
IplTaskCard *
fixture_add_card (Fixture *self)
{
  IplMarkovChain chain;
  IplTaskCard *card;

  ipl_markov_chain_init_hmc4 (&chain);
  chain.n_test = 20;
  card = ipl_task_card_new_of_chain (&chain, 2, NULL);
  self->the_case->level = IPL_LEVEL_WEIGHTS;
  self->the_case->T = card->T;
  self->view.card = card;
  return card;
}
