/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a program adds to the table of the window: beside toy-table.c, which knows no GTK. */

#include "toy-page.h"

void
toy_register_pages (void)
{
  ipl_page_register (&toy_page);
}
