/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "session/session.h"

#define IPL_TYPE_NETWORKS_DIALOG (ipl_networks_dialog_get_type ())
G_DECLARE_FINAL_TYPE (IplNetworksDialog, ipl_networks_dialog, IPL, NETWORKS_DIALOG, GtkWindow)

IplNetworksDialog *ipl_networks_dialog_new (GtkWindow *parent, IplSession *session);
