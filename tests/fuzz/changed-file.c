/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "core/files/safetensors.h"

/* Bytes of a file that belong together: a header, an array. */
typedef struct
{
  gsize begin, end;
} Part;

static const double numbers[16] = { 0,   -0.0,     1,      -1,    0.5,    2,      3,    1e308,
                                    NAN, INFINITY, 1e-308, 1e-30, 0x1p31, 0x1p53, 1e18, -1e18 };

static void
add_part (FuzzChanged *self, gsize begin, gsize end)
{
  Part part = { begin, end };

  g_assert_true (begin <= end && end <= self->n);
  if (begin < end)
    g_array_append_val (self->parts, part);
}

/* Members of an archive that are stored as they are. */
static void
find_members (FuzzChanged *self)
{
  gsize begin, length;

  for (gsize at = 0; at < self->n; at++)
    if (fuzz_zip_member (self->bytes, self->n, at, &begin, &length))
      add_part (self, begin, begin + length);
}

/* The header of a .safetensors, and every tensor. */
static void
find_tensors (FuzzChanged *self, const char *path)
{
  g_autoptr (IplSafetensors) file = ipl_safetensors_open (path, NULL, NULL);

  add_part (self, 0, file->begin);
  for (guint i = 0; i < file->tensors->len; i++)
    {
      const IplTensor *tensor = file->tensors->pdata[i];

      add_part (self, file->begin + tensor->begin, file->begin + tensor->end);
    }
}

void
fuzz_changed_init (FuzzChanged *self, const char *path)
{
  g_assert_true (g_file_get_contents (path, (char **)&self->bytes, &self->n, NULL));
  self->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  add_part (self, 0, self->n);
  if (memcmp (self->bytes, "PK", 2) == 0)
    find_members (self);
  else
    find_tensors (self, path);
  g_unlink (path);
}

/* Numbers are placed from the end of a part on, where those of an array are aligned. */
static gsize
change (const FuzzChanged *self, guint8 *bytes, gsize length, const guint8 *changes, gsize n)
{
  for (gsize at = 0; at + 4 <= n;)
    {
      const Part *part = &g_array_index (self->parts, Part, changes[at] % self->parts->len);
      gsize place = (gsize)fuzz_read_le (changes + at + 1, 2), size = part->end - part->begin;
      guint what = changes[at + 3];

      at += 4;
      if (what == 255)
        length = MIN (length, part->begin + place % size);
      else if (what < 16 && size >= 8)
        memcpy (bytes + part->end - 8 * (place % (size / 8) + 1), &numbers[what], 8);
      else
        {
          gsize count = MIN (MIN (what >> 4, n - at), size - place % size);

          memcpy (bytes + part->begin + place % size, changes + at, count);
          at += count;
        }
    }
  return length;
}

void
fuzz_changed_apply (const FuzzChanged *self, const guint8 *changes, gsize n, FuzzFile *file)
{
  g_autofree guint8 *bytes = g_memdup2 (self->bytes, self->n);

  fuzz_file_init_zip (file, bytes, change (self, bytes, self->n, changes, n));
}
