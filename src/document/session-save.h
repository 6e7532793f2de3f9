/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/files/npz.h"
#include "core/sessions/session-file.h"
#include "figures/python/python-figure.h"
#include "document/document.h"

/* A session as it was at one moment, to be written to a file in any thread. */
typedef struct _IplSessionSave IplSessionSave;

IplSessionSave *ipl_session_save_new (IplDocument *document, const char *json);
void ipl_session_save_expect (IplSessionSave *self, IplDocument *document, const char *path);
void ipl_session_save_leave_places (IplSessionSave *self);
gboolean ipl_session_save_write (IplSessionSave *self, const char *path, const char *within,
                                 GCancellable *cancellable, GError **error);
void ipl_session_save_free (IplSessionSave *self);

void ipl_document_was_saved (IplDocument *self, const IplSessionSave *save, const char *path);
const char *ipl_document_get_file (IplDocument *self);
gboolean ipl_document_is_unsaved (IplDocument *self);
void ipl_document_was_in_file (IplDocument *self, const char *path, const char *stamp,
                               gboolean unsaved);
const char *ipl_document_get_stamp (IplDocument *self);
gboolean ipl_document_is_file_opening (IplDocument *self);

gboolean ipl_session_has_files (const IplSessionFile *file, const char *json, GError **error);
gboolean ipl_document_open_saved (IplDocument *self, const IplSessionFile *file, const char *json,
                                  GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSessionSave, ipl_session_save_free)

/* References to the results of one moment, to be written in any thread. */
typedef struct
{
  IplParameters parameters; /* their parameters */
  IplView *view;            /* their view */
} IplDocumentResults;

IplDocumentResults *ipl_document_copy_results (IplDocument *self);
gboolean ipl_document_has_results (IplDocument *self);
gboolean ipl_document_results_have_heads (IplDocument *self);
char *ipl_document_results_get_settings (const IplDocumentResults *self, IplPythonArrays arrays,
                                         gboolean anonymous);
gboolean ipl_document_results_save (const IplDocumentResults *self, IplPythonArrays arrays,
                                    gboolean anonymous, const char *path, GError **error);
void ipl_document_results_free (IplDocumentResults *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplDocumentResults, ipl_document_results_free)
