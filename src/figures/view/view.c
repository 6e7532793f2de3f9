/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Queries of a view that several panels use. */

#include "figures/view/view.h"

#include "core/base/text-escape.h"

#include <math.h>
#include <string.h>

/* Shows a result at the recorded moment nearest to @time.
 * @dynamics: result of an experiment without a case
 * @time: position of the scrubber, negative for the end */
void
ipl_view_set_dynamics (IplView *self, const IplExperimentResult *dynamics, double time)
{
  self->dynamics = dynamics;
  ipl_view_set_trajectory (self, dynamics->trajectory, time);
}

/* Shows a trajectory at the recorded moment nearest to @time.
 * @trajectory: (nullable): at least one moment
 * @time: position of the scrubber, negative for the end */
void
ipl_view_set_trajectory (IplView *self, const IplTrajectory *trajectory, double time)
{
  self->trajectory = trajectory;
  self->moment = trajectory != NULL ? ipl_trajectory_find_moment (trajectory, time) : 0;
}

/* TRUE if there is a case or an experiment result to draw. */
gboolean
ipl_view_has_result (const IplView *self)
{
  return self->the_case != NULL || self->dynamics != NULL;
}

/* @self: a view with a result
 * Returns: its name for titles and files */
const char *
ipl_view_get_name (const IplView *self)
{
  if (self->name != NULL)
    return self->name;
  if (self->the_case != NULL)
    return self->the_case->name != NULL ? self->the_case->name : "case";
  return self->dynamics != NULL ? self->dynamics->experiment->title : "nothing";
}

/* Returns: TRUE if both cases have the same layers and heads, so that path indices agree */
gboolean
ipl_view_has_same_paths (const IplView *self, const IplView *other)
{
  const IplCaseInfo *a = self->the_case, *b = other->the_case;

  if (a == NULL || b == NULL || a->L != b->L || a->Pi != b->Pi)
    return FALSE;
  if (a == b)
    return TRUE;
  for (guint l = 0; l < a->L; l++)
    if (a->H[l] != b->H[l])
      return FALSE;
  for (gsize p = 0; p < a->Pi; p++)
    for (guint l = 0; l < a->L; l++)
      if (ipl_case_path_head (a, p, l) != ipl_case_path_head (b, p, l))
        return FALSE;
  return TRUE;
}

/* Returns: (transfer full) (nullable): the deviations of the model from the assumptions of the
 * theory, one line of plain text for files of a figure; NULL for none */
char *
ipl_view_warnings_text (const IplView *self)
{
  const GPtrArray *warnings = self->the_case != NULL ? self->the_case->warnings : NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; warnings != NULL && i < warnings->len; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? "Outside the theory: " : " ",
                            (const char *)warnings->pdata[i]);
  return text->len > 0 ? ipl_text_escape (text->str) : NULL;
}

/* Returns: (nullable): the quantities of frame @i; NULL beyond the last */
const IplQuantities *
ipl_view_frame (const IplView *self, guint i)
{
  return self->frames != NULL && i < self->frames->len ? g_ptr_array_index (self->frames, i) : NULL;
}

/* Returns the group of the sweep (temperature and variances) with the current solution; 0 if
 * there is none. */
guint
ipl_view_group (const IplView *self)
{
  if (self->sweep == NULL || self->current == NULL)
    return 0;
  const IplSweep *sweep = self->sweep;
  for (guint i = 0; i < sweep->n_rows; i++)
    if (sweep->rows[i] != NULL
        && ipl_setting_same_prior (&sweep->rows[i]->setting, &self->current->setting))
      return sweep->group[i];
  for (guint g = 0; g < sweep->n_groups; g++)
    for (guint l = 0; l < sweep->groups[g].n_lines; l++)
      if (sweep->groups[g].lines[l].solution != NULL
          && ipl_setting_same_prior (&sweep->groups[g].lines[l].solution->setting,
                                     &self->current->setting))
        return g;
  return 0;
}

static int
compare_widths (gconstpointer a, gconstpointer b, gpointer data)
{
  const IplSweep *sweep = data;
  guint i = *(const guint *)a, j = *(const guint *)b;
  guint64 Ni = ipl_setting_largest_width (&sweep->rows[i]->setting);
  guint64 Nj = ipl_setting_largest_width (&sweep->rows[j]->setting);
  return Ni != Nj ? (Ni < Nj ? -1 : 1) : (i < j ? -1 : i > j);
}

/* Returns the rows of the sweep at the current temperature and variances, or at the best
 * temperature of each width, by increasing width. With unsolved rows among them, they are in the
 * order of the request. */
GArray *
ipl_view_rows (const IplView *self, gboolean solved_only)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint));
  gboolean complete = TRUE;
  if (self->sweep == NULL)
    return rows;
  guint group = ipl_view_group (self);
  for (guint i = 0; i < self->sweep->n_rows; i++)
    {
      const IplSolution *row = self->sweep->rows[i];
      if (!self->best_temperature && self->sweep->group != NULL && self->sweep->group[i] != group)
        continue;
      if (row == NULL && solved_only)
        continue;
      complete = complete && row != NULL;
      g_array_append_val (rows, i);
    }
  if (complete)
    g_array_sort_with_data (rows, compare_widths, (gpointer)self->sweep);
  return rows;
}

