/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/pages/page-table.h"

const IplPage ipl_page_theory = {
  .id = "theory",
  .title = "Theory",
  .mnemonic = 'T',
  .tooltip = "Paths, order parameter, accuracy and principal components",
  .composite = "all",
  .places = { { "paths", "<Control>1", 'p' },
              { "u", "<Control>2", 'U' },
              { "accuracy", "<Control>3", 'A' },
              { "overlap", "<Control>4", 'o' } },
};
