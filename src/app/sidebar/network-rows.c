/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of the network: its widths and prior variances by layer, and the widths and temperatures of
 * the sweep. */
#include "app/sidebar/rows.h"

#include "core/base/error.h"
#include "core/parameters/parameters.h"

#include <stddef.h>

static char *
get_widths (const IplField *self, gconstpointer data)
{
  return ipl_parameters_widths_text (data);
}

static gboolean
set_widths (const IplField *self, gpointer data, const char *text, GError **error)
{
  return ipl_parameters_parse_widths (data, text, error);
}

static char *
get_temperatures (const IplField *self, gconstpointer data)
{
  g_auto (IplSweepAxis) axis = { .kind = IPL_AXIS_TEMPERATURE };

  ipl_sweep_axis_from_parameters (&axis, data);
  return ipl_sweep_axis_to_text (&axis, ", ");
}

/* A repeated temperature counts once. */
static gboolean
set_temperatures (const IplField *self, gpointer data, const char *text, GError **error)
{
  g_auto (IplSweepAxis) axis = { .kind = IPL_AXIS_TEMPERATURE };
  guint n = 0;

  if (!ipl_sweep_axis_parse (&axis, "The list", text, TRUE, error))
    return FALSE;
  for (guint i = 0; i < axis.n; i++)
    {
      gboolean again = FALSE;

      for (guint k = 0; k < n; k++)
        again = again || axis.values[k] == axis.values[i];
      if (!again)
        axis.values[n++] = axis.values[i];
    }
  axis.n = n;
  if (n > IPL_MAX_LIST)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "Give up to %d temperatures that are not below 0, such as “0.01, 0.1, 1”.",
                     IPL_MAX_LIST);
  ipl_sweep_axis_to_parameters (&axis, data);
  return TRUE;
}

static gboolean
has_temperatures (const IplField *self, gconstpointer data)
{
  return ((const IplParameters *)data)->n_temperatures > 0;
}

static const IplFieldList widths_list = { .get = get_widths, .set = set_widths };
static const IplFieldList temperatures_list = { .get = get_temperatures, .set = set_temperatures };

const IplField ipl_widths_field
    = { .id = "widths",
        .label = "Widths N of the sweep",
        .sentence = "Widths separated by commas; per layer as N₁:…:N_L:Nₐ",
        .kind = IPL_FIELD_LIST,
        .list = &widths_list };

const IplField ipl_temperatures_field = { .id = "temperatures",
                                          .label = "Temperatures",
                                          .sentence = "Temperatures separated by commas",
                                          .kind = IPL_FIELD_LIST,
                                          .list = &temperatures_list,
                                          .applies = has_temperatures };

/* Adds a row for the width at each point of a network of L layers. */
void
ipl_width_rows_append (GtkBox *box, guint L, IplDocument *document)
{
  for (guint l = 0; l <= L; l++)
    {
      g_autofree char *id = g_strdup_printf ("width-%u", l + 1);
      g_autofree char *label = l < L
                                   ? g_strdup_printf ("Into layer %u, N<sub>%u</sub>", l + 1, l + 1)
                                   : g_strdup ("Into the readout, N<sub>a</sub>");
      IplField field = { id,
                         .label = label,
                         .kind = IPL_FIELD_INTEGER,
                         .offset = offsetof (IplParameters, current.N) + l * sizeof (guint),
                         .minimum = 1,
                         .maximum = IPL_MAX_WIDTH,
                         .step = 1,
                         .sentence = "Number of hidden units at this point of the network" };

      gtk_box_append (box, ipl_field_row_new (&field, NULL, document));
    }
}

/* Adds a row for each prior variance of a network of L layers. */
void
ipl_variance_rows_append (GtkBox *box, guint L, IplDocument *document)
{
  for (guint l = 0; l < L + 2; l++)
    {
      g_autofree char *id = g_strdup_printf ("variance-%u", l);
      g_autofree char *label = l == 0 ? g_strdup ("Embedding σ<sub>0</sub>²")
                               : l == L + 1
                                   ? g_strdup ("Readout σ<sub>a</sub>²")
                                   : g_strdup_printf ("Values, layer %u, σ<sub>%u</sub>²", l, l);
      IplField field
          = { id,
              .label = label,
              .kind = IPL_FIELD_REAL,
              .offset = offsetof (IplParameters, current.variances) + l * sizeof (double),
              .minimum = 0.001,
              .maximum = 1000,
              .step = 0.1,
              .digits = 3,
              .sentence = "Prior variance of the weights" };

      gtk_box_append (box, ipl_field_row_new (&field, NULL, document));
    }
}
