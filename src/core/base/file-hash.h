/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/base/file-save.h"

char *ipl_file_hash (const char *path, IplFileSave *copy, GCancellable *cancellable,
                     GError **error);
char *ipl_file_copy (const char *from, const char *to, GCancellable *cancellable, GError **error);
const char *ipl_file_identity (const char *path);
char *ipl_file_stamp (const char *path);
