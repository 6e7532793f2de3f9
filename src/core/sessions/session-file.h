/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/files/npz.h"

/* The form that is written, and the newest that is read. */
#define IPL_SESSION_VERSION 1

#define IPL_SESSION_SUFFIX ".interplay"

/* The largest document, in bytes, and in words: a larger one is not written. */
#define IPL_SESSION_MAX_DOCUMENT (16 * 1024 * 1024)
#define IPL_SESSION_MAX_SHOWN "16 MiB"

/* A file that belongs to a session. */
typedef struct
{
  /* of its copy in the session: "files/2/mine.npz", or "kept/draws-0"; empty where the session only
   * says where it was */
  char *name;
  char *from;   /* how the document names it: "./mine.npz", "~/data/mine.npz", or the path */
  char *place;  /* where it was when the session was saved */
  char *sha256; /* of what was in it; empty where there is no copy */
  gsize size;   /* of its copy, in bytes */
  char *path;   /* (nullable): where it is now */
} IplSessionMember;

/* A session as a file: a zip that numpy.load opens, with the arrays of a results file, what was
 * open as JSON (document.json, its hash in document_sha256), and copies of the files that it was
 * made from and of draws and networks, byte for byte. */
typedef struct
{
  char *path;         /* the file */
  char *stamp;        /* (nullable): ipl_file_stamp() of it when it was opened */
  char *program;      /* the version of Interplay that wrote it */
  char *document;     /* what was open, as JSON */
  GPtrArray *members; /* (element-type IplSessionMember): the files that belong to it */
} IplSessionFile;

gboolean ipl_session_file_is (const char *path);
IplSessionFile *ipl_session_file_open (const char *path, GCancellable *cancellable, GError **error);
IplSessionFile *ipl_session_file_read (int fd, const char *path, GCancellable *cancellable,
                                       GError **error);
gboolean ipl_session_file_unpack (IplSessionFile *self, const char *folder,
                                  GCancellable *cancellable, GError **error);
const char *ipl_session_file_find (const IplSessionFile *self, const char *from);
void ipl_session_file_free (IplSessionFile *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSessionFile, ipl_session_file_free)

typedef struct _IplSessionWriter IplSessionWriter;

/* Parts are added one by one; the file appears under its name, whole and synced, only when close
 * succeeds, as an .npz does. */
IplSessionWriter *ipl_session_writer_new (const char *path, const char *document, GError **error);
void ipl_session_writer_add_file (IplSessionWriter *self, const char *path, gboolean copies,
                                  GCancellable *cancellable);
void ipl_session_writer_keep_file (IplSessionWriter *self, const char *path,
                                   GCancellable *cancellable);
void ipl_session_writer_leave_places (IplSessionWriter *self);
IplNpzWriter *ipl_session_writer_get_arrays (IplSessionWriter *self);
void ipl_session_writer_carry_arrays (IplSessionWriter *self, const char *path,
                                      GCancellable *cancellable);
void ipl_session_writer_expect (IplSessionWriter *self, const char *stamp);
/* Frees @self. */
gboolean ipl_session_writer_close (IplSessionWriter *self, GCancellable *cancellable,
                                   GError **error);
