/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case-io.h"
#include "core/files/npz.h"

/* A case file in the process of reading: its arrays, the case so far, the arrays that were used,
 * and the chosen parts. */
typedef struct
{
  IplNpz *npz;
  const char *shown; /* file name for sentences */
  const IplCaseImport *import;
  IplCase *the_case;
  GHashTable *used; /* keys of arrays that have been used */
  GCancellable *cancellable;

  /* The file's layers and heads, and of them those that the case has. */
  const char *heads_from; /* the array that determines them, for sentences */
  guint file_L;
  guint file_H[IPL_MAX_FILE_LAYERS];         /* heads with attention */
  double file_residual[IPL_MAX_FILE_LAYERS]; /* 0: the layer has no identity head */
  double file_Pi;
  gboolean chosen;                                           /* not all of them */
  guint layer[IPL_MAX_LAYERS];                               /* from 0, in the file */
  gboolean selected[IPL_MAX_LAYERS][IPL_MAX_FILE_HEADS + 1]; /* of the file's heads */
  gsize solved_Pi;                                           /* paths once the best are chosen */

  /* Order of the axes of attention: the first array whose rows only sum to 1, the first whose
   * columns only do, and the asymmetric arrays for which both do. */
  char *by_rows, *by_columns; /* (nullable) */
  char *undecided_name;       /* (nullable): the first of the undecided */
  GPtrArray *undecided;       /* of (double *) [undecided_n x T x T], borrowed from the case */
  GArray *undecided_n;        /* of gsize */
} IplCaseReader;

#define IPL_ANY_SIZE G_MAXSIZE /* any size, in an expected shape */

/* case-reader.c: single arrays, by name or alias. */
void ipl_case_reader_note (IplCaseReader *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
char *ipl_case_reader_hint (IplCaseReader *self, const char *wanted);
gboolean ipl_case_reader_wrong_shape (IplCaseReader *self, const IplArray *array,
                                      const char *expected, GError **error);
gboolean ipl_case_reader_must_be (IplCaseReader *self, const IplArray *array, const char *name,
                                  const char *expected, const char *found, GError **error);
IplArray *ipl_case_reader_find (IplCaseReader *self, const char *name);
gboolean ipl_case_reader_load (IplCaseReader *self, IplArray *array, GError **error);
IplArray *ipl_case_reader_numbers (IplCaseReader *self, const char *name, guint ndim,
                                   const gsize *shape, const char *letters, GError **error);
double *ipl_case_reader_steal_values (IplCaseReader *self, IplArray *array);
gboolean ipl_case_reader_scalar (IplCaseReader *self, const char *name, double *value,
                                 gboolean *found, GError **error);
gboolean ipl_case_reader_text (IplCaseReader *self, const char *name, char **text, GError **error);
gboolean ipl_case_reader_texts (IplCaseReader *self, const char *name, gsize count,
                                const char *letters, char ***texts, GError **error);
gboolean ipl_case_reader_tokens (IplCaseReader *self, const char *name, gsize count,
                                 IplTokenTexts **tokens, GError **error);

/* case-padding.c: refuses a readout of padding. */
gboolean ipl_case_reader_padding (IplCaseReader *self, const char *mask_name,
                                  const char *tokens_name, const IplExamples *examples,
                                  GError **error);

/* case-layers-heads.c: the level, layers and heads, and the few plain values. */
gboolean ipl_case_reader_shape (IplCaseReader *self, GError **error);
gboolean ipl_case_reader_values (IplCaseReader *self, GError **error);

/* case-arrays.c: the examples and the weights. */
gboolean ipl_case_reader_sets (IplCaseReader *self, GError **error);

/* case-head-selection.c: which layers and heads of the file. */
guint ipl_case_reader_file_heads (const IplCaseReader *self, guint layer);
gboolean ipl_case_reader_choose (IplCaseReader *self, GError **error);
void ipl_case_reader_select_heads (IplCaseReader *self, guint l, double **values, gsize outer,
                                   gsize inner);
void ipl_case_reader_select_paths (IplCaseReader *self, double **values, gsize outer, gsize inner);
void ipl_case_reader_select_names (IplCaseReader *self, char **paths, char **heads);
void ipl_case_reader_cut (IplCaseReader *self, const gboolean *selected);

/* case-alloc.c */
void ipl_examples_drop_inputs (IplExamples *self);

/* case-reader.c: the arrays trained_widths, trained_u and trained_readout: all three or none. */
void ipl_case_trained_write (const IplCase *self, IplNpzWriter *npz);
gboolean ipl_case_trained_read (IplCaseReader *self, GError **error);

/* case-labels.c: types of labels. */
gboolean ipl_case_reader_labels (IplCaseReader *self, GError **error);

/* case-check.c: checks of the numbers. */
gboolean ipl_case_reader_attention (IplCaseReader *self, const char *name, gsize count, guint H,
                                    gsize T, double *attention, gboolean *undecided,
                                    GError **error);
gboolean ipl_case_reader_orientation (IplCaseReader *self, GError **error);
