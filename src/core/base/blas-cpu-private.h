/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

void ipl_blas_choose_kernels (void);
