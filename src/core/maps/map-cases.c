/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/maps/map-cases.h"

#include "core/base/error.h"
#include "core/parameters/parameters.h"

/* Bytes of cases and kernels that are kept: those used last. */
#define MOST_BYTES 80e6

typedef struct
{
  guint case_cell;
  IplKernel *kernel; /* which holds the case */
  double bytes;
} Kept;

struct _IplMapCases
{
  const IplRunSettings *run;
  guint threads;
  GQueue kept;    /* of Kept, the one used last first */
  gpointer stock; /* (nullable): what the cases have in common */
  /* (nullable): a case that was there before */
  IplKernel *known;
  IplParameters known_parameters;
};

/* @run: (borrowed) */
IplMapCases *
ipl_map_cases_new (const IplRunSettings *run, guint threads)
{
  IplMapCases *self = g_new0 (IplMapCases, 1);
  const IplExperiment *experiment = run->parameters.experiment;

  self->run = run;
  self->threads = threads;
  if (experiment->stock_new != NULL)
    self->stock = experiment->stock_new ();
  return self;
}

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  ipl_kernel_unref (kept->kernel);
  g_free (kept);
}

void
ipl_map_cases_free (IplMapCases *self)
{
  g_queue_clear_full (&self->kept, kept_free);
  g_clear_pointer (&self->known, ipl_kernel_unref);
  if (self->stock != NULL)
    self->run->parameters.experiment->stock_free (self->stock);
  g_free (self);
}

/* The kernels of the case of @parameters are there already. */
void
ipl_map_cases_add (IplMapCases *self, const IplParameters *parameters, IplKernel *kernel)
{
  g_clear_pointer (&self->known, ipl_kernel_unref);
  self->known = ipl_kernel_ref (kernel);
  self->known_parameters = *parameters;
}

static IplKernel *
make (IplMapCases *self, const IplParameters *parameters, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplCase) the_case
      = self->stock != NULL
            ? ipl_parameters_make_case_from (parameters, self->stock, self->threads, cancellable,
                                             error)
            : ipl_parameters_make_case (parameters, FALSE, self->threads, cancellable, error);

  if (the_case == NULL)
    return NULL;
  if (the_case->n_tests == 0)
    return ipl_fail_null (error, IPL_ERROR_MISSING,
                          "The case has no test set, and a map is of accuracies.");
  return ipl_kernel_prepare (the_case, cancellable, error);
}

/* Bytes of the path features of all examples. */
static double
features_bytes (const IplCase *the_case)
{
  gsize count = the_case->train.count;

  for (guint k = 0; k < the_case->n_tests; k++)
    count += the_case->tests[k].count;
  return 8.0 * (double)count * (double)the_case->Pi * (double)the_case->N0;
}

/* Lets go of those not used for longest. */
static void
shrink (IplMapCases *self)
{
  double bytes = 0;
  GList *link = self->kept.head;

  while (link != NULL)
    {
      GList *next = link->next;

      bytes += ((Kept *)link->data)->bytes;
      if (bytes > MOST_BYTES && link != self->kept.head)
        {
          kept_free (link->data);
          g_queue_delete_link (&self->kept, link);
        }
      link = next;
    }
}

/* @case_cell: as ipl_map_plan_case_cell() says
 * Returns: (transfer full) (nullable): the kernels of that case */
IplKernel *
ipl_map_cases_get (IplMapCases *self, guint case_cell, GCancellable *cancellable, GError **error)
{
  g_autofree IplParameters *parameters = NULL;
  Kept *kept;

  for (GList *link = self->kept.head; link != NULL; link = link->next)
    if (((Kept *)link->data)->case_cell == case_cell)
      {
        g_queue_unlink (&self->kept, link);
        g_queue_push_head_link (&self->kept, link);
        return ipl_kernel_ref (((Kept *)link->data)->kernel);
      }
  parameters = g_new (IplParameters, 1);
  ipl_map_plan_get (self->run, case_cell, parameters);
  kept = g_new0 (Kept, 1);
  kept->case_cell = case_cell;
  kept->kernel
      = self->known != NULL && ipl_parameters_same_case (parameters, &self->known_parameters)
            ? ipl_kernel_ref (self->known)
            : make (self, parameters, cancellable, error);
  if (kept->kernel == NULL)
    {
      g_free (kept);
      return NULL;
    }
  kept->bytes = ipl_kernel_memory (kept->kernel) + features_bytes (kept->kernel->the_case);
  g_queue_push_head (&self->kept, kept);
  shrink (self);
  return ipl_kernel_ref (kept->kernel);
}
