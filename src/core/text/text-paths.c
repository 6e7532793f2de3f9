/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The attention of a layer of a transformer that learns a text, as the fixed attention of a network
 * of one layer (THEORY.md section 14.5): path h is head h,
 *
 *   xi^h = sum_s A^h_Ts x_s,    x the input of the layer's block, T the last token of a sequence
 *
 * and the classes are the most frequent next words. */
#include "core/text/text-paths.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/case/case-io.h"
#include "core/theory/order-parameter.h"
#include "core/theory/solution.h"

const IplRecordedArray ipl_text_paths_recorded[] = {
  { "U", "hh" },
  { "head_score", "h", .words = "head scores" },
  { "accuracy", "" },
  { "accuracy_gp", "", .words = "in the GP limit" },
  { "accuracy_head", "h", .words = "of the GP of each head alone" },
  { NULL },
};

void
ipl_text_paths_init (IplTextPaths *self)
{
  *self = (IplTextPaths){ .layer = 1,
                          .n_classes = 4,
                          .n_train = 200,
                          .n_test = 400,
                          .width = 20,
                          .temperature = 0.05,
                          .n_moments = 16 };
}

/* The step of a moment: 0, then at distances that grow as the steps do, to the last. */
guint64
ipl_text_paths_moment (const IplTextPaths *self, guint64 steps, guint moment)
{
  double share = (double)moment / (self->n_moments - 1);

  return (guint64)floor (pow ((double)steps + 1, share) - 1 + 0.5);
}

/* Sequences of @length words that one of the classes follows, as many of each class, evenly spread
 * over the text. @tokens: [n x length] */
static gboolean
choose (const guint32 *text, gsize n_text, gsize length, guint classes, guint n, guint32 *tokens,
        GError **error)
{
  for (guint class = 0; class < classes; class ++)
    {
      guint32 word = IPL_TEXT_SPECIAL + class;
      guint wanted = (n - class + classes - 1) / classes, seen = 0, taken = 0;
      gsize there = 0;

      for (gsize i = length; i < n_text; i++)
        there += text[i] == word;
      if (there < wanted)
        return ipl_fail (error, IPL_ERROR_VALUE,
                         "Word %u of the text's most frequent ones follows %" G_GSIZE_FORMAT
                         " sequences, and %u are asked for: ask for fewer sequences or classes, or "
                         "for a longer text.",
                         class + 1, there, wanted);
      for (gsize i = length; i < n_text && taken < wanted; i++)
        if (text[i] == word && seen++ >= taken * there / wanted)
          memcpy (tokens + (taken++ * classes + class) * length, text + i - length,
                  length * sizeof *tokens);
    }
  return TRUE;
}

static gboolean
fill (IplExamples *examples, const char *name, const IplTextPaths *self, const guint32 *text,
      gsize n_text, guint n, const IplLabels *labels, const IplTransformer *network, guint threads,
      GCancellable *cancellable, GError **error)
{
  const IplTransformerShape *shape = &network->shape;
  gsize size = shape->heads * shape->d;
  g_autofree guint32 *tokens = g_new (guint32, n * shape->L);
  g_autofree float *gathered = ipl_try_new (float, (double)n *(double)size, "the paths", error);
  const IplTransformerBatch batch = { .count = n, .length = shape->L, .tokens = tokens };

  if (gathered == NULL || !choose (text, n_text, shape->L, self->n_classes, n, tokens, error)
      || !ipl_transformer_gather (network, &batch, self->layer - 1, gathered, threads, cancellable,
                                  error))
    return FALSE;
  examples->name = g_strdup (name);
  examples->count = n;
  examples->y = ipl_memory_try_doubles ((double)n * (double)self->n_classes, "the labels", error);
  examples->xi = ipl_memory_try_doubles ((double)n * (double)size, "the path features", error);
  if (examples->y == NULL || examples->xi == NULL)
    return FALSE;
  for (guint e = 0; e < n; e++)
    ipl_labels_code_class (labels, e % self->n_classes, examples->y + e * self->n_classes);
  for (gsize i = 0; i < n * size; i++)
    examples->xi[i] = (double)gathered[i];
  return TRUE;
}

