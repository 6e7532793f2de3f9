/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of a cell by name. */
#include "core/maps/map.h"

static const IplMapQuantity quantities[IPL_MAP_N_NUMBERS] = {
  [IPL_MAP_ACCURACY] = { "accuracy", "accuracy", .score = TRUE },
  [IPL_MAP_ACCURACY_GP] = { "accuracy_gp", "accuracy of the GP", .score = TRUE },
  [IPL_MAP_GAIN] = { "gain", "gain over the GP", .diverges = TRUE },
  [IPL_MAP_OFF_DIAGONAL] = { "off_diagonal_share", "share of |U| off the diagonal" },
  [IPL_MAP_ALIGNMENT] = { "alignment", "centred alignment" },
  [IPL_MAP_TRAIN_RESIDUAL] = { "train_residual", "training residual", .is_new = TRUE },
  [IPL_MAP_BEST_SCORE] = { "best_score", "score of the best predictor", .is_new = TRUE },
  [IPL_MAP_ACTION] = { "action", "action" },
  [IPL_MAP_STARTS] = { "starts", "starts" },
  [IPL_MAP_STARTS_AGREEING] = { "starts_agreeing", "starts that agree" },
  [IPL_MAP_CONVERGED] = { "converged", "converged" },
};

const IplMapQuantity *
ipl_map_quantity (IplMapNumber number)
{
  return &quantities[number];
}

/* Returns: (transfer full): the name of its array, "mean_squared_error" of a regression */
char *
ipl_map_quantity_field (const IplMap *self, IplMapNumber number)
{
  const IplMapQuantity *quantity = &quantities[number];

  return quantity->score ? ipl_score_field_name (ipl_score_of_labels (&self->labels), quantity->id)
                         : g_strdup (quantity->id);
}
