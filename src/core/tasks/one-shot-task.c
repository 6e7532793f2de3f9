/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tasks/one-shot-task.h"

#include "core/base/error.h"
#include <pthread.h>
#include <string.h>

#include "core/base/random-stream.h"
#include "core/base/ref-count.h"
#include "core/images/image-set.h"
#include "core/network/trained-network.h"

/* Streams of a task's seed that no set of a case has: those count from 0. */
#define TRAIN_STREAM 1000000
#define HOLDOUT_STREAM 1000001

/* The cached task. A pthread mutex, since ThreadSanitizer does not support GLib's. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static IplOneShotTask *last;

/* Splits a set without alphabets, like MNIST: complete classes are held out, by default the last
 * fifth. */
static gboolean
split_classes (const IplImageSet *set, guint shots, const char *const *holdout, GArray **train,
               GArray **held_out, char ***names, GError **error)
{
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) spared = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  guint first_spared = set->n_classes - MAX (set->n_classes / 5, shots);

  for (guint i = 0; holdout != NULL && holdout[i] != NULL; i++)
    if (!g_strv_contains ((const char *const *)set->class_names, holdout[i]))
      {
        g_autofree char *all = g_strjoinv (", ", set->class_names);

        return ipl_fail (error, IPL_ERROR_MISSING, "There is no class “%s” to hold out: %s has %s.",
                         holdout[i], set->name, all);
      }
  for (guint c = 0; c < set->n_classes; c++)
    {
      gboolean out = holdout != NULL ? g_strv_contains (holdout, set->class_names[c])
                                     : set->n_classes >= 2 * shots && c >= first_spared;

      g_array_append_val (out ? spared : kept, c);
      if (out)
        g_strv_builder_add (builder, set->class_names[c]);
    }
  if (kept->len < shots || spared->len < shots)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "%s has %u classes, and %u of them would be trained on and %u held out, where "
                     "each part needs %u: choose others to hold out, or fewer shots.",
                     set->name, set->n_classes, kept->len, spared->len, shots);
  *train = g_steal_pointer (&kept);
  *held_out = g_steal_pointer (&spared);
  *names = g_strv_builder_end (builder);
  return TRUE;
}

/* The names of a list by commas; %NULL of an empty one. */
static char **
parse_names (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  char **names;

  for (guint i = 0; parts[i] != NULL; i++)
    if (g_strstrip (parts[i])[0] != '\0')
      g_strv_builder_add (builder, parts[i]);
  names = g_strv_builder_end (builder);
  if (names[0] == NULL)
    g_clear_pointer (&names, g_strfreev);
  return names;
}

static gboolean
make_tasks (IplOneShotTask *self, guint threads, GCancellable *cancellable, GError **error)
{
  const IplImageTask *task = &self->task;
  g_autoptr (GArray) train = NULL, held_out = NULL;
  IplOneShotOptions upright
      = { .seed = task->seed, .shots = task->shots, .within_alphabet = task->within_alphabet };
  IplOneShotOptions turned = upright;

  turned.rotate = task->rotate;
  self->holdout = parse_names (task->holdout);
  if (self->set->n_alphabets == 1)
    {
      g_auto (GStrv) asked = g_steal_pointer (&self->holdout);

      if (!split_classes (self->set, task->shots, (const char *const *)asked, &train, &held_out,
                          &self->holdout, error))
        return FALSE;
    }
  else
    {
      if (self->holdout == NULL)
        self->holdout = ipl_image_set_default_holdout (self->set);
      if (!ipl_image_set_split (self->set, (const char *const *)self->holdout, &train, &held_out,
                                error))
        return FALSE;
    }
  self->upright = ipl_one_shot_new (self->set, train->len, (const guint *)train->data, &upright,
                                    threads, cancellable, error);
  if (self->upright == NULL)
    return FALSE;
  self->train = task->rotate ? ipl_one_shot_new (self->set, train->len, (const guint *)train->data,
                                                 &turned, threads, cancellable, error)
                             : ipl_one_shot_ref (self->upright);
  if (self->train == NULL)
    return FALSE;
  self->test = ipl_one_shot_new (self->set, held_out->len, (const guint *)held_out->data, &upright,
                                 threads, cancellable, error);
  return self->test != NULL;
}

