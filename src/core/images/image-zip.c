/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/files/zip-read.h"
#include "core/images/image-set-private.h"

/* A drawing of 105 x 105 takes 300 bytes; this limit also admits a colour scan. */
#define MAX_PNG (4 << 20)

/* Larger archives are refused: the table of drawings takes memory before the pixels do. */
#define MAX_DRAWINGS 2000000

/* Folders and other files count too. */
#define MAX_ENTRIES (2 * MAX_DRAWINGS)

/* PNG images hardly compress in a zip: a larger ratio is a decompression bomb. */
#define MIN_BUDGET (64 << 20)
#define MAX_RATIO 20

#define BETWEEN "\1"

/* A drawing of the archives. */
typedef struct
{
  const char *zip; /* the first archive that has it, as shown */
  gsize place;     /* among all drawings, sorted */
  gboolean read;
} Drawing;

typedef struct
{
  GHashTable *drawings; /* drawing_key() -> Drawing */
  IplImageSet *set;
  guint8 *bytes;   /* [MAX_PNG] a file */
  guint8 *scratch; /* pixels of a duplicate */
  gsize duplicates;
  gsize different;
  GCancellable *cancellable;
} Reader;

typedef gboolean (*EntryFunc) (Reader *self, IplZip *zip, struct archive_entry *entry,
                               GError **error);

static gboolean
is_png_name (const char *path)
{
  gsize length = strlen (path);

  /* Zips of macOS contain resource forks of the files in this folder. */
  return length > 4 && g_ascii_strcasecmp (path + length - 4, ".png") == 0
         && strstr (path, "__MACOSX/") == NULL;
}

/* The key of a drawing: alphabet, character and file, the last three parts of its name in the
 * zip. The separator sorts before all characters of the parts. %NULL if @entry is not a drawing. */
static char *
drawing_key (struct archive_entry *entry)
{
  const char *path = ipl_zip_name (entry);
  g_auto (GStrv) parts = NULL;
  g_autofree char *alphabet = NULL, *character = NULL, *file = NULL;
  guint n;

  if (path == NULL || !is_png_name (path))
    return NULL;
  parts = g_strsplit (path, "/", -1);
  n = g_strv_length (parts);
  if (n < 3 || parts[n - 3][0] == '\0' || parts[n - 2][0] == '\0')
    return NULL;
  alphabet = ipl_text_escape (parts[n - 3]);
  character = ipl_text_escape (parts[n - 2]);
  file = ipl_text_escape (parts[n - 1]);
  return g_strjoin (BETWEEN, alphabet, character, file, NULL);
}

static gboolean
note_entry (Reader *self, IplZip *zip, struct archive_entry *entry, GError **error)
{
  g_autofree char *key = drawing_key (entry);
  Drawing *drawing;

  if (key == NULL || g_hash_table_contains (self->drawings, key))
    return TRUE;
  drawing = g_new0 (Drawing, 1);
  drawing->zip = zip->shown;
  g_hash_table_insert (self->drawings, g_steal_pointer (&key), drawing);
  return g_hash_table_size (self->drawings) <= MAX_DRAWINGS
         || ipl_fail (error, IPL_ERROR_MEMORY,
                      "“%s” has more than %d drawings: use a part of them.", zip->shown,
                      MAX_DRAWINGS);
}

static gboolean
set_entry_error (const char *shown, const char *path, const char *why, GError **error)
{
  g_autofree char *name = ipl_text_shown (path);

  return ipl_fail (error, IPL_ERROR_FORMAT, "“%s” in “%s” %s.", name, shown, why);
}

