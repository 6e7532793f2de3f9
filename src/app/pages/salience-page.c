/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/pages/page-table.h"

const IplPage ipl_page_salience = {
  .id = "salience",
  .title = "Salience",
  .tooltip = "Which components grow first, and what that does to attention",
  .places = { { "salience-components" },
              { "salience-profile" },
              { "salience-arrival" },
              { "salience-bars" },
              { "entropy" } },
};
