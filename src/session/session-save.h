/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/files/npz.h"
#include "core/sessions/session-file.h"
#include "figures/python/python-figure.h"
#include "session/session.h"

/* A session as it was at one moment, to be written to a file in any thread. */
typedef struct _IplSessionSave IplSessionSave;

IplSessionSave *ipl_session_save_new (IplSession *session, const char *json);
void ipl_session_save_expect (IplSessionSave *self, IplSession *session, const char *path);
void ipl_session_save_leave_places (IplSessionSave *self);
gboolean ipl_session_save_write (IplSessionSave *self, const char *path, const char *within,
                                 GCancellable *cancellable, GError **error);
void ipl_session_save_free (IplSessionSave *self);

void ipl_session_was_saved (IplSession *self, const IplSessionSave *save, const char *path);
const char *ipl_session_get_file (IplSession *self);
gboolean ipl_session_is_unsaved (IplSession *self);
void ipl_session_was_in_file (IplSession *self, const char *path, const char *stamp,
                              gboolean unsaved);
const char *ipl_session_get_stamp (IplSession *self);
gboolean ipl_session_is_file_opening (IplSession *self);

gboolean ipl_session_has_files (const IplSessionFile *file, const char *json, GError **error);
gboolean ipl_session_open_saved (IplSession *self, const IplSessionFile *file, const char *json,
                                 GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSessionSave, ipl_session_save_free)

/* References to the results of one moment, to be written in any thread. */
typedef struct
{
  IplParameters parameters; /* their parameters */
  IplView *view;            /* their view */
} IplSessionResults;

IplSessionResults *ipl_session_copy_results (IplSession *self);
gboolean ipl_session_has_results (IplSession *self);
gboolean ipl_session_results_have_heads (IplSession *self);
char *ipl_session_results_get_settings (const IplSessionResults *self, IplPythonArrays arrays,
                                        gboolean anonymous);
gboolean ipl_session_results_save (const IplSessionResults *self, IplPythonArrays arrays,
                                   gboolean anonymous, const char *path, GError **error);
void ipl_session_results_free (IplSessionResults *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSessionResults, ipl_session_results_free)
