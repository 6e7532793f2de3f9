/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trained network's part of a case, to and from its file. */
#include "core/case/case-reader-private.h"

#include <math.h>

#include "core/base/error.h"

void
ipl_case_trained_write (const IplCase *self, IplNpzWriter *npz)
{
  guint K = self->labels.outputs;
  gsize U_shape[] = { self->Pi * K, self->Pi * K }, readout_shape[] = { K, self->Pi, self->N0 };
  guint without = K == 1; /* the axis of outputs */
  gsize n = self->L + 1;
  gint64 N[IPL_MAX_LAYERS + 1];

  for (guint l = 0; l <= self->L; l++)
    N[l] = (gint64)self->trained->N[l];
  ipl_npz_writer_add_ints (npz, "trained_widths", N, 1, &n);
  ipl_npz_writer_add_doubles (npz, "trained_u", self->trained->U, 2, U_shape);
  ipl_npz_writer_add_doubles (npz, "trained_readout", self->trained->readout, 3 - without,
                              readout_shape + without);
}

/* Reads a trained network's part where there is one: all three arrays or none. */
gboolean
ipl_case_trained_read (IplCaseReader *self, GError **error)
{
  static const char *const names[] = { "trained_widths", "trained_u", "trained_readout" };
  IplCase *the_case = self->the_case;
  gsize n_widths = the_case->L + 1;
  guint K = the_case->labels.outputs, without = K == 1;
  gsize U_shape[] = { the_case->Pi * K, the_case->Pi * K };
  gsize readout_shape[] = { K, the_case->Pi, the_case->N0 };
  IplArray *widths, *U, *readout;
  gboolean any = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    any = any || ipl_npz_lookup (self->npz, names[i]) != NULL;
  if (!any)
    return TRUE;
  if (ipl_case_has_identity (the_case))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "“%s” has residual connections, which trained networks do not have: leave out "
                     "residual, or the arrays trained_widths, trained_u and trained_readout.",
                     self->shown);
  widths = ipl_case_reader_numbers (self, names[0], 1, &n_widths, "L + 1", error);
  U = widths != NULL ? ipl_case_reader_numbers (self, names[1], 2, U_shape,
                                                K > 1 ? "Pi K, Pi K" : "Pi, Pi", error)
                     : NULL;
  readout = U != NULL
                ? ipl_case_reader_numbers (self, names[2], 3 - without, readout_shape + without,
                                           K > 1 ? "K, Pi, N0" : "Pi, N0", error)
                : NULL;
  if (readout == NULL)
    return FALSE;
  the_case->trained = g_new0 (IplCaseTrained, 1);
  for (guint l = 0; l <= the_case->L; l++)
    {
      double N = widths->values[l];

      if (!(N >= 1 && N <= 1e8 && N == floor (N)))
        return ipl_fail (error, IPL_ERROR_VALUE,
                         "In “%s”, trained_widths[%u] is %g, and a width is a whole number of 1 or "
                         "more.",
                         self->shown, l, N);
      the_case->trained->N[l] = (gsize)N;
    }
  the_case->trained->U = ipl_case_reader_take (self, U);
  the_case->trained->readout = ipl_case_reader_take (self, readout);
  return TRUE;
}
