/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#define IPL_APPLICATION_ARGUMENT "FILE"

extern const GOptionEntry ipl_application_options[];

char *ipl_application_summary (void);
