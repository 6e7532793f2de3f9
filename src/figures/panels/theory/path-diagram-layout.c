/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The geometry of the path diagram: columns for tokens, layers of heads and readout from left to
 * right, a slot for each path in each of its heads, and arcs at the right. */

#include "figures/panels/theory/path-diagram-layout.h"

#include "figures/kit/sort-by-key.h"
#include "figures/kit/text.h"

#include <math.h>

static double
widest (const IplStyle *style, char **markup, gsize n)
{
  double w = 0;
  for (gsize i = 0; i < n; i++)
    if (markup[i][0] != '\0')
      w = MAX (w, ipl_text_width (style, markup[i], ipl_style_small (style)));
  return w;
}

static void
name_nodes (IplPathLayout *self, const IplStyle *style, gboolean names)
{
  guint k = 0;
  g_strfreev (self->node_markup);
  self->node_markup = g_new0 (char *, ipl_case_n_heads (self->the_case) + 1);
  for (guint l = 0; l < self->L; l++)
    for (guint h = 0; h < self->the_case->H[l]; h++)
      self->node_markup[k++] = names ? ipl_view_head_markup (self->the_case, style, l, h)
                                     : ipl_case_head_text (self->the_case, l, h);
}

/* Sets the columns of tokens, heads and readout, with gaps between them. */
static void
set_columns (IplPathLayout *self, double tokens_x, double node_w, double port_w, double gap)
{
  self->tokens.x = tokens_x;
  self->tokens.w = self->square;
  double x = self->tokens.x + self->tokens.w + gap;
  guint k = 0;
  for (guint l = 0; l < self->L; l++)
    {
      for (guint h = 0; h < self->the_case->H[l]; h++, k++)
        {
          self->nodes[k].x = x;
          self->nodes[k].w = node_w;
        }
      x += node_w + gap;
    }
  self->ports.x = x;
  self->ports.w = port_w;
}

static void
place_columns (IplPathLayout *self, const IplStyle *style, double left, double right)
{
  /* Levels of detail. The first one with wide enough gaps is used. */
  static const struct
  {
    gboolean head_names;
    IplPathNames ports;
  } details[] = {
    { TRUE, IPL_PATH_NAMES_FULL },     { TRUE, IPL_PATH_NAMES_SHORT },
    { FALSE, IPL_PATH_NAMES_SHORT },   { TRUE, IPL_PATH_NAMES_LARGEST },
    { FALSE, IPL_PATH_NAMES_LARGEST }, { TRUE, IPL_PATH_NAMES_NONE },
    { FALSE, IPL_PATH_NAMES_NONE },
  };
  double em = style->font_pt, small = ipl_style_small (style);
  self->port_pitch
      = MIN (self->body.h * (self->shown.n > IPL_MANY_PATHS ? 1 : 0.86) / self->shown.n, 4.4 * em);
  gsize rows
      = (gsize)(self->port_pitch * (double)self->shown.n / ipl_text_height (style, small) + 1e-9);
  double node_w = 0, port_w = 0, gap = 0;
  double token_label = ipl_text_width (style, "<i>x</i><sub>000</sub>", small);
  double tokens_w = self->square + 0.3 * em + token_label;

  self->arc_room = self->shown.n > 1 ? CLAMP (0.17 * (right - left), 2.5 * em, 9 * em) : 0.5 * em;
  for (guint d = 0; d < G_N_ELEMENTS (details); d++)
    {
      g_clear_pointer (&self->port_markup, g_strfreev);
      self->port_markup
          = ipl_path_names_new (self->the_case, style, &self->shown, details[d].ports, rows);
      if (details[d].ports != IPL_PATH_NAMES_NONE && self->port_markup == NULL)
        continue;
      self->all_named = details[d].ports > IPL_PATH_NAMES_LARGEST;
      name_nodes (self, style, details[d].head_names);
      node_w = MAX (2.6 * em,
                    widest (style, self->node_markup, g_strv_length (self->node_markup)) + em);
      port_w
          = self->port_markup != NULL ? widest (style, self->port_markup, self->Pi) + em : 0.9 * em;
      gap = (right - left - tokens_w - self->L * node_w - port_w - self->arc_room) / (self->L + 1);
      if (gap >= (d == 0 ? 2.8 : 2) * em)
        break;
    }
  /* If even the last level does not fit, the columns shrink as far as necessary to avoid
   * overlap. */
  if (gap < em)
    {
      double shrink
          = CLAMP ((right - left) / MAX (1, right - left + (self->L + 1) * (em - gap)), 0.05, 1);
      node_w *= shrink;
      port_w *= shrink;
      self->arc_room *= shrink;
      gap = MAX (0.5, (right - left - tokens_w - self->L * node_w - port_w - self->arc_room)
                          / (self->L + 1));
    }
  else
    {
      /* Spare width enlarges the nodes, rather than only the curves. */
      double spare = MAX (0, gap - 7 * em);
      node_w += 0.35 * spare;
      gap -= 0.35 * spare * self->L / (self->L + 1);
    }
  set_columns (self, left + token_label + 0.3 * em, node_w, port_w, gap);
}

