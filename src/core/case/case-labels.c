/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Determines the type of a file's labels: two classes, numbered classes, or real numbers. */
#include "core/case/case-reader-private.h"

#include "core/base/error.h"
#include "core/base/memory.h"

#include <gsl/gsl_sort_double.h>
#include <math.h>

/* Values that occur among labels. */
typedef enum
{
  LABELS_ONES,  /* only +1: either convention */
  LABELS_SIGNS, /* -1 and +1 */
  LABELS_BITS,  /* 0 and 1 */
  LABELS_REAL,
} LabelKind;

static LabelKind
label_kind (const IplExamples *examples, gsize *first_other)
{
  gboolean minus = FALSE, zero = FALSE;

  for (gsize i = 0; i < examples->count; i++)
    {
      double y = examples->y[i];

      minus = minus || y == -1;
      zero = zero || y == 0;
      if ((y != 1 && y != -1 && y != 0) || (minus && zero))
        {
          *first_other = i;
          return LABELS_REAL;
        }
    }
  return minus ? LABELS_SIGNS : zero ? LABELS_BITS : LABELS_ONES;
}

static void
map_bits (IplExamples *examples)
{
  for (gsize i = 0; i < examples->count; i++)
    examples->y[i] = examples->y[i] == 0 ? -1 : 1;
}

/* Tells classification from regression by the training labels, maps {0, 1} to -1 and +1, and checks
 * that test sets follow. */
static gboolean
read_signs_or_numbers (IplCaseReader *self, GError **error)
{
  IplCase *the_case = self->the_case;
  gsize at = 0;
  LabelKind kind = label_kind (&the_case->train, &at);
  gboolean bits = kind == LABELS_BITS;

  if (kind == LABELS_REAL)
    {
      the_case->labels.kind = IPL_LABELS_NUMBERS;
      ipl_case_reader_note (self, "Labels are not two classes (+1 and -1, or 0 and 1), so this is "
                                  "regression: the score is the mean squared error.");
      return TRUE;
    }
  for (guint k = 0; k < the_case->n_tests; k++)
    {
      IplExamples *test = &the_case->tests[k];
      LabelKind test_kind = label_kind (test, &at);

      if (test_kind == LABELS_REAL)
        return ipl_fail (error, IPL_ERROR_VALUE,
                         "In “%s”, y_train has two classes, but the test set “%s” has the label %g "
                         "at index %" G_GSIZE_FORMAT ".",
                         self->shown, test->name, test->y[at], at);
      if (kind == LABELS_ONES)
        bits = bits || test_kind == LABELS_BITS;
      else if (test_kind != LABELS_ONES && test_kind != kind)
        return ipl_fail (
            error, IPL_ERROR_VALUE,
            "In “%s”, the classes are %s in y_train but %s in the test set “%s”: use the "
            "same in both.",
            self->shown, bits ? "0 and 1" : "-1 and +1", bits ? "-1 and +1" : "0 and 1",
            test->name);
    }
  if (bits)
    {
      map_bits (&the_case->train);
      for (guint k = 0; k < the_case->n_tests; k++)
        map_bits (&the_case->tests[k]);
      ipl_case_reader_note (self, "Labels 0 and 1 were mapped to -1 and +1.");
    }
  return TRUE;
}

/* Numbers that classes may have. */
#define LARGEST_CLASS 1e9

static IplExamples *
get_set (IplCase *the_case, guint k)
{
  return k == 0 ? &the_case->train : &the_case->tests[k - 1];
}

/* "y_train", "the test set “test”" */
static char *
describe_set (const IplCase *the_case, guint k)
{
  return k == 0 ? g_strdup ("y_train")
                : g_strdup_printf ("the test set “%s”", the_case->tests[k - 1].name);
}

/* The numbers of classes, rising: 0 .. K - 1 if classes have names, else the values among the
 * training labels. NULL for none, or too many. */
static double *
list_classes (const IplCase *the_case, char **names, guint *K)
{
  const IplExamples *train = &the_case->train;
  gsize most = names != NULL ? g_strv_length (names) : train->count, n = 0;
  double *classes = most > 0 ? ipl_memory_try_doubles ((double)most, "The classes", NULL) : NULL;

  if (classes == NULL)
    return NULL;
  for (gsize i = 0; i < most; i++)
    classes[i] = names != NULL ? (double)i : train->y[i];
  gsl_sort (classes, 1, most);
  for (gsize i = 0; i < most; i++)
    if (n == 0 || classes[i] != classes[n - 1])
      classes[n++] = classes[i];
  if (n > IPL_MAX_OUTPUTS)
    g_clear_pointer (&classes, g_free);
  *K = (guint)n;
  return classes;
}