/* Unpacks one file of the zip into self->bytes. */
static gboolean
unpack (Reader *self, IplZip *zip, struct archive_entry *entry, gsize *length, GError **error)
{
  const char *path = ipl_zip_name (entry), *unusual = ipl_zip_unusual (zip);
  la_int64_t size = archive_entry_size (entry);
  gsize done = 0;
  gssize got;

  if (unusual != NULL)
    return set_entry_error (zip->shown, path, unusual, error);
  if (!archive_entry_size_is_set (entry) || size <= 0)
    return set_entry_error (zip->shown, path, "is empty, damaged or cut short", error);
  if (size > MAX_PNG)
    return set_entry_error (zip->shown, path, "is too large for a drawing of one character", error);
  /* Reading to the end verifies the checksum. */
  while ((got = ipl_zip_read (zip, self->bytes + done, (gsize)size + 1 - done, error)) > 0
         && done + (gsize)got <= (gsize)size)
    done += (gsize)got;
  if (got == -1)
    return FALSE;
  if (got != 0 || done != (gsize)size)
    return set_entry_error (zip->shown, path,
                            "is damaged or cut short: its checksum or its size is wrong", error);
  *length = done;
  return TRUE;
}

static gboolean
read_entry (Reader *self, IplZip *zip, struct archive_entry *entry, GError **error)
{
  g_autofree char *key = drawing_key (entry);
  Drawing *drawing;
  const char *shown = zip->shown, *path = ipl_zip_name (entry);
  g_autofree char *why = NULL;
  guint8 *pixels;
  gsize length, area;

  if (key == NULL)
    return TRUE;
  drawing = g_hash_table_lookup (self->drawings, key);
  if (drawing == NULL)
    return set_entry_error (shown, path, "appeared while the file was read", error);
  if (!unpack (self, zip, entry, &length, error))
    return FALSE;
  if (!ipl_png_strip (self->bytes, &length, &why))
    return set_entry_error (shown, path, why, error);
  if (self->set->pixels == NULL)
    {
      guint height, width;

      if (!ipl_png_size (self->bytes, length, &height, &width, &why))
        return set_entry_error (shown, path, why, error);
      if (!ipl_image_set_alloc_pixels (self->set, g_hash_table_size (self->drawings), height, width,
                                       error))
        return FALSE;
      self->scratch = g_malloc ((gsize)height * width);
    }
  area = (gsize)self->set->height * self->set->width;
  pixels = self->set->pixels + drawing->place * area;
  if (!ipl_png_decode (self->bytes, length, self->set->height, self->set->width,
                       drawing->read ? self->scratch : pixels, &why))
    return set_entry_error (shown, path, why, error);
  if (drawing->read)
    {
      self->duplicates++;
      self->different += memcmp (self->scratch, pixels, area) != 0;
    }
  drawing->read = TRUE;
  return TRUE;
}

static gboolean
walk_archive (Reader *self, IplZip *zip, EntryFunc func, GError **error)
{
  struct archive_entry *entry;

  while (ipl_zip_next (zip, &entry, error))
    if (entry == NULL)
      return TRUE;
    else if (!func (self, zip, entry, error))
      return FALSE;
  return FALSE;
}

static gboolean
set_not_a_zip (int fd, const char *shown, GError **error)
{
  char magic[2] = { 0 };

  if (pread (fd, magic, sizeof magic, 0) == sizeof magic && memcmp (magic, "PK", 2) == 0)
    return ipl_fail (error, IPL_ERROR_FORMAT,
                     "“%s” is damaged or cut short: the list of files at its end is missing.",
                     shown);
  return ipl_fail (error, IPL_ERROR_FORMAT,
                   "“%s” is not a zip archive of drawings like Omniglot's images_background.zip.",
                   shown);
}

static gboolean
walk (Reader *self, const char *path, const char *shown, EntryFunc func, GError **error)
{
  g_autofree IplZip *zip = g_new0 (IplZip, 1);
  struct stat status;
  gboolean ok = FALSE;
  int fd = ipl_image_file_open (path, &status, error);

  if (fd < 0)
    return FALSE;
  zip->shown = shown;
  zip->max_entries = MAX_ENTRIES;
  zip->budget = MAX (MIN_BUDGET, MAX_RATIO * (double)status.st_size);
  zip->cancellable = self->cancellable;
  if (ipl_zip_open (zip, fd))
    ok = walk_archive (self, zip, func, error);
  else if (!g_cancellable_set_error_if_cancelled (self->cancellable, error))
    set_not_a_zip (fd, shown, error);
  ipl_zip_close (zip);
  close (fd);
  return ok;
}

