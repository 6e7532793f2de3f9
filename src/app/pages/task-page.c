/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/pages/page-table.h"

const IplPage ipl_page_task = {
  .id = "task",
  .title = "Task",
  .mnemonic = 's',
  .tooltip
  = "Sequences of the task: hidden states, tokens in the plane, and where every head looks",
  .places = { { "task-card" } },
};
