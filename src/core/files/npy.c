/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/files/npy-private.h"

#include <math.h>
#include <string.h>

/* A reader of the Python literal in an .npy header: exactly what numpy.lib.format writes and
 * accepts, with any white space. */
typedef struct
{
  const char *at;
  const char *end;
} Literal;

static void
skip_space (Literal *in)
{
  while (in->at < in->end && (*in->at == ' ' || *in->at == '\n' || *in->at == '\t'))
    in->at++;
}

static gboolean
accept_char (Literal *in, char c)
{
  skip_space (in);
  if (in->at >= in->end || *in->at != c)
    return FALSE;
  in->at++;
  return TRUE;
}

static gboolean
accept_word (Literal *in, const char *word)
{
  gsize n = strlen (word);

  skip_space (in);
  if ((gsize)(in->end - in->at) < n || memcmp (in->at, word, n) != 0)
    return FALSE;
  in->at += n;
  return TRUE;
}

/* A quoted string of plain ASCII without escapes, into @buffer. */
static gboolean
accept_string (Literal *in, char *buffer, gsize size)
{
  const char *start;
  char quote;

  skip_space (in);
  if (in->at >= in->end || (*in->at != '\'' && *in->at != '"'))
    return FALSE;
  quote = *in->at++;
  for (start = in->at; in->at < in->end && *in->at != quote; in->at++)
    if (*in->at == '\\' || !g_ascii_isprint (*in->at))
      return FALSE;
  if (in->at >= in->end || (gsize)(in->at - start) >= size)
    return FALSE;
  memcpy (buffer, start, (gsize)(in->at - start));
  buffer[in->at - start] = '\0';
  in->at++;
  return TRUE;
}

static gboolean
accept_number (Literal *in, gsize *number)
{
  gsize value = 0;
  const char *start;

  skip_space (in);
  for (start = in->at; in->at < in->end && g_ascii_isdigit (*in->at); in->at++)
    if (!g_size_checked_mul (&value, value, 10)
        || !g_size_checked_add (&value, value, (gsize)(*in->at - '0')))
      return FALSE;
  if (in->at == start)
    return FALSE;
  if (in->at < in->end && *in->at == 'L') /* Python 2 */
    in->at++;
  *number = value;
  return TRUE;
}

static gboolean
accept_shape (Literal *in, IplNpyHeader *header, char **why)
{
  gsize number;
  gboolean comma = TRUE;

  header->ndim = 0;
  if (!accept_char (in, '('))
    return FALSE;
  while (!accept_char (in, ')'))
    {
      if (!comma || !accept_number (in, &number))
        return FALSE;
      if (header->ndim == IPL_NPY_MAX_DIM)
        {
          *why = g_strdup_printf ("has more than %d dimensions", IPL_NPY_MAX_DIM);
          return FALSE;
        }
      header->shape[header->ndim++] = number;
      comma = accept_char (in, ',');
    }
  /* "(3)" is a number in brackets, not a tuple. */
  return header->ndim != 1 || comma;
}

static gboolean
shape_size (IplNpyHeader *header, char **why)
{
  gsize bytes;

  header->size = 1;
  for (guint i = 0; i < header->ndim; i++)
    if (header->shape[i] == 0)
      header->size = 0;
  for (guint i = 0; i < header->ndim && header->size > 0; i++)
    if (!g_size_checked_mul (&header->size, header->size, header->shape[i]))
      {
        *why = g_strdup ("claims more numbers than any machine can hold");
        return FALSE;
      }
  if (!g_size_checked_mul (&bytes, header->size, MAX (header->item_size, sizeof (double)))
      || bytes > G_MAXSSIZE)
    {
      *why = g_strdup ("claims more numbers than any machine can hold");
      return FALSE;
    }
  return TRUE;
}

