/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How the panels of a figure stand, as a line of text that the user writes: "paths u:2; accuracy".
 */

#include "figures/output/style-rows.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/base/number-text.h"
#include "core/base/shown-text.h"
#include "figures/panels/panel-table.h"

/* The range of the shares of rows and panels. */
#define MIN_SHARE 0.05
#define MAX_SHARE 20.0

gboolean
ipl_style_refuse (GError **error, const char *place, const char *name, const char *expected)
{
  g_autofree char *shown = ipl_text_shown (name);

  return ipl_fail (error, IPL_ERROR_VALUE, "In %s, “%s” must be %s.", place, shown, expected);
}

/* A misspelt name would have no effect, and nobody would know why. */
gboolean
ipl_style_check_names (JsonObject *object, const char *place, const char *const *known,
                       GError **error)
{
  g_autoptr (GList) names = json_object_get_members (object);

  for (GList *l = names; l != NULL; l = l->next)
    if (!g_strv_contains (known, l->data))
      {
        g_autofree char *shown = ipl_text_shown (l->data);
        g_autofree char *all = g_strjoinv (", ", (char **)known);

        return ipl_fail (error, IPL_ERROR_VALUE, "In %s, there is no “%s”; there are %s.", place,
                         shown, all);
      }
  return TRUE;
}

/* A finite one. */
gboolean
ipl_style_get_number (JsonNode *node, double *value)
{
  GType type = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_INVALID;

  if (type != G_TYPE_INT64 && type != G_TYPE_DOUBLE)
    return FALSE;
  *value = json_node_get_double (node);
  return isfinite (*value);
}

/* Adds them as a member “rows”. */
void
ipl_style_rows_add_json (JsonBuilder *builder, const IplPanelStyle *panel)
{
  ipl_json_add_name (builder, "rows");
  json_builder_begin_array (builder);
  for (guint r = 0; r < panel->n_rows; r++)
    {
      const IplStyleRow *row = &panel->rows[r];

      json_builder_begin_object (builder);
      ipl_json_add_double (builder, "height", row->height);
      ipl_json_add_name (builder, "panels");
      json_builder_begin_array (builder);
      for (guint p = 0; p < row->n; p++)
        json_builder_add_string_value (builder, row->panels[p]);
      json_builder_end_array (builder);
      ipl_json_add_name (builder, "widths");
      json_builder_begin_array (builder);
      for (guint p = 0; p < row->n; p++)
        json_builder_add_double_value (builder, row->widths[p]);
      json_builder_end_array (builder);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static gboolean
read_share (JsonNode *node, const char *place, const char *name, double *share, GError **error)
{
  return (ipl_style_get_number (node, share) && *share >= MIN_SHARE && *share <= MAX_SHARE)
         || ipl_style_refuse (error, place, name, "made of numbers from 0.05 to 20");
}

static gboolean
has_panel (const IplPanelStyle *style, const char *id)
{
  for (guint r = 0; r < style->n_rows; r++)
    for (guint p = 0; p < style->rows[r].n; p++)
      if (g_str_equal (style->rows[r].panels[p], id))
        return TRUE;
  return FALSE;
}

static guint
count_panels (const IplPanelStyle *style)
{
  guint n = 0;

  for (guint r = 0; r < style->n_rows; r++)
    n += style->rows[r].n;
  return n;
}

static gboolean
add_to_row (IplPanelStyle *style, guint row, JsonNode *node, const char *place, GError **error)
{
  const char *id = ipl_json_node_text (node);
  const IplPanel *panel = id != NULL ? ipl_panel_find (id) : NULL;
  g_autofree char *shown = ipl_text_shown (id != NULL ? id : "");

  if (id == NULL)
    return ipl_style_refuse (error, place, "panels", "a list of texts such as \"paths\"");
  if (panel == NULL || ipl_panel_is_composite (panel))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "In %s, “%s” is no single panel; “interplay-cli figure --help” lists them.",
                     place, shown);
  if (has_panel (style, id))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "In %s, “%s” is there already; a panel stands in a figure once.", place,
                     shown);
  if (count_panels (style) == IPL_PANEL_MAX_PARTS)
    return ipl_style_refuse (error, place, "panels", "of at most 12 panels in all");
  ipl_figure_style_add_to_row (style, row, id, 1);
  return TRUE;
}

