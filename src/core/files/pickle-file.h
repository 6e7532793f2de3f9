/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* Kinds of files that hold Python objects, and code with them. */
typedef enum
{
  IPL_PICKLE_NONE,   /* something else, or not to be read */
  IPL_PICKLE_TORCH,  /* a file of torch.save */
  IPL_PICKLE_PYTHON, /* a file of pickle.dump */
} IplPickle;

/* The purpose of reading a file. */
typedef enum
{
  IPL_PICKLE_INTO_ARRAYS,  /* arrays, of a case as a rule */
  IPL_PICKLE_INTO_TENSORS, /* the weights of a network */
} IplPickleInto;

IplPickle ipl_pickle_file_kind (const char *path);
gboolean ipl_pickle_file_is_called (const char *path);
void ipl_pickle_file_explain (const char *path, IplPickleInto into, GError **error);
