/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/probe/probe-trust.h"

#include <math.h>

#include "core/probe/probe.h"

/* (nullable): [IPL_PROBE_N_RANKS x value, low, high], the theory's score first */
static const double *
get_correlations (const IplTrajectory *trajectory)
{
  return ipl_trajectory_find (trajectory, "rank_correlation_all") != NULL
             ? ipl_trajectory_get (trajectory, "rank_correlation_all", 0)
             : NULL;
}

IplProbeTrust
ipl_probe_get_trust (const IplTrajectory *trajectory)
{
  const double *correlation = get_correlations (trajectory);

  if (correlation == NULL || !isfinite (correlation[0]))
    return IPL_PROBE_NO_TRUTH;
  if (correlation[1] >= IPL_PROBE_TRUST_FROM)
    return IPL_PROBE_TRUSTED;
  return correlation[1] > 0 ? IPL_PROBE_HINTS : IPL_PROBE_SAYS_LITTLE;
}

const char *
ipl_probe_trust_words (IplProbeTrust trust)
{
  static const char *const words[] = { "is not held to anything here", "says little here",
                                       "is a hint here, and no more", "can be trusted here" };

  return words[trust];
}

/* "0.74 (0.65 to 0.80)" */
static void
append_interval (GString *text, const double correlation[3])
{
  char number[3][G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; i < 3; i++)
    g_ascii_formatd (number[i], sizeof number[i], "%.2f", correlation[i]);
  g_string_append (text, number[0]);
  if (isfinite (correlation[1]))
    g_string_append_printf (text, " (%s to %s)", number[1], number[2]);
}

/* The model's own measure that ranks heads best, by either sign; 0 where there is none. */
static guint
find_best (const double *correlation)
{
  guint best = 0;

  for (guint r = 1; r < IPL_PROBE_N_RANKS; r++)
    if (isfinite (correlation[3 * r])
        && (best == 0 || fabs (correlation[3 * r]) > fabs (correlation[3 * best])))
      best = r;
  return best;
}

/* Returns: (transfer full): whether the score can be trusted, by how much, and which of the model's
 *   own measures does better or comes next */
char *
ipl_probe_say_trust (const IplTrajectory *trajectory)
{
  const double *correlation = get_correlations (trajectory);
  IplProbeTrust trust = ipl_probe_get_trust (trajectory);
  GString *text = g_string_new ("The theory’s score ");
  guint best;

  g_string_append (text, ipl_probe_trust_words (trust));
  if (trust == IPL_PROBE_NO_TRUTH)
    {
      g_string_append (text, ipl_trajectory_find (trajectory, "drop") == NULL
                                 ? ": the file has no drops, what the model loses without a head."
                                 : ": too few heads are there with their drops.");
      return g_string_free (text, FALSE);
    }
  g_string_append (text, ": its rank correlation with what the model loses without a head is ");
  append_interval (text, correlation);
  best = find_best (correlation);
  if (best > 0)
    {
      g_string_append_printf (text, "; %s that of the %s, ",
                              fabs (correlation[3 * best]) > correlation[0] ? "larger is"
                                                                            : "next comes",
                              ipl_probe_rank_words[best]);
      append_interval (text, correlation + 3 * best);
    }
  g_string_append_c (text, '.');
  return g_string_free (text, FALSE);
}
