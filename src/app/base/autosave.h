/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/session-save.h"

typedef struct _IplAutosave IplAutosave;

IplAutosave *ipl_autosave_new (void);
void ipl_autosave_free (IplAutosave *self);
const char *ipl_autosave_get_path (const IplAutosave *self);
const char *ipl_autosave_get_folder (const IplAutosave *self, GError **error);
gboolean ipl_autosave_write (IplAutosave *self, IplSessionSave *save, gboolean last,
                             GError **error);
void ipl_autosave_end (IplAutosave *self);
GPtrArray *ipl_autosave_list_left (void);
void ipl_autosave_remove_tree (const char *path);
