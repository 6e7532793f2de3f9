/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Subsets of paths selected by the user, as text and as lines of a sweep: "1,2;good" is the GP
 * limit of the first two paths, and that of the path with the name good. */
#include "core/theory/sweep.h"

#include "core/base/error.h"
#include "core/case/path-reference.h"
#include <string.h>

/* Longest label made of names; longer ones are made of numbers, or of a count. */
#define LONG_LABEL 28

/* Most paths of a subset that are listed back. */
#define MOST_UNDERSTOOD 8

static void
subset_free (gpointer data)
{
  IplPathGroup *self = data;

  g_free (self->label);
  g_free (self->paths);
  g_free (self);
}

/* "1–3, 6": the runs of a subset's paths, by number from 1. */
static char *
describe_numbers (const IplPathGroup *subset)
{
  GString *text = g_string_new ("paths ");
  gsize end;

  for (gsize i = 0; i < subset->n_paths; i = end)
    {
      for (end = i + 1; end < subset->n_paths && subset->paths[end] == subset->paths[end - 1] + 1;)
        end++;
      g_string_append_printf (text, "%s%u", i > 0 ? ", " : "", subset->paths[i] + 1);
      if (end > i + 1)
        g_string_append_printf (text, "%s%u", end > i + 2 ? "–" : ", ", subset->paths[end - 1] + 1);
    }
  return g_string_free (text, FALSE);
}

static char *
join_names (const IplPathGroup *subset, char **names)
{
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < subset->n_paths && text->len <= 4 * LONG_LABEL; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " + " : "", names[subset->paths[i]]);
  return g_string_free (text, FALSE);
}

/* The first of these that is short: all names, short names, numbers, how many there are. */
static char *
make_label (const IplCase *the_case, const IplPathGroup *subset)
{
  char *labels[] = { join_names (subset, the_case->path_names),
                     join_names (subset, the_case->short_names), describe_numbers (subset),
                     g_strdup_printf ("%" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT " paths",
                                      subset->n_paths, the_case->Pi) };
  guint chosen = 0;

  while (chosen + 1 < G_N_ELEMENTS (labels) && g_utf8_strlen (labels[chosen], -1) > LONG_LABEL)
    chosen++;
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    if (i != chosen)
      g_free (labels[i]);
  return labels[chosen];
}

/* In flat order, each path once. */
static IplPathGroup *
parse_subset (const IplCase *the_case, const char *text, GError **error)
{
  g_auto (GStrv) names = ipl_path_references_split (text, ',');
  g_autofree gboolean *chosen = g_new0 (gboolean, the_case->Pi);
  IplPathGroup *subset;
  gsize n = 0;

  for (guint i = 0; names[i] != NULL; i++)
    {
      gssize path = ipl_path_reference_parse (the_case, names[i], error);

      if (path < 0)
        return NULL;
      n += !chosen[path];
      chosen[path] = TRUE;
    }
  subset = g_new0 (IplPathGroup, 1);
  subset->paths = g_new (guint, MAX (n, 1));
  for (gsize p = 0; p < the_case->Pi; p++)
    if (chosen[p])
      subset->paths[subset->n_paths++] = (guint)p;
  subset->label = make_label (the_case, subset);
  return subset;
}

/* Parses the subsets; NULL for an unknown path, or more than IPL_MAX_SUBSETS. */
GPtrArray *
ipl_path_subsets_parse (const IplCase *the_case, const char *text, GError **error)
{
  g_autoptr (GPtrArray) subsets = g_ptr_array_new_with_free_func (subset_free);
  g_auto (GStrv) parts = ipl_path_references_split (text, ';');

  if (g_strv_length (parts) > IPL_MAX_SUBSETS)
    return ipl_fail_null (error, IPL_ERROR_VALUE,
                          "There are GP limits of more than %d subsets of paths: leave some out.",
                          IPL_MAX_SUBSETS);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      IplPathGroup *subset;

      /* A subset that has been begun, but has no path yet. */
      if (parts[i][0] == '\0')
        continue;
      subset = parse_subset (the_case, parts[i], error);
      if (subset == NULL)
        return NULL;
      g_ptr_array_add (subsets, subset);
    }
  return g_steal_pointer (&subsets);
}

/* The text before the last subset, with its semicolon, and the last subset. */
static char *
split_last (const char *text, char **last)
{
  g_auto (GStrv) parts = ipl_path_references_split (text, ';');
  guint n = g_strv_length (parts);
  g_autofree char *before = NULL;

  *last = g_steal_pointer (&parts[n - 1]);
  before = g_strjoinv (";", parts);
  return n > 1 ? g_strconcat (before, ";", NULL) : g_strdup ("");
}

/* @text with the path added to the last of its subsets, or removed from it; an invalid subset is
 *   replaced. */
