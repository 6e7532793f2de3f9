/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "files/npz-support.h"

#include <archive.h>
#include <archive_entry.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct _NpzBuilder
{
  struct archive *archive;
  char *path;
};

NpzBuilder *
npz_builder_new (void)
{
  NpzBuilder *self = g_new0 (NpzBuilder, 1);
  static guint n;
  g_autofree char *name = g_strdup_printf ("built-%u.npz", n++);

  self->path = test_path (name);
  self->archive = archive_write_new ();
  archive_write_set_format_zip (self->archive);
  archive_write_zip_set_compression_store (self->archive);
  archive_write_set_bytes_in_last_block (self->archive, 1);
  g_assert_cmpint (archive_write_open_filename (self->archive, self->path), ==, ARCHIVE_OK);
  return self;
}

void
npz_builder_member (NpzBuilder *self, const char *member, gconstpointer bytes, gsize n)
{
  struct archive_entry *entry = archive_entry_new ();

  archive_entry_set_pathname (entry, member);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_size (entry, (la_int64_t)n);
  g_assert_cmpint (archive_write_header (self->archive, entry), ==, ARCHIVE_OK);
  g_assert_cmpint (archive_write_data (self->archive, bytes, n), ==, (gssize)n);
  archive_entry_free (entry);
}

/* An .npy of version 1.0 with the dictionary @header as it stands. */
void
npz_builder_npy (NpzBuilder *self, const char *name, const char *header, gconstpointer data,
                 gsize n)
{
  g_autofree char *member = g_strconcat (name, ".npy", NULL);
  GByteArray *bytes = g_byte_array_new ();
  gsize length = strlen (header) + 1;
  guint8 size[2] = { length & 0xff, length >> 8 };

  g_byte_array_append (bytes, (const guint8 *)"\x93NUMPY\x01\x00", 8);
  g_byte_array_append (bytes, size, 2);
  g_byte_array_append (bytes, (const guint8 *)header, (guint)length - 1);
  g_byte_array_append (bytes, (const guint8 *)"\n", 1);
  if (n > 0)
    g_byte_array_append (bytes, data, (guint)n);
  npz_builder_member (self, member, bytes->data, bytes->len);
  g_byte_array_unref (bytes);
}

static gsize
shape_size (const char *shape)
{
  g_auto (GStrv) parts = g_strsplit (shape, ",", -1);
  gsize size = 1;

  for (gsize i = 0; parts[i] != NULL; i++)
    if (g_strstrip (parts[i])[0] != '\0')
      size *= (gsize)g_ascii_strtoull (parts[i], NULL, 10);
  return size;
}

/* @shape as Python writes it inside the brackets: "3, 4" or "3,". */
void
npz_builder_doubles (NpzBuilder *self, const char *name, const double *values, const char *shape)
{
  g_autofree char *header
      = g_strdup_printf ("{'descr': '<f8', 'fortran_order': False, 'shape': (%s), }", shape);

  npz_builder_npy (self, name, header, values, 8 * shape_size (shape));
}

void
npz_builder_ones (NpzBuilder *self, const char *name, const char *shape)
{
  gsize size = shape_size (shape);
  g_autofree double *values = g_new (double, size + 1);

  for (gsize i = 0; i < size; i++)
    values[i] = 1;
  npz_builder_doubles (self, name, values, shape);
}

void
npz_builder_text (NpzBuilder *self, const char *name, const char *text)
{
  glong length;
  g_autofree gunichar *characters = g_utf8_to_ucs4_fast (text, -1, &length);
  g_autofree char *header
      = g_strdup_printf ("{'descr': '<U%ld', 'fortran_order': False, 'shape': (), }", length);

  npz_builder_npy (self, name, header, characters, 4 * (gsize)length);
}

/* Returns the path of the file, in the folder of the test. */
char *
npz_builder_finish (NpzBuilder *self)
{
  char *path = self->path;

  g_assert_cmpint (archive_write_close (self->archive), ==, ARCHIVE_OK);
  archive_write_free (self->archive);
  g_free (self);
  return path;
}

/* A Python that has NumPy, or NULL. */
static const char *
find_python (void)
{
  static const char *const pythons[] = { "python3", "/usr/bin/python3" };

  for (gsize k = 0; k < G_N_ELEMENTS (pythons); k++)
    {
      const char *const probe[] = { pythons[k], "-c", "import numpy", NULL };
      gint status;

      if (g_spawn_sync (NULL, (char **)probe, NULL,
                        G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, NULL, NULL,
                        &status, NULL)
          && g_spawn_check_wait_status (status, NULL))
        return pythons[k];
    }
  return NULL;
}

/* Runs a script with one argument under Python with NumPy; FALSE, with the test skipped, where
 * there is none. */
gboolean
npz_run_python (const char *script, const char *argument, char **output)
{
  const char *python = find_python ();
  const char *const run[] = { python, "-c", script, argument, NULL };
  g_autofree char *errors = NULL;
  GError *error = NULL;
  gint status;

  if (python == NULL)
    {
      g_test_skip ("no Python with NumPy here");
      return FALSE;
    }
  g_spawn_sync (NULL, (char **)run, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, output, &errors, &status,
                &error);
  g_assert_no_error (error);
  if (status != 0)
    g_error ("Python failed: %s", errors);
  return TRUE;
}
