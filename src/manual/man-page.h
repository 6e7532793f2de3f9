/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "manual/program.h"

char *manual_page_of_program (const ManualProgram *self);
char *manual_page_of_command (const ManualProgram *self, guint command);
