/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* The result of a merge. */
typedef struct
{
  guint8 *states; /* [n_rows] an #IplRowState each, as they were merged: of a damaged file the rows
                     are missing */
  guint done;     /* rows that are there */
  guint written;  /* rows of the file */
  guint seeds;    /* seeds of the mean whose rows are all there */
  guint doubtful; /* rows written that did not converge, or whose chains fail a diagnostic */
  guint doubt;    /* the first of them */
  char *damage;   /* (nullable): the sentence about the first file that is damaged */
} IplMergeReport;

void ipl_merge_report_clear (IplMergeReport *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplMergeReport, ipl_merge_report_clear)
