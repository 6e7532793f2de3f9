/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The card of a task. Its tokens are those of a generated task or of the case, or are generated
 * again. */
#include "shown/quantity.h"

#include "core/experiments/markov-chain-experiment.h"
#include "core/tasks/one-shot-task.h"
#include "core/tasks/task-card.h"

static IplTaskCard *
of_images (const IplImageTask *image_task, const IplCase *the_case, guint test, gsize first,
           guint threads, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplOneShotTask) task = ipl_one_shot_task_get (image_task, threads, cancellable, error);
  IplOneShotTestSet sequences;

  if (task == NULL)
    return NULL;
  sequences = ipl_one_shot_task_get_test_set (task, test);
  return ipl_task_card_new (the_case, test, first, ipl_one_shot_test_set_fill, &sequences, error);
}

static gboolean
has_tokens (const IplCase *the_case, guint test)
{
  return the_case->level == IPL_LEVEL_PATHS || the_case->tests[test].x != NULL;
}

/* Its tokens are few. */
static gboolean
is_of_parameters (const IplParameters *parameters)
{
  return ipl_parameters_get_markov_chain (parameters) != NULL;
}

/* @cache: the same case with its tokens, once computed */
static gpointer
make (const IplQuantityInput *input, gpointer *cache, GCancellable *cancellable, GError **error)
{
  const IplMarkovChain *chain = ipl_parameters_get_markov_chain (input->parameters);
  const IplTrainable *trainable = ipl_parameters_get_trainable (input->parameters);
  guint test = MIN (input->test, input->the_case->n_tests - 1);
  IplCase *full_case;

  if (chain != NULL)
    return ipl_task_card_new_of_chain (chain, input->first, error);
  if (has_tokens (input->the_case, test))
    return ipl_task_card_new (input->the_case, test, input->first, NULL, NULL, error);
  if (trainable != NULL)
    return of_images (&trainable->task, input->the_case, test, input->first, input->threads,
                      cancellable, error);
  if (*cache == NULL)
    *cache = ipl_parameters_make_case (input->parameters, TRUE, input->threads, cancellable, error);
  if (*cache == NULL)
    return NULL;
  full_case = *cache;
  return ipl_task_card_new (full_case, MIN (test, full_case->n_tests - 1), input->first, NULL, NULL,
                            error);
}

static gboolean
belongs (gconstpointer value, const IplCaseInfo *the_case)
{
  const IplTaskCard *card = value;

  if (card->T != the_case->T || card->L != the_case->L)
    return FALSE;
  for (guint l = 0; l < card->L; l++)
    if (card->H[l] != the_case->H[l])
      return FALSE;
  return TRUE;
}

static gsize
count_examples (gconstpointer value)
{
  return ((const IplTaskCard *)value)->count;
}

const IplQuantity ipl_quantity_card = {
  .id = "card",
  .needs = IPL_NEEDS_CARD,
  .depends = IPL_DEPENDS_EXAMPLES,
  .is_of_parameters = is_of_parameters,
  .make = make,
  .cache_free = (GDestroyNotify)ipl_case_unref,
  IPL_QUANTITY_REFS (ipl_task_card),
  .belongs = belongs,
  .count_examples = count_examples,
};
