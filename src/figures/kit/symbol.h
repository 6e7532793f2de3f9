/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Where a symbol has its meaning; a letter may have another one elsewhere. */
typedef enum
{
  IPL_SYMBOL_PATHS = 1 << 0,    /* figures of attention paths (Tiberi et al. 2024) */
  IPL_SYMBOL_DYNAMICS = 1 << 1, /* figures of what is learned in time (Tian et al. 2024) */
  IPL_SYMBOL_ANYWHERE = IPL_SYMBOL_PATHS | IPL_SYMBOL_DYNAMICS,
} IplSymbolPlace;

/* A sign and what it means. */
typedef struct
{
  const char *text; /* what it is in figures: a letter, which is set in italics there, or a word */
  const char *sentence; /* what it is, without a full stop */
  const char *page;     /* the page of help about it */
  IplSymbolPlace place; /* where it means that */
} IplSymbol;

const IplSymbol *ipl_symbols (guint *n);
char *ipl_symbols_tell (const char *markup, IplSymbolPlace place);
char *ipl_symbols_tell_plain (const char *text, IplSymbolPlace place);
