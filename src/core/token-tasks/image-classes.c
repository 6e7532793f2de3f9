/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Classification of images of a file as sequences of patches: ten digits for MNIST (THEORY.md
 * section 7.11). */
#include "core/token-tasks/token-experiment.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/random-stream.h"
#include "core/base/text-escape.h"
#include "core/case/case-io.h"
#include "core/case/features.h"
#include "core/images/image-set.h"
#include "core/tasks/balanced-classes.h"

#define MAX_SIZE 128

typedef struct
{
  const char *file; /* interned: file of images; the file of labels is in the same folder */
  guint size;       /* rows and columns that images are resized to */
  guint patch;      /* those of a patch, a divisor of @size */
  guint n_train, n_test;
  double beta, decay; /* of heads, as those of tasks on tokens */
  IplKitHeads;
  guint64 seed;
} ImageClasses;

typedef struct
{
  const ImageClasses *self;
  const IplImageSet *set;
  const gsize *images[2]; /* [P], [P'] of the training set and of the test set, class by class */
  IplFeaturePlan *plan;
  gsize Pi, T, N0;
} Making;

static IplImageSet *
load (const ImageClasses *self, GCancellable *cancellable, GError **error)
{
  g_autofree char *labels = NULL;

  if (self->file[0] == '\0')
    return ipl_fail_null (error, IPL_ERROR_MISSING,
                          "No images are chosen: give images=FILE, an IDX file of images such as "
                          "MNIST's with that of their labels in the same folder, or a zip of "
                          "drawings.");
  labels = ipl_image_file_companion (self->file);

  const char *const files[] = { self->file, labels, NULL };

  return ipl_image_set_load (files, cancellable, error);
}

static gboolean
validate (gconstpointer own, GError **error)
{
  const ImageClasses *self = own;

  return self->size % self->patch == 0
         || ipl_fail (error, IPL_ERROR_VALUE,
                      "Images of %u × %u do not divide into patches of %u × %u: give patch= a "
                      "divisor of size.",
                      self->size, self->size, self->patch, self->patch);
}

/* FALSE with a sentence if the patches or classes do not fit the set. */
static gboolean
check_set (const ImageClasses *self, const IplImageSet *set, GError **error)
{
  if (!validate (self, error))
    return FALSE;
  if (set->n_classes < 2 || set->n_classes > IPL_MAX_OUTPUTS)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "%s has %u classes of images: give a set of 2 to %d classes.", set->name,
                     set->n_classes, IPL_MAX_OUTPUTS);
  return TRUE;
}

static gsize
first_of (guint n_classes, gsize count, guint class)
{
  return class * count / n_classes;
}

/* Indices of a class's images in a random order. */
static gsize *
shuffle (const ImageClasses *self, const IplImageSet *set, guint class, gsize *n)
{
  gsize first = set->class_first[class];
  IplRandomStream stream;
  gsize *order;

  *n = set->class_first[class + 1] - first;
  order = g_new (gsize, MAX (*n, 1));
  ipl_random_stream_init (&stream, self->seed, IPL_STREAM_IMAGE_CLASSES, class);
  for (gsize i = 0; i < *n; i++)
    {
      gsize other = (gsize)(gsl_rng_uniform (&stream.rng) * (double)(i + 1));

      order[i] = order[other];
      order[other] = first + i;
    }
  return order;
}

/* Takes training examples from the beginning of each class's order and test examples from its
 * end, so that larger sets contain smaller ones. */
static gboolean
choose (const ImageClasses *self, const IplImageSet *set, gsize *train, gsize *test, GError **error)
{
  guint K = set->n_classes;

  for (guint class = 0; class < K; class ++)
    {
      gsize n, at_train = first_of (K, self->n_train, class);
      gsize at_test = first_of (K, self->n_test, class);
      gsize n_train = first_of (K, self->n_train, class + 1) - at_train;
      gsize n_test = first_of (K, self->n_test, class + 1) - at_test;
      g_autofree gsize *order = shuffle (self, set, class, &n);

      if (n_train + n_test > n)
        return ipl_fail (error, IPL_ERROR_VALUE,
                         "Class “%s” of %s has %" G_GSIZE_FORMAT " images, and %" G_GSIZE_FORMAT
                         " are wanted for training and %" G_GSIZE_FORMAT
                         " for the test: give a smaller n-train or n-test.",
                         set->class_names[class], set->name, n, n_train, n_test);
      memcpy (train + at_train, order, n_train * sizeof *order);
      for (gsize i = 0; i < n_test; i++)
        test[at_test + i] = order[n - 1 - i];
    }
  return TRUE;
}

