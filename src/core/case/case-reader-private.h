/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case-io.h"
#include "core/files/npz.h"

G_BEGIN_DECLS

/* One case file while it is read: its arrays, the case that grows from them, and which arrays were
 * used. */
typedef struct
{
  IplNpz *npz;
  const char *shown; /* file name for sentences */
  IplCase *the_case;
  GHashTable *used; /* names of arrays that have been looked at */
  GCancellable *cancellable;
} IplCaseReader;

#define IPL_ANY_SIZE G_MAXSIZE /* in an expected shape: whatever it is */

/* case-fields.c: single arrays, by name or alias. */
void ipl_case_reader_note (IplCaseReader *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
char *ipl_case_reader_hint (IplCaseReader *self, const char *const *wanted);
IplArray *ipl_case_reader_find (IplCaseReader *self, const char *name);
gboolean ipl_case_reader_load (IplCaseReader *self, IplArray *array, GError **error);
IplArray *ipl_case_reader_numbers (IplCaseReader *self, const char *name, guint ndim,
                                   const gsize *shape, const char *letters, GError **error);
double *ipl_case_reader_take (IplCaseReader *self, IplArray *array);
gboolean ipl_case_reader_scalar (IplCaseReader *self, const char *name, double *value,
                                 gboolean *found, GError **error);
gboolean ipl_case_reader_text (IplCaseReader *self, const char *name, char **text, GError **error);
gboolean ipl_case_reader_texts (IplCaseReader *self, const char *name, gsize count,
                                const char *letters, char ***texts, GError **error);

/* case-shape.c: the level, layers and heads, and the few plain values. */
gboolean ipl_case_reader_shape (IplCaseReader *self, GError **error);
gboolean ipl_case_reader_values (IplCaseReader *self, GError **error);

/* case-check.c: what the numbers say. */
gboolean ipl_case_reader_labels (IplCaseReader *self, GError **error);
gboolean ipl_case_reader_attention (IplCaseReader *self, const char *name, gsize count, guint H,
                                    gsize T, double *attention, GError **error);

G_END_DECLS
