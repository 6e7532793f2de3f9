/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/panel-support.h"

G_BEGIN_DECLS

/* What a map shows: [Pi x Pi], @less taken off where there is one; @values NULL while unknown. */
typedef struct
{
  const double *values;
  const double *less;
} IplUSource;

static inline double
ipl_u_source_at (const IplUSource *self, gsize at)
{
  return self->less ? self->values[at] - self->less[at] : self->values[at];
}

/* Maps beside each other: the theory's, the samples', and gradient descent's. */
#define IPL_U_MAX_MAPS 3

/* What a map shows. */
typedef enum
{
  IPL_U_THEORY,
  IPL_U_SAMPLED,
  IPL_U_DIFFERENCE,
  IPL_U_SD,
  IPL_U_TRAINED,
} IplUKind;

/* A small heatmap of one sweep row, or several of them. */
typedef struct
{
  guint row;
  const IplSetting *setting; /* NULL while it is not solved */
  IplUSource source[IPL_U_MAX_MAPS];
  double largest; /* 0 while unknown */
  IplRect map[IPL_U_MAX_MAPS];
  char *title;
  char *limit_text; /* NULL with shared limits */
} IplThumbnail;

/* A label along the axes of the large map: cells [first, first + count) */
typedef struct
{
  char *markup;
  gsize first, count;
} IplCellLabel;

typedef struct
{
  const IplCase *the_case;
  IplHeatmapMode mode;
  guint n_maps; /* up to 3 side by side, else 1 */
  IplUKind kind[IPL_U_MAX_MAPS];
  guint n_parts; /* of a small map: those that change with the width */
  IplUSource source[IPL_U_MAX_MAPS];
  gsize Pi;
  gsize *order; /* [Pi] path shown in row i */
  gsize *rank;  /* [Pi] row in which a path is shown */
  double limit;
  IplRect map[IPL_U_MAX_MAPS];
  double title_h;
  char *title[IPL_U_MAX_MAPS], *short_title[IPL_U_MAX_MAPS];
  GArray *row_labels, *column_labels; /* of IplCellLabel */
  gboolean grouped;                   /* labels are heads of layer 1 */
  IplRect bar;
  IplAxis bar_axis;
  GArray *thumbnails; /* of IplThumbnail */
  int current_row;
} IplULayout;

void ipl_u_layout_init (IplULayout *self, const IplView *view, const IplStyle *style, double width,
                        double height);
void ipl_u_layout_clear (IplULayout *self);
IplRect ipl_u_layout_thumbnail_area (const IplULayout *self, const IplThumbnail *thumbnail);

/* u-source.c */
void ipl_u_layout_find_sources (const IplULayout *self, const IplSolution *solution,
                                const IplPosteriorSummary *posterior,
                                IplUSource source[IPL_U_MAX_MAPS]);
double ipl_u_layout_largest (const IplULayout *self, const IplUSource source[IPL_U_MAX_MAPS]);
void ipl_u_layout_choose_maps (IplULayout *self, const IplView *view);
double ipl_u_layout_limit (const IplULayout *self, guint map);
void ipl_u_layout_make_titles (IplULayout *self, const IplView *view);
gboolean ipl_u_layout_is_known (const IplULayout *self); /* whether some map has numbers */

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplULayout, ipl_u_layout_clear)

G_END_DECLS
