/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Figures in which a symbol has its meaning. A letter may have another meaning in the others. */
typedef enum
{
  IPL_SYMBOL_PATHS = 1 << 0,    /* figures of attention paths (Tiberi et al. 2024) */
  IPL_SYMBOL_DYNAMICS = 1 << 1, /* figures of learning in time (Tian et al. 2024) */
  IPL_SYMBOL_ANYWHERE = IPL_SYMBOL_PATHS | IPL_SYMBOL_DYNAMICS,
} IplSymbolPlace;

/* A symbol and its meaning. */
typedef struct
{
  const char *text;     /* as written in figures: a letter, set in italics, or a word */
  const char *sentence; /* its meaning, without a full stop */
  const char *page;     /* its help page */
  IplSymbolPlace place; /* figures with this meaning */
} IplSymbol;

const IplSymbol *ipl_symbols (guint *n);
char *ipl_symbols_explain (const char *markup, IplSymbolPlace place);
char *ipl_symbols_explain_plain (const char *text, IplSymbolPlace place);
