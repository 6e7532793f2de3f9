/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A part of a page: its figures drawn at every width in both versions, what is where, and each
 * thing highlighted. */

#include <string.h>

#include "core/base/json.h"
#include "figures/output/export.h"
#include "figures/output/figure.h"
#include "figures/web/web-parts.h"

IplWebStop *
ipl_web_stop_new (const char *title, const char *text)
{
  IplWebStop *self = g_new0 (IplWebStop, 1);

  self->title = g_strdup (title);
  self->text = g_strdup (text);
  self->frames = g_array_new (FALSE, FALSE, sizeof (IplWebFrame));
  self->drawings = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_web_drawing_free);
  return self;
}

void
ipl_web_stop_free (IplWebStop *self)
{
  for (guint i = 0; i < self->frames->len; i++)
    g_free (g_array_index (self->frames, IplWebFrame, i).label);
  g_array_unref (self->frames);
  g_ptr_array_unref (self->drawings);
  g_free (self->title);
  g_free (self->text);
  g_free (self);
}

void
ipl_web_stop_add_frame (IplWebStop *self, const char *label, int row)
{
  IplWebFrame frame = { g_strdup (label), row };

  g_array_append_val (self->frames, frame);
}

/* The description of a figure in its file. */
typedef struct
{
  IplWebDrawing *drawing;
  GArray *bases; /* of guint: a text for each frame */
  GArray *maps;
  GPtrArray *lit; /* of GArray of guint: for each frame a text for each thing */
  GArray *steps[IPL_WEB_MAX_PARTS];
  GArray *words[IPL_WEB_MAX_PARTS];
  GArray *tables[IPL_WEB_MAX_PARTS];
} Figure;

typedef struct
{
  const IplWebStop *stop;
  guint number;
  IplWebStrings *strings;
  IplWebTargets *targets;
  Figure *figures; /* [stop->drawings->len] */
  GPtrArray *says; /* of GArray of guint: for each frame a text for each thing */
  GCancellable *cancellable;
  IplWebProgress progress;
  gpointer data;
} Work;

static GArray *
numbers_new (void)
{
  return g_array_new (FALSE, FALSE, sizeof (guint));
}

static void
work_init (Work *work)
{
  guint n = work->stop->drawings->len;

  work->targets = ipl_web_targets_new ();
  work->says = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  work->figures = g_new0 (Figure, n);
  for (guint i = 0; i < n; i++)
    {
      Figure *figure = &work->figures[i];

      figure->drawing = work->stop->drawings->pdata[i];
      figure->bases = numbers_new ();
      figure->maps = numbers_new ();
      figure->lit = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
      for (guint p = 0; p < figure->drawing->n_parts; p++)
        {
          figure->steps[p] = numbers_new ();
          figure->words[p] = numbers_new ();
          figure->tables[p] = numbers_new ();
        }
    }
}

static void
work_clear (Work *work)
{
  for (guint i = 0; i < work->stop->drawings->len; i++)
    {
      Figure *figure = &work->figures[i];

      g_array_unref (figure->bases);
      g_array_unref (figure->maps);
      g_ptr_array_unref (figure->lit);
      for (guint p = 0; p < figure->drawing->n_parts; p++)
        {
          g_array_unref (figure->steps[p]);
          g_array_unref (figure->words[p]);
          g_array_unref (figure->tables[p]);
        }
    }
  g_free (work->figures);
  g_ptr_array_unref (work->says);
  ipl_web_targets_free (work->targets);
}

static void
append (GArray *numbers, guint number)
{
  g_array_append_val (numbers, number);
}

static void
add_plain (Work *work, GArray *to, char *text)
{
  append (to, ipl_web_strings_add (work->strings, text, text));
  g_free (text);
}

static gboolean
go_on (Work *work, double fraction, GError **error)
{
  if (work->progress != NULL)
    work->progress (fraction, work->data);
  return !g_cancellable_set_error_if_cancelled (work->cancellable, error);
}

/* Everything that can be hovered, before what is highlighted is drawn. */
static gboolean
find_targets (Work *work, GError **error)
{
  guint n = work->stop->frames->len;

  for (guint f = 0; f < n; f++)
    for (guint i = 0; i < work->stop->drawings->len; i++)
      {
        Figure *figure = &work->figures[i];
        IplWebDrawing *drawing = figure->drawing;

        if (!go_on (work, 0.2 * f / n, error))
          return FALSE;
        ipl_web_drawing_set (drawing, f, IPL_THEME_LIGHT);
        add_plain (work, figure->maps, ipl_web_targets_map (work->targets, drawing));
        ipl_web_targets_walk (work->targets, drawing);
      }
  return TRUE;
}

