/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* A file on its way to the disk; every file of the program's is written by one. What is written
 * grows elsewhere and takes its place at once, in ipl_file_save_commit(), whole and synced to the
 * disk, so that at every moment the name stands for all of the old file or for all of the new one.
 *
 * What was there is kept: the mode, the owner and the group, as far as this user may, and an access
 * list. A file that its user made read-only is not written to. Where the path is a symbolic link,
 * the file that it points to is written, also where that does not exist yet. Other hard links of a
 * file keep what was in it. FIFOs, devices, sockets and descriptors (/dev/stdout) are written to;
 * what goes there is collected first and goes when it is whole. So it is with a file in a folder
 * where this user may make none, or may replace none: it is written in place, which a failure of
 * the machine can interrupt. */
typedef struct _IplFileSave IplFileSave;

IplFileSave *ipl_file_save_begin (const char *path, GError **error);
int ipl_file_save_get_fd (const IplFileSave *self);
int ipl_file_save_write (IplFileSave *self, gconstpointer bytes, gsize n);
gboolean ipl_file_save_commit (IplFileSave *self, GError **error);
gboolean ipl_file_save_end (IplFileSave *self, int code, GError **error);
void ipl_file_save_abandon (IplFileSave *self);

gboolean ipl_file_save_try (const char *path, double bytes, GError **error);
gboolean ipl_file_save_makes_file (const char *path);
gboolean ipl_file_save_bytes (const char *path, gconstpointer bytes, gsize n, GError **error);
