/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/pages/page-table.h"

const IplPage ipl_page_hierarchy = {
  .id = "hierarchy",
  .title = "Hierarchy",
  .tooltip = "Which neurons come to tell which latents of a hierarchy",
  .places = { { "level-correlation" }, { "latent-correlation" }, { "best-neurons" }, { "loss" } },
};