/* Assigns each drawing its index, and the set its classes and alphabets. */
static void
arrange (Reader *self)
{
  IplImageSet *set = self->set;
  g_autoptr (GList) sorted = g_hash_table_get_keys (self->drawings);
  g_auto (GStrv) last = NULL;
  gsize place = 0;

  sorted = g_list_sort (sorted, (GCompareFunc)strcmp);
  for (GList *link = sorted; link != NULL; link = link->next)
    {
      Drawing *drawing = g_hash_table_lookup (self->drawings, link->data);
      char **parts = g_strsplit (link->data, BETWEEN, -1);
      gboolean new_alphabet = last == NULL || strcmp (last[0], parts[0]) != 0;

      if (new_alphabet)
        ipl_image_set_add_alphabet (set, parts[0]);
      if (new_alphabet || strcmp (last[1], parts[1]) != 0)
        ipl_image_set_add_class (set, parts[1]);
      set->class_first[set->n_classes]++;
      drawing->place = place++;
      g_strfreev (last);
      last = parts;
    }
}

/* Fails if the pixels of a listed drawing were not read. */
static gboolean
check_all_read (Reader *self, GError **error)
{
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, self->drawings);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const Drawing *drawing = value;

      if (!drawing->read)
        return set_entry_error (drawing->zip, strrchr (key, BETWEEN[0]) + 1,
                                "vanished while the file was read", error);
    }
  return TRUE;
}

static gboolean
load (Reader *self, const char *const *paths, char **shown, GError **error)
{
  for (gsize i = 0; paths[i] != NULL; i++)
    {
      guint before = g_hash_table_size (self->drawings);

      if (!walk (self, paths[i], shown[i], note_entry, error))
        return FALSE;
      if (before == 0 && g_hash_table_size (self->drawings) == 0)
        return ipl_fail (error, IPL_ERROR_MISSING,
                         "“%s” has no drawings named like images_background/Korean/character01/"
                         "0643_01.png: alphabet, character, drawing.",
                         shown[i]);
    }
  arrange (self);
  for (gsize i = 0; paths[i] != NULL; i++)
    if (!walk (self, paths[i], shown[i], read_entry, error))
      return FALSE;
  return check_all_read (self, error);
}

/* Reads drawings as PNG images named [..]/alphabet/character/drawing.png; several archives
 * become one set. A drawing of two archives (Greek and Latin are in both small sets) is read
 * once. Alphabets, characters and drawings are sorted by name, for any order of the archives.
 * All must be of one size. Normalized by Omniglot's 0.922 and 0.084 (THEORY.md section 8). */
IplImageSet *
ipl_image_set_load_zips (const char *const *paths, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplImageSet) set = ipl_image_set_alloc ("Omniglot");
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) shown = NULL;
  Reader reader = { .set = set, .cancellable = cancellable };
  gboolean ok;

  g_return_val_if_fail (paths != NULL && paths[0] != NULL, NULL);

  for (gsize i = 0; paths[i] != NULL; i++)
    {
      g_autofree char *name = ipl_file_shown (paths[i]);

      g_strv_builder_add (names, name);
    }
  shown = g_strv_builder_end (names);
  reader.drawings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  reader.bytes = g_malloc (MAX_PNG + 1);
  ok = load (&reader, paths, shown, error);
  g_hash_table_unref (reader.drawings);
  g_free (reader.bytes);
  g_free (reader.scratch);
  if (!ok)
    return NULL;

  set->mean = IPL_OMNIGLOT_MEAN;
  set->sd = IPL_OMNIGLOT_SD;
  if (reader.duplicates > 0)
    ipl_image_set_note (set,
                        "%" G_GSIZE_FORMAT
                        " drawings are there more than once and were taken once.",
                        reader.duplicates);
  if (reader.different > 0)
    ipl_image_set_note (set,
                        "%" G_GSIZE_FORMAT " of these differ from the first of the same name, "
                        "which was kept.",
                        reader.different);
  return g_steal_pointer (&set);
}
