/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How the panels of a figure stand, as a line of text that somebody writes: "paths u:2; accuracy".
 */

#include "figures/output/style-rows.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/base/number-text.h"
#include "core/base/shown-text.h"
#include "figures/output/style-json.h"

/* Returns: (transfer full): its rows; where nobody chose them, its panels in one row each two of
 *   them, as something to begin with */
char *
ipl_style_rows_text (const IplPanelStyle *style, const IplPanel *composite)
{
  GString *text = g_string_new (NULL);
  char number[IPL_NUMBER_TEXT_SIZE];

  for (guint i = 0; (style == NULL || style->n_rows == 0) && i < composite->n_parts; i++)
    g_string_append_printf (text, "%s%s",
                            i == 0       ? ""
                            : i % 2 == 0 ? "; "
                                         : " ",
                            composite->parts[i].panel->id);
  for (guint r = 0; style != NULL && r < style->n_rows; r++)
    {
      const IplStyleRow *row = &style->rows[r];

      for (guint p = 0; p < row->n; p++)
        {
          g_string_append_printf (text, "%s%s", p > 0 ? " " : r > 0 ? "; " : "", row->panels[p]);
          ipl_number_format (row->widths[p], number);
          if (row->widths[p] != 1)
            g_string_append_printf (text, ":%s", number);
        }
      ipl_number_format (row->height, number);
      if (row->height != 1)
        g_string_append_printf (text, " =%s", number);
    }
  return g_string_free (text, FALSE);
}

static gboolean
read_number (const char *text, double *number, GError **error)
{
  g_autofree char *shown = ipl_text_shown (text);

  if (ipl_number_parse_real (text, number))
    return TRUE;
  g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
               "In the arrangement, “%s” must be a number, such as 2.", shown);
  return FALSE;
}

/* "paths u:2 =1.5": panels with widths, and a height. */
static gboolean
add_row (JsonBuilder *builder, const char *text, GError **error)
{
  g_auto (GStrv) words = g_strsplit_set (text, " ,\t", -1);
  g_autoptr (GArray) widths = g_array_new (FALSE, FALSE, sizeof (double));
  double height = 1;

  json_builder_begin_object (builder);
  ipl_json_add_name (builder, "panels");
  json_builder_begin_array (builder);
  for (guint i = 0; words[i] != NULL; i++)
    {
      char *colon = strchr (words[i], ':');
      double width = 1;

      if (words[i][0] == '\0')
        continue;
      if (words[i][0] == '=')
        {
          if (!read_number (words[i] + 1, &height, error))
            return FALSE;
          continue;
        }
      if (colon != NULL && !read_number (colon + 1, &width, error))
        return FALSE;
      if (colon != NULL)
        *colon = '\0';
      json_builder_add_string_value (builder, words[i]);
      g_array_append_val (widths, width);
    }
  json_builder_end_array (builder);
  ipl_json_add_name (builder, "widths");
  json_builder_begin_array (builder);
  for (guint i = 0; i < widths->len; i++)
    json_builder_add_double_value (builder, g_array_index (widths, double, i));
  json_builder_end_array (builder);
  ipl_json_add_double (builder, "height", height);
  json_builder_end_object (builder);
  return TRUE;
}

/* The document of a style that says nothing but these rows; NULL where they cannot be read. */
static char *
to_json (const char *id, const char *text, GError **error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_auto (GStrv) rows = g_strsplit (text, ";", -1);
  g_autoptr (JsonNode) root = NULL;

  json_builder_begin_object (builder);
  ipl_json_add_int (builder, "version", 1);
  ipl_json_add_name (builder, "panels");
  json_builder_begin_object (builder);
  ipl_json_add_name (builder, id);
  json_builder_begin_object (builder);
  ipl_json_add_name (builder, "rows");
  json_builder_begin_array (builder);
  for (guint r = 0; rows[r] != NULL; r++)
    if (!add_row (builder, rows[r], error))
      return NULL;
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  json_builder_end_object (builder);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  return ipl_json_write (root, FALSE);
}

/* @style: how a figure of several panels looks, to be changed
 * @text: rows of panels, separated by semicolons; empty for as always
 * Returns: FALSE where it cannot be read, and then nothing has changed */
gboolean
ipl_style_rows_set (IplPanelStyle *style, const char *text, GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autofree char *json = NULL;
  g_autoptr (IplFigureStyle) made = NULL;
  const IplPanelStyle *panel;

  if (stripped[0] == '\0')
    {
      ipl_figure_style_arrange_as_always (style);
      return TRUE;
    }
  json = to_json (style->id, stripped, error);
  made = json != NULL ? (IplFigureStyle *)ipl_figure_style_from_json (json, error) : NULL;
  if (made == NULL)
    return FALSE;
  panel = ipl_figure_style_get_panel (made, style->id);
  ipl_figure_style_arrange_as_always (style);
  for (guint r = 0; r < panel->n_rows; r++)
    {
      for (guint p = 0; p < panel->rows[r].n; p++)
        ipl_figure_style_add_to_row (style, r, panel->rows[r].panels[p], panel->rows[r].widths[p]);
      style->rows[r].height = panel->rows[r].height;
    }
  return TRUE;
}
