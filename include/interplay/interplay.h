/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The theory of attention paths in C: a case, a setting, the theory and the exact posterior at
 * that setting, and files with results. All numbers are double, all matrices row-major. */
#include <interplay/case.h>
#include <interplay/error.h>
#include <interplay/options.h>
#include <interplay/posterior.h>
#include <interplay/results.h>
#include <interplay/setting.h>
#include <interplay/theory.h>
#include <interplay/version.h>
