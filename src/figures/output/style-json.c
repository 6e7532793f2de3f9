/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Figure styles as JSON documents that can be shared. Validated here, so that figures can rely
 * on them. */

#include "figures/output/style-json.h"

#include <math.h>
#include <pango/pango.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/file-read.h"
#include "core/base/file-save.h"
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/base/text-escape.h"
#include "figures/panels/panel-table.h"

#define VERSION 1

/* Maximum size of a document in bytes; typical ones have a few kilobytes. */
#define MAX_SIZE (1024 * 1024)

static const char *const axis_names[] = { "x", "y" };
static const IplPanelRanges axis_flags[] = { IPL_RANGE_X, IPL_RANGE_Y };
static const IplPanelRanges log_flags[] = { IPL_RANGE_LOG_X, IPL_RANGE_LOG_Y };

/* Rejects unknown names, because a misspelt name would have no effect. */
static gboolean
check_names (JsonObject *object, const char *place, const char *const *allowed, GError **error)
{
  g_autoptr (GList) names = json_object_get_members (object);

  for (GList *l = names; l != NULL; l = l->next)
    if (!g_strv_contains (allowed, l->data))
      {
        g_autofree char *shown = ipl_text_shown (l->data);
        g_autofree char *all = g_strjoinv (", ", (char **)allowed);

        return ipl_fail (error, IPL_ERROR_VALUE, "In %s, there is no “%s”; there are %s.", place,
                         shown, all);
      }
  return TRUE;
}

/* Reads a finite number. */
static gboolean
get_number (JsonNode *node, double *value)
{
  GType type = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_INVALID;

  if (type != G_TYPE_INT64 && type != G_TYPE_DOUBLE)
    return FALSE;
  *value = json_node_get_double (node);
  return isfinite (*value);
}

/* @color: (out): the color
 * Returns: TRUE for "#" and six hexadecimal digits */
static gboolean
parse_color (const char *text, IplColor *color)
{
  PangoColor parsed;

  if (text[0] != '#' || strlen (text) != 7 || !pango_color_parse (&parsed, text))
    return FALSE;
  *color = (IplColor){ parsed.red / 65535.0, parsed.green / 65535.0, parsed.blue / 65535.0 };
  return TRUE;
}

/* Returns: (transfer full): "#rrggbb" */
static char *
color_text (IplColor color)
{
  return g_strdup_printf ("#%02x%02x%02x", (guint)lround (255 * CLAMP (color.r, 0, 1)),
                          (guint)lround (255 * CLAMP (color.g, 0, 1)),
                          (guint)lround (255 * CLAMP (color.b, 0, 1)));
}

/* @lo, @hi: ends of the axis, NaN for automatic ones
 * Returns: (transfer full) (nullable): the requirement that the ends violate, to follow "must
 * be"; NULL if they are valid */
char *
ipl_style_range_refused (const char *panel_id, IplAxisDirection direction, double lo, double hi)
{
  const IplPanel *panel = ipl_panel_find (panel_id);

  if (isnan (lo) && isnan (hi))
    return NULL;
  if (panel == NULL || (panel->ranges & axis_flags[direction]) == 0)
    return g_strdup_printf ("left out: the panel “%s” has no such axis with a range", panel_id);
  if (isinf (lo) || isinf (hi) || fabs (lo) > 1e300 || fabs (hi) > 1e300)
    return g_strdup ("two finite numbers");
  if ((panel->ranges & log_flags[direction]) != 0 && (lo <= 0 || hi <= 0))
    return g_strdup ("above 0, because the axis is logarithmic");
  if (!isnan (lo) && !isnan (hi) && !(hi - lo > 1e-9 * MAX (fabs (lo), fabs (hi))))
    return g_strdup ("a smaller number and then a larger one");
  return NULL;
}

