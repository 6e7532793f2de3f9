/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/files/npy-private.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"

/* A reader of the Python literal in an .npy header: the syntax that numpy.lib.format writes,
 * with any white space. */
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

/* Accepts a quoted string of plain ASCII without escapes, and copies it to @buffer. */
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

/* Skips the remainder of a list after its bracket. */
static gboolean
skip_list (Literal *in)
{
  guint depth = 1;
  char quote = '\0';

  for (; in->at < in->end && depth > 0; in->at++)
    if (quote != '\0')
      quote = *in->at == quote ? '\0' : quote;
    else if (*in->at == '\'' || *in->at == '"')
      quote = *in->at;
    else if (*in->at == '[')
      depth++;
    else if (*in->at == ']')
      depth--;
  return depth == 0;
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
        return ipl_fail_why (why, "has more than %d dimensions", IPL_NPY_MAX_DIM);
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
      return ipl_fail_why (why, "claims more numbers than any machine can hold");
  if (!g_size_checked_mul (&bytes, header->size, MAX (header->item_size, sizeof (double)))
      || bytes > G_MAXSSIZE)
    return ipl_fail_why (why, "claims more numbers than any machine can hold");
  return TRUE;
}

/* Marks an array that is neither numbers nor text. */
static gboolean G_GNUC_PRINTF (2, 3) set_other (IplNpyHeader *header, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_vsnprintf (header->why_not, sizeof header->why_not, format, arguments);
  va_end (arguments);
  header->kind = IPL_NPY_OTHER;
  header->item_size = 1;
  return TRUE;
}

static gboolean
parse_dtype (const char *descr, IplNpyHeader *header)
{
  static const struct
  {
    char type;
    IplNpyKind kind;
    guint sizes; /* the sum of those there are */
  } kinds[] = {
    { 'b', IPL_NPY_BOOL, 1 },
    { 'i', IPL_NPY_INT, 1 + 2 + 4 + 8 },
    { 'u', IPL_NPY_UINT, 1 + 2 + 4 + 8 },
    { 'f', IPL_NPY_FLOAT, 2 + 4 + 8 },
  };
  const char *type = descr;
  char order = '=';
  guint64 size = 0;

  if (*type == '<' || *type == '>' || *type == '|' || *type == '=')
    order = *type++;
  header->swapped = (order == '<' && G_BYTE_ORDER == G_BIG_ENDIAN)
                    || (order == '>' && G_BYTE_ORDER == G_LITTLE_ENDIAN);

  if (*type == 'O')
    return set_other (header, "holds Python objects (dtype object), which Interplay never loads: "
                              "save it as plain numbers or text");
  if (*type == '\0' || !g_ascii_string_to_unsigned (type + 1, 10, 0, 1u << 24, &size, NULL))
    size = 0;
  header->item_size = (gsize)size;

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (*type == kinds[i].type && (size & (size - 1)) == 0 && (size & kinds[i].sizes) != 0)
      {
        header->kind = kinds[i].kind;
        return TRUE;
      }
  if (*type == 'U' || *type == 'S' || *type == 'a')
    {
      header->kind = *type == 'U' ? IPL_NPY_UCS4 : IPL_NPY_BYTES;
      header->item_size *= *type == 'U' ? 4 : 1;
      return TRUE;
    }
  if (*type == 'f' && size > 8)
    return set_other (header,
                      "has dtype %s (long double), which differs from machine to machine: save it "
                      "as float64",
                      descr);
  return set_other (header,
                    "has dtype %s, where real numbers (bool, integers, float16 to float64) or "
                    "text are expected",
                    descr);
}

/* @length_size: (out): bytes of the little-endian header length that follows, 2 or 4
 * @why: (out): on failure, the predicate of a sentence about the array */
gboolean
ipl_npy_parse_magic (const guint8 *bytes, gsize *length_size, char **why)
{
  if (memcmp (bytes, "\x93NUMPY", 6) != 0)
    return ipl_fail_why (why, "is not a NumPy array");
  if (bytes[6] < 1 || bytes[6] > 3 || bytes[7] != 0)
    return ipl_fail_why (why, "is in version %u.%u of NumPy's format, where 1.0 to 3.0 are known",
                         bytes[6], bytes[7]);
  *length_size = bytes[6] == 1 ? 2 : 4;
  return TRUE;
}

static const char *const keys[] = { "descr", "fortran_order", "shape" };

