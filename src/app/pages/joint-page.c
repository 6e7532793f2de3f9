/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/pages/page-table.h"

const IplPage ipl_page_joint = {
  .id = "joint",
  .title = "Joint dynamics",
  .tooltip = "What attention and the lower layer learn together, and how one follows the other",
  .places = { { "joint-course" },
              { "joint-attention" },
              { "joint-prediction" },
              { "joint-curves" },
              { "joint-weights" },
              { "joint-invariant" } },
};