static void
add_end (JsonBuilder *builder, double value)
{
  if (isfinite (value))
    json_builder_add_double_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
add_panel (JsonBuilder *builder, const IplPanelStyle *panel)
{
  ipl_json_add_name (builder, panel->id);
  json_builder_begin_object (builder);
  if (panel->title != NULL)
    ipl_json_add_text (builder, "title", panel->title);
  if (panel->hides_legend)
    ipl_json_add_boolean (builder, "legend", FALSE);
  for (int direction = 0; direction < IPL_N_AXES; direction++)
    if (isfinite (panel->lo[direction]) || isfinite (panel->hi[direction]))
      {
        ipl_json_add_name (builder, axis_names[direction]);
        json_builder_begin_array (builder);
        add_end (builder, panel->lo[direction]);
        add_end (builder, panel->hi[direction]);
        json_builder_end_array (builder);
      }
  json_builder_end_object (builder);
}

static void
add_path (JsonBuilder *builder, const IplPathStyle *path)
{
  g_autofree char *key = ipl_path_style_key (path);

  ipl_json_add_name (builder, key);
  json_builder_begin_object (builder);
  if (path->name != NULL)
    ipl_json_add_text (builder, "name", path->name);
  if (path->has_color)
    {
      g_autofree char *color = color_text (path->color);

      ipl_json_add_text (builder, "color", color);
    }
  json_builder_end_object (builder);
}

/* Returns: (transfer full): JSON text for ipl_figure_style_from_json() */
char *
ipl_figure_style_to_json (const IplFigureStyle *self, gboolean pretty)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  ipl_json_add_int (builder, "version", VERSION);
  if (self != NULL && self->marks != IPL_MARKS_AS_ALWAYS)
    ipl_json_add_boolean (builder, "marker", self->marks == IPL_MARKS_SHOWN);
  if (self != NULL && self->panels->len > 0)
    {
      ipl_json_add_name (builder, "panels");
      json_builder_begin_object (builder);
      for (guint i = 0; i < self->panels->len; i++)
        add_panel (builder, self->panels->pdata[i]);
      json_builder_end_object (builder);
    }
  if (self != NULL && self->paths->len > 0)
    {
      ipl_json_add_name (builder, "paths");
      json_builder_begin_object (builder);
      for (guint i = 0; i < self->paths->len; i++)
        add_path (builder, self->paths->pdata[i]);
      json_builder_end_object (builder);
    }
  json_builder_end_object (builder);
  return ipl_json_write_built (builder, pretty);
}

static gboolean
get_switch (JsonObject *object, const char *place, const char *name, gboolean *value,
            GError **error)
{
  return ipl_json_get_boolean (object, name, value, NULL)
         || ipl_json_refuse (error, place, name, "true or false");
}

/* Reads one line of text. @line: (out) (transfer full) (nullable): %NULL if the member is
 * missing */
static gboolean
get_line (JsonObject *object, const char *place, const char *name, char **line, GError **error)
{
  const char *text = NULL;

  if (!ipl_json_get_text (object, name, &text, NULL)
      || (text != NULL && !ipl_style_text_is_usable (text)))
    return ipl_json_refuse (error, place, name, "one line of text of at most 120 characters");
  *line = g_strdup (text);
  return TRUE;
}

/* Reads [from, to]; null is an automatic end. */
static gboolean
read_range (JsonObject *object, const char *place, IplPanelStyle *panel, IplAxisDirection direction,
            GError **error)
{
  JsonNode *node = json_object_get_member (object, axis_names[direction]);
  JsonArray *array
      = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  double *ends[] = { &panel->lo[direction], &panel->hi[direction] };
  g_autofree char *why = NULL;

  if (node == NULL)
    return TRUE;
  if (array == NULL || json_array_get_length (array) != 2)
    return ipl_json_refuse (error, place, axis_names[direction],
                            "two numbers in brackets, such as [0.5, null]");
  for (guint i = 0; i < 2; i++)
    {
      JsonNode *end = json_array_get_element (array, i);

      if (!JSON_NODE_HOLDS_NULL (end) && !get_number (end, ends[i]))
        return ipl_json_refuse (error, place, axis_names[direction],
                                "two numbers in brackets, such as [0.5, null]");
    }
  why = ipl_style_range_refused (panel->id, direction, panel->lo[direction], panel->hi[direction]);
  return why == NULL || ipl_json_refuse (error, place, axis_names[direction], why);
}

static gboolean
read_panel (IplFigureStyle *self, const char *id, JsonNode *node, GError **error)
{
  static const char *const allowed[] = { "title", "legend", "x", "y", NULL };
  g_autofree char *shown = ipl_text_shown (id);
  g_autofree char *place = g_strdup_printf ("the panel “%s” of the style", shown);
  gboolean legend = TRUE;
  IplPanelStyle *panel;
  JsonObject *object;

  if (ipl_panel_find (id) == NULL)
    return ipl_fail (
        error, IPL_ERROR_VALUE,
        "In the style, there is no panel “%s”; “interplay-cli figure --help” lists them.", shown);
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return ipl_json_refuse (error, "“panels” of the style", id, "an object in braces");
  object = json_node_get_object (node);
  panel = ipl_figure_style_edit_panel (self, id);
  if (!check_names (object, place, allowed, error)
      || !get_line (object, place, "title", &panel->title, error)
      || !get_switch (object, place, "legend", &legend, error)
      || !read_range (object, place, panel, IPL_AXIS_X, error)
      || !read_range (object, place, panel, IPL_AXIS_Y, error))
    return FALSE;
  panel->hides_legend = !legend;
  return TRUE;
}

/* Parses "1,2": heads from 1, one for each layer. */
static gboolean
parse_key (const char *key, guint *L, guint *heads)
{
  g_auto (GStrv) parts = g_strsplit (key, ",", IPL_MAX_LAYERS + 1);
  guint64 head;

  *L = g_strv_length (parts);
  if (*L < 1 || *L > IPL_MAX_LAYERS)
    return FALSE;
  for (guint l = 0; l < *L; l++)
    {
      if (!g_ascii_string_to_unsigned (g_strstrip (parts[l]), 10, 1, 1000000, &head, NULL))
        return FALSE;
      heads[l] = (guint)head;
    }
  return TRUE;
}

