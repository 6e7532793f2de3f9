/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"
#include "core/files/npz.h"

/* The layers and heads of a file, from which those of a case are chosen. */
#define IPL_MAX_FILE_LAYERS 128
#define IPL_MAX_FILE_HEADS 256
#define IPL_MAX_TOP_PATHS 4096

/* Options for reading a file whose names and sizes differ from the data format. A plain value;
 * its strings are interned and never %NULL. */
typedef struct
{
  /* roles of arrays, "x_train=embeddings,y_train=targets"; see case-roles.h */
  const char *roles;
  const char *head_counts; /* H_1 .. H_L, "12,12", replaces the array heads */
  /* layers of the file to use, "1,3" or "2-4", counted from 1; empty for all */
  const char *layers;
  /* heads to use, "1.2,2.3-5" as layer.head of the file, counted from 1; a layer that is not
   * named has all */
  const char *heads;
  const char *readout; /* "mean", "last" or "first", replaces the array readout; or "file" */
  /* for a larger number of paths, only the heads of this many best paths; 0 for all */
  guint top_paths;
} IplCaseImport;

extern const char *const ipl_case_import_readouts[];

void ipl_case_import_init (IplCaseImport *self);

gboolean ipl_case_import_parse_head_counts (const char *text, guint H[IPL_MAX_FILE_LAYERS],
                                            guint *L, GError **error);
gboolean ipl_case_import_parse_layers (const char *text, gboolean chosen[IPL_MAX_FILE_LAYERS],
                                       GError **error);

/* Heads of a file by their numbers. */
typedef struct
{
  guint n;                                          /* number of @layer and @head */
  guint layer[IPL_MAX_LAYERS * IPL_MAX_FILE_HEADS]; /* layers, from 0 */
  guint head[IPL_MAX_LAYERS * IPL_MAX_FILE_HEADS];  /* heads in them, from 0 */
} IplHeadNames;

IplHeadNames *ipl_case_import_parse_heads (const char *text, GError **error);

IplCase *ipl_case_load (const char *path, gboolean keep_inputs, guint threads,
                        GCancellable *cancellable, GError **error);
IplCase *ipl_case_import (const char *path, const IplCaseImport *import, gboolean keep_inputs,
                          guint threads, GCancellable *cancellable, GError **error);
IplCase *ipl_case_from_arrays (IplNpz *arrays, const char *shown, gboolean keep_inputs,
                               guint threads, GCancellable *cancellable, GError **error);
gboolean ipl_case_file_is (const char *path);
gboolean ipl_case_save (const IplCase *self, const char *path, GError **error);
double ipl_case_memory (gsize P, gsize P_test, gsize Pi, gsize N0, guint outputs);
gboolean ipl_case_check_size (gsize P, gsize P_test, gsize Pi, gsize N0, guint outputs,
                              GError **error);

/* Reduces an unshared case to @n training examples: the first @n of a random order that @seed
 * draws, in their original order. So a smaller set is part of a larger one, and all examples are
 * the case itself. */
gboolean ipl_case_select_examples (IplCase *self, gsize n, guint64 seed, GError **error);
