/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Appearance of figures, as set by the user. */

#include "figures/view/figure-style.h"

#include <math.h>
#include <string.h>

static void
panel_free (gpointer data)
{
  IplPanelStyle *self = data;

  g_free (self->id);
  g_free (self->title);
  g_free (self);
}

static void
path_free (gpointer data)
{
  IplPathStyle *self = data;

  g_free (self->name);
  g_free (self);
}

/* Returns: (transfer full): a style with all defaults */
IplFigureStyle *
ipl_figure_style_new (void)
{
  IplFigureStyle *self = g_new0 (IplFigureStyle, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->panels = g_ptr_array_new_with_free_func (panel_free);
  self->paths = g_ptr_array_new_with_free_func (path_free);
  return self;
}

/* @self: (nullable): a style, NULL for the default one
 * Returns: (transfer full): a copy that may be changed */
IplFigureStyle *
ipl_figure_style_copy (const IplFigureStyle *self)
{
  IplFigureStyle *copy = ipl_figure_style_new ();

  if (self == NULL)
    return copy;
  copy->marks = self->marks;
  for (guint i = 0; i < self->panels->len; i++)
    {
      const IplPanelStyle *from = self->panels->pdata[i];
      IplPanelStyle *to = g_memdup2 (from, sizeof *from);

      to->id = g_strdup (from->id);
      to->title = g_strdup (from->title);
      g_ptr_array_add (copy->panels, to);
    }
  for (guint i = 0; i < self->paths->len; i++)
    {
      const IplPathStyle *from = self->paths->pdata[i];
      IplPathStyle *to = g_memdup2 (from, sizeof *from);

      to->name = g_strdup (from->name);
      g_ptr_array_add (copy->paths, to);
    }
  return copy;
}

IplFigureStyle *
ipl_figure_style_ref (const IplFigureStyle *self)
{
  IplFigureStyle *own = (IplFigureStyle *)self;

  g_atomic_ref_count_inc (&own->ref_count);
  return own;
}

void
ipl_figure_style_unref (const IplFigureStyle *self)
{
  IplFigureStyle *own = (IplFigureStyle *)self;

  if (!g_atomic_ref_count_dec (&own->ref_count))
    return;
  g_ptr_array_unref (own->panels);
  g_ptr_array_unref (own->paths);
  g_free (own);
}

/* Returns: TRUE if all values are defaults */
gboolean
ipl_figure_style_is_plain (const IplFigureStyle *self)
{
  return self == NULL
         || (self->marks == IPL_MARKS_AS_ALWAYS && self->panels->len == 0 && self->paths->len == 0);
}

/* Returns: (nullable): the style of a panel; NULL for the default */
const IplPanelStyle *
ipl_figure_style_get_panel (const IplFigureStyle *self, const char *id)
{
  for (guint i = 0; self != NULL && i < self->panels->len; i++)
    {
      const IplPanelStyle *panel = self->panels->pdata[i];

      if (g_str_equal (panel->id, id))
        return panel;
    }
  return NULL;
}

static gint
compare_panels (gconstpointer a, gconstpointer b)
{
  const IplPanelStyle *const *one = a, *const *other = b;

  return strcmp ((*one)->id, (*other)->id);
}

/* @self: a style that no view holds yet
 * Returns: the style of a panel, to be changed */
IplPanelStyle *
ipl_figure_style_edit_panel (IplFigureStyle *self, const char *id)
{
  IplPanelStyle *panel = (IplPanelStyle *)ipl_figure_style_get_panel (self, id);

  if (panel != NULL)
    return panel;
  panel = g_new0 (IplPanelStyle, 1);
  panel->id = g_strdup (id);
  for (int direction = 0; direction < IPL_N_AXES; direction++)
    panel->lo[direction] = panel->hi[direction] = NAN;
  g_ptr_array_add (self->panels, panel);
  g_ptr_array_sort (self->panels, compare_panels);
  return panel;
}

/* Returns: (nullable): the style of a path; NULL for the default */
const IplPathStyle *
ipl_figure_style_get_path (const IplFigureStyle *self, const IplCaseInfo *the_case, gsize path)
{
  for (guint i = 0; self != NULL && i < self->paths->len; i++)
    {
      const IplPathStyle *style = self->paths->pdata[i];
      guint l = 0;

      while (style->L == the_case->L && l < style->L
             && style->heads[l] == ipl_case_path_head (the_case, path, l) + 1)
        l++;
      if (style->L == the_case->L && l == style->L)
        return style;
    }
  return NULL;
}

/* Returns the name of a path: that set by the user, or that of the case. */
const char *
ipl_path_name (const IplFigureStyle *self, const IplCaseInfo *the_case, gsize path)
{
  const IplPathStyle *style = ipl_figure_style_get_path (self, the_case, path);

  return style != NULL && style->name != NULL ? style->name : the_case->path_names[path];
}

/* Returns the name for narrow places: that set by the user, or the short name of the case. */
const char *
ipl_path_short_name (const IplFigureStyle *self, const IplCaseInfo *the_case, gsize path)
{
  const IplPathStyle *style = ipl_figure_style_get_path (self, the_case, path);

  return style != NULL && style->name != NULL ? style->name : the_case->short_names[path];
}

static gint
compare_paths (gconstpointer a, gconstpointer b)
{
  const IplPathStyle *one = *(const IplPathStyle *const *)a;
  const IplPathStyle *other = *(const IplPathStyle *const *)b;

  if (one->L != other->L)
    return one->L < other->L ? -1 : 1;
  for (guint l = 0; l < one->L; l++)
    if (one->heads[l] != other->heads[l])
      return one->heads[l] < other->heads[l] ? -1 : 1;
  return 0;
}

/* @self: a style that no view holds yet
 * @heads: [L] heads of the path, from 1
 * Returns: the style of a path, to be changed */
IplPathStyle *
ipl_figure_style_edit_path (IplFigureStyle *self, guint L, const guint *heads)
{
  IplPathStyle *path = g_new0 (IplPathStyle, 1);

  path->L = MIN (L, IPL_MAX_LAYERS);
  memcpy (path->heads, heads, path->L * sizeof *heads);
  for (guint i = 0; i < self->paths->len; i++)
    if (compare_paths (&self->paths->pdata[i], &path) == 0)
      {
        path_free (path);
        return self->paths->pdata[i];
      }
  g_ptr_array_add (self->paths, path);
  g_ptr_array_sort (self->paths, compare_paths);
  return path;
}

/* Returns: (transfer full): the heads from 1, as in "1,2" */
char *
ipl_path_style_key (const IplPathStyle *self)
{
  GString *key = g_string_new (NULL);

  for (guint l = 0; l < self->L; l++)
    g_string_append_printf (key, l > 0 ? ",%u" : "%u", self->heads[l]);
  return g_string_free (key, FALSE);
}

static gboolean
panel_is_plain (const IplPanelStyle *self)
{
  for (int direction = 0; direction < IPL_N_AXES; direction++)
    if (isfinite (self->lo[direction]) || isfinite (self->hi[direction]))
      return FALSE;
  return self->title == NULL && !self->hides_legend;
}

/* Removes panels and paths with default styles, so that equal styles give equal documents.
 * @self: a style that no view holds yet */
void
ipl_figure_style_tidy (IplFigureStyle *self)
{
  for (guint i = self->panels->len; i > 0; i--)
    if (panel_is_plain (self->panels->pdata[i - 1]))
      g_ptr_array_remove_index (self->panels, i - 1);
  for (guint i = self->paths->len; i > 0; i--)
    {
      const IplPathStyle *path = self->paths->pdata[i - 1];

      if (path->name == NULL && !path->has_color)
        g_ptr_array_remove_index (self->paths, i - 1);
    }
}

/* @text: a title or the name of a path
 * Returns: TRUE if it is a single line of at most IPL_STYLE_MAX_TEXT characters */
gboolean
ipl_style_text_is_usable (const char *text)
{
  if (!g_utf8_validate (text, -1, NULL) || g_utf8_strlen (text, -1) > IPL_STYLE_MAX_TEXT)
    return FALSE;
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    if (!g_unichar_isprint (g_utf8_get_char (at)))
      return FALSE;
  return TRUE;
}
