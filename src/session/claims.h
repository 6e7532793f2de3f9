/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/fields/display.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

/* The settings that let a claim be seen. */
typedef struct
{
  gboolean gp;            /* the limit of infinite width is shown ... */
  double width;           /* ... or else this width */
  IplAccuracyLines lines; /* the parts of U that the accuracy panel shows */
  IplTarget target;       /* what is selected, or nothing */
} IplClaimView;

/* A statement of the papers about a case of attention paths. */
typedef struct
{
  const char *id;    /* its name in the action that shows it */
  const char *title; /* the statement, plain text */
  const char *page;  /* the page it is seen on ... */
  const char *panel; /* ... and the panel that shows it best */
  /* finds where it is seen, and says by the view's numbers that it is so; FALSE where they do not
   * support it, and then the sentence says that.
   * @text: (out) (transfer full): one or two sentences */
  gboolean (*look) (const IplView *view, IplClaimView *shown, char **text);
} IplClaim;

const IplClaim *ipl_claims (guint *n);
gboolean ipl_claim_look (const IplClaim *self, const IplView *view, IplClaimView *shown,
                         char **text);
