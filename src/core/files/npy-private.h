/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Number types of an .npy file, followed by the types of text. */
typedef enum
{
  IPL_NPY_BOOL,
  IPL_NPY_INT,
  IPL_NPY_UINT,
  IPL_NPY_FLOAT,
  IPL_NPY_BFLOAT, /* bfloat16, the upper half of a float; only in safetensors files */
  IPL_NPY_UCS4,
  IPL_NPY_BYTES,
  IPL_NPY_OTHER, /* neither numbers nor text, and never read */
} IplNpyKind;

#define IPL_NPY_MAX_DIM 6

/* The header of one .npy: numpy.lib.format, versions 1 to 3. */
typedef struct
{
  IplNpyKind kind;
  gsize item_size;  /* bytes */
  gboolean swapped; /* not in this machine's byte order */
  gboolean fortran_order;
  guint ndim;
  gsize shape[IPL_NPY_MAX_DIM];
  gsize size;        /* product of shape */
  char why_not[192]; /* for other kinds, the reason: the predicate of a sentence */
} IplNpyHeader;

/* Bytes before the length field, and the largest length of a header. */
#define IPL_NPY_MAGIC_SIZE 8
#define IPL_NPY_MAX_HEADER 65536

gboolean ipl_npy_parse_magic (const guint8 *bytes, gsize *length_size, char **why);
gboolean ipl_npy_parse_header (const char *text, gsize length, IplNpyHeader *header, char **why);
void ipl_npy_convert (const IplNpyHeader *header, const guint8 *bytes, gsize n, double *values);
char *ipl_npy_text (const IplNpyHeader *header, const guint8 *bytes);
GString *ipl_npy_format_header (const char *descr, guint ndim, const gsize *shape);
