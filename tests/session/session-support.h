/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "session/session.h"

/* Until a run is at its end; fails after two minutes. */
void wait_for (IplSession *session, const char *id);
/* A chain that is solved in a moment. */
IplSession *open_small (void);
/* A file, or a folder with all in it. */
void remove_tree (const char *path);