/* Patches row by row, each with its normalized gray levels row by row and its position. */
static void
compose (const Making *making, gsize image, guint8 *pixels, double *x)
{
  const IplImageSet *set = making->set;
  guint side = making->self->patch, size = making->self->size, across = size / side;

  ipl_image_resize (ipl_image_set_pixels (set, image), set->height, set->width, pixels, size, size);
  memset (x, 0, making->T * making->N0 * sizeof *x);
  for (gsize t = 0; t < making->T; t++, x += making->N0)
    {
      const guint8 *corner = pixels + t / across * side * size + t % across * side;

      for (guint i = 0; i < side * side; i++)
        x[i] = (corner[i / side * size + i % side] / 255.0 - set->mean) / set->sd;
      x[making->N0 - making->T + t] = 1;
    }
}

static gboolean
make_images (IplExamples *examples, gboolean test, gsize first, gsize count, gconstpointer data,
             GError **error)
{
  const Making *making = data;
  gsize size = making->T * making->N0;
  g_autofree double *own = examples->x == NULL ? g_new (double, count *size) : NULL;
  double *x = own != NULL ? own : examples->x + first * size;
  g_autofree guint8 *pixels = g_new (guint8, (gsize)making->self->size * making->self->size);

  for (gsize i = 0; i < count; i++)
    compose (making, making->images[test][first + i], pixels, x + i * size);
  ipl_feature_plan_run (making->plan, count, x, NULL,
                        examples->xi + first * making->Pi * making->N0, NULL);
  return TRUE;
}

/* Codes the labels of all images of a set, class by class. */
static void
code_labels (const IplCase *the_case, guint n_classes, IplExamples *examples)
{
  const IplLabels *labels = &the_case->labels;

  for (guint class = 0; class < n_classes; class ++)
    for (gsize i = first_of (n_classes, examples->count, class);
         i < first_of (n_classes, examples->count, class + 1); i++)
      if (labels->outputs == 1)
        examples->y[i] = class == 0 ? 1 : -1;
      else
        ipl_labels_code_class (labels, class, examples->y + i * labels->outputs);
}

/* The case with its weights and names, without examples. */
static IplCase *
new_case (const ImageClasses *self, const IplImageSet *set, const char *name, GError **error)
{
  gsize T = (gsize)(self->size / self->patch) * (self->size / self->patch);
  gsize N0 = (gsize)self->patch * self->patch + T;
  g_autoptr (IplCase) the_case = ipl_balanced_classes_new (name, &self->layers, self->seed, T, N0,
                                                           self->n_train, self->n_test);
  IplKitTokens tokens = { .T = T,
                          .N0 = N0,
                          .n_matched = N0 - T,
                          .match = (double)(N0 - T), /* of gray levels of variance 1 */
                          .beta = self->beta,
                          .decay = self->decay,
                          .seed = self->seed,
                          .learned = self->learned };

  the_case->readout = IPL_READOUT_MEAN;
  the_case->temperature = IPL_TOKEN_TASK_TEMPERATURE;
  if (set->n_classes > 2)
    {
      the_case->labels = (IplLabels){ IPL_LABELS_CLASSES, set->n_classes };
      the_case->output_names = g_strdupv (set->class_names);
    }
  if (!ipl_case_check_size (self->n_train, self->n_test, the_case->Pi, N0, the_case->labels.outputs,
                            error)
      || !ipl_kit_fill_weights (&tokens, &self->layers, the_case->weights, error))
    return NULL;
  ipl_balanced_classes_name_heads (the_case, &self->layers, ipl_kit_head_name, " (", ")");
  ipl_balanced_classes_name_paths (the_case);
  for (guint i = 0; i < set->notes->len; i++)
    g_ptr_array_add (the_case->notes, g_strdup (set->notes->pdata[i]));
  ipl_case_finish_names (the_case);
  return g_steal_pointer (&the_case);
}

