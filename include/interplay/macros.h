/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the library shows to programs; everything else in it is hidden. */
#define INTERPLAY_PUBLIC __attribute__ ((visibility ("default"))) extern