static gboolean
parse_dtype (const char *descr, IplNpyHeader *header, char **why)
{
  const char *type = descr;
  char order = '=';
  guint64 size = 0;

  if (*type == '<' || *type == '>' || *type == '|' || *type == '=')
    order = *type++;
  header->swapped = (order == '<' && G_BYTE_ORDER == G_BIG_ENDIAN)
                    || (order == '>' && G_BYTE_ORDER == G_LITTLE_ENDIAN);

  if (*type == 'O')
    {
      *why = g_strdup ("holds Python objects (dtype object), which Interplay never loads: save it "
                       "as plain numbers or text");
      return FALSE;
    }
  if (*type == '\0' || !g_ascii_string_to_unsigned (type + 1, 10, 0, 1u << 24, &size, NULL))
    size = 0;
  header->item_size = (gsize)size;

  if (*type == 'b' && size == 1)
    header->kind = IPL_NPY_BOOL;
  else if (*type == 'i' && (size == 1 || size == 2 || size == 4 || size == 8))
    header->kind = IPL_NPY_INT;
  else if (*type == 'u' && (size == 1 || size == 2 || size == 4 || size == 8))
    header->kind = IPL_NPY_UINT;
  else if (*type == 'f' && (size == 2 || size == 4 || size == 8))
    header->kind = IPL_NPY_FLOAT;
  else if (*type == 'U')
    {
      header->kind = IPL_NPY_UCS4;
      header->item_size *= 4;
    }
  else if (*type == 'S' || *type == 'a')
    header->kind = IPL_NPY_BYTES;
  else if (*type == 'f' && size > 8)
    {
      *why = g_strdup_printf ("has dtype %s (long double), which differs from machine to machine: "
                              "save it as float64",
                              descr);
      return FALSE;
    }
  else
    {
      *why = g_strdup_printf ("has dtype %s, where real numbers (bool, integers, float16 to "
                              "float64) or text are expected",
                              descr);
      return FALSE;
    }
  return TRUE;
}

/* @length_size: (out): bytes of the little-endian header length that follows, 2 or 4
 * @why: (out): on failure, the predicate of a sentence about the array */
gboolean
ipl_npy_parse_magic (const guint8 *bytes, gsize *length_size, char **why)
{
  if (memcmp (bytes, "\x93NUMPY", 6) != 0)
    {
      *why = g_strdup ("is not a NumPy array");
      return FALSE;
    }
  if (bytes[6] < 1 || bytes[6] > 3 || bytes[7] != 0)
    {
      *why = g_strdup_printf ("is in version %u.%u of NumPy's format, where 1.0 to 3.0 are known",
                              bytes[6], bytes[7]);
      return FALSE;
    }
  *length_size = bytes[6] == 1 ? 2 : 4;
  return TRUE;
}

/* @text: [@length] the header's dictionary, as it stands in the file
 * @header: (out): what it says
 * @why: (out): on failure, the predicate of a sentence about the array */
gboolean
ipl_npy_parse_header (const char *text, gsize length, IplNpyHeader *header, char **why)
{
  Literal in = { text, text + length };
  gboolean has_descr = FALSE, has_order = FALSE, has_shape = FALSE, comma = TRUE;
  char key[32], descr[64];

  memset (header, 0, sizeof *header);
  *why = NULL;
  if (!accept_char (&in, '{'))
    goto damaged;
  while (!accept_char (&in, '}'))
    {
      if (!comma || !accept_string (&in, key, sizeof key) || !accept_char (&in, ':'))
        goto damaged;
      if (strcmp (key, "descr") == 0 && !has_descr)
        {
          if (accept_char (&in, '['))
            {
              *why = g_strdup ("has a structured dtype, where plain numbers or text are expected");
              return FALSE;
            }
          if (!accept_string (&in, descr, sizeof descr))
            goto damaged;
          if (!parse_dtype (descr, header, why))
            return FALSE;
          has_descr = TRUE;
        }
      else if (strcmp (key, "fortran_order") == 0 && !has_order)
        {
          header->fortran_order = accept_word (&in, "True");
          if (!header->fortran_order && !accept_word (&in, "False"))
            goto damaged;
          has_order = TRUE;
        }
      else if (strcmp (key, "shape") == 0 && !has_shape)
        {
          if (!accept_shape (&in, header, why))
            goto damaged;
          has_shape = TRUE;
        }
      else
        goto damaged;
      comma = accept_char (&in, ',');
    }
  skip_space (&in);
  if (in.at == in.end && has_descr && has_order && has_shape)
    return shape_size (header, why);

damaged:
  if (*why == NULL)
    *why = g_strdup ("has a damaged header");
  return FALSE;
}

static double
half_to_double (guint16 bits)
{
  int exponent = (bits >> 10) & 31;
  int fraction = bits & 1023;
  double value;

  if (exponent == 31)
    value = fraction == 0 ? INFINITY : NAN;
  else if (exponent == 0)
    value = ldexp (fraction, -24);
  else
    value = ldexp (fraction + 1024, exponent - 25);
  return (bits & 0x8000) != 0 ? -value : value;
}

static inline guint16
load_16 (const guint8 *bytes, gboolean swapped)
{
  guint16 bits;

  memcpy (&bits, bytes, 2);
  return swapped ? GUINT16_SWAP_LE_BE (bits) : bits;
}

