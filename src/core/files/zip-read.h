/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <gio/gio.h>

/* Longer names nobody gives, and each is looked at in a sentence. */
#define IPL_ZIP_MAX_NAME 4096

/* Bytes read at once, and between two looks at the cancellable. */
#define IPL_ZIP_BLOCK (64 * 1024)

/* A zip archive while it is read, within bounds of its own. The rest is private. */
typedef struct
{
  const char *shown;         /* (not owned): what the archive is called in sentences */
  guint max_entries;         /* how many entries it may have */
  double budget;             /* how many bytes its entries may unpack to, all together */
  GCancellable *cancellable; /* (nullable): looked at with every block */

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