static gboolean
read_path (IplFigureStyle *self, const char *key, JsonNode *node, GError **error)
{
  static const char *const allowed[] = { "name", "color", NULL };
  g_autofree char *shown = ipl_text_shown (key);
  g_autofree char *place = g_strdup_printf ("the path “%s” of the style", shown);
  g_autofree char *name = NULL;
  const char *color = NULL;
  guint L, heads[IPL_MAX_LAYERS];
  IplPathStyle *path;
  JsonObject *object;

  if (!parse_key (key, &L, heads))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "In “paths” of the style, “%s” must be the heads of a path from 1, a layer "
                     "each, such as \"1,2\".",
                     shown);
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return ipl_json_refuse (error, "“paths” of the style", key, "an object in braces");
  object = json_node_get_object (node);
  if (!check_names (object, place, allowed, error)
      || !get_line (object, place, "name", &name, error))
    return FALSE;
  path = ipl_figure_style_edit_path (self, L, heads);
  g_free (path->name);
  path->name = name != NULL && name[0] != '\0' ? g_steal_pointer (&name) : NULL;
  if (!ipl_json_get_text (object, "color", &color, NULL)
      || (color != NULL && !parse_color (color, &path->color)))
    return ipl_json_refuse (error, place, "color", "a colour such as “#1b9e77”");
  path->has_color = path->has_color || color != NULL;
  return TRUE;
}

static gboolean
read_style (IplFigureStyle *self, JsonObject *root, GError **error)
{
  static const char *const allowed[] = { "version", "marker", "panels", "paths", NULL };
  JsonObject *panels, *paths;
  guint version = 0;
  gboolean marker = FALSE;

  if (!ipl_json_get_uint (root, "version", 0, G_MAXINT, &version, NULL) || version != VERSION)
    return ipl_json_refuse (error, "the style", "version", "1");
  if (!check_names (root, "the style", allowed, error)
      || !get_switch (root, "the style", "marker", &marker, error)
      || !ipl_json_get_object (root, "the style", "panels", &panels, error)
      || !ipl_json_get_object (root, "the style", "paths", &paths, error))
    return FALSE;
  if (json_object_has_member (root, "marker"))
    self->marks = marker ? IPL_MARKS_SHOWN : IPL_MARKS_HIDDEN;
  if (paths != NULL && json_object_get_size (paths) > IPL_STYLE_MAX_PATHS)
    return ipl_json_refuse (error, "the style", "paths", "of at most 1000 paths");
  for (int i = 0; i < 2; i++)
    {
      JsonObject *object = i == 0 ? panels : paths;
      g_autoptr (GList) names = object != NULL ? json_object_get_members (object) : NULL;

      for (GList *l = names; l != NULL; l = l->next)
        {
          JsonNode *node = json_object_get_member (object, l->data);

          if (!(i == 0 ? read_panel : read_path) (self, l->data, node, error))
            return FALSE;
        }
    }
  ipl_figure_style_tidy (self);
  return TRUE;
}

/* Returns: (transfer full) (nullable): the style; NULL on error */
const IplFigureStyle *
ipl_figure_style_from_json (const char *json, GError **error)
{
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) root = ipl_json_parse_object (json, strlen (json), &why);
  g_autoptr (IplFigureStyle) self = ipl_figure_style_new ();

  if (root == NULL)
    g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                 "The style is not a JSON object that can be read: its text %s.", why);
  else if (read_style (self, root, error))
    return g_steal_pointer (&self);
  return NULL;
}

/* Compares the documents of two styles. %NULL equals the default style. */
gboolean
ipl_figure_style_equal (const IplFigureStyle *a, const IplFigureStyle *b)
{
  g_autofree char *one = NULL, *other = NULL;

  if (a == b)
    return TRUE;
  one = ipl_figure_style_to_json (a, FALSE);
  other = ipl_figure_style_to_json (b, FALSE);
  return g_str_equal (one, other);
}

/* Returns: TRUE on success */
gboolean
ipl_figure_style_save (const IplFigureStyle *self, const char *path, GError **error)
{
  g_autofree char *text = ipl_figure_style_to_json (self, TRUE);

  return ipl_file_save_bytes (path, text, strlen (text), error);
}

/* Returns: (transfer full) (nullable): the style; NULL on error */
const IplFigureStyle *
ipl_figure_style_load (const char *path, GError **error)
{
  g_autofree char *text = NULL, *shown = ipl_file_shown (path);
  const IplFigureStyle *self;
  gsize length = 0;

  text = ipl_file_read (path, MAX_SIZE, &length, error);
  if (text == NULL)
    return NULL;
  if (strlen (text) != length)
    return ipl_fail_null (error, IPL_ERROR_FORMAT, "“%s” is not a style: it is not text.", shown);
  self = ipl_figure_style_from_json (text, error);
  if (self == NULL)
    g_prefix_error (error, "“%s” has no usable style. ", shown);
  return self;
}
