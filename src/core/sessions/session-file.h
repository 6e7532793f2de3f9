/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/files/npz.h"

/* The version that is written, and the newest that can be read. */
#define IPL_SESSION_VERSION 1

#define IPL_SESSION_SUFFIX ".interplay"

/* The limit of a document, in bytes and in words; larger ones are not written. */
#define IPL_SESSION_MAX_DOCUMENT (16 * 1024 * 1024)
#define IPL_SESSION_MAX_SHOWN "16 MiB"

/* A file that belongs to a session. */
typedef struct
{
  /* name of its copy in the session, as "files/2/mine.npz"; empty if the session has only the
   * path */
  char *name;
  char *from;   /* its name in the document: "./mine.npz", "~/data/mine.npz", or the path */
  char *place;  /* its path when the session was saved */
  char *sha256; /* hash of the copy; empty without a copy */
  gsize size;   /* of its copy, in bytes */
  char *path;   /* (nullable): its present path */
} IplSessionMember;

/* A session as a file: a zip readable by numpy.load, with the arrays of a results file, the open
 * document as JSON (document.json, its hash in document_sha256), and byte-for-byte copies of its
 * input files, draws and networks. */
typedef struct
{
  char *path;         /* the file */
  char *stamp;        /* (nullable): ipl_file_stamp() of it at the time of opening */
  char *program;      /* the version of Interplay that wrote it */
  char *document;     /* the document as JSON */
  GPtrArray *members; /* (element-type IplSessionMember): its files */
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

/* Parts are added one by one. The file gets its name, complete and synced, only when close
 * succeeds, as an .npz does. */
IplSessionWriter *ipl_session_writer_new (const char *path, const char *document, GError **error);
void ipl_session_writer_add_file (IplSessionWriter *self, const char *path, gboolean copies,
                                  GCancellable *cancellable);
void ipl_session_writer_add_unnamed_file (IplSessionWriter *self, const char *path,
                                          GCancellable *cancellable);
void ipl_session_writer_leave_places (IplSessionWriter *self);
IplNpzWriter *ipl_session_writer_get_arrays (IplSessionWriter *self);
void ipl_session_writer_carry_arrays (IplSessionWriter *self, const char *path,
                                      GCancellable *cancellable);
void ipl_session_writer_expect (IplSessionWriter *self, const char *stamp);
/* Frees @self. */
gboolean ipl_session_writer_close (IplSessionWriter *self, GCancellable *cancellable,
                                   GError **error);
