/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Marks exported functions; all other symbols of the library are hidden. */
#define INTERPLAY_PUBLIC __attribute__ ((visibility ("default"))) extern
