/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/pages/page-table.h"

const IplPage ipl_page_stable_rank = {
  .id = "stable-rank",
  .title = "Stable rank",
  .tooltip = "Stable rank of the lower MLP layers over a network's checkpoints",
  .places = { { "stable-rank" }, { "rank-layers" }, { "spectral-norm" } },
};
