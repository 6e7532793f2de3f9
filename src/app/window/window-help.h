/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/help/tour.h"
#include "app/window/window-state.h"

GtkWindow *ipl_window_get_help (IplWindow *self);
void ipl_window_offer_tour (IplWindow *self);
IplTour *ipl_window_get_tour (IplWindow *self);
