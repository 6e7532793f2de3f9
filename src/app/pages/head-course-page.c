/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/pages/page-table.h"

const IplPage ipl_page_head_course = {
  .id = "head-course",
  .title = "Course",
  .tooltip = "U, head scores and attention entropy of every head while a network learns",
  .places = { { "path-course" },
              { "head-scores" },
              { "head-entropy" },
              { "course-u" },
              { "training" },
              { "loss" } },
  .in_time = TRUE,
};
