/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/panels/sequence/sequence-images.h"

#include "figures/kit/text.h"

/* An image with its label below, where that has room.
 * @labels: of a shot of -1, of one of +1, and of the query
 * Returns: (transfer none): to be completed before the next piece is added */
IplPiece *
ipl_sequence_add_image (IplSequence *self, const IplStyle *style, const IplTaskExample *example,
                        guint i, IplRect area, IplTarget target, const char *const labels[3])
{
  gboolean is_query = i + 1 == IPL_IMAGES, plus = !is_query && example->sequence.labels[i];
  double small = ipl_style_small (style);
  IplColor sign = ipl_style_text_color (style, ipl_style_sign_color (style, !plus));
  const char *label = labels[is_query ? 2 : plus ? 1 : 0];
  IplPiece *image = ipl_sequence_add (self, IPL_PIECE_IMAGE, area, target);

  image->n = IPL_PATCH_ROWS;
  image->first = (int)i * IPL_ONE_SHOT_PATCHES;
  image->pixels = example->pixels[i];
  if (ipl_text_width (style, label, small) <= area.w)
    ipl_sequence_write (self, g_strdup (label),
                        (IplPieceText){ small, is_query ? style->ink : sign, area.x + area.w / 2,
                                        area.y + area.h + 0.1 * ipl_text_height (style, small),
                                        0.5 });
  return image;
}
