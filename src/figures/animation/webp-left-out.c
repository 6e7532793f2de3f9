/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In the place of webp-writer.c, where the program is built without it. */
#include "core/base/error.h"
#include "figures/animation/animation-format.h"

static gboolean
refuse (GError **error)
{
  return ipl_fail (error, IPL_ERROR_MISSING,
                   "WebP animations were left out when this Interplay was built (-Dwebp=enabled "
                   "brings them): write .mp4 or .webm.");
}

/* The check comes before all else. */
const IplAnimationFormat ipl_animation_webp = {
  .id = "webp",
  .title = "WebP animation",
  .multiple = 1,
  .largest = 16383,
  .fastest = 60,
  .check = refuse,
};
