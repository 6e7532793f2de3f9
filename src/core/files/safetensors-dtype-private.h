/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How numbers of one type are stored. */
typedef struct
{
  const char *name;
  gsize item_size;
  gboolean wide; /* become doubles rather than floats */
} IplTensorDtype;

const IplTensorDtype *ipl_tensor_dtype_lookup (const char *name);
guint64 ipl_tensor_item (const guint8 *bytes, gsize i, gsize item_size);
void ipl_tensor_convert (const IplTensorDtype *dtype, const guint8 *bytes, gsize n, float *floats,
                         double *doubles);

G_END_DECLS