/* Characters that array names do not use. */
static char *
extra_name (const IplOneShotTask *self, const char *set_name)
{
  g_autofree char *plain = g_ascii_strdown (set_name, -1);
  char *name;

  g_strcanon (plain, "abcdefghijklmnopqrstuvwxyz0123456789-", '-');
  name = g_strdup (plain);
  for (guint k = 2; g_str_equal (name, "train") || g_str_equal (name, "test")
                    || g_strv_contains ((const char *const *)self->extra_names, name);
       k++)
    {
      g_free (name);
      name = g_strdup_printf ("%s-%u", plain, k);
    }
  return name;
}

static gboolean
add_extra (IplOneShotTask *self, const char *path, guint threads, GCancellable *cancellable,
           GError **error)
{
  const char *const paths[] = { path, NULL };
  g_autoptr (IplImageSet) set = ipl_image_set_load (paths, cancellable, error);
  g_autofree guint *classes = NULL;
  IplOneShotOptions options = { .seed = self->task.seed, .shots = self->task.shots };
  IplOneShot *task;
  guint n;

  if (set == NULL)
    return FALSE;
  /* Digits, or clothes: of these the authors take classes 0 and 1. */
  n = set->n_alphabets == 1 ? MIN (set->n_classes, self->task.shots) : set->n_classes;
  classes = g_new (guint, MAX (n, 1));
  for (guint c = 0; c < n; c++)
    classes[c] = c;
  task = ipl_one_shot_new (set, n, classes, &options, threads, cancellable, error);
  if (task == NULL)
    return FALSE;
  self->extra[self->n_extra] = task;
  self->extra_names[self->n_extra++] = extra_name (self, set->name);
  return TRUE;
}

/* The images that @base read and prepared. */
static void
share_tasks (IplOneShotTask *self, const IplOneShotTask *base)
{
  self->set = ipl_image_set_ref (base->set);
  self->holdout = g_strdupv (base->holdout);
  self->train = ipl_one_shot_ref (base->train);
  self->upright = ipl_one_shot_ref (base->upright);
  self->test = ipl_one_shot_ref (base->test);
}

static gboolean
same_extras (const IplImageTask *a, const IplImageTask *b)
{
  for (guint i = 0; i < IPL_IMAGE_TASK_EXTRAS; i++)
    if (strcmp (a->extras[i], b->extras[i]) != 0)
      return FALSE;
  return TRUE;
}

static void
add_notes (IplOneShotTask *self, const GPtrArray *notes)
{
  for (guint i = 0; i < notes->len; i++)
    g_ptr_array_add (self->notes, g_strdup (g_ptr_array_index (notes, i)));
}

static void
share_extras (IplOneShotTask *self, const IplOneShotTask *base)
{
  for (guint i = 0; i < base->n_extra; i++)
    {
      self->extra[i] = ipl_one_shot_ref (base->extra[i]);
      self->extra_names[i] = g_strdup (base->extra_names[i]);
    }
  self->n_extra = base->n_extra;
}

static gboolean
read_images (IplOneShotTask *self, guint threads, GCancellable *cancellable, GError **error)
{
  const IplImageTask *task = &self->task;
  const char *paths[IPL_IMAGE_TASK_FILES + 1] = { NULL };
  guint n = 0;

  for (guint i = 0; i < IPL_IMAGE_TASK_FILES; i++)
    if (task->files[i][0] != '\0')
      paths[n++] = task->files[i];
  self->set = n > 0 ? ipl_image_set_load (paths, cancellable, error)
                    : ipl_glyphs_load (&task->glyphs, cancellable, error);
  return self->set != NULL && make_tasks (self, threads, cancellable, error);
}

