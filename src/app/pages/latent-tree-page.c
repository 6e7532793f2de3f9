/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/pages/page-table.h"

const IplPage ipl_page_latent_tree = {
  .id = "latent-tree",
  .title = "Latent tree",
  .tooltip = "What occurs together in a tree of latents, and the order in which it is learned",
  .places = { { "latent-tree" }, { "cooccurrence" }, { "pair-order" }, { "entropy" } },
};
