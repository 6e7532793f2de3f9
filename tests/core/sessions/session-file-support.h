/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/sessions/session-file.h"

/* A file of @size times @fill in the folder of the test. Returns: (transfer full): its path */
char *session_write_file (const char *name, gsize size, char fill);
/* Asserts that the file is such a one. */
void session_check_bytes (const char *path, gsize size, char fill);
/* Opens a session of this program and this document. */
IplSessionFile *session_open_complete (const char *path, const char *document);
