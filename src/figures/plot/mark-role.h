/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"
#include "figures/kit/style.h"

/* The role of a mark, from which each theme derives a colour. */
typedef enum
{
  IPL_ROLE_INK,
  IPL_ROLE_FAINT,
  IPL_ROLE_MUTED, /* between ink and paper, for marks without an order */
  IPL_ROLE_PAPER,
  IPL_ROLE_ACCENT,
  IPL_ROLE_THEORY,
  IPL_ROLE_SAMPLED,
  IPL_ROLE_TRAINED,
  IPL_ROLE_GP,      /* GP limit @k: of @n paths of the case */
  IPL_ROLE_SERIES,  /* curve @k of a few without an order */
  IPL_ROLE_ORDERED, /* curve @k of @n with an order: layers, components */
  IPL_ROLE_CHAIN,   /* chain @k */
  IPL_ROLE_PATH,    /* path @k of the case */
  IPL_ROLE_HEADS,   /* a path without a case: @k identifies its heads */
  IPL_ROLE_SIGN,    /* negative if @k is not 0 */
} IplRoleKind;

typedef struct
{
  IplRoleKind kind;
  guint k, n;
  double fade;                 /* share of paper colour mixed in */
  const IplCaseInfo *the_case; /* case of a path or of paths */
  const guint *paths;          /* (nullable): [n] paths of a GP limit; borrowed */
} IplRole;

#define IPL_ROLE(name) ((IplRole){ .kind = IPL_ROLE_##name })
#define IPL_ROLE_OF(name, number) ((IplRole){ .kind = IPL_ROLE_##name, .k = (guint)(number) })
#define IPL_ROLE_OF_N(name, number, count)                                                         \
  ((IplRole){ .kind = IPL_ROLE_##name, .k = (guint)(number), .n = (guint)(count) })

/* Maximum number of curves in distinct colours; more curves have ordered colours. */
#define IPL_ROLE_FEW 6

IplColor ipl_role_color (IplRole role, const IplStyle *style);
