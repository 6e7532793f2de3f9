/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "fuzz.h"
#include "sweeps/sweep-folder.h"

/* A planned sweep of four rows in a folder of its own, which goes when the program ends. */
const IplSweepFolder *fuzz_sweep_get (void);
/* The results of one of its rows, solved, as a file; its settings bear the hash of row 0. */
void fuzz_sweep_solve_row (const char *path);
/* Writes a file, with the folder that it is in. */
void fuzz_sweep_put (const char *path, const guint8 *bytes, gsize n);