/* A case of one layer, whose paths are the heads of a layer of the network as it is. */
IplCase *
ipl_text_paths_case (const IplTextPaths *self, const IplTextCorpus *corpus,
                     const IplTransformer *network, guint threads, GCancellable *cancellable,
                     GError **error)
{
  const IplTransformerShape *shape = &network->shape;
  g_autoptr (IplCase) the_case = NULL;

  if (!ipl_case_check_size (self->n_train, self->n_test, shape->heads, shape->d, self->n_classes,
                            error))
    return NULL;
  the_case = ipl_case_alloc ();
  the_case->name = g_strdup ("text");
  the_case->L = 1;
  the_case->H[0] = shape->heads;
  the_case->Pi = shape->heads;
  the_case->N0 = shape->d;
  the_case->T = shape->L;
  the_case->readout = IPL_READOUT_LAST;
  the_case->labels = (IplLabels){ IPL_LABELS_CLASSES, self->n_classes };
  the_case->temperature = self->temperature;
  for (guint l = 0; l < 3; l++)
    the_case->variances[l] = 1;
  the_case->n_tests = 1;
  the_case->tests = g_new0 (IplExamples, 1);
  the_case->output_names = g_new0 (char *, self->n_classes + 1);
  for (guint k = 0; k < self->n_classes; k++)
    the_case->output_names[k] = g_strdup (corpus->words[IPL_TEXT_SPECIAL + k]);
  if (!fill (&the_case->train, "train", self, corpus->tokens, corpus->n_train, self->n_train,
             &the_case->labels, network, threads, cancellable, error)
      || !fill (&the_case->tests[0], "test", self, corpus->tokens + corpus->n_train,
                corpus->n_validation, self->n_test, &the_case->labels, network, threads,
                cancellable, error))
    return NULL;
  ipl_case_finish_names (the_case);
  return g_steal_pointer (&the_case);
}

IplTrajectory *
ipl_text_paths_new_trajectory (const IplTextPaths *self, guint heads)
{
  IplTrajectory *trajectory = ipl_trajectory_new (IPL_CLOCK_STEPS);

  ipl_trajectory_add_recorded (trajectory, ipl_text_paths_recorded, "h", (gsize[]){ heads });
  return trajectory;
}

static gboolean
record_gp (IplCase *the_case, IplKernel *kernel, const IplSetting *setting, const guint *path,
           double *accuracy, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplSolution) gp
      = ipl_solution_gp (the_case, kernel, setting, path, path != NULL, cancellable, error);

  if (gp == NULL)
    return FALSE;
  *accuracy = gp->tests[0].accuracy;
  return TRUE;
}

/* Solves the theory for the attention that the network has now, and appends a moment: U traced over
 * classes, head scores, accuracies of the theory, of the GP limit and of the GP of each head. */
gboolean
ipl_text_paths_record (const IplTextPaths *self, const IplTextRun *run, IplTrajectory *trajectory,
                       guint threads, GCancellable *cancellable, GError **error)
{
  guint H = run->training.shape.heads;
  g_autoptr (IplCase) the_case
      = ipl_text_paths_case (self, run->corpus, run->trainer->network, threads, cancellable, error);
  g_autoptr (IplKernel) kernel
      = the_case != NULL ? ipl_kernel_prepare (the_case, cancellable, error) : NULL;
  g_autoptr (IplSolution) solution = NULL;
  IplSetting setting;

  if (kernel == NULL)
    return FALSE;
  ipl_setting_init_for_case (&setting, the_case, self->width);
  setting.components = 1;
  solution = ipl_solution_solve (the_case, kernel, &setting, NULL, cancellable, error);
  if (solution == NULL || !ipl_trajectory_append (trajectory, (double)run->trainer->step, error))
    return FALSE;
  ipl_order_trace_outputs (H, self->n_classes, solution->U, ipl_trajectory_edit (trajectory, "U"));
  memcpy (ipl_trajectory_edit (trajectory, "head_score"), solution->head_score,
          H * sizeof (double));
  *ipl_trajectory_edit (trajectory, "accuracy") = solution->tests[0].accuracy;
  if (!solution->converged && trajectory->message == NULL)
    ipl_trajectory_set_message (trajectory, "The theory did not converge at every moment: what it "
                                            "says there must not be trusted.");
  setting.gp = TRUE;
  if (!record_gp (the_case, kernel, &setting, NULL, ipl_trajectory_edit (trajectory, "accuracy_gp"),
                  cancellable, error))
    return FALSE;
  for (guint h = 0; h < H; h++)
    if (!record_gp (the_case, kernel, &setting, &h,
                    ipl_trajectory_edit (trajectory, "accuracy_head") + h, cancellable, error))
      return FALSE;
  return TRUE;
}