static inline guint32
load_32 (const guint8 *bytes, gboolean swapped)
{
  guint32 bits;

  memcpy (&bits, bytes, 4);
  return swapped ? GUINT32_SWAP_LE_BE (bits) : bits;
}

static inline guint64
load_64 (const guint8 *bytes, gboolean swapped)
{
  guint64 bits;

  memcpy (&bits, bytes, 8);
  return swapped ? GUINT64_SWAP_LE_BE (bits) : bits;
}

static void
convert_floats (const IplNpyHeader *header, const guint8 *bytes, gsize n, double *values)
{
  gboolean swapped = header->swapped;

  if (header->item_size == 8 && !swapped)
    memcpy (values, bytes, n * sizeof (double));
  else if (header->item_size == 8)
    for (gsize i = 0; i < n; i++)
      {
        guint64 bits = load_64 (bytes + 8 * i, TRUE);
        memcpy (&values[i], &bits, 8);
      }
  else if (header->item_size == 4)
    for (gsize i = 0; i < n; i++)
      {
        guint32 bits = load_32 (bytes + 4 * i, swapped);
        float value;
        memcpy (&value, &bits, 4);
        values[i] = (double)value;
      }
  else
    for (gsize i = 0; i < n; i++)
      values[i] = half_to_double (load_16 (bytes + 2 * i, swapped));
}

/* @bytes: [@n * item_size] the numbers as they stand in the file, at any alignment
 * @values: (out): [@n] the numbers as doubles */
void
ipl_npy_convert (const IplNpyHeader *header, const guint8 *bytes, gsize n, double *values)
{
  gsize size = header->item_size;
  gboolean swapped = header->swapped;
  gboolean is_signed = header->kind == IPL_NPY_INT;

  if (header->kind == IPL_NPY_FLOAT)
    {
      convert_floats (header, bytes, n, values);
      return;
    }
  for (gsize i = 0; i < n; i++)
    {
      const guint8 *at = bytes + i * size;

      if (header->kind == IPL_NPY_BOOL)
        values[i] = *at != 0;
      else if (size == 1)
        values[i] = is_signed ? (double)(gint8)*at : (double)*at;
      else if (size == 2)
        values[i]
            = is_signed ? (double)(gint16)load_16 (at, swapped) : (double)load_16 (at, swapped);
      else if (size == 4)
        values[i]
            = is_signed ? (double)(gint32)load_32 (at, swapped) : (double)load_32 (at, swapped);
      else
        values[i]
            = is_signed ? (double)(gint64)load_64 (at, swapped) : (double)load_64 (at, swapped);
    }
}

/* @bytes: [item_size] one item
 * Returns: (transfer full): the item as UTF-8, up to its first NUL; what is not valid becomes
 *   U+FFFD */
char *
ipl_npy_text (const IplNpyHeader *header, const guint8 *bytes)
{
  GString *text;

  if (header->kind == IPL_NPY_BYTES)
    return g_utf8_make_valid ((const char *)bytes,
                              (gssize)strnlen ((const char *)bytes, header->item_size));
  text = g_string_new (NULL);
  for (gsize i = 0; i + 4 <= header->item_size; i += 4)
    {
      gunichar c = load_32 (bytes + i, header->swapped);

      if (c == 0)
        break;
      g_string_append_unichar (text, g_unichar_validate (c) ? c : 0xFFFD);
    }
  return g_string_free (text, FALSE);
}

/* @shape: [@ndim]
 * Returns: (transfer full): magic and header of a version 1.0 .npy in C order, data to follow */
GString *
ipl_npy_format_header (const char *descr, guint ndim, const gsize *shape)
{
  GString *bytes = g_string_new (NULL);
  gsize length;

  g_string_append_len (bytes, "\x93NUMPY\x01\x00\x00\x00", 10);
  g_string_append_printf (bytes, "{'descr': '%s', 'fortran_order': False, 'shape': (", descr);
  for (guint i = 0; i < ndim; i++)
    g_string_append_printf (bytes, "%" G_GSIZE_FORMAT "%s", shape[i],
                            ndim == 1 ? "," : (i + 1 < ndim ? ", " : ""));
  g_string_append (bytes, "), }");
  while ((bytes->len + 1) % 64 != 0)
    g_string_append_c (bytes, ' ');
  g_string_append_c (bytes, '\n');
  length = bytes->len - 10;
  bytes->str[8] = (char)(length & 0xff);
  bytes->str[9] = (char)(length >> 8);
  return bytes;
}
