/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <sys/stat.h>

/* The type of file at the end of a path. */
typedef enum
{
  IPL_TARGET_NEW,        /* nothing is there yet */
  IPL_TARGET_FILE,       /* a regular file, which can be replaced by another */
  IPL_TARGET_STREAM,     /* a FIFO or a device: what is written goes somewhere else */
  IPL_TARGET_SOCKET,     /* a socket that the user may listen on */
  IPL_TARGET_DESCRIPTOR, /* a file that this process has open, as /dev/stdout */
} IplTargetKind;

typedef struct
{
  char *path; /* with symbolic links followed, so that they stay what they are */
  IplTargetKind kind;
  struct stat status; /* of %IPL_TARGET_FILE */
  int descriptor;     /* of %IPL_TARGET_DESCRIPTOR */
} IplTarget;

int ipl_target_find (const char *path, IplTarget *self);
void ipl_target_clear (IplTarget *self);
int ipl_target_open (const IplTarget *self);
int ipl_target_open_folder (const IplTarget *self);
void ipl_target_keep_attributes (const IplTarget *self, int fd);

int ipl_temporary_new (const char *target, mode_t mode, char **path);
void ipl_temporary_remove_stale (const char *target);
int ipl_temporary_spool (void);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplTarget, ipl_target_clear)
