/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/pages/page-table.h"

const IplPage ipl_page_heads = {
  .id = "heads",
  .title = "Heads",
  .mnemonic = 'H',
  .tooltip = "What each head is worth, and what is left as heads are removed",
  .composite = "network",
  .places = { { "heads", "<Control><Alt>4", 'H' },
              { "pruning", "<Control><Alt>5", 'u' },
              { "paths" },
              { "u" } },
  .run = "heads",
};
