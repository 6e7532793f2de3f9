/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "changed-file.h"

#include <math.h>
#include <string.h>

#include "core/base/json-text.h"

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

static guint64
read_le (const guint8 *at, guint n)
{
  guint64 value = 0;

  for (guint i = n; i-- > 0;)
    value = value << 8 | at[i];
  return value;
}

/* Members of an archive that are stored as they are, and all of it. */
static void
find_members (FuzzChanged *self)
{
  for (gsize at = 0; at + 30 <= self->n; at++)
    {
      gsize begin, length;

      if (memcmp (self->bytes + at, "PK\3\4", 4) != 0)
        continue;
      begin = at + 30 + read_le (self->bytes + at + 26, 2) + read_le (self->bytes + at + 28, 2);
      length = read_le (self->bytes + at + 18, 4);
      if (begin <= self->n && length <= self->n - begin)
        add_part (self, begin, begin + length);
    }
}

/* The header of a .safetensors, and every tensor. */
static void
find_tensors (FuzzChanged *self)
{
  gsize length = read_le (self->bytes, 8);
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) header
      = ipl_json_parse_object ((const char *)self->bytes + 8, length, &why);
  g_autoptr (GList) names = json_object_get_members (header);

  add_part (self, 0, 8 + length);
  for (GList *at = names; at != NULL; at = at->next)
    {
      JsonObject *tensor = json_object_get_object_member (header, at->data);
      JsonArray *offsets = NULL;

      if (!json_object_has_member (tensor, "data_offsets"))
        continue;
      offsets = json_object_get_array_member (tensor, "data_offsets");
      add_part (self, 8 + length + (gsize)json_array_get_int_element (offsets, 0),
                8 + length + (gsize)json_array_get_int_element (offsets, 1));
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
    find_tensors (self);
}

/* Numbers are placed from the end of a part on, where those of an array are aligned. */
static gsize
change (const FuzzChanged *self, guint8 *bytes, gsize length, const guint8 *changes, gsize n)
{
  for (gsize at = 0; at + 4 <= n;)
    {
      const Part *part = &g_array_index (self->parts, Part, changes[at] % self->parts->len);
      gsize place = (gsize)read_le (changes + at + 1, 2), size = part->end - part->begin;
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

GByteArray *
fuzz_changed_apply (const FuzzChanged *self, const guint8 *changes, gsize n)
{
  guint8 *bytes = g_memdup2 (self->bytes, self->n);
  gsize length = change (self, bytes, self->n, changes, n);

  fuzz_repair_zip (bytes, length);
  return g_byte_array_new_take (bytes, length);
}
