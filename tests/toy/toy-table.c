/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a program adds to the tables of the house: a line each. */

#include "toy-table.h"

void
toy_register_panels (void)
{
  ipl_panel_register (&toy_panel);
}

void
toy_register_quantities (void)
{
  ipl_quantity_register (&toy_quantity);
  ipl_panel_register (&toy_quantity_panel);
}

void
toy_register_experiments (void)
{
  ipl_experiment_register (&toy_experiment);
}