static IplCase *
make_case (gconstpointer own, const char *name, gboolean keep_inputs, guint threads,
           GCancellable *cancellable, GError **error)
{
  const ImageClasses *self = own;
  g_autoptr (IplImageSet) set = load (self, cancellable, error);
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplFeaturePlan) plan = NULL;
  g_autofree gsize *train = g_new (gsize, self->n_train), *test = g_new (gsize, self->n_test);
  Making making = { self, set, { train, test } };

  if (threads == 0)
    threads = ipl_parallel_default_threads ();
  if (set != NULL && check_set (self, set, error) && choose (self, set, train, test, error))
    the_case = new_case (self, set, name, error);
  if (the_case == NULL)
    return NULL;
  plan = ipl_feature_plan_new (the_case->weights, the_case->L, the_case->H, the_case->residual,
                               the_case->T, the_case->N0, the_case->readout, threads, error);
  if (plan == NULL)
    return NULL;
  making.plan = plan;
  making.Pi = the_case->Pi;
  making.T = the_case->T;
  making.N0 = the_case->N0;
  if (!ipl_balanced_classes_make (the_case, keep_inputs, ipl_feature_block (the_case->T),
                                  make_images, &making, threads, cancellable, error))
    return NULL;
  code_labels (the_case, set->n_classes, &the_case->train);
  code_labels (the_case, set->n_classes, &the_case->tests[0]);
  if (!keep_inputs)
    ipl_layer_weights_clear (the_case->weights, the_case->L);
  return g_steal_pointer (&the_case);
}

/* The paths do not depend on the images, which are not read. */
static IplCase *
sketch (gconstpointer own, const char *name)
{
  const ImageClasses *self = own;
  IplCase *the_case = ipl_balanced_classes_new (name, &self->layers, self->seed, 1, 1, 2, 2);

  ipl_balanced_classes_name_heads (the_case, &self->layers, ipl_kit_head_name, " (", ")");
  ipl_balanced_classes_name_paths (the_case);
  ipl_case_finish_names (the_case);
  return the_case;
}

static guint
get_layers (gconstpointer own)
{
  return ((const ImageClasses *)own)->n_layers;
}

#undef AT
#define AT(field) .offset = offsetof (ImageClasses, field)

static const IplField fields[] = {
  { "images", .json = "images", .label = "Images", .kind = IPL_FIELD_FILE, AT (file),
    .sentence
    = "An IDX file of images, such as MNIST’s, with that of their labels in the same folder; or a "
      "zip of drawings" },
  { "size", .json = "size", .label = "Side of an image", .kind = IPL_FIELD_INTEGER, AT (size),
    .minimum = 1, .maximum = MAX_SIZE, .low = 1, .high = 28, .step = 1,
    .sentence = "Rows and columns that images are resized to" },
  { "patch", .json = "patch", .label = "Side of a patch", .kind = IPL_FIELD_INTEGER, AT (patch),
    .minimum = 1, .maximum = MAX_SIZE, .low = 1, .high = 28, .step = 1,
    .sentence = "Rows and columns of a patch, each of which is a token: a divisor of the size" },
  IPL_SHARPNESS_FIELDS,
  { "n-train", .json = "n_train", .label = "Training images", .symbol = "P", .logarithmic = TRUE,
    .kind = IPL_FIELD_INTEGER, AT (n_train), .minimum = 2, .maximum = IPL_TOKEN_TASK_MAX_EXAMPLES,
    .low = 10, .high = 2000, .step = 10, .sentence = "Number of training images, of all classes" },
  { "n-test", .json = "n_test", .label = "Test images", .kind = IPL_FIELD_INTEGER, AT (n_test),
    .minimum = 2, .maximum = IPL_TOKEN_TASK_MAX_EXAMPLES, .low = 10, .high = 20000, .step = 100,
    .sentence = "Number of test images, of all classes" },
  IPL_SEED_FIELD,
  IPL_KIT_FIELD,
};

static const IplFieldGroup groups[] = { { "task", "Task", G_N_ELEMENTS (fields), fields, 0 } };

static void
init (IplParameters *parameters)
{
  ImageClasses *self = ipl_parameters_edit_specific (parameters);

  parameters->current.temperature = IPL_TOKEN_TASK_TEMPERATURE;
  self->file = self->learned = g_intern_static_string ("");
  self->size = 14;
  self->patch = 7;
  self->n_train = self->n_test = 1000;
  self->beta = 3;
  self->decay = 1;
  self->seed = 1;
  ipl_layer_heads_read (&self->layers, &ipl_token_heads.kinds, "match,self:first,last");
}

const IplExperiment ipl_experiment_image_classes = {
  .id = "image-classes",
  .title = "Classes of images from a file, as patches",
  .generated = TRUE,
  .progress = "Reading the images",
  IPL_SPECIFIC (ImageClasses, groups),
  .init = init,
  .validate = validate,
  .get_layers = get_layers,
  .sketch = sketch,
  .make_case = make_case,
  .tests_at = offsetof (ImageClasses, n_test),
};
