/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/pages/page-table.h"

const IplPage ipl_page_kernels = {
  .id = "kernels",
  .title = "Kernels",
  .mnemonic = 'K',
  .tooltip = "The path-path kernels of which the kernel is a sum, and how well it fits the labels",
  .composite = "kernels",
  .places = { { "kernel-tiles", NULL, 0 }, { "overlap", NULL, 0 }, { "kernel-sum", NULL, 0 } },
};
