/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "fuzz.h"

/* A file that the program itself has written, and what inputs make of it: changes, each of a part
 * of the file (an array, a header, all of it), a place in it (two bytes), and what: below 16 a
 * number that is put there, else so many bytes that follow (the upper four bits of it), and at 255
 * the file ends there. */
typedef struct
{
  guint8 *bytes;
  gsize n;
  GArray *parts;
} FuzzChanged;

/* Takes what is in the file: an archive with stored members, or a .safetensors. */
void fuzz_changed_init (FuzzChanged *self, const char *path);
/* Returns: (transfer full): the file with the changes, checksums put right */
GByteArray *fuzz_changed_apply (const FuzzChanged *self, const guint8 *changes, gsize n);