/* A list of panels, or an object with such a list. */
static gboolean
read_row (JsonNode *node, const char *place, IplPanelStyle *style, GError **error)
{
  static const char *const known[] = { "panels", "widths", "height", NULL };
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  JsonNode *panels = object != NULL ? json_object_get_member (object, "panels") : node;
  JsonNode *widths = object != NULL ? json_object_get_member (object, "widths") : NULL;
  JsonNode *height = object != NULL ? json_object_get_member (object, "height") : NULL;
  guint row = style->n_rows, n;

  if (object != NULL && !ipl_style_check_names (object, place, known, error))
    return FALSE;
  if (panels == NULL || !JSON_NODE_HOLDS_ARRAY (panels))
    return ipl_style_refuse (error, place, "rows", "a list of lists such as [\"paths\", \"u\"]");
  n = json_array_get_length (json_node_get_array (panels));
  if (n < 1 || n > IPL_STYLE_MAX_ROW)
    return ipl_style_refuse (error, place, "panels", "a list of one to six panels");
  for (guint p = 0; p < n; p++)
    if (!add_to_row (style, row, json_array_get_element (json_node_get_array (panels), p), place,
                     error))
      return FALSE;
  if (height != NULL && !read_share (height, place, "height", &style->rows[row].height, error))
    return FALSE;
  if (widths == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_ARRAY (widths) || json_array_get_length (json_node_get_array (widths)) != n)
    return ipl_style_refuse (error, place, "widths",
                             "a list of as many numbers as there are panels");
  for (guint p = 0; p < n; p++)
    if (!read_share (json_array_get_element (json_node_get_array (widths), p), place, "widths",
                     &style->rows[row].widths[p], error))
      return FALSE;
  return TRUE;
}

/* Reads the member “rows”, where there is one.
 * @place: the object, for sentences
 * @style: (inout): one without rows, to be changed; freed by ipl_figure_style_arrange_as_always()
 *   also where they cannot be read
 * Returns: FALSE where they cannot be read */
gboolean
ipl_style_rows_read (JsonObject *object, const char *place, IplPanelStyle *style, GError **error)
{
  JsonNode *node = json_object_get_member (object, "rows");
  JsonArray *rows;

  if (node == NULL)
    return TRUE;
  if (!ipl_panel_is_composite (ipl_panel_find (style->id)))
    return ipl_style_refuse (error, place, "rows", "left out, because it is a single panel");
  if (!JSON_NODE_HOLDS_ARRAY (node))
    return ipl_style_refuse (error, place, "rows", "a list of lists such as [\"paths\", \"u\"]");
  rows = json_node_get_array (node);
  if (json_array_get_length (rows) < 1 || json_array_get_length (rows) > IPL_STYLE_MAX_ROW)
    return ipl_style_refuse (error, place, "rows", "a list of one to six rows");
  for (guint r = 0; r < json_array_get_length (rows); r++)
    {
      g_autofree char *where = g_strdup_printf ("row %u of %s", r + 1, place);

      if (!read_row (json_array_get_element (rows, r), where, style, error))
        return FALSE;
    }
  return TRUE;
}

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
  return ipl_fail (error, IPL_ERROR_VALUE, "In the arrangement, “%s” must be a number, such as 2.",
                   shown);
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

/* An object with a member “rows”; NULL where they cannot be read. */
static JsonNode *
to_json (const char *text, GError **error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_auto (GStrv) rows = g_strsplit (text, ";", -1);

  json_builder_begin_object (builder);
  ipl_json_add_name (builder, "rows");
  json_builder_begin_array (builder);
  for (guint r = 0; rows[r] != NULL; r++)
    if (!add_row (builder, rows[r], error))
      return NULL;
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  return json_builder_get_root (builder);
}

/* @style: how a figure of several panels looks, to be changed
 * @text: rows of panels, separated by semicolons; empty for as always
 * Returns: FALSE where it cannot be read, and then nothing has changed */
gboolean
ipl_style_rows_set (IplPanelStyle *style, const char *text, GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autofree char *place = g_strdup_printf ("the panel “%s” of the style", style->id);
  g_autoptr (JsonNode) json = stripped[0] != '\0' ? to_json (stripped, error) : NULL;
  IplPanelStyle made = { .id = style->id };

  if (stripped[0] != '\0'
      && (json == NULL || !ipl_style_rows_read (json_node_get_object (json), place, &made, error)))
    {
      ipl_figure_style_arrange_as_always (&made);
      return FALSE;
    }
  ipl_figure_style_arrange_as_always (style);
  style->n_rows = made.n_rows;
  memcpy (style->rows, made.rows, sizeof made.rows);
  return TRUE;
}
