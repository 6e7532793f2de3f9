/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/files/zip-read.h"
#include "core/sessions/session-file.h"

gboolean ipl_session_file_set_damaged (const IplSessionFile *self, const char *why, GError **error);
IplZip *ipl_session_file_open_zip (const IplSessionFile *self, int fd, GCancellable *cancellable,
                                   GError **error);
gssize ipl_session_file_read_some (const IplSessionFile *self, IplZip *zip, gpointer bytes, gsize n,
                                   GError **error);
char *ipl_session_place_text (const char *path, const char *session);
char *ipl_session_name_text (const char *name);
char *ipl_session_find_place (const char *text, const char *session);
void ipl_session_leave_places (GString *document);
char *ipl_session_read_without_places (const char *path, gsize *size);
void ipl_session_zip_free (IplZip *zip);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplZip, ipl_session_zip_free)
