/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* What libFuzzer calls: one input a time. */
int LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n);

/* A file in memory with these bytes; its name may be read until fuzz_file_clear(). */
typedef struct
{
  int fd;
  char path[64];
} FuzzFile;

void fuzz_file_init (FuzzFile *self, const guint8 *bytes, gsize n);
void fuzz_file_clear (FuzzFile *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FuzzFile, fuzz_file_clear)

/* In place: checksums of a zip's stored members, and of PNG chunks, put right, so that what is
 * behind them is reached. */
void fuzz_repair_zip (guint8 *bytes, gsize n);

/* (transfer full): the bytes of a .safetensors; before an input that begins with "{", the JSON of
 * its header, its length is put. */
GByteArray *fuzz_whole_safetensors (const guint8 *bytes, gsize n);

/* An error is one sentence: valid UTF-8 on one line without control characters, from IPL_ERROR or
 * GIO, with a full stop. Stops the program where it is not; frees it. */
void fuzz_check_error (GError *error);
/* Stops the program where a reader gave neither a result nor an error, or both. */
void fuzz_check_result (gconstpointer result, GError *error);

/* Two numbers are the same, NaN being the same as NaN. */
void fuzz_check_equal (const double *a, const double *b, gsize n, const char *what);
