/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One axis of a sweep: what varies, and its values, for command lines, documents, sweeps and the
 * window alike. Zero-filled, it has no values. */
#pragma once

#include "core/experiments/experiment.h"

G_BEGIN_DECLS

/* Values of one axis: nobody sweeps more, so a longer list is a mistake. */
#define IPL_AXIS_MAX_VALUES 100000
/* Sets of prior variances of one axis. */
#define IPL_AXIS_MAX_SETS 1000

typedef enum
{
  IPL_AXIS_WIDTHS,      /* all widths at once: 100, 12:25:40 for N_1:..:N_L:N_a, or gp */
  IPL_AXIS_TEMPERATURE, /* T */
  IPL_AXIS_VARIANCES,   /* sets s0^2,s_1^2,..,s_L^2,s_a^2 by semicolons */
  IPL_AXIS_SEEDS,       /* seeds that follow each other: 1-24 */
} IplSweepAxisKind;

typedef struct
{
  IplSweepAxisKind kind;
  guint L;        /* layers of the case; 0: not known yet, so that texts are only checked */
  guint n;        /* values */
  double *values; /* [n x size]; infinite widths are the GP limit; NULL of seeds */
  guint64 first;  /* the first of the seeds */
} IplSweepAxis;

void ipl_sweep_axis_init (IplSweepAxis *self, IplSweepAxisKind kind, guint L);
void ipl_sweep_axis_clear (IplSweepAxis *self);
void ipl_sweep_axis_copy (IplSweepAxis *self, const IplSweepAxis *from);
void ipl_sweep_axis_take (IplSweepAxis *self, const IplParameters *parameters);
void ipl_sweep_axis_give (const IplSweepAxis *self, IplParameters *parameters);

guint ipl_sweep_axis_get_size (const IplSweepAxis *self);
const double *ipl_sweep_axis_get_value (const IplSweepAxis *self, guint i);

void ipl_sweep_axis_add (IplSweepAxis *self, const double *value);
void ipl_sweep_axis_add_widths (IplSweepAxis *self, const IplSetting *setting);
void ipl_sweep_axis_set (const IplSweepAxis *self, guint i, IplSetting *setting);

gboolean ipl_sweep_axis_parse (IplSweepAxis *self, const char *what, const char *text,
                               gboolean typed, GError **error);
char *ipl_sweep_axis_to_text (const IplSweepAxis *self, const char *between);
void ipl_sweep_axis_add_json (const IplSweepAxis *self, JsonBuilder *builder);
gboolean ipl_sweep_axis_read_json (IplSweepAxis *self, const char *name, JsonNode *node,
                                   GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplSweepAxis, ipl_sweep_axis_clear)

G_END_DECLS