/* Replaces the labels of a set by class numbers from 0; FALSE for an unknown label. */
static gboolean
number_classes (IplCaseReader *self, guint k, const double *classes, guint K, gboolean named,
                GError **error)
{
  IplExamples *examples = get_set (self->the_case, k);

  for (gsize i = 0; i < examples->count; i++)
    {
      double y = examples->y[i];
      guint class = 0;

      while (class < K && classes[class] != y)
        class ++;
      if (class == K || y != floor (y) || fabs (y) > LARGEST_CLASS)
        {
          g_autofree char *set = describe_set (self->the_case, k);
          g_autofree char *expected
              = named ? g_strdup_printf ("class_names needs an integer from 0 to %u", K - 1)
                      : g_strdup ("classes needs an integer that occurs in y_train");

          return ipl_fail (error, IPL_ERROR_VALUE,
                           "In “%s”, %s has the label %g at index %" G_GSIZE_FORMAT ", where %s.",
                           self->shown, set, y, i, expected);
        }
      examples->y[i] = class;
    }
  return TRUE;
}

/* Numbers of classes as labels: two as -1 and +1, more as K numbers each. */
static gboolean
code_classes (IplCase *the_case, IplExamples *examples, GError **error)
{
  guint K = the_case->labels.outputs;
  double *y;

  if (the_case->labels.kind == IPL_LABELS_SIGNS)
    {
      map_bits (examples);
      return TRUE;
    }
  y = ipl_memory_try_doubles ((double)examples->count * K, "The labels", error);
  if (y == NULL)
    return FALSE;
  for (gsize i = 0; i < examples->count; i++)
    ipl_labels_code_class (&the_case->labels, (guint)examples->y[i], y + i * K);
  g_free (examples->y);
  examples->y = y;
  return TRUE;
}

static char **
name_classes (const double *classes, guint K)
{
  char **names = g_new0 (char *, K + 1);

  for (guint k = 0; k < K; k++)
    names[k] = g_strdup_printf ("%.0f", classes[k]);
  return names;
}

/* Labels that name classes by integers (THEORY.md section 18). */
static gboolean
read_classes (IplCaseReader *self, char **names, GError **error)
{
  IplCase *the_case = self->the_case;
  guint K = 0;
  g_autofree double *classes = list_classes (the_case, names, &K);

  if (classes == NULL || K < 2)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "In “%s”, labels name %u class%s, where 2 to %d are expected.", self->shown, K,
                     K == 1 ? "" : "es", IPL_MAX_OUTPUTS);
  for (guint k = 0; k <= the_case->n_tests; k++)
    if (!number_classes (self, k, classes, K, names != NULL, error))
      return FALSE;
  if (K > 2)
    {
      the_case->labels = (IplLabels){ IPL_LABELS_CLASSES, K };
      the_case->output_names = names != NULL ? g_strdupv (names) : name_classes (classes, K);
      ipl_case_reader_note (self, "Labels are %u classes: K = %u outputs.", K, K);
    }
  else
    ipl_case_reader_note (self, "Of the two classes the first was mapped to -1, the second to +1.");
  for (guint k = 0; k <= the_case->n_tests; k++)
    if (!code_classes (the_case, get_set (the_case, k), error))
      return FALSE;
  return TRUE;
}

/* Finds the kind of labels, from their numbers and the arrays that describe them. */
gboolean
ipl_case_reader_labels (IplCaseReader *self, GError **error)
{
  IplCase *the_case = self->the_case;
  guint K = the_case->labels.outputs;
  double classes = 0;
  gboolean found;
  g_auto (GStrv) names = NULL;

  if (!ipl_case_reader_scalar (self, "classes", &classes, &found, error)
      || !ipl_case_reader_texts (self, "class_names", IPL_ANY_SIZE, "K", &names, error))
    return FALSE;
  if (K > 1 && (classes != 0 || names != NULL))
    return ipl_fail (error, IPL_ERROR_SHAPE,
                     "In “%s”, y_train has %u columns, where %s asks for one integer for each "
                     "example, [P].",
                     self->shown, K, names != NULL ? "class_names" : "classes");
  if (K > 1)
    {
      the_case->labels.kind = IPL_LABELS_NUMBERS;
      ipl_case_reader_note (self,
                            "Labels are %u numbers each, so this is regression with K = %u "
                            "outputs: the score is the mean squared error.",
                            K, K);
      return ipl_case_reader_texts (self, "output_names", K, "K", &the_case->output_names, error);
    }
  return classes != 0 || names != NULL ? read_classes (self, names, error)
                                       : read_signs_or_numbers (self, error);
}
