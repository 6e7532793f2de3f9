/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An axis of a sweep: the parameter that varies, and its values, for command lines, documents,
 * sweeps and the window. Zero-filled, it has no values. */
#pragma once

#include "core/experiments/experiment.h"

/* Largest number of values of an axis; a longer list is a mistake. */
#define IPL_AXIS_MAX_VALUES 100000
/* Sets of prior variances of one axis. */
#define IPL_AXIS_MAX_SETS 1000

typedef enum
{
  IPL_AXIS_WIDTHS,      /* all widths at once: 100, 12:25:40 for N_1:..:N_L:N_a, or gp */
  IPL_AXIS_WIDTH,       /* a number: the width of one layer, or of all; or gp for all */
  IPL_AXIS_TEMPERATURE, /* T */
  IPL_AXIS_VARIANCES,   /* sets s0^2,s_1^2,..,s_L^2,s_a^2 by semicolons */
  IPL_AXIS_VARIANCE,    /* a variance of a set */
  IPL_AXIS_SEEDS,       /* seeds that follow each other: 1-24 */
  IPL_AXIS_FIELD,       /* any number among the parameters of the experiment */
} IplSweepAxisKind;

/* The index of an IPL_AXIS_WIDTH for all layers. */
#define IPL_AXIS_ALL_LAYERS G_MAXUINT

typedef struct
{
  IplSweepAxisKind kind;
  guint L;               /* layers of the case; 0 if unknown, so that texts are only checked */
  guint index;           /* of the layer or the variance, from 0; N_a and s_a^2 are last */
  const IplField *field; /* of IPL_AXIS_FIELD */
  const IplField *table; /* the table that contains @field */
  guint n;               /* values */
  double *values;        /* [n x size]; an infinite width is the GP limit; NULL for seeds */
  guint64 first;         /* the first of the seeds */
} IplSweepAxis;

void ipl_sweep_axis_init (IplSweepAxis *self, IplSweepAxisKind kind, guint L);
gboolean ipl_sweep_axis_find (IplSweepAxis *self, const char *name, const IplParameters *parameters,
                              GError **error);
void ipl_sweep_axis_clear (IplSweepAxis *self);
void ipl_sweep_axis_copy (IplSweepAxis *self, const IplSweepAxis *from);
void ipl_sweep_axis_from_parameters (IplSweepAxis *self, const IplParameters *parameters);
void ipl_sweep_axis_to_parameters (const IplSweepAxis *self, IplParameters *parameters);

char *ipl_sweep_axis_get_id (const IplSweepAxis *self);
char *ipl_sweep_axis_get_sign (const IplSweepAxis *self);
char *ipl_sweep_axis_get_title (const IplSweepAxis *self);
gboolean ipl_sweep_axis_is_logarithmic (const IplSweepAxis *self);
guint ipl_sweep_axis_get_size (const IplSweepAxis *self);
const double *ipl_sweep_axis_get_value (const IplSweepAxis *self, guint i);

void ipl_sweep_axis_add (IplSweepAxis *self, const double *value);
void ipl_sweep_axis_add_widths (IplSweepAxis *self, const IplSetting *setting);
void ipl_sweep_axis_set (const IplSweepAxis *self, guint i, IplSetting *setting);
void ipl_sweep_axis_apply (const IplSweepAxis *self, guint i, IplParameters *parameters);
gboolean ipl_sweep_axis_is_same (const IplSweepAxis *self, const IplSweepAxis *other);
gboolean ipl_sweep_axis_equal (const IplSweepAxis *self, const IplSweepAxis *other);
double ipl_sweep_axis_read (const IplSweepAxis *self, const IplParameters *parameters);

gboolean ipl_sweep_axis_parse (IplSweepAxis *self, const char *what, const char *text,
                               gboolean typed, GError **error);
char *ipl_sweep_axis_to_text (const IplSweepAxis *self, const char *between);
void ipl_sweep_axis_add_json (const IplSweepAxis *self, JsonBuilder *builder);
gboolean ipl_sweep_axis_read_json (IplSweepAxis *self, const char *name, JsonNode *node,
                                   GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplSweepAxis, ipl_sweep_axis_clear)