/* A frame for keyboard and screen readers. */
static void
add_words (Work *work, Figure *figure)
{
  IplWebDrawing *drawing = figure->drawing;
  const IplView *view = ipl_web_drawing_get_view (drawing);

  for (guint p = 0; p < drawing->n_parts; p++)
    {
      const IplPanel *panel = drawing->parts[p].panel;

      add_plain (work, figure->steps[p], ipl_web_targets_steps (work->targets, drawing, p));
      add_plain (work, figure->words[p], ipl_figure_describe (panel, view));
      add_plain (work, figure->tables[p], ipl_web_table (panel, view));
    }
}

static void
say_targets (Work *work, const IplView *view)
{
  GArray *says = numbers_new ();

  for (guint t = 1; t < ipl_web_targets_n (work->targets); t++)
    {
      const IplPanel *panel;
      const IplTarget *target = ipl_web_targets_get (work->targets, t, &panel);

      add_plain (work, says, ipl_figure_say (panel, target, view));
    }
  g_ptr_array_add (work->says, says);
}

typedef struct
{
  IplWebDrawing *drawing;
  const IplTarget *target;
} Lit;

static void
paint_lit (cairo_t *cr, gpointer data)
{
  const Lit *lit = data;

  ipl_web_drawing_light (lit->drawing, lit->target, cr);
}

/* Returns: (transfer full) (nullable): only what is highlighted */
static char *
draw_lit (IplWebDrawing *drawing, const IplTarget *target, GError **error)
{
  Lit lit = { drawing, target };
  g_autofree char *svg
      = ipl_web_svg (drawing->page.width_pt, drawing->page.height_pt, paint_lit, &lit, error);

  return svg != NULL ? ipl_web_svg_inside (svg) : NULL;
}

/* Both versions of a figure in one frame, and of all that can be highlighted: [1 + n], the figure
 * first. */
static GPtrArray *
draw_version (Work *work, IplWebDrawing *drawing, guint frame, IplTheme theme, GError **error)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  char *text;

  ipl_web_drawing_set (drawing, frame, theme);
  text = ipl_web_svg (drawing->page.width_pt, drawing->page.height_pt, ipl_web_drawing_paint,
                      drawing, error);
  for (guint t = 1; text != NULL && t < ipl_web_targets_n (work->targets); t++)
    {
      const IplPanel *panel;

      g_ptr_array_add (texts, text);
      text = draw_lit (drawing, ipl_web_targets_get (work->targets, t, &panel), error);
    }
  if (text == NULL)
    return NULL;
  g_ptr_array_add (texts, text);
  return g_steal_pointer (&texts);
}

static gboolean
draw_frame (Work *work, Figure *figure, guint frame, GError **error)
{
  g_autoptr (GPtrArray) light = draw_version (work, figure->drawing, frame, IPL_THEME_LIGHT, error);
  g_autoptr (GPtrArray) dark
      = light != NULL ? draw_version (work, figure->drawing, frame, IPL_THEME_DARK, error) : NULL;
  GArray *lit;

  if (dark == NULL)
    return FALSE;
  lit = numbers_new ();
  for (guint t = 0; t < light->len; t++)
    append (t == 0 ? figure->bases : lit,
            ipl_web_strings_add (work->strings, light->pdata[t], dark->pdata[t]));
  g_ptr_array_add (figure->lit, lit);
  return TRUE;
}

static gboolean
draw_frames (Work *work, GError **error)
{
  guint n = work->stop->frames->len;

  for (guint f = 0; f < n; f++)
    for (guint i = 0; i < work->stop->drawings->len; i++)
      {
        Figure *figure = &work->figures[i];
        IplWebDrawing *drawing = figure->drawing;

        if (!go_on (work, 0.2 + 0.8 * f / n, error))
          return FALSE;
        ipl_web_drawing_set (drawing, f, IPL_THEME_LIGHT);
        add_words (work, figure);
        if (i == 0)
          say_targets (work, ipl_web_drawing_get_view (drawing));
        if (!draw_frame (work, figure, f, error))
          return FALSE;
      }
  return TRUE;
}

