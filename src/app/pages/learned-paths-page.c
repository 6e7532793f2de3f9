/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/pages/page-table.h"

const IplPage ipl_page_learned_paths = {
  .id = "learned-paths",
  .title = "Learned paths",
  .tooltip = "Attention as it is learned, and what the theory of paths makes of it at every time",
  .places = { { "learned-attention" },
              { "learned-u" },
              { "learned-accuracy" },
              { "learned-alignment" },
              { "learned-scores" },
              { "learned-entropy" } },
};
