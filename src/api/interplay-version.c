/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <interplay/version.h>

/* By which versions are put in order. */
#define NUMBER(major, minor, micro) (1000000 * (guint64)(major) + 1000 * (guint64)(minor) + (micro))

const char *
interplay_check_version (guint major, guint minor, guint micro)
{
  const guint64 here
      = NUMBER (INTERPLAY_MAJOR_VERSION, INTERPLAY_MINOR_VERSION, INTERPLAY_MICRO_VERSION);

  if (major == INTERPLAY_MAJOR_VERSION && NUMBER (major, minor, micro) <= here)
    return NULL;
  return major == INTERPLAY_MAJOR_VERSION ? "This libinterplay is of version " IPL_VERSION
                                            ", and a later one is needed."
                                          : "This libinterplay is of version " IPL_VERSION
                                            ", and one of another major version is needed.";
}
