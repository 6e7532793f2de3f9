/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"
#include "core/posterior/posterior-summary.h"

/* The files that a field is written to. */
enum
{
  IPL_RESULTS_NPZ = 1 << 0,
  IPL_RESULTS_CSV = 1 << 1,
  IPL_RESULTS_JSON = 1 << 2,
  IPL_RESULTS_ALL = IPL_RESULTS_NPZ | IPL_RESULTS_CSV | IPL_RESULTS_JSON,
};

/* The type at a field's offset. */
typedef enum
{
  IPL_RESULTS_NUMBER,     /* double */
  IPL_RESULTS_NUMBERS,    /* (nullable) double * */
  IPL_RESULTS_VALUES,     /* double [] within the struct */
  IPL_RESULTS_COUNT,      /* guint */
  IPL_RESULTS_LONG_COUNT, /* guint64 */
  IPL_RESULTS_FLAG,       /* gboolean */
  IPL_RESULTS_TEXT,       /* (nullable) char * */
} IplResultsKind;

/* The cases that have a field. */
typedef enum
{
  IPL_RESULTS_ANY_OUTPUTS,
  IPL_RESULTS_ONE_OUTPUT,
  IPL_RESULTS_OUTPUTS, /* of several outputs */
} IplResultsOutputs;

/* Axes of a field at the most. */
#define IPL_RESULTS_MAX_AXES 3

/* A field of the results, with the same name in .npz, CSV and JSON. */
typedef struct
{
  const char *name; /* "accuracy.." reads "mean_squared_error.." for a regression */
  /* a letter for each axis: p paths times outputs, h heads, v variances, m training examples
   * times outputs, t examples of a test set, o outputs, an axis that is omitted for one output;
   * "" for a scalar */
  const char *shape;
  IplResultsKind kind;
  gsize offset;         /* in the struct of the group */
  guint files;          /* file formats that have it */
  guint gp_files;       /* file formats with the value of the GP limit, as NAME_gp */
  gboolean is_optional; /* merged files may be without it */
  IplResultsOutputs outputs;
} IplResultsField;

/* Groups of fields that are written together, in the order of the table. */
typedef enum
{
  /* of an IplSolution */
  IPL_RESULTS_PRIOR,    /* temperature and variances */
  IPL_RESULTS_ORDER,    /* U and u_a */
  IPL_RESULTS_SOLVER,   /* convergence of the saddle point */
  IPL_RESULTS_DIAGONAL, /* accuracy with parts of U only */
  IPL_RESULTS_HEADS,
  IPL_RESULTS_SPECTRUM,
  /* of an IplPrediction, of the theory's */
  IPL_RESULTS_TEST,
  /* of an IplPosteriorSummary */
  IPL_RESULTS_POSTERIOR_U,
  IPL_RESULTS_POSTERIOR_TRUST,
  IPL_RESULTS_POSTERIOR_RUN,
  IPL_RESULTS_POSTERIOR_FINE,
  IPL_RESULTS_POSTERIOR_TIME,
  /* of an IplPrediction, of the posterior's */
  IPL_RESULTS_POSTERIOR_TEST,
} IplResultsGroup;

extern const char *const ipl_results_readouts[]; /* by #IplReadout, %NULL-terminated */

const IplResultsField *ipl_results_fields (IplResultsGroup group, gsize *n);
const char *ipl_results_group_prefix (IplResultsGroup group);
gconstpointer ipl_results_object (IplResultsGroup group, gconstpointer object, guint test_set);
char *ipl_results_field_name (const IplResultsField *self, const char *prefix,
                              const IplCaseInfo *the_case, guint test_set, gboolean gp);
char *ipl_results_score_name (const IplCaseInfo *the_case, const char *name);
gboolean ipl_results_field_is_of (const IplResultsField *self, const IplCaseInfo *the_case);
guint ipl_results_field_shape (const IplResultsField *self, const IplCaseInfo *the_case,
                               guint test_set, gsize shape[IPL_RESULTS_MAX_AXES]);
gsize ipl_results_field_size (const IplResultsField *self, const IplCaseInfo *the_case,
                              guint test_set);
const double *ipl_results_field_get (const IplResultsField *self, gconstpointer object,
                                     double *one);
const char *ipl_results_field_text (const IplResultsField *self, gconstpointer object);
/* Names of the arrays of IplDrawStat. */
extern const char *const ipl_results_draw_stats[IPL_N_DRAW_STATS];
