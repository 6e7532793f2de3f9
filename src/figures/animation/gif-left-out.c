/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In the place of gif-writer.c, where the program is built without it. */
#include "core/base/error.h"
#include "figures/animation/animation-format.h"

static gboolean
refuse (GError **error)
{
  return ipl_fail (error, IPL_ERROR_MISSING,
                   "GIF animations were left out when this Interplay was built (-Dgif=enabled "
                   "brings them): write .mp4 or .webm.");
}

/* The check comes before all else. */
const IplAnimationFormat ipl_animation_gif = {
  .id = "gif",
  .title = "GIF animation",
  .multiple = 1,
  .largest = 65535,
  .fastest = 50,
  .check = refuse,
};
