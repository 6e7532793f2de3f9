/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "figures/kit/symbol.h"

void ipl_symbol_tips_set_place (GtkWidget *window, IplSymbolPlace place);
void ipl_symbol_tips_add (GtkWidget *widget);