static void
write_numbers (JsonBuilder *json, const char *name, const GArray *numbers)
{
  if (name != NULL)
    json_builder_set_member_name (json, name);
  ipl_web_write_list (json, (const guint *)numbers->data, numbers->len);
}

static void
write_frames (const Work *work, JsonBuilder *json)
{
  json_builder_set_member_name (json, "frames");
  json_builder_begin_array (json);
  for (guint f = 0; f < work->stop->frames->len; f++)
    {
      const IplWebFrame *frame = &g_array_index (work->stop->frames, IplWebFrame, f);
      IplTarget row = IPL_TARGET_NONE;

      row.row = frame->row;
      json_builder_begin_object (json);
      json_builder_set_member_name (json, "label");
      json_builder_add_string_value (json, frame->label);
      json_builder_set_member_name (json, "row");
      json_builder_add_int_value (json,
                                  frame->row >= 0 ? ipl_web_targets_find (work->targets, &row) : 0);
      write_numbers (json, "says", work->says->pdata[f]);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
write_figure (const Figure *figure, JsonBuilder *json)
{
  json_builder_begin_object (json);
  write_numbers (json, "bases", figure->bases);
  write_numbers (json, "maps", figure->maps);
  json_builder_set_member_name (json, "lit");
  json_builder_begin_array (json);
  for (guint f = 0; f < figure->lit->len; f++)
    write_numbers (json, NULL, figure->lit->pdata[f]);
  json_builder_end_array (json);
  json_builder_set_member_name (json, "parts");
  json_builder_begin_array (json);
  for (guint p = 0; p < figure->drawing->n_parts; p++)
    {
      json_builder_begin_object (json);
      write_numbers (json, "steps", figure->steps[p]);
      write_numbers (json, "words", figure->words[p]);
      write_numbers (json, "tables", figure->tables[p]);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  json_builder_end_object (json);
}

/* The first frame as it stands in the page: for printing, and where no script runs. */
static gboolean
write_html (Work *work, GString *html, GError **error)
{
  ipl_web_html_begin_stop (html, work->number, work->stop->drawings->len, work->stop->title,
                           work->stop->text);
  ipl_web_html_add_warnings (html, work->stop->drawings->pdata[0]);
  for (guint i = 0; i < work->stop->drawings->len; i++)
    {
      IplWebDrawing *drawing = work->stop->drawings->pdata[i];
      g_autofree char *svg = NULL;

      ipl_web_drawing_set (drawing, work->stop->first, IPL_THEME_LIGHT);
      svg = ipl_web_svg (drawing->page.width_pt, drawing->page.height_pt, ipl_web_drawing_paint,
                         drawing, error);
      if (svg == NULL)
        return FALSE;
      ipl_web_html_add_figure (html, work->number, drawing, svg);
    }
  if (ipl_web_targets_is_full (work->targets))
    ipl_web_html_add_limit (html, IPL_WEB_MOST_TARGETS);
  ipl_web_html_end_stop (html);
  return TRUE;
}

static gboolean
make (Work *work, JsonBuilder *json, GString *html, GError **error)
{
  if (!find_targets (work, error) || !draw_frames (work, error) || !write_html (work, html, error))
    return FALSE;
  json_builder_begin_object (json);
  ipl_json_add_int (json, "first", work->stop->first);
  write_frames (work, json);
  json_builder_set_member_name (json, "figures");
  json_builder_begin_array (json);
  for (guint i = 0; i < work->stop->drawings->len; i++)
    write_figure (&work->figures[i], json);
  json_builder_end_array (json);
  json_builder_end_object (json);
  return TRUE;
}

/* Draws everything.
 * @number: its number in the page, from 1
 * @json: where it is written as an object
 * @progress: (nullable): called with the progress
 * @cancellable: (nullable): to give up
 * Returns: whether it was written */
gboolean
ipl_web_stop_write (const IplWebStop *self, guint number, IplWebStrings *strings, JsonBuilder *json,
                    GString *html, IplWebProgress progress, gpointer data,
                    GCancellable *cancellable, GError **error)
{
  Work work = { .stop = self,
                .number = number,
                .strings = strings,
                .cancellable = cancellable,
                .progress = progress,
                .data = data };
  gboolean made;

  g_return_val_if_fail (self->frames->len > 0 && self->first < self->frames->len, FALSE);
  work_init (&work);
  made = make (&work, json, html, error);
  work_clear (&work);
  return made;
}
