/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Roles that the user gave arrays by hand, for the next file with the same arrays. */
#pragma once

#include "core/parameters/parameters.h"

char *ipl_kept_roles_find (const char *path);
void ipl_kept_roles_use (const char *path, IplParameters *parameters);
gboolean ipl_kept_roles_keep (const char *roles, GError **error);