char *
ipl_path_subsets_toggle (const IplCase *the_case, const char *text, guint path)
{
  g_autofree char *last = NULL;
  g_autofree char *before = split_last (text, &last);
  GString *toggled = g_string_new (before);
  g_autoptr (GPtrArray) subsets = ipl_path_subsets_parse (the_case, last, NULL);
  const IplPathGroup *subset = subsets != NULL && subsets->len > 0 ? subsets->pdata[0] : NULL;
  g_autofree guint *paths = g_new (guint, (subset != NULL ? subset->n_paths : 0) + 1);
  gboolean is_listed = FALSE;
  gsize n = 0;

  for (gsize i = 0; subset != NULL && i < subset->n_paths; i++)
    {
      if (subset->paths[i] == path)
        is_listed = TRUE;
      else
        paths[n++] = subset->paths[i];
    }
  if (!is_listed)
    paths[n++] = path;
  for (gsize i = 0; i < n; i++)
    g_string_append_printf (toggled, "%s%u", i > 0 ? "," : "", paths[i] + 1);
  return g_string_free (toggled, FALSE);
}

/* "path 1: (1,1), path 4: (2,2); path 3: (2,1)", cut after the first few paths of a subset, as a
 * feedback to the user. */
char *
ipl_path_subsets_understood (const IplCase *the_case, const GPtrArray *subsets)
{
  GString *text = g_string_new (NULL);

  for (guint k = 0; k < subsets->len; k++)
    {
      const IplPathGroup *subset = subsets->pdata[k];
      gsize n = MIN (subset->n_paths, MOST_UNDERSTOOD);

      for (gsize i = 0; i < n; i++)
        {
          g_autofree char *path = ipl_path_reference_describe (the_case, subset->paths[i]);

          g_string_append_printf (text, "%s%s", i > 0 ? ", " : k > 0 ? "; " : "", path);
        }
      if (n < subset->n_paths)
        g_string_append_printf (text, " and %" G_GSIZE_FORMAT " more", subset->n_paths - n);
    }
  return g_string_free (text, FALSE);
}

/* TRUE if a line is the GP limit of these paths already. */
static gboolean
is_line_of (const IplGpLine *line, const IplPathGroup *subset)
{
  if (line->n_paths != subset->n_paths)
    return FALSE;
  for (gsize i = 0; line->paths != NULL && i < subset->n_paths; i++)
    {
      gboolean found = FALSE;

      for (gsize k = 0; k < line->n_paths && !found; k++)
        found = line->paths[k] == subset->paths[i];
      if (!found)
        return FALSE;
    }
  return TRUE;
}

/* TRUE if the sweep has a line of these paths; all its groups have the same. */
static gboolean
has_line_of (const IplSweep *sweep, const IplPathGroup *subset)
{
  for (guint k = 0; k < sweep->groups[0].n_lines; k++)
    if (is_line_of (&sweep->groups[0].lines[k], subset))
      return TRUE;
  return FALSE;
}

/* The subset's label, with a number if several subsets have this label. */
static char *
unique_label (const IplSweepGroup *group, const IplPathGroup *subset)
{
  char *label = g_strdup (subset->label);
  guint number = 1;

  for (guint k = 0; k < group->n_lines; k++)
    if (strcmp (group->lines[k].label, label) == 0)
      {
        g_free (label);
        label = g_strdup_printf ("%s (%u)", subset->label, ++number);
        k = G_MAXUINT; /* from the first again */
      }
  return label;
}

static gboolean
add_line (IplSweep *sweep, IplKernel *kernel, const IplPathGroup *subset, GCancellable *cancellable,
          GError **error)
{
  for (guint g = 0; g < sweep->n_groups; g++)
    {
      IplSweepGroup *group = &sweep->groups[g];
      g_autofree char *label = unique_label (group, subset);
      IplSolution *solution = ipl_solution_new (kernel, &group->lines[0].solution->setting, NULL,
                                                subset->paths, subset->n_paths, cancellable, error);

      if (solution == NULL)
        return FALSE;
      group->lines = g_renew (IplGpLine, group->lines, group->n_lines + 1);
      group->lines[group->n_lines++]
          = (IplGpLine){ g_steal_pointer (&label), subset->n_paths,
                         g_memdup2 (subset->paths, subset->n_paths * sizeof (guint)), solution };
    }
  return TRUE;
}

/* Adds the GP limits of the subsets (THEORY.md section 3) after the existing lines, at every
 * temperature and with all variances of the sweep. Existing ones are not added again. */
IplSweep *
ipl_sweep_with_subsets (const IplSweep *sweep, IplKernel *kernel, const GPtrArray *subsets,
                        GCancellable *cancellable, GError **error)
{
  g_autoptr (IplSweep) self = ipl_sweep_copy (sweep);

  for (guint i = 0; self->n_groups > 0 && i < subsets->len; i++)
    if (!has_line_of (self, subsets->pdata[i])
        && !add_line (self, kernel, subsets->pdata[i], cancellable, error))
      return NULL;
  return g_steal_pointer (&self);
}
