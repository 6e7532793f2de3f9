/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "figures/output/figure.h"
#include "session/session.h"

GtkWindow *ipl_numbers_dialog_new (GtkWindow *parent, IplSession *session, const IplPanel *panel);
