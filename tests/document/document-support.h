/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../test.h"
#include "../wait-until.h"
#include "document/session-save.h"
#include "document/document.h"

/* Until a run is at its end; until nothing is opened, sampled or solved. */
void wait_for (IplDocument *document, const char *id);
void settle (IplDocument *document);
/* From here on, solved. */
void change (IplDocument *document, const IplParameters *parameters);
const IplParameters *parameters_of (IplDocument *document);
IplView view_of (IplDocument *document);
void open_path (IplDocument *document, const char *path);
/* The last message that is not empty, and nothing before the first: for a signal "message". */
void note_message (IplDocument *document, const char *text, gboolean is_error, char **noted);
/* The title of the panel U in the style of figures. */
void set_title (IplDocument *document, const char *title, const char *tag);
const char *title_of (IplDocument *document);
void save (IplDocument *document, const char *path);
/* @file: (nullable): in the place of the document alone */
void open_saved (IplDocument *document, IplSessionFile *file, const char *json);
/* Opens a session file in another session. */
void open_file (IplDocument *document, const char *path);
extern char *home; /* all folders of the user's, of a name that no session may hold */
#define SOMEBODY "interplay-somebody"
/* A chain that is solved in a moment. */
IplDocument *open_small (void);
