/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <sys/stat.h>

void ipl_file_buffer_pipes (void);
int ipl_file_open (const char *path, struct stat *status, GError **error);
char *ipl_file_read (const char *path, gsize most, gsize *length, GError **error);
