/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Writes a file; the program uses it for all files. Data go to a temporary file in the same
 * folder, which replaces the target in ipl_file_save_commit(), complete and synced: at every
 * moment the name refers to the complete old file or to the complete new one.
 *
 * The new file has the mode of the old one. A read-only file is not replaced. Symbolic links are
 * followed, even to a target that does not exist. FIFOs, devices and descriptors (/dev/stdout)
 * are written in a single pass at the end. */
typedef struct _IplFileSave IplFileSave;

/* Prefix of temporary files; one remains if the program was killed. */
#define IPL_FILE_SAVE_TEMPORARY ".interplay-"

IplFileSave *ipl_file_save_begin (const char *path, GError **error);
int ipl_file_save_get_fd (const IplFileSave *self);
int ipl_file_save_write (IplFileSave *self, gconstpointer bytes, gsize n);
gboolean ipl_file_save_commit (IplFileSave *self, GError **error);
gboolean ipl_file_save_end (IplFileSave *self, int code, GError **error);
void ipl_file_save_abandon (IplFileSave *self);

gboolean ipl_file_save_try (const char *path, double bytes, GError **error);
gboolean ipl_file_save_makes_file (const char *path);
gboolean ipl_file_save_bytes (const char *path, gconstpointer bytes, gsize n, GError **error);
