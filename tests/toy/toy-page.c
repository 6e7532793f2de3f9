/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A page of a program's own: the toy panel beside one of the house's. All it takes is this file and
 * a line in toy-page-table.c. */

#include "toy-page.h"

const IplPage toy_page = {
  .id = "toy",
  .title = "Toy",
  .mnemonic = 'y',
  .tooltip = "A page of the tests",
  .keys = "<Control><Alt>9",
  .places = { { "toy", "<Control><Alt>8", 'o' }, { "accuracy" }, { "toy-carriers" } },
};
