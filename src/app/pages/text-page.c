/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/pages/page-table.h"

const IplPage ipl_page_text = {
  .id = "text",
  .title = "Text",
  .tooltip = "A transformer learns a text: its attention becomes sparse, then dense again",
  .places = { { "text-runs" }, { "text-attention" }, { "entropy" }, { "mlp-rank" } },
};