const IplSolution *
ipl_view_row (const IplView *self, int row)
{
  if (self->sweep == NULL || row < 0 || row >= (int)self->sweep->n_rows)
    return NULL;
  return self->sweep->rows[row];
}

/* Returns the row of the sweep with the current solution, or -1. */
int
ipl_view_current_row (const IplView *self)
{
  if (self->sweep == NULL || self->current == NULL)
    return -1;
  for (guint i = 0; i < self->sweep->n_rows; i++)
    if (self->sweep->rows[i] != NULL
        && (self->sweep->rows[i] == self->current
            || ipl_setting_equal (&self->sweep->rows[i]->setting, &self->current->setting)))
      return i;
  return -1;
}

/* Returns the GP limit of all paths for the current solution: solved separately, or from the
 * sweep. */
const IplSolution *
ipl_view_gp (const IplView *self)
{
  if (self->gp != NULL)
    return self->gp;
  if (self->current != NULL && self->current->setting.gp)
    return self->current;
  if (self->sweep != NULL && self->sweep->n_groups > 0)
    {
      const IplSweepGroup *group = &self->sweep->groups[ipl_view_group (self)];
      if (group->n_lines > 0)
        return group->lines[0].solution;
    }
  return NULL;
}

/* Reduces the selection to its paths or heads. */
static IplTarget
get_pinned (const IplTarget *selected)
{
  int path = ipl_target_get (selected, IPL_PART_PATH);
  int other = ipl_target_get (selected, IPL_PART_OTHER);
  int head = ipl_target_get (selected, IPL_PART_HEAD);

  if (path >= 0)
    return other >= 0 ? ipl_target_pair (path, other) : ipl_target_path (path);
  if (head < 0 || selected->kind == IPL_TARGET_HEADS)
    return head < 0 ? IPL_TARGET_NONE : *selected;
  return ipl_target_head (ipl_target_get (selected, IPL_PART_LAYER), head);
}

/* Selects paths that are shown even if others have larger U_pp. */
void
ipl_view_pin_paths (IplView *self, const IplTarget *selected)
{
  gboolean limited
      = self->the_case == NULL || self->display.paths_share > 0
        || (self->display.paths_shown > 0 && self->the_case->Pi > self->display.paths_shown);

  /* If all paths are shown, a selection requires no new layout. */
  self->pinned = limited ? get_pinned (selected) : IPL_TARGET_NONE;
  self->has_pinned = !ipl_target_is_none (&self->pinned);
}

/* Returns the number of components shown: the number requested, or all if there are fewer. */
guint
ipl_view_n_components (const IplView *self)
{
  guint n = self->display.n_components ? self->display.n_components : 30;
  gsize P = self->the_case->P;
  if (self->current != NULL)
    P = self->current->n_components > 0 ? self->current->n_components : self->current->P;
  return P > 0 ? MIN (n, P) : n;
}

char *
ipl_view_setting_markup (const IplSetting *setting)
{
  if (setting->gp)
    return g_strdup ("GP, <i>N</i> → ∞");
  g_autofree char *widths = ipl_setting_widths_text (setting);
  return g_strdup_printf ("<i>N</i> = %s", widths);
}

char *
ipl_view_setting_text (const IplSetting *setting)
{
  if (setting->gp)
    return g_strdup ("GP");
  g_autofree char *widths = ipl_setting_widths_text (setting);
  return g_strdup_printf ("N = %s", widths);
}

char *
ipl_view_name_markup (const char *name)
{
  return g_markup_escape_text (name != NULL ? name : "", -1);
}

const char *
ipl_view_path_name (const IplView *self, gsize path)
{
  return ipl_path_name (self->figure_style, self->the_case, path);
}

const char *
ipl_view_path_short_name (const IplView *self, gsize path)
{
  return ipl_path_short_name (self->figure_style, self->the_case, path);
}

/* Returns the name of a head for pictures that show its layer by position. */
char *
ipl_view_head_label (const IplCaseInfo *the_case, guint layer, guint head)
{
  guint index = ipl_case_head_index (the_case, layer, head);
  const char *name = the_case->head_names != NULL ? the_case->head_names[index] : NULL;
  g_autofree char *prefix = g_strdup_printf ("layer %u ", layer + 1);
  if (name == NULL)
    return g_strdup_printf ("head %u", head + 1);
  return g_strdup (g_str_has_prefix (name, prefix) ? name + strlen (prefix) : name);
}

/* Returns the name of a head as markup; with the conventions of the papers, "(1)2" for layer 1,
 * head 2. */
char *
ipl_view_head_markup (const IplCaseInfo *the_case, const IplStyle *style, guint layer, guint head)
{
  g_autofree char *label = NULL;
  if (style->look == IPL_LOOK_PAPER)
    {
      g_autofree char *text = ipl_case_head_text (the_case, layer, head);

      return g_strdup_printf ("(%u)%s", layer + 1, text);
    }
  label = ipl_view_head_label (the_case, layer, head);
  return ipl_view_name_markup (label);
}

gsize
ipl_case_display_rank (const IplCaseInfo *self, gsize path)
{
  if (self->display_order != NULL)
    for (gsize i = 0; i < self->Pi; i++)
      if (self->display_order[i] == path)
        return i;
  return path;
}
