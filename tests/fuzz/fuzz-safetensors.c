/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A .safetensors file, read as tensors, as a trained network or transformer and as a training
 * run of either. An input that begins with "{" is the JSON of its header: its length is put before
 * it. */

#include "core/files/safetensors.h"
#include "core/network/trained-network-io.h"
#include "core/network/trainer.h"
#include "core/transformer/transformer-trainer.h"
#include "fuzz.h"

#include <string.h>

static void
no_sequences (guint64 first, gsize count, float *x, float *y, gpointer data)
{
}

/* The length of the JSON object that @bytes begin with, 0 where it does not end. */
static gsize
object_length (const guint8 *bytes, gsize n)
{
  guint depth = 0;
  gboolean text = FALSE;

  for (gsize i = 0; i < n; i++)
    {
      if (text)
        {
          if (bytes[i] == '\\')
            i++;
          else
            text = bytes[i] != '"';
        }
      else if (bytes[i] == '"')
        text = TRUE;
      else if (bytes[i] == '{')
        depth++;
      else if (bytes[i] == '}' && --depth == 0)
        return i + 1;
    }
  return 0;
}

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  g_autoptr (GByteArray) whole = g_byte_array_new ();
  g_auto (FuzzFile) file = { 0 };
  g_autoptr (IplSafetensors) tensors = NULL;
  g_autoptr (IplTrainedNetwork) network = NULL;
  g_autoptr (IplTrainer) trainer = NULL;
  g_autoptr (IplTransformer) transformer = NULL;
  g_autoptr (IplTransformerTrainer) transformer_trainer = NULL;
  GError *error = NULL;

  if (n > 0 && bytes[0] == '{')
    {
      guint64 length = object_length (bytes, n);

      length = GUINT64_TO_LE (length > 0 ? length : n);
      g_byte_array_append (whole, (const guint8 *)&length, 8);
    }
  g_byte_array_append (whole, bytes, (guint)n);
  fuzz_file_init (&file, whole->data, whole->len);
  tensors = ipl_safetensors_read (file.path, NULL, &error);
  fuzz_check_result (tensors, error);
  error = NULL;
  network = ipl_trained_network_load (file.path, NULL, &error);
  fuzz_check_result (network, error);
  error = NULL;
  trainer = ipl_trainer_load (file.path, no_sequences, NULL, NULL, &error);
  fuzz_check_result (trainer, error);
  error = NULL;
  transformer = ipl_transformer_load (file.path, NULL, &error);
  fuzz_check_result (transformer, error);
  error = NULL;
  transformer_trainer = ipl_transformer_trainer_load (file.path, NULL, &error);
  fuzz_check_result (transformer_trainer, error);
  /* What is a network is a file of tensors. */
  g_assert_true (tensors != NULL
                 || (network == NULL && trainer == NULL && transformer == NULL
                     && transformer_trainer == NULL));
  return 0;
}
