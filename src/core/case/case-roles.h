/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assignment of arrays of a file to the arrays of the data format, by name or by the user. */
#pragma once

#include "core/files/npz.h"

typedef struct
{
  /* the array's name in the data format; "#" is the number of a layer, from 1 */
  const char *name;
  const char *shape;   /* its expected shape, "[P, T, N0]" */
  const char *meaning; /* its meaning, in a few words */
} IplCaseRole;

const IplCaseRole *ipl_case_roles (guint *n);
const IplCaseRole *ipl_case_role_find (const char *name);

typedef struct
{
  char *role; /* a name of the data format */
  char *name; /* name of the assigned array; empty for none, even if the file has one */
} IplRoleAssignment;

GPtrArray *ipl_case_roles_parse (const char *text, GError **error);
char *ipl_case_roles_format (const GPtrArray *assignments);
GPtrArray *ipl_case_roles_from_json (const char *json, gsize length, GError **error);
void ipl_case_roles_set (GPtrArray *assignments, const char *role, const char *name);
const char *ipl_case_roles_find_role (const GPtrArray *assignments, const char *name);
gboolean ipl_case_roles_apply (const char *text, IplNpz *arrays, GError **error);