static void
add_heading (IplPathLayout *self, const IplStyle *style, char *markup_take, double x, double left,
             double right)
{
  double small = ipl_style_small (style);
  g_autofree char *markup = markup_take;
  double w = ipl_text_width (style, markup, small), gap = 0.6 * small;
  x = CLAMP (x, left + w / 2, MAX (left + w / 2, right - w / 2));
  for (guint i = 0; i < self->headings->len; i++)
    {
      const IplHeading *other = &g_array_index (self->headings, IplHeading, i);
      double other_w = ipl_text_width (style, other->markup, small);
      if (fabs (x - other->x) < (w + other_w) / 2 + gap)
        return;
    }
  IplHeading heading = { g_steal_pointer (&markup), x };
  g_array_append_val (self->headings, heading);
}

/* TRUE if "layer 8" fits above each layer. */
static gboolean
has_room_for_layers (const IplPathLayout *self, const IplStyle *style)
{
  double small = ipl_style_small (style), room = ipl_text_width (style, "layer 8", small) + small;

  return self->L == 1
         || ipl_path_layout_node (self, 1, 0)->x - ipl_path_layout_node (self, 0, 0)->x >= room;
}

/* Places the headings of layers, tokens, readout and pairs, as far as they fit. */
static void
place_headings (IplPathLayout *self, const IplStyle *style, double left, double right)
{
  const char *layer = has_room_for_layers (self, style) ? "layer " : "L";

  for (guint l = 0; l < self->L; l++)
    {
      const IplRect *node = ipl_path_layout_node (self, l, 0);
      add_heading (self, style, g_strdup_printf ("%s%u", layer, l + 1), node->x + node->w / 2, left,
                   right);
    }
  add_heading (self, style, g_strdup ("tokens"), self->tokens.x + self->tokens.w / 2, left, right);
  add_heading (self, style, g_strdup ("readout"), self->ports.x + self->ports.w / 2, left, right);
  if (self->shown.n > 1)
    add_heading (self, style, g_strdup ("pairs"),
                 self->ports.x + self->ports.w + self->arc_room * 0.55, left, right);
}

static void
place_nodes (IplPathLayout *self, const IplStyle *style)
{
  double em = style->font_pt;
  self->node_strip = 1.15 * ipl_text_height (style, ipl_style_small (style));
  /* Boxes too low for a name and its lines show the lines only. */
  for (guint l = 0; l < self->L; l++)
    if (0.84 * self->body.h / self->the_case->H[l] < 1.6 * self->node_strip)
      self->node_strip = 0;
  guint k = 0;
  for (guint l = 0; l < self->L; l++)
    {
      guint H = self->the_case->H[l];
      double cell = self->body.h / H;
      double through = (double)self->shown.n / H;
      double h = MIN (0.84 * cell, self->node_strip + MAX (2.8, 2.3 * (through + 0.5)) * em);
      for (guint i = 0; i < H; i++, k++)
        {
          self->nodes[k].h = h;
          self->nodes[k].y = self->body.y + (i + 0.5) * cell - h / 2;
        }
    }
}

/* Orders the ports: few paths as in the heatmaps, many paths by their last head, so that the
 * lines of each head are adjacent. */