/* @base may have read some of it. */
static IplOneShotTask *
task_new (const IplImageTask *task, const IplOneShotTask *base, guint threads,
          GCancellable *cancellable, GError **error)
{
  g_autoptr (IplOneShotTask) self = g_new0 (IplOneShotTask, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->task = *task;
  self->notes = g_ptr_array_new_with_free_func (g_free);
  self->extra = g_new0 (IplOneShot *, IPL_IMAGE_TASK_EXTRAS);
  self->extra_names = g_new0 (char *, IPL_IMAGE_TASK_EXTRAS + 1);
  if (!ipl_image_task_validate (task, error))
    return NULL;
  if (base != NULL && ipl_image_task_same_training (&base->task, task))
    share_tasks (self, base);
  else if (!read_images (self, threads, cancellable, error))
    return NULL;
  add_notes (self, self->set->notes);
  if (base != NULL && base->task.seed == task->seed && base->task.shots == task->shots
      && same_extras (&base->task, task))
    share_extras (self, base);
  else
    for (guint i = 0; i < IPL_IMAGE_TASK_EXTRAS; i++)
      if (task->extras[i][0] != '\0'
          && !add_extra (self, task->extras[i], threads, cancellable, error))
        return NULL;
  for (guint i = 0; i < self->n_extra; i++)
    add_notes (self, ipl_one_shot_get_set (self->extra[i])->notes);
  return g_steal_pointer (&self);
}

/* Replaces the cached task. */
static void
set_cached_task (IplOneShotTask *task_take)
{
  IplOneShotTask *before;

  pthread_mutex_lock (&lock);
  before = last;
  last = task_take;
  pthread_mutex_unlock (&lock);
  ipl_one_shot_task_unref (before);
}

/* Reads the images and prepares the sequences of the training alphabets, of the held-out ones,
 * and of the further test sets. The last task is cached: case, training and pruning of one task
 * share it. May be called from several threads. */
IplOneShotTask *
ipl_one_shot_task_get (const IplImageTask *task, guint threads, GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (IplOneShotTask) base = NULL;
  IplOneShotTask *self;

  pthread_mutex_lock (&lock);
  base = last != NULL ? ipl_one_shot_task_ref (last) : NULL;
  pthread_mutex_unlock (&lock);
  if (base != NULL && ipl_image_task_equal (&base->task, task))
    return g_steal_pointer (&base);
  self = task_new (task, base, threads, cancellable, error);
  if (self == NULL)
    return NULL;
  set_cached_task (ipl_one_shot_task_ref (self));
  return self;
}

/* Drops the cache of ipl_one_shot_task_get(), for changed files. */
void
ipl_one_shot_task_forget (void)
{
  set_cached_task (NULL);
}

static void
one_shot_task_clear (IplOneShotTask *self)
{
  for (guint i = 0; i < self->n_extra; i++)
    ipl_one_shot_unref (self->extra[i]);
  g_free (self->extra);
  g_strfreev (self->extra_names);
  g_strfreev (self->holdout);
  g_clear_pointer (&self->train, ipl_one_shot_unref);
  g_clear_pointer (&self->upright, ipl_one_shot_unref);
  g_clear_pointer (&self->test, ipl_one_shot_unref);
  g_clear_pointer (&self->set, ipl_image_set_unref);
  g_ptr_array_unref (self->notes);
}

IPL_DEFINE_REFERENCES (IplOneShotTask, ipl_one_shot_task, one_shot_task_clear)

/* An IplSequenceSource of the training alphabets, with turned characters if the task has them.
 * @x: [count x T x N0] tokens; @y: [count x K] labels. */
void
ipl_one_shot_task_train_source (guint64 first, gsize count, float *x, float *y, gpointer task)
{
  const IplOneShotTask *self = task;

  ipl_one_shot_fill (self->train, ipl_random_derive (self->task.seed, TRAIN_STREAM), first, count,
                     x, y);
}

/* Like ipl_one_shot_task_train_source(), of the alphabets held out, upright. */
void
ipl_one_shot_task_holdout_source (guint64 first, gsize count, float *x, float *y, gpointer task)
{
  const IplOneShotTask *self = task;

  ipl_one_shot_fill (self->test, ipl_random_derive (self->task.seed, HOLDOUT_STREAM), first, count,
                     x, y);
}

/* The task of a test set of the case. */
static const IplOneShot *
test_task (const IplOneShotTask *self, guint test)
{
  return test == 0 ? self->test : self->extra[test - 1];
}

/* The source of the sequences of a test set. */
IplOneShotTestSet
ipl_one_shot_task_get_test_set (const IplOneShotTask *self, guint test)
{
  return (IplOneShotTestSet){ test_task (self, test),
                              ipl_one_shot_case_stream (self->task.seed, 1 + test) };
}

/* Their tokens, block by block; @data: an #IplOneShotTestSet. */
void
ipl_one_shot_test_set_fill (gsize first, gsize count, double *x, gpointer data)
{
  const IplOneShotTestSet *self = data;
  g_autofree double *y = g_new (double, count * ipl_one_shot_get_labels (self->task).outputs);

  ipl_one_shot_fill_doubles (self->task, self->stream, first, count, x, y);
}

/* The sequences of a test set of ipl_one_shot_task_make_case(), whose case may be without them.
 * @x: [n_test x T x N0] tokens; @y: (nullable): [n_test x K] labels. */
void
ipl_one_shot_task_test_tokens (const IplOneShotTask *self, guint test, float *x, float *y)
{
  g_autofree float *own
      = y == NULL ? g_new (float, self->task.n_test * IPL_ONE_SHOT_MAX_SHOTS) : NULL;
  IplOneShotTestSet tokens = ipl_one_shot_task_get_test_set (self, test);

  ipl_one_shot_fill (tokens.task, tokens.stream, 0, self->task.n_test, x, y != NULL ? y : own);
}

/* TRUE if networks of the shape read the task's sequences; else IPL_ERROR_SHAPE. */
gboolean
ipl_one_shot_task_check_network (const IplOneShotTask *self, const IplTrainedShape *shape,
                                 GError **error)
{
  guint shots = self->task.shots, outputs = ipl_one_shot_labels_of (shots).outputs;
  guint tokens = ipl_one_shot_count_tokens (shots);

  if (shape->outputs != outputs)
    return ipl_fail (error, IPL_ERROR_SHAPE,
                     "The network has %u output%s, and a sequence of %u shots needs %u: give "
                     "the shots that it was trained on, or train a new one.",
                     shape->outputs, shape->outputs == 1 ? "" : "s", shots, outputs);
  if (shape->N0 != IPL_ONE_SHOT_N0 || shape->T != tokens || shape->readout != IPL_READOUT_MEAN)
    return ipl_fail (error, IPL_ERROR_SHAPE,
                     "The network reads %" G_GSIZE_FORMAT " tokens of %" G_GSIZE_FORMAT
                     " numbers, and a one-shot sequence has %u of %d, with a mean readout.",
                     shape->T, shape->N0, tokens, IPL_ONE_SHOT_N0);
  return TRUE;
}

IplCase *
ipl_one_shot_task_make_case (IplOneShotTask *self, const char *name,
                             const IplTrainedNetwork *network, gboolean is_trained,
                             gboolean keep_inputs, guint threads, GCancellable *cancellable,
                             GError **error)
{
  const IplTrainedShape *shape = &network->shape;
  IplLayerWeights weights[IPL_MAX_LAYERS];
  IplOneShotCase parts = {
    .name = name,
    .train = self->upright,
    .test = self->test,
    .n_extra = self->n_extra,
    .extra = self->extra,
    .extra_names = (const char *const *)self->extra_names,
    .P = self->task.n_train,
    .P_test = self->task.n_test,
    .seed = self->task.seed,
    .L = shape->L,
    .H = shape->H,
    .weights = weights,
    .keep_inputs = keep_inputs,
  };
  g_autoptr (IplCase) the_case = NULL;

  if (!ipl_one_shot_task_check_network (self, shape, error))
    return NULL;
  the_case = ipl_trained_network_export_attention (network, weights, error)
                 ? ipl_one_shot_make_case (&parts, threads, cancellable, error)
                 : NULL;
  ipl_layer_weights_clear (weights, shape->L);
  if (the_case == NULL)
    return NULL;
  if (is_trained)
    {
      the_case->trained = ipl_trained_network_for_case (network, error);
      if (the_case->trained == NULL)
        return NULL;
    }
  for (guint i = 0; i < self->notes->len; i++)
    g_ptr_array_add (the_case->notes, g_strdup (g_ptr_array_index (self->notes, i)));
  return g_steal_pointer (&the_case);
}
