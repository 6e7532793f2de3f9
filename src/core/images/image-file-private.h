/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <sys/stat.h>

/* A descriptor of a regular file that is not empty, or -1 with a sentence. */
int ipl_image_file_open (const char *path, struct stat *status, GError **error);