static void
order_ports (const IplPathLayout *self, IplRank *order)
{
  const IplCaseInfo *the_case = self->the_case;
  for (gsize i = 0; i < self->shown.n; i++)
    {
      gsize p = self->shown.path[i];
      double key = i;
      if (self->shown.n > IPL_MANY_PATHS)
        {
          key = 0;
          for (int l = self->L - 1; l >= 0; l--)
            key = key * the_case->H[l] + ipl_case_path_head (the_case, p, l);
        }
      order[i] = (IplRank){ p, { key, (double)p } };
    }
  ipl_ranks_sort (order, self->shown.n);
}

/* Places the slots in the heads. A path is high in a head if its port and its heads in the adjacent
 * layers are high, so that neighbouring lines seldom cross. */
static double
place_in_heads (IplPathLayout *self, const IplStyle *style, const double *port_rank)
{
  const IplCaseInfo *the_case = self->the_case;
  guint stride = self->L + 2;
  g_autofree IplRank *order = g_new (IplRank, self->shown.n);
  double slot_pitch = 2.3 * style->font_pt, pitch_min = MIN (self->port_pitch, slot_pitch);

  for (guint l = 0; l < self->L; l++)
    for (guint h = 0; h < the_case->H[l]; h++)
      {
        const IplRect *node = ipl_path_layout_node (self, l, h);
        gsize n = 0;
        for (gsize i = 0; i < self->shown.n; i++)
          {
            gsize p = self->shown.path[i];
            if (ipl_case_path_head (the_case, p, l) != h)
              continue;
            double key = (l + 1 == self->L ? 4 : 0.05) * port_rank[p];
            if (l > 0)
              key += (double)ipl_case_path_head (the_case, p, l - 1) / the_case->H[l - 1]
                     * (l + 1 < self->L ? 0.9 : 1);
            if (l + 1 < self->L)
              key += (double)ipl_case_path_head (the_case, p, l + 1) / the_case->H[l + 1];
            order[n++] = (IplRank){ p, { key, (double)p } };
          }
        if (n == 0)
          continue;
        ipl_ranks_sort (order, n);
        double room = self->node_strip > 0 ? node->h - self->node_strip : 0.9 * node->h;
        double pitch = MIN (room / n, slot_pitch);
        double first = node->y + (node->h + self->node_strip) / 2 - pitch * (n - 1) / 2;
        pitch_min = MIN (pitch_min, pitch);
        for (gsize i = 0; i < n; i++)
          self->y[order[i].item * stride + l + 1] = first + i * pitch;
      }
  return pitch_min;
}

static void
place_lines (IplPathLayout *self, const IplStyle *style)
{
  guint stride = self->L + 2;
  gsize n = self->shown.n;
  g_autofree IplRank *order = g_new (IplRank, n);
  g_autofree double *port_rank = g_new0 (double, self->Pi);
  double top = self->body.y + self->body.h / 2 - self->port_pitch * n / 2, pitch_min;

  order_ports (self, order);
  for (gsize i = 0; i < n; i++)
    {
      port_rank[order[i].item] = (double)i / n;
      self->y[order[i].item * stride + self->L + 1] = top + (i + 0.5) * self->port_pitch;
    }
  pitch_min = place_in_heads (self, style, port_rank);

  /* Each path reads all tokens, so the lines begin spread over the column, in order. */
  for (gsize i = 0; i < n; i++)
    {
      gsize p = self->shown.path[i];

      order[i] = (IplRank){ p, { self->y[p * stride + 1], (double)p } };
    }
  ipl_ranks_sort (order, n);
  for (gsize i = 0; i < n; i++)
    self->y[order[i].item * stride]
        = self->tokens.y + self->tokens.h * (0.08 + 0.84 * (i + 0.5) / n);
  for (gsize p = 0; p < self->Pi; p++)
    self->name_y[p] = self->y[p * stride + self->L + 1];
  if (self->port_markup != NULL && !self->all_named)
    ipl_path_names_spread (self->port_markup, self->Pi, self->name_y,
                           ipl_text_height (style, ipl_style_small (style)), self->ports.y,
                           self->ports.y + self->ports.h);
  self->max_line = CLAMP (0.8 * pitch_min, 0.5, 0.8 * style->font_pt);
}

static void
size_lines (IplPathLayout *self, const IplStyle *style)
{
  const double *U = self->solution != NULL ? self->solution->U : NULL;
  double thin = MIN (0.45 * style->line_pt, self->max_line);

  for (gsize p = 0; p < self->Pi; p++)
    self->line_width[p] = ipl_path_thickness_get (
        &self->thickness, U != NULL ? ipl_outputs_entry (&self->outputs, U, p, p) : 0, thin);
}

