/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/output/style-json.h"

static const char whole[]
    = "{\"version\": 1, \"marker\": false,"
      " \"panels\": {\"accuracy\": {\"title\": \"A < B\", \"legend\": false, \"x\": [20, 200],"
      " \"y\": [null, 0.9]}, \"u\": {\"title\": \"\"}},"
      " \"paths\": {\"1,2\": {\"name\": \"denoising\", \"color\": \"#E7298a\"},"
      " \"2,1\": {\"name\": \"other\"}}}";

static inline const IplFigureStyle *
style_of (const char *json)
{
  g_autoptr (GError) error = NULL;
  const IplFigureStyle *style = ipl_figure_style_from_json (json, &error);

  g_assert_no_error (error);
  return style;
}
