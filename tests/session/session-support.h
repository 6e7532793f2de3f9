/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../test.h"
#include "../wait-until.h"
#include "session/session-save.h"
#include "session/session.h"

/* Until a run is at its end; until nothing is opened, sampled or solved. */
void wait_for (IplSession *session, const char *id);
void settle (IplSession *session);
/* From here on, solved. */
void change (IplSession *session, const IplParameters *parameters);
const IplParameters *parameters_of (IplSession *session);
IplView view_of (IplSession *session);
void open_path (IplSession *session, const char *path);
/* The last message that is not empty, and nothing before the first: for a signal "message". */
void note_message (IplSession *session, const char *text, gboolean is_error, char **noted);
/* The title of the panel U in the style of figures. */
void set_title (IplSession *session, const char *title, const char *tag);
const char *title_of (IplSession *session);
void save (IplSession *session, const char *path);
/* @file: (nullable): in the place of the document alone */
void open_saved (IplSession *session, IplSessionFile *file, const char *json);
/* Opens a session file in another session. */
void open_file (IplSession *session, const char *path);
extern char *home; /* all folders of the user's, of a name that no session may hold */
#define SOMEBODY "interplay-somebody"
/* A chain that is solved in a moment. */
IplSession *open_small (void);