static void
heading_clear (gpointer data)
{
  g_free (((IplHeading *)data)->markup);
}

static void
make_arrays (IplPathLayout *self)
{
  self->nodes = g_new0 (IplRect, ipl_case_n_heads (self->the_case));
  self->y = g_new0 (double, self->Pi * (self->L + 2));
  self->name_y = g_new0 (double, self->Pi);
  self->line_width = g_new0 (double, self->Pi);
  self->arcs = g_array_new (FALSE, FALSE, sizeof (IplArc));
  self->headings = g_array_new (FALSE, FALSE, sizeof (IplHeading));
  g_array_set_clear_func (self->headings, heading_clear);
}

void
ipl_path_layout_init (gpointer layout, const IplView *view, const IplStyle *style, double width,
                      double height)
{
  IplPathLayout *self = layout;
  const IplCaseInfo *the_case = view->the_case;
  double em = style->font_pt, margin = 0.4 * em;
  double heading = ipl_text_height (style, ipl_style_small (style)) * 1.25;

  *self = (IplPathLayout){
    .the_case = the_case, .solution = view->current, .Pi = the_case->Pi, .L = the_case->L
  };
  self->outputs = ipl_outputs_view (view);
  make_arrays (self);
  self->heading_y = margin;

  /* The body needs the height of the legend, and the legend needs the thickness of lines, so the
   * layout has two passes. */
  self->max_line = em;
  self->thickness = (IplPathThickness){ .scale = view->display.path_scale, .thickest = em };
  ipl_shown_paths_init (&self->shown, view);
  self->few = ipl_shown_paths_markup (&self->shown);
  gsize n_pairs = self->shown.n * (self->shown.n - 1) / 2;
  IplPathCounts counts = { n_pairs, 0, IPL_MAX_ARCS, self->few };
  ipl_path_thickness_make_legend (&self->thickness, &self->legend, view, style, &counts,
                                  width - 2 * margin, TRUE);
  self->body.x = margin;
  self->body.w = MAX (width - 2 * margin, 1);
  self->body.y = margin + heading;
  self->body.h = MAX (height - self->body.y - self->legend.height - 1.1 * em, 1);

  /* A few squares represent a long sequence. */
  gsize T = the_case->T ? the_case->T : 8;
  self->square = MIN (0.95 * em, self->body.h / 3);
  self->n_squares = CLAMP (self->body.h * 0.8 / (1.3 * self->square), 1, MIN (T, 11));
  self->tokens.h = self->n_squares * 1.3 * self->square - 0.3 * self->square;
  self->tokens.y = self->body.y + (self->body.h - self->tokens.h) / 2;
  place_columns (self, style, self->body.x, self->body.x + self->body.w);
  place_nodes (self, style);
  self->ports.h = self->port_pitch * self->shown.n;
  self->ports.y = self->body.y + (self->body.h - self->ports.h) / 2;
  place_headings (self, style, self->body.x, self->body.x + self->body.w);
  place_lines (self, style);
  ipl_path_thickness_init (&self->thickness, view, self->max_line);
  size_lines (self, style);
  ipl_path_layout_place_arcs (self, style);
  counts.n_arcs = self->arcs->len;
  ipl_path_thickness_make_legend (&self->thickness, &self->legend, view, style, &counts,
                                  width - 2 * margin, FALSE);
  self->legend_y = height - margin * 0.6 - self->legend.height;
}

void
ipl_path_layout_clear (gpointer layout)
{
  IplPathLayout *self = layout;
  g_clear_pointer (&self->nodes, g_free);
  g_clear_pointer (&self->node_markup, g_strfreev);
  g_clear_pointer (&self->port_markup, g_strfreev);
  g_clear_pointer (&self->y, g_free);
  g_clear_pointer (&self->name_y, g_free);
  g_clear_pointer (&self->line_width, g_free);
  g_free (self->few);
  ipl_shown_paths_clear (&self->shown);
  g_clear_pointer (&self->arcs, g_array_unref);
  g_clear_pointer (&self->headings, g_array_unref);
  ipl_legend_clear (&self->legend);
}
