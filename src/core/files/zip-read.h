/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <gio/gio.h>

/* Longer names are refused; messages quote names. */
#define IPL_ZIP_MAX_NAME 4096

/* Bytes of a read, and between two checks of the cancellable. */
#define IPL_ZIP_BLOCK (64 * 1024)

/* A zip archive in reading, with its limits. The other members are private. */
typedef struct
{
  const char *shown;         /* (not owned): name of the archive in messages */
  guint max_entries;         /* largest number of entries */
  double budget;             /* limit of the total of unpacked bytes */
  GCancellable *cancellable; /* (nullable): checked with every block */

  struct archive *archive;
  struct archive_entry *entry;
  int fd; /* not owned */
  guint n_entries;
  double unpacked;
  guint8 block[IPL_ZIP_BLOCK];
} IplZip;

gboolean ipl_zip_open (IplZip *self, int fd);
void ipl_zip_close (IplZip *self);
gboolean ipl_zip_next (IplZip *self, struct archive_entry **entry, GError **error);
const char *ipl_zip_name (struct archive_entry *entry);
const char *ipl_zip_unusual (const IplZip *self);
gboolean ipl_zip_is (int fd, int (*look) (const char *name));
gssize ipl_zip_read (IplZip *self, gpointer bytes, gsize n, GError **error);
