/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/base/cli.h"

static gboolean anonymous;

/* Where --anonymous goes; a command begins without it. */
gboolean *
cli_anonymous_place (void)
{
  return &anonymous;
}

gboolean
cli_is_anonymous (void)
{
  return anonymous;
}
