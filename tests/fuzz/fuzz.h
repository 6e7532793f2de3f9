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

/* With the checksums of a zip put right. */
void fuzz_file_init_zip (FuzzFile *self, const guint8 *bytes, gsize n);

guint64 fuzz_read_le (const guint8 *at, guint n);
/* Whether a member of a zip that is stored as it is begins at @at; then where its bytes are. */
gboolean fuzz_zip_member (const guint8 *bytes, gsize n, gsize at, gsize *begin, gsize *length);
/* In place: checksums of a zip's stored members, and of PNG chunks, put right, so that what is
 * behind them is reached. */
void fuzz_repair_zip (guint8 *bytes, gsize n);

/* (transfer full): the bytes of a .safetensors; of an input that begins with "{" the first line is
 * the JSON of its header, whose length is put before it. */
GByteArray *fuzz_build_safetensors (const guint8 *bytes, gsize n);

/* An error is one sentence: valid UTF-8 on one line without control characters, from IPL_ERROR or
 * GIO, with a full stop. Stops the program where it is not; frees it. */
void fuzz_check_error (GError *error);
/* Stops the program where a reader gave neither a result nor an error, or both. */
void fuzz_check_result (gboolean has_result, GError *error);
/* The value of a call of a reader whose last argument is &error, checked so. */
#define FUZZ_TRY(call)                                                                             \
  (__extension__({                                                                                 \
    GError *error = NULL;                                                                          \
    __auto_type value_ = (call);                                                                   \
                                                                                                   \
    fuzz_check_result (!!value_, error);                                                           \
    value_;                                                                                        \
  }))

/* Two numbers are the same, NaN being the same as NaN. */
void fuzz_check_equal (const double *a, const double *b, gsize n, const char *what);

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

/* Takes what is in the file, an archive with stored members or a .safetensors, and removes it. */
void fuzz_changed_init (FuzzChanged *self, const char *path);
/* A file with the changes, checksums put right. */
void fuzz_changed_apply (const FuzzChanged *self, const guint8 *changes, gsize n, FuzzFile *file);