/* Reads the value behind a key. */
static gboolean
accept_value (Literal *in, guint key, IplNpyHeader *header, char **why)
{
  char descr[64];

  switch (key)
    {
    case 0:
      if (accept_char (in, '['))
        return skip_list (in)
               && set_other (header,
                             "has a structured dtype, where plain numbers or text are expected");
      return accept_string (in, descr, sizeof descr) && parse_dtype (descr, header);
    case 1:
      header->fortran_order = accept_word (in, "True");
      return header->fortran_order || accept_word (in, "False");
    default:
      return accept_shape (in, header, why);
    }
}

/* @text: [@length] the header's dictionary as in the file
 * @header: (out): the parsed header
 * @why: (out): on failure, the predicate of a sentence about the array */
gboolean
ipl_npy_parse_header (const char *text, gsize length, IplNpyHeader *header, char **why)
{
  Literal in = { text, text + length };
  gboolean fine = accept_char (&in, '{'), comma = TRUE;
  guint seen = 0; /* a bit for each of @keys */
  char key[32];

  memset (header, 0, sizeof *header);
  *why = NULL;
  while (fine && !accept_char (&in, '}'))
    {
      guint k = 0;

      fine = comma && accept_string (&in, key, sizeof key) && accept_char (&in, ':');
      while (fine && k < G_N_ELEMENTS (keys) && strcmp (key, keys[k]) != 0)
        k++;
      fine = fine && k < G_N_ELEMENTS (keys) && (seen & 1u << k) == 0
             && accept_value (&in, k, header, why);
      seen |= 1u << k;
      comma = accept_char (&in, ',');
    }
  skip_space (&in);
  if (fine && in.at == in.end && seen == (1u << G_N_ELEMENTS (keys)) - 1)
    return shape_size (header, why);
  return *why == NULL && ipl_fail_why (why, "has a damaged header");
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

/* The bits of an item as a number without sign. */
static inline guint64
load (const IplNpyHeader *header, const guint8 *bytes)
{
  guint16 two;
  guint32 four;
  guint64 eight;

  switch (header->item_size)
    {
    case 1:
      return *bytes;
    case 2:
      memcpy (&two, bytes, 2);
      return header->swapped ? GUINT16_SWAP_LE_BE (two) : two;
    case 4:
      memcpy (&four, bytes, 4);
      return header->swapped ? GUINT32_SWAP_LE_BE (four) : four;
    default:
      memcpy (&eight, bytes, 8);
      return header->swapped ? GUINT64_SWAP_LE_BE (eight) : eight;
    }
}

static double
float_to_double (guint32 bits)
{
  float value;

  memcpy (&value, &bits, 4);
  return (double)value;
}

/* @bytes: [@n * item_size] the numbers as in the file, at any alignment
 * @values: (out): [@n] the numbers as doubles */
void
ipl_npy_convert (const IplNpyHeader *header, const guint8 *bytes, gsize n, double *values)
{
  gsize size = header->item_size;
  guint unused = 64 - 8 * (guint)size; /* bits before the sign of a whole number */

  if (header->kind == IPL_NPY_FLOAT && size == 8 && !header->swapped)
    {
      memcpy (values, bytes, n * sizeof (double));
      return;
    }
  for (gsize i = 0; i < n; i++)
    {
      guint64 bits = load (header, bytes + i * size);

      if (header->kind == IPL_NPY_BFLOAT)
        values[i] = float_to_double ((guint32)bits << 16);
      else if (header->kind == IPL_NPY_FLOAT && size == 2)
        values[i] = half_to_double ((guint16)bits);
      else if (header->kind == IPL_NPY_FLOAT && size == 4)
        values[i] = float_to_double ((guint32)bits);
      else if (header->kind == IPL_NPY_FLOAT)
        memcpy (&values[i], &bits, 8);
      else if (header->kind == IPL_NPY_INT)
        values[i] = (double)((gint64)(bits << unused) >> unused);
      else
        values[i] = (double)(header->kind == IPL_NPY_BOOL ? bits != 0 : bits);
    }
}

/* @bytes: [item_size] an item
 * Returns: the item as UTF-8, up to its first NUL; invalid characters become U+FFFD */
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
      gunichar c;

      memcpy (&c, bytes + i, 4);
      c = header->swapped ? GUINT32_SWAP_LE_BE (c) : c;

      if (c == 0)
        break;
      g_string_append_unichar (text, g_unichar_validate (c) ? c : 0xFFFD);
    }
  return g_string_free (text, FALSE);
}

/* Returns: magic and header of a version 1.0 .npy in C order; the caller appends the data */
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
