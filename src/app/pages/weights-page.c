/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/pages/page-table.h"

const IplPage ipl_page_weights = {
  .id = "weights",
  .title = "Weights",
  .mnemonic = 'W',
  .tooltip = "The effective weights of the paths as arrows, draw by draw, and U, their products",
  .places = { { "weights" }, { "u" } },
};
