/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Side of a tile: a product of two takes some milliseconds and runs at full rate. */
#define IPL_TILE 512
/* Up to this size a factorization takes no longer than some tiles. */
#define IPL_TILES_WHOLE 1024
