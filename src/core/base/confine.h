/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* The rights of a process to a file, or with all that a folder holds. */
typedef enum
{
  IPL_CONFINE_READ = 1,    /* files may be read and folders listed */
  IPL_CONFINE_WRITE = 2,   /* files may be made, written, renamed and removed */
  IPL_CONFINE_EXECUTE = 4, /* programs may be started */
} IplConfineAccess;

typedef struct _IplConfine IplConfine;

IplConfine *ipl_confine_new (void);
void ipl_confine_free (IplConfine *self);
void ipl_confine_allow (IplConfine *self, const char *path, IplConfineAccess access);
gboolean ipl_confine_enter (IplConfine *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplConfine, ipl_confine_free)
