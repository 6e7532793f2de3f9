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

static void
add_text (NpzBuilder *self, const char *name, const char *text)
{
  glong length;
  g_autofree gunichar *characters = g_utf8_to_ucs4_fast (text, -1, &length);
  g_autofree char *header
      = g_strdup_printf ("{'descr': '<U%ld', 'fortran_order': False, 'shape': (), }", length);

  npz_builder_npy (self, name, header, characters, 4 * (gsize)length);
}

/* Fills @values by what follows the shape of an array. */
static void
fill_values (const char *how, double *values, gsize size)
{
  gsize n = 0;
  char *end;

  for (gsize i = 0; i < size; i++)
    values[i] = 1;
  if (*how == '~')
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32)strtoul (how + 1, NULL, 10));

      for (gsize i = 0; i < size; i++)
        values[i] = g_rand_double_range (rand, -2, 2);
    }
  else if (*how == '@')
    {
      n = strtoul (how + 1, &end, 10);
      values[n] = g_ascii_strtod (end + 1, NULL);
    }
  else if (*how == '=')
    {
      for (how++; n < size && (values[n] = g_ascii_strtod (how, &end), end != how); how = end)
        n++;
      for (gsize i = n; i < size; i++)
        values[i] = values[i % n];
    }
}

/* ASCII texts of at most four characters, as NumPy holds them. @list: "a,b}" */
static void
add_texts (NpzBuilder *self, const char *name, const char *list)
{
  g_autofree char *inside = g_strndup (list, strcspn (list, "}")), *header = NULL;
  g_auto (GStrv) texts = g_strsplit (inside, ",", -1);
  gunichar characters[16][4] = { { 0 } };
  guint n = g_strv_length (texts);

  for (guint k = 0; k < n; k++)
    for (guint i = 0; texts[k][i] != '\0'; i++)
      characters[k][i] = (guchar)texts[k][i];
  header = g_strdup_printf ("{'descr': '<U4', 'fortran_order': False, 'shape': (%u,), }", n);
  npz_builder_npy (self, name, header, characters, n * sizeof characters[0]);
}

static void
add_array (NpzBuilder *self, const char *array)
{
  gsize length = strcspn (array, "[:{");
  g_autofree char *name = g_strndup (array, length), *shape = NULL;
  const char *end = strchr (array, ']');
  g_autofree double *values = NULL;

  if (array[length] == '{')
    {
      add_texts (self, name, array + length + 1);
      return;
    }
  if (array[length] == ':')
    {
      add_text (self, name, array + length + 2);
      return;
    }
  shape = g_strndup (array + length + 1, (gsize)(end - array) - length - 1);
  values = g_new (double, shape_size (shape) + 1);
  fill_values (end + 1, values, shape_size (shape));
  if (*shape != '\0' && strchr (shape, ',') == NULL)
    {
      g_autofree char *one = g_steal_pointer (&shape);

      shape = g_strconcat (one, ",", NULL);
    }
  npz_builder_doubles (self, name, values, shape);
}

void
npz_builder_add (NpzBuilder *self, const char *arrays, ...)
{
  va_list args;
  g_autofree char *text = NULL;
  g_auto (GStrv) parts = NULL;

  va_start (args, arrays);
  text = g_strdup_vprintf (arrays, args);
  va_end (args);
  parts = g_strsplit (text, ";", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    add_array (self, g_strstrip (parts[i]));
}

NpzBuilder *
npz_builder_of (const char *arrays)
{
  NpzBuilder *self = npz_builder_new ();

  npz_builder_add (self, "%s", arrays);
  return self;
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

void
npz_assert_shape (IplNpz *npz, const char *name, const char *shape)
{
  IplArray *array = ipl_npz_lookup (npz, name);
  g_autofree char *is = array != NULL ? ipl_array_describe_shape (array) : NULL;

  g_test_message ("%s", name);
  g_assert_cmpstr (is, ==, shape);
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
  gint status;

  if (python == NULL)
    {
      g_test_skip ("no Python with NumPy here");
      return FALSE;
    }
  TEST_OK (g_spawn_sync (NULL, (char **)run, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, output, &errors,
                         &status, &error));
  if (status != 0)
    g_error ("Python failed: %s", errors);
  return TRUE;
}
