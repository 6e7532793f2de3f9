/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The effective weights in words and as a table. */

#include "figures/panels/posterior/weights-words.h"

#include "core/posterior/posterior-summary.h"
#include "figures/kit/number.h"
#include "figures/panels/posterior/weights-layout.h"
#include "figures/view/theory-doubt.h"
#include "figures/view/usable-view.h"
#include "figures/view/words.h"

#include <math.h>

const char *
ipl_weights_empty (const IplView *view, const char **more)
{
  *more = "it is being solved";
  return view->current != NULL || view->posterior != NULL ? NULL : "Not solved yet";
}

/* Of the draw that is shown, else of the theory; to be freed. */
static double *
get_U (const IplView *view, guint *draw, guint *n_draws)
{
  gsize Pi = view->the_case->Pi;
  double *U = ipl_weights_get_draw (view, draw, n_draws);

  return U != NULL                                                     ? U
                                                                       : view->current != NULL
             ? g_memdup2 (view->current->U, Pi * Pi * sizeof (double)) : NULL;
}

static char *
name_source (const IplView *view, guint draw, guint n_draws)
{
  return n_draws > 0 ? g_strdup_printf ("draw %u of %u", draw + 1, n_draws)
                     : g_strdup (view->current->setting.gp ? "GP limit" : "theory");
}

/* Between two arrows, in degrees; NaN where one has no length. */
static double
angle (const double *U, gsize Pi, gsize p, gsize q)
{
  double c = U[p * Pi + q] / sqrt (U[p * Pi + p] * U[q * Pi + q]);

  return acos (CLAMP (c, -1, 1)) * 180 / G_PI;
}

static char *
length_text (const double *U, gsize Pi, gsize p)
{
  return ipl_number_text (sqrt (MAX (U[p * Pi + p], 0)), 3);
}

/* Length of one effective weight, or lengths and angle of two, of the draw shown. */
char *
ipl_weights_say (const IplTarget *target, const IplView *view)
{
  IplView usable = ipl_view_usable (view);
  gsize Pi = view->the_case->Pi;
  gsize p = (gsize)target->path, q = (gsize)(target->other >= 0 ? target->other : target->path);
  char **names = view->the_case->path_names;
  guint draw, n_draws;
  g_autofree double *U = NULL;
  g_autofree char *source = NULL, *length = NULL, *entry = NULL, *theory = NULL;

  if (target->path < 0 || target->step >= 0 || p >= Pi || q >= Pi)
    return NULL;
  U = get_U (&usable, &draw, &n_draws);
  if (U == NULL)
    return NULL;
  source = name_source (&usable, draw, n_draws);
  length = length_text (U, Pi, p);
  entry = ipl_number_text (U[p * Pi + q], 3);
  theory = n_draws > 0 && usable.current != NULL
               ? ipl_number_text (usable.current->U[p * Pi + q], 3)
               : NULL;
  if (p == q)
    return g_strdup_printf ("Effective weights of %s, %s: |W|/√N = %s, squared U = %s%s%s",
                            names[p], source, length, entry, theory != NULL ? ", theory " : "",
                            theory != NULL ? theory : "");
  g_autofree char *other = length_text (U, Pi, q);
  g_autofree char *degrees = ipl_number_fixed (angle (U, Pi, p, q), 1);
  return g_strdup_printf (
      "Effective weights of %s and %s, %s: |W|/√N = %s and %s, %s° apart, U = %s%s%s", names[p],
      names[q], source, length, other, degrees, entry, theory != NULL ? ", theory " : "",
      theory != NULL ? theory : "");
}

void
ipl_describe_weights (GString *text, const IplView *view)
{
  guint draw, n_draws;
  g_autofree double *U = get_U (view, &draw, &n_draws);
  g_auto (IplShownPaths) shown = { 0 };
  ipl_shown_paths_init (&shown, view);
  g_autoptr (IplWeightPlane) plane = U != NULL ? ipl_weights_plane_new (&shown, U, NULL) : NULL;

  g_string_append (text, "Effective weights of the paths as arrows: squared lengths are U's "
                         "diagonal, products of lengths with the cosine of the angle between them "
                         "its other entries.");
  ipl_describe_shown_paths (text, &shown);
  ipl_describe_setting (text, view);
  if (U == NULL)
    return;
  if (n_draws > 0)
    g_string_append_printf (text, " Draw %u of %u of the posterior.", draw + 1, n_draws);
  else
    g_string_append (text, " Those of the theory's U; nothing is sampled yet: press Sample for "
                           "draws of the posterior.");
  if (plane != NULL)
    {
      g_autofree char *share = ipl_number_fixed (100 * plane->share, 1);

      g_string_append_printf (text, " The plane shows %s per cent of their squared lengths.",
                              share);
    }
}

/* Where the arrows end, as the layout has them. */
void
ipl_table_weights (GString *text, const IplView *view)
{
  const IplCaseInfo *the_case = view->the_case;
  g_auto (IplWeightsLayout) layout = { 0 };
  const IplWeightPlane *plane;
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  ipl_weights_layout_init (&layout, view, &style, 300, 300);
  plane = ipl_weights_layout_plane (&layout);
  g_autofree char *heading = ipl_shown_paths_heading (&layout.shown, "path");
  g_string_append_printf (text, "%s\tlength\tin the plane, x\ty\ttheory's length\tx\ty%s\n",
                          heading, ipl_view_doubt_heading (view));
  for (gsize i = 0; plane != NULL && i < layout.shown.n; i++)
    {
      gsize p = layout.shown.path[i], pp;
      const double *U = layout.U != NULL ? layout.U : view->current->U;
      const IplWeightPlane *theory = layout.theory;

      pp = p * the_case->Pi + p;
      const double values[] = { sqrt (MAX (U[pp], 0)),
                                plane->at[2 * i],
                                plane->at[2 * i + 1],
                                theory != NULL ? sqrt (MAX (view->current->U[pp], 0)) : NAN,
                                theory != NULL ? theory->at[2 * i] : NAN,
                                theory != NULL ? theory->at[2 * i + 1] : NAN };

      g_string_append (text, ipl_view_path_name (view, p));
      for (guint k = 0; k < G_N_ELEMENTS (values); k++)
        {
          g_string_append_c (text, '\t');
          ipl_table_number (text, values[k]);
        }
      g_string_append_c (text, '\n');
    }
}
