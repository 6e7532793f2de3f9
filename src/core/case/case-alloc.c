/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Construction and destruction of cases, and of their parts without examples. */
#include "core/case/case-reader-private.h"

#include <math.h>

static void
init_info (IplCaseInfo *self)
{
  g_atomic_ref_count_init (&self->ref_count);
  self->readout = IPL_READOUT_MEAN;
  self->labels.outputs = 1;
  self->best_score = NAN;
  self->notes = g_ptr_array_new_with_free_func (g_free);
  self->warnings = g_ptr_array_new_with_free_func (g_free);
}

/* Allocates the part of a case without examples. Its maker owns and fills it until it is shared,
 * after ipl_case_info_finish_names(). */
IplCaseInfo *
ipl_case_info_alloc (void)
{
  IplCaseInfo *self = g_new0 (IplCaseInfo, 1);

  init_info (self);
  return self;
}

/* Makes an empty case with the defaults of the data format: temperature 0.01, variances 1, mean
 * readout. Its maker owns and fills it until it is shared; it is immutable after that. Its
 * arrays are freed with g_free(). */
IplCase *
ipl_case_alloc (void)
{
  IplCase *self = g_new0 (IplCase, 1);

  init_info (&self->info);
  self->full_case = self;
  self->temperature = 0.01;
  for (guint i = 0; i < G_N_ELEMENTS (self->variances); i++)
    self->variances[i] = 1.0;
  return self;
}

/* A case of attention weights with these heads, to be filled in. @H: [@L] heads of each layer. */
IplCase *
ipl_case_of_heads (const char *name, guint L, const guint *H, guint64 seed)
{
  IplCase *self = ipl_case_alloc ();

  self->name = g_strdup (name);
  self->level = IPL_LEVEL_WEIGHTS;
  self->L = L;
  self->Pi = 1;
  for (guint l = 0; l < L; l++)
    {
      self->H[l] = H[l];
      self->Pi *= H[l];
    }
  self->seed = seed;
  return self;
}

/* The case, with its examples; NULL of a file of results. */
IplCase *
ipl_case_info_get_case (const IplCaseInfo *self)
{
  return self != NULL ? self->full_case : NULL;
}

IplCaseInfo *
ipl_case_info_ref (const IplCaseInfo *self)
{
  IplCaseInfo *mine = (IplCaseInfo *)self;

  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&mine->ref_count);
  return mine;
}

IplCase *
ipl_case_ref (IplCase *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  ipl_case_info_ref (&self->info);
  return self;
}

/* Lets go of their tokens and their attention. */
void
ipl_examples_drop_inputs (IplExamples *self)
{
  g_clear_pointer (&self->x, g_free);
  for (guint l = 0; l < IPL_MAX_LAYERS; l++)
    g_clear_pointer (&self->attention[l], g_free);
}

static void
clear_examples (IplExamples *examples)
{
  g_free (examples->name);
  g_free (examples->y);
  g_free (examples->structure);
  g_free (examples->xi);
  ipl_examples_drop_inputs (examples);
  ipl_token_texts_unref (examples->tokens);
}

/* Lets go of attention weights; none are left. @weights: [@n] of layers. */
void
ipl_layer_weights_clear (IplLayerWeights *weights, guint n)
{
  for (guint l = 0; l < n; l++)
    {
      g_free (weights[l].combined);
      g_free (weights[l].wk);
      g_free (weights[l].wq);
      weights[l] = (IplLayerWeights){ NULL };
    }
}

/* (nullable): a trained network's part of a case. */
void
ipl_case_trained_free (IplCaseTrained *self)
{
  if (self == NULL)
    return;
  g_free (self->U);
  g_free (self->readout);
  g_free (self);
}

static void
clear_test_sets (IplCaseInfo *self)
{
  for (guint i = 0; self->test_sets != NULL && self->test_sets[i].name != NULL; i++)
    {
      g_free (self->test_sets[i].name);
      ipl_token_texts_unref (self->test_sets[i].tokens);
    }
  g_clear_pointer (&self->test_sets, g_free);
}

static void
clear_info (IplCaseInfo *self)
{
  g_free (self->name);
  clear_test_sets (self);
  g_strfreev (self->path_names);
  g_strfreev (self->short_names);
  g_strfreev (self->head_names);
  g_strfreev (self->output_names);
  g_free (self->display_order);
  for (guint i = 0; i < self->n_groups; i++)
    {
      g_free (self->groups[i].label);
      g_free (self->groups[i].paths);
    }
  g_free (self->groups);
  ipl_case_trained_free (self->trained);
  g_ptr_array_unref (self->notes);
  g_ptr_array_unref (self->warnings);
}

static void
clear_numbers (IplCase *self)
{
  clear_examples (&self->train);
  for (guint i = 0; self->tests != NULL && i < self->n_tests; i++)
    clear_examples (&self->tests[i]);
  g_free (self->tests);
  ipl_layer_weights_clear (self->weights, IPL_MAX_LAYERS);
}

/* Gives back one reference; the last one frees it, with the case that it is part of. */
void
ipl_case_info_unref (IplCaseInfo *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;

  IplCase *full_case = self->full_case;

  if (full_case != NULL)
    clear_numbers (full_case);
  clear_info (self);
  g_free (full_case != NULL ? (gpointer)full_case : self);
}

/* Gives back one reference; the last one frees the case and all its arrays. */
void
ipl_case_unref (IplCase *self)
{
  if (self != NULL)
    ipl_case_info_unref (&self->info);
}

/* A case under construction. */
void
ipl_case_info_set_tests (IplCaseInfo *self, guint n, const IplTestSet *sets)
{
  IplTestSet *copy = g_new0 (IplTestSet, n + 1);

  for (guint i = 0; i < n; i++)
    copy[i] = (IplTestSet){ g_strdup (sets[i].name != NULL ? sets[i].name : "test"), sets[i].count,
                            sets[i].tokens != NULL ? ipl_token_texts_ref (sets[i].tokens) : NULL };
  clear_test_sets (self);
  self->test_sets = copy;
  self->n_tests = n;
}
