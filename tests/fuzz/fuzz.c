/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the fuzzing harnesses have in common. */

#define _GNU_SOURCE
#include "fuzz.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include "core/base/error.h"

static void
on_trap (int number)
{
  abort ();
}

/* g_error() ends a program by a trap, at which libFuzzer would keep no input. */
__attribute__ ((constructor)) static void
catch_traps (void)
{
  signal (SIGTRAP, on_trap);
}

void
fuzz_file_init (FuzzFile *self, const guint8 *bytes, gsize n)
{
  self->fd = memfd_create ("fuzz", MFD_CLOEXEC);
  g_assert_cmpint (self->fd, >=, 0);
  g_assert_cmpint (write (self->fd, bytes, n), ==, (gssize)n);
  g_snprintf (self->path, sizeof self->path, "/proc/self/fd/%d", self->fd);
}

void
fuzz_file_init_zip (FuzzFile *self, const guint8 *bytes, gsize n)
{
  g_autofree guint8 *repaired = g_memdup2 (bytes, n);

  fuzz_repair_zip (repaired, n);
  fuzz_file_init (self, repaired, n);
}

void
fuzz_file_clear (FuzzFile *self)
{
  if (self->fd > 0)
    close (self->fd);
  self->fd = 0;
}

guint64
fuzz_read_le (const guint8 *at, guint n)
{
  guint64 value = 0;

  for (guint i = n; i-- > 0;)
    value = value << 8 | at[i];
  return value;
}

static void
write_le32 (guint8 *at, guint32 value)
{
  for (guint i = 0; i < 4; i++)
    at[i] = (guint8)(value >> (8 * i));
}

static void
repair_png (guint8 *bytes, gsize n)
{
  for (gsize at = 8; n >= 12 && at <= n - 12;)
    {
      guint32 length = GUINT32_FROM_BE (*(guint32 *)memcpy (&(guint32){ 0 }, bytes + at, 4));

      if (length > n - at - 12)
        return;

      guint32 crc = GUINT32_TO_BE ((guint32)crc32 (0, bytes + at + 4, length + 4));

      memcpy (bytes + at + 8 + length, &crc, 4);
      at += 12 + length;
    }
}

/* The checksum of a stored member of @name_length bytes of name, in the list at the end. */
static void
repair_directory (guint8 *bytes, gsize n, gsize local, guint32 crc)
{
  for (gsize at = 0; at + 46 <= n; at++)
    if (memcmp (bytes + at, "PK\1\2", 4) == 0 && fuzz_read_le (bytes + at + 42, 4) == local)
      write_le32 (bytes + at + 16, crc);
}

gboolean
fuzz_zip_member (const guint8 *bytes, gsize n, gsize at, gsize *begin, gsize *length)
{
  if (at + 30 > n || memcmp (bytes + at, "PK\3\4", 4) != 0 || fuzz_read_le (bytes + at + 8, 2) != 0)
    return FALSE;
  *begin = at + 30 + fuzz_read_le (bytes + at + 26, 2) + fuzz_read_le (bytes + at + 28, 2);
  *length = fuzz_read_le (bytes + at + 18, 4);
  return *begin <= n && *length <= n - *begin;
}

void
fuzz_repair_zip (guint8 *bytes, gsize n)
{
  static const guint8 png[] = { 0x89, 'P', 'N', 'G' };

  gsize begin, length;

  for (gsize at = 0; at + 30 <= n; at++)
    {
      if (!fuzz_zip_member (bytes, n, at, &begin, &length))
        continue;
      if (length > 8 && memcmp (bytes + begin, png, sizeof png) == 0)
        repair_png (bytes + begin, length);

      guint32 crc = (guint32)crc32 (0, bytes + begin, (uInt)length);

      write_le32 (bytes + at + 14, crc);
      repair_directory (bytes, n, at, crc);
    }
}

GByteArray *
fuzz_build_safetensors (const guint8 *bytes, gsize n)
{
  GByteArray *whole = g_byte_array_new ();

  if (n > 0 && bytes[0] == '{')
    {
      const guint8 *line = memchr (bytes, '\n', n);
      guint64 length = GUINT64_TO_LE (line != NULL ? (gsize)(line + 1 - bytes) : n);

      g_byte_array_append (whole, (const guint8 *)&length, 8);
    }
  if (n > 0)
    g_byte_array_append (whole, bytes, (guint)n);
  return whole;
}

void
fuzz_check_error (GError *error)
{
  if (error == NULL)
    return;
  if (error->domain != IPL_ERROR && error->domain != G_IO_ERROR)
    g_error ("an error of another house: %s: %s", g_quark_to_string (error->domain),
             error->message);
  if (!g_utf8_validate (error->message, -1, NULL))
    g_error ("a sentence that is no text: %s", error->message);
  for (const char *c = error->message; *c != '\0'; c = g_utf8_next_char (c))
    if (g_unichar_iscntrl (g_utf8_get_char (c)))
      g_error ("a sentence with control characters: %s", error->message);
  /* "… Did you mean “x_train”?" is one too. */
  if ((!g_str_has_suffix (error->message, ".") && !g_str_has_suffix (error->message, "?"))
      || strlen (error->message) > 2000)
    g_error ("no sentence, or a long one: %s", error->message);
  g_error_free (error);
}

void
fuzz_check_result (gboolean has_result, GError *error)
{
  if (has_result == (error != NULL))
    g_error ("%s", error != NULL ? error->message : "neither a result nor a sentence");
  fuzz_check_error (error);
}

void
fuzz_check_equal (const double *a, const double *b, gsize n, const char *what)
{
  for (gsize i = 0; i < n; i++)
    if (!(a[i] == b[i] || (a[i] != a[i] && b[i] != b[i])))
      g_error ("%s: number %" G_GSIZE_FORMAT " was %.17g and is %.17g", what, i, a[i], b[i]);
}
